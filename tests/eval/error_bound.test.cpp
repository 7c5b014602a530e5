// Error bounds: evaluations in float32 stay within them, in whatever order; wrong ones do not; exact values have none.
#include <algorithm>
#include <limits>
#include <random>

#include <heed/eval/error_bound.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/normalise.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
template <class E> std::vector<double> bounds(const E& expression) { return values(eval_with_bound(expression).bound); }

template <class Tensor> void fill(Tensor& t, float scale, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, scale);
  for (auto& e : t) e = normal(random);
}

// How many elements of `computed` are outside the bounds.
template <class E> int outside(const E& expression, const std::vector<float>& computed) {
  const auto expected = eval_with_bound(expression);
  int count = 0;
  for (index_t i = 0; i < expected.value.size(); ++i)
    if (!is_within_bound(computed[static_cast<std::size_t>(i)], expected.value.data()[i], expected.bound.data()[i]))
      ++count;
  return count;
}
}  // namespace

TEST_CASE("The value is that of in_float64") {
  const tensor<float, Query[2], Key[3]> x{{1, 2, 3}, {4, 5, 9}};
  auto e = softmax<Key>(x * 2) + mean<Query>(x);
  const auto both = eval_with_bound(e);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(both.value)>, tensor<double, Query[2], Key[3]>>);
  CHECK(values(both.value) == near(values(detail::stored_as_tensor<decltype(e), double>(detail::evaluate_reference<double>(e), detail::as_double))));
}

TEST_CASE("What no rounding touches is exact") {
  const tensor<float, Key[3]> x{1, -2, 3};
  const tensor<int, Key[3]> n{5, 6, 7};
  CHECK(bounds(x) == near{0, 0, 0});
  CHECK(bounds(-x) == near{0, 0, 0});
  CHECK(bounds(abs(x)) == near{0, 0, 0});
  CHECK(bounds(maximum(x, 0.5)) == near{0, 0, 0});
  CHECK(bounds(where(x < 0, -inf, x)) == near{0, 0, 0});
  CHECK(bounds(max<Key>(x)) == near{0});
  CHECK(bounds(n * n / 4 % 3) == near{0, 0, 0});
  CHECK(bounds(sum<Key>(n * n)) == near{0});
  CHECK(bounds(dot<Key>(n, n)) == near{0});
  CHECK(bounds(sum<Key>(x > 0)) == near{0});
  CHECK(bounds(x < 2) == near{0, 0, 0});
  CHECK(bounds(position<Key[3]>) == near{0, 0, 0});
  CHECK(bounds(exp(where(x < 0, -inf, x)))[1] == 0);
  CHECK(bounds(slice<Key, 1, 2>(rename<Token, Key>(rename<Key, Token>(x)))) == near{0, 0});
}

TEST_CASE("Bounds are of the size of rounding errors") {
  const tensor<float, Key[1]> x{3};
  const double u = std::ldexp(1, -24);
  for (const double bound :
       {bounds(x + x)[0] / 6, bounds(x * x)[0] / 9, bounds(1 / x)[0] * 3, bounds(sqrt(x))[0] / std::sqrt(3),
        bounds(exp(x))[0] / std::exp(3), bounds(tanh(x))[0], bounds(log(x))[0] / std::log(3)}) {
    CHECK(bound >= u);
    CHECK(bound <= 32 * u);
  }
  const tensor<double, Key[1]> d{3};
  CHECK(bounds(exp(d))[0] < 1e-12);
  CHECK(bounds(exp(d))[0] > 1e-15);
  // a double that float does not have is rounded, unless its tensor is of double
  CHECK(bounds(where(x > 0, 0.1, x))[0] == std::fabs(0.1 - static_cast<double>(0.1f)));
  CHECK(bounds(where(d > 0, 0.1, d))[0] == 0);
}

TEST_CASE("What overflows, or divides by what may be 0, may be anything") {
  const tensor<float, Key[2]> large{200, 1};
  CHECK(bounds(exp(large))[0] == infinity);
  CHECK(bounds(exp(large))[1] < 1e-5);
  const tensor<float, Key[2]> tenth{0.1f, 0.1f};
  CHECK(bounds(1 / (sum<Key>(tenth) - 0.2f))[0] == infinity);
  CHECK(bounds(large * 3e38f)[0] == infinity);
  CHECK(is_within_bound(std::nan(""), 5, infinity));
}

TEST_CASE("NaN and infinity are exact") {
  const tensor<float, Key[3]> odd{std::numeric_limits<float>::quiet_NaN(), inf, -inf};
  CHECK(bounds(odd + 1) == near{0, 0, 0});
  CHECK(bounds(odd - odd) == near{0, 0, 0});
  CHECK(bounds(max<Key>(odd)) == near{0});
  CHECK(bounds(tanh(odd * 2))[1] < 1e-5);
  CHECK(bounds(1 / odd) == near{0, 0, 0});
  CHECK(is_within_bound(std::nan(""), std::nan(""), 0));
  CHECK(is_within_bound(infinity, infinity, 0));
  CHECK_FALSE(is_within_bound(-infinity, infinity, 0));
  CHECK_FALSE(is_within_bound(std::nan(""), 1, 1e9));
  // a value that a weight of 0 hides may be skipped
  CHECK(bounds(odd * 0)[0] == infinity);
}

