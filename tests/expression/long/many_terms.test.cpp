// Formulas with more factors, addends and operands than the planner takes apart: the rest is taken as it stands. A factor that stands there
// several times counts once, and to a high power it stays with the others of that power.
#include <heed/eval/error_bound.hpp>
#include <heed/heed.hpp>
#include <support/axes.hpp>
#include <support/catch.hpp>

using namespace heed;

namespace {

template <class E> void check(const E& e) {
  const auto found = eval(e);
  const auto reference = eval_with_bound(e);
  for (index_t i = 0; i < found.size(); ++i) CHECK(is_within_bound(found.data()[i], reference.value.data()[i], reference.bound.data()[i]));
}
// Between 0.9 and 1.1.
template <class Tensor> Tensor near_one() {
  Tensor t;
  for (index_t i = 0; i < t.size(); ++i) t.data()[i] = 0.9f + 0.2f * static_cast<float>(i * 7 % 11) / 10;
  return t;
}
template <int N, class A, class B> auto product(const A& a, const B& b) {
  if constexpr (N == 1) return a * b;
  else return product<N - 1>(a, b) * a * b;
}
template <int N, class A, class B> auto added(const A& a, const B& b) {
  if constexpr (N == 1) return a + b;
  else return added<N - 1>(a, b) + a + b;
}

const auto a = near_one<tensor<float, Query[3], Key[5]>>();
const auto b = near_one<tensor<float, Query[3]>>();
const auto v = near_one<tensor<float, Key[5], Value[4]>>();

TEST_CASE("A sum of products of thirty factors") { check(sum<Key>(product<15>(a, b) * v)); }
// (a lies across where the lanes run along Query or Value)
TEST_CASE("Weights of thirty addends, fifteen of them turned or not") {
  const auto x = added<15>(a, b);
  check(dot<Key>(exp(x - max<Key>(x)), v));
}

template <int N, class X> auto power(const X& x) {
  if constexpr (N == 1) return x;
  else return power<N - 1>(x) * x;
}
TEST_CASE("A sum of a product to a high power is one contraction") {
  const auto raised = let(a / b, [](auto x) { return dot<Key>(power<20>(x), v); });
  check(raised);
#ifndef HEED_REFERENCE_ONLY
  INFO(explain(raised));
  CHECK(plan_of<decltype(raised)>.passes == 1);
  CHECK(plan_of<decltype(raised)>.flops == 2 * 3 * 5 * 4);
#endif
}
TEST_CASE("What stands to a high power in a sum is not taken apart: large numbers over large ones stay near one") {
  check(sum<Key>(let(1e20f * a / (1e20f * b), [](auto x) { return power<3>(x) * v; })));
  check(sum<Key>(let(1e20f * b / (1e20f * a), [](auto x) { return power<8>(x) * v; })));
  check(sum<Key>(let(1e20f * v, [](auto x) { return let(x / (1e20f * v), [&](auto y) { return 1 / power<4>(y); }); })));
  check(dot<Key>(let(b * 1e20f / a, [](auto x) { return let(x / 1e20f, [](auto y) { return power<4>(y); }); }), v));
}

}  // namespace
