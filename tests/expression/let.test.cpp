#include <heed/eval/in_float64.hpp>
#include <heed/expression/activation.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/normalise.hpp>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
template <class E> std::vector<double> run(const E& expression) { return values(eval(in_float64(expression))); }
const tensor<double, Query[2], Key[2]> x{{1, 2}, {3, 4}};

template <class N> inline constexpr bool is_let = false;
template <class T, class X, class B> inline constexpr bool is_let<let_node<T, X, B>> = true;
}  // namespace

TEST_CASE("A let has the axes and elements of its body") {
  auto e = let(x * 2, [](auto t) { return dot<Key>(t, t) > 3; });
  static_assert(is_let<decltype(e)>);
  static_assert(has_axes<decltype(e), Query[2]>);
  static_assert(std::is_same_v<value_type_of<decltype(e)>, bool>);
}

TEST_CASE("A variable is as weak as its definition") {
  const tensor<int, Query[2]> i{1, 2};
  auto e = let(i * 0.5, [](auto t) { return t * tensor<double, Query[2]>{1, 1}; });
  static_assert(std::is_same_v<value_type_of<decltype(e)>, double>);
}

TEST_CASE("A leaf under let is one value, too") {
  auto e = let(x, [](auto t) { return t + t; });
  static_assert(is_let<decltype(e)>);
  CHECK(run(e) == near{2, 4, 6, 8});
  auto moved = let(tensor<double, Query[2]>{1, 2}, [](auto t) { return t * t; });
  CHECK(run(moved) == near{1, 4});
  static_assert(!is_let<decltype(let(3.0, [](auto t) { return t; }))>);
}

TEST_CASE("A body may return a number or a tensor") {
  CHECK(run(let(x + 1, [](auto) { return 2.0; })) == near{2});
  CHECK(run(let(x + 1, [](auto) -> const auto& { return x; })) == near{1, 2, 3, 4});
}

TEST_CASE("Lets nest; inner bodies use outer values") {
  auto e = let(x + 1, [](auto a) {
    return let(sum<Key>(a), [&](auto b) { return let(a / b, [&](auto c) { return c * b - a + c; }); });
  });
  CHECK(run(e) == near{0.4, 0.6, 4. / 9, 5. / 9});
}

TEST_CASE("One function may make several lets: beside, around and in the definition of each other") {
  auto square = [](auto&& y) { return let(std::forward<decltype(y)>(y), [](auto t) { return t * t; }); };
  CHECK(run(square(x + 1) + square(x + 1)) == near{8, 18, 32, 50});
  CHECK(run(square(square(x + 1))) == near{16, 81, 256, 625});
  CHECK(run(let(x + 1, [&](auto a) { return square(a * 1) - square(a + square(a * 1)); })) ==
        near{4 - 36., 9 - 144., 16 - 400., 25 - 900.});
}

TEST_CASE("heed's own lets keep apart from each other and from the user's") {
  auto e = let(softmax<Key>(x), [](auto w) { return log_softmax<Key>(gelu(w) + normalize<Key>(w)) - logsumexp<Key>(w); });
  const auto w = run(softmax<Key>(x));
  auto g = [](double v) { return 0.5 * v * std::erfc(-v / std::sqrt(2.)); };
  std::vector<double> expected;
  for (std::size_t row = 0; row < 4; row += 2) {
    const double a = g(w[row]) + w[row], b = g(w[row + 1]) + w[row + 1], all = std::log(std::exp(a) + std::exp(b));
    const double lse = std::log(std::exp(w[row]) + std::exp(w[row + 1]));
    expected.insert(expected.end(), {a - all - lse, b - all - lse});
  }
  CHECK(run(e) == near(expected));
}

TEST_CASE("The definition is computed once") {
  int calls = 0;
  auto counted = pointwise([&calls](double e) { return ++calls, e; }, x);
  run(let(counted, [](auto t) { return softmax<Key>(t) + t * t - max<Query>(t); }));
  CHECK(calls == 4);
}

TEST_CASE("What is captured by the body is read when the expression runs") {
  tensor<double, Key[2]> bias{1, 2};
  auto e = let(x * 1, [&](auto t) { return t + bias; });
  bias = tensor<double, Key[2]>{10, 20};
  CHECK(run(e) == near{11, 22, 13, 24});
}

// Without looking at every value once, planning this would take 3^12 steps, and compilers would give up.
namespace {
template <int N, class X> auto twelve_times(X value) {
  if constexpr (N == 12) return value;
  else return twelve_times<N + 1>(let(value, [](auto t) { return t * (1 - t) + t; }));
}
template <int N, class X> auto ten_times(X value) {
  if constexpr (N == 10) return value;
  else return ten_times<N + 1>(let(value, [](auto t) { return maximum(t, -1) / 4 + t * tanh(t); }));
}
}  // namespace

TEST_CASE("Lets in lets, each used several times, inside a normaliser") {
  const tensor<float, Query[5], Feature[3]> q = 0.01f * cast<float>(position<Query> + 2 * position<Feature>);
  const tensor<float, Key[7], Feature[3]> k = 0.1f * cast<float>(position<Key> - position<Feature>);
  const tensor<float, Key[7], Value[2]> v = cast<float>(position<Key> * 2 + position<Value>);
  CHECK(agrees(dot<Key>(softmax<Key>(twelve_times<0>(dot<Feature>(q, k))), v)));
  // nor where it is asked what a mask could prove of a block
  CHECK(agrees(dot<Key>(let(dot<Feature>(q, k), [](auto s) { return where(position<Key> <= position<Query>, ten_times<0>(s), 0.f); }), v)));
}