TEST_CASE("A comparison that rounding decides bounds what depends on it") {
  const tensor<float, Key[2]> x{0.1f, 0.5f};
  auto close = x * 3 < static_cast<float>(0.3);  // 0.1f * 3 is nearly 0.3f
  CHECK(bounds(close) == near{1, 0});
  CHECK(bounds(where(close, 10, 20.f))[0] == 10);
  CHECK(bounds(where(close, x, -inf))[0] == infinity);
  CHECK(bounds(where(close, x, -inf))[1] == 0);
  CHECK(bounds(sum<Key>(close)) == near{1});
  CHECK(bounds(any_of<Key>(close || x > 0)) == near{0});
  CHECK(bounds(cast<int>(x * 30)) == near{1, 1});
  CHECK(bounds(cast<int>(x * 31)) == near{0, 0});
}

TEST_CASE("Sums in any order are within the bound, and a wrong one is not") {
  tensor<float, Key[1000]> x;
  fill(x, 1, 1);
  std::vector<float> terms(x.begin(), x.end());
  std::mt19937 random(2);
  for (int order = 0; order < 20; ++order) {
    float total = 0, halves[2] = {0, 0}, squares = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      total += terms[i];
      halves[i % 2] += terms[i];
      squares = std::fma(terms[i], terms[i], squares);
    }
    CHECK(outside(sum<Key>(x), {total}) == 0);
    CHECK(outside(sum<Key>(x), {halves[0] + halves[1]}) == 0);
    CHECK(outside(mean<Key>(x), {total * (1 / 1000.f)}) == 0);
    CHECK(outside(dot<Key>(x, x), {squares}) == 0);
    CHECK(outside(sum<Key>(x), {total + 1}) == 1);
    CHECK(outside(dot<Key>(x, x), {squares - 1}) == 1);
    std::shuffle(terms.begin(), terms.end(), random);
  }
}

TEST_CASE("Welford's variance is within the bound") {
  tensor<float, Key[500]> x;
  fill(x, 1, 3);
  for (const float offset : {0.f, 100.f, 1e4f}) {
    for (auto& e : x) e += offset;
    float mean_so_far = 0, squares = 0, n = 0;
    for (const float e : x) {
      const float delta = e - mean_so_far;
      mean_so_far += delta / ++n;
      squares += delta * (e - mean_so_far);
    }
    CHECK(outside(var<Key>(x), {squares / n}) == 0);
    CHECK(outside(rsqrt(var<Key>(x) + 1e-5f), {1 / std::sqrt(squares / n + 1e-5f)}) == 0);
    if (offset < 1000) CHECK(outside(var<Key>(x), {squares / n * 1.5f}) == 1);
  }
}

TEST_CASE("Attention with a running maximum, rescaling and exp2 is within the bound") {
  for (const float scale : {0.1f, 1.f, 8.f}) {
    tensor<float, Query[8], Feature[16]> q;
    tensor<float, Key[128], Feature[16]> k;
    tensor<float, Key[128], Value[4]> v;
    fill(q, scale, 4), fill(k, 1, 5), fill(v, 1, 6);
    auto context = dot<Key>(softmax<Key>(dot<Feature>(q, k) / 4), v);

    std::vector<float> computed, off;
    const float log2e = 1.44269504f;
    for (std::size_t i = 0; i < 8; ++i) {
      float m = -3e38f, total = 0, acc[4] = {};
      for (std::size_t j = 0; j < 128; ++j) {
        float s = 0;
        for (std::size_t f = 0; f < 16; ++f) s = std::fma(q(i, f) * (log2e / 4), k(j, f), s);
        const float larger = std::max(m, s), shrink = std::exp2(m - larger), weight = std::exp2(s - larger);
        total = std::fma(total, shrink, weight);
        for (std::size_t c = 0; c < 4; ++c) acc[c] = std::fma(acc[c], shrink, weight * v(j, c));
        m = larger;
      }
      for (const float a : acc) computed.push_back(a * (1 / total)), off.push_back(a * (1 / total) + 1e-3f);
    }
    CHECK(outside(context, computed) == 0);
    if (scale <= 1) CHECK(outside(context, off) == 32);
    for (const double b : bounds(context)) CHECK(b < 1e-3 * static_cast<double>(std::max(1.f, scale)));
  }
}

TEST_CASE("Masked scores contribute exactly nothing") {
  tensor<float, Query[4], Key[4]> s;
  fill(s, 1, 7);
  auto weights = softmax<Key>(where(position<Key> <= position<Query>, s, -inf));
  const auto all = eval_with_bound(weights);
  CHECK(all.bound(0, 1) == 0);
  CHECK(all.value(0, 1) == 0);
  CHECK(all.bound(0, 0) < 1e-4);
  auto nothing = softmax<Key>(where(position<Key> > 10, s, -inf));
  CHECK(bounds(nothing) == near(std::vector<double>(16, 0)));
}

TEST_CASE("Functions of the user's are bounded by how they change") {
  const tensor<float, Key[1]> third{1.f / 3};
  auto cube = [](auto e) { return e * e * e; };
  CHECK(outside(pointwise(cube, third * 3), {cube(third(0) * 3)}) == 0);
  CHECK(bounds(pointwise(cube, third * 3))[0] < 1e-5);
  CHECK(bounds(pointwise([](auto e) { return e < 1 ? 0.f : 1.f; }, third * 3))[0] >= 1);
}
