#include <cmath>
#include <limits>

#include <heed/eval/in_float64.hpp>
#include <heed/expression/activation.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/reduction.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
template <class E> std::vector<double> run(const E& expression) { return values(eval(in_float64(expression))); }
const tensor<double, Query[8]> x{-1e4, -30, -1.5, -1e-9, 0, 0.25, 3, 1e4};
const tensor<double, Query[3]> extreme{-infinity, infinity, NAN};

// f of the elements of x, by the standard library
template <class F> near of_each(F f) {
  std::vector<double> all;
  for (const double e : x) all.push_back(f(e));
  return near(all);
}
}  // namespace

TEST_CASE("sigmoid, relu and silu") {
  CHECK(run(sigmoid(x)) == of_each([](double e) { return 1 / (1 + std::exp(-e)); }));
  CHECK(run(sigmoid(extreme)) == near{0, 1, NAN});
  CHECK(run(relu(x)) == of_each([](double e) { return e > 0 ? e : 0; }));
  CHECK(run(relu(extreme)) == near{0, infinity, NAN});
  CHECK(run(silu(x)) == of_each([](double e) { return e / (1 + std::exp(-e)); }));
}

TEST_CASE("gelu is the erf form") {
  CHECK(run(gelu(x)) == of_each([](double e) { return 0.5 * e * std::erfc(-e / std::sqrt(2.)); }));
}

TEST_CASE("softplus neither overflows nor loses small values") {
  CHECK(run(softplus(x)) == of_each([](double e) { return e > 30 ? e : std::log1p(std::exp(e)); }));
  const tensor<double, Query[1]> small{-700.0};
  CHECK(run(softplus(small))[0] == Approx(std::exp(-700)).epsilon(1e-12));
  CHECK(run(softplus(extreme)) == near{0, infinity, NAN});
}

TEST_CASE("clamp takes numbers and tensors as bounds, and keeps NaN") {
  CHECK(run(clamp(x, -2, 3)) == near{-2, -2, -1.5, -1e-9, 0, 0.25, 3, 3});
  CHECK(run(clamp(extreme, -1, 1)) == near{-1, 1, NAN});
  const tensor<double, Key[2]> low{0, 1};
  const tensor<double, Query[2]> two{0.5, 5};
  static_assert(has_axes<decltype(clamp(two, low, 4)), Query[2], Key[2]>);
  CHECK(run(clamp(two, low, 4)) == near{0.5, 1, 4, 4});
  CHECK(run(clamp(2, low, two)) == near{0.5, 2, 0.5, 2});
}

TEST_CASE("What is used twice is computed once") {
  int calls = 0;
  const auto counted = pointwise([&calls](double e) { return ++calls, e; }, x);
  run(gelu(counted));
  CHECK(calls == 8);
  run(softplus(counted) + silu(counted));
  CHECK(calls == 24);
}

TEST_CASE("Activations compose, of lvalues and of temporaries") {
  auto layer = [](auto&& y) { return gelu(silu(std::forward<decltype(y)>(y))); };
  CHECK(run(layer(tensor<double, Query[1]>{2.0})) == near{[] {
          const double s = 2 / (1 + std::exp(-2.));
          return 0.5 * s * std::erfc(-s / std::sqrt(2.));
        }()});
}
