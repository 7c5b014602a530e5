// What is written twice without a let is one value where it is likely, and where the running program finds the same operands in both.
#include <heed/attention.hpp>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
const auto q = numbers(tensor<float, Head[2], Query[37], Feature[16]>{}, 1), q2 = numbers(tensor<float, Head[2], Query[37], Feature[16]>{}, 4);
const auto k = numbers(tensor<float, Head[2], Key[53], Feature[16]>{}, 2), k2 = numbers(tensor<float, Head[2], Key[53], Feature[16]>{}, 5);
const auto v = numbers(tensor<float, Head[2], Key[53], Value[8]>{}, 3);
const auto s = dot<Feature>(q, k) / 4.f;
constexpr unsigned long long once = 2ull * 2 * 37 * 53 * 16, context = 2ull * 2 * 37 * 53 * 8;  // flops

template <class E> void is_shared(const E& e, unsigned long long flops) {
  static_assert(planner::may_share<E>);
  CHECK(plan(e).flops == flops);
  CHECK(agrees(e));
}
template <class E> void is_not_guessed(const E& e) {
  static_assert(!planner::may_share<E>);
  CHECK(agrees(e));
}
}  // namespace

TEST_CASE("A softmax by hand computes its scores once") {
  const auto e = exp(s - max<Key>(s));
  is_shared(dot<Key>(e / sum<Key>(e), v), once + context);
  is_shared(dot<Key>(e, v) / sum<Key>(e), once + context);
  const auto w = exp(s);
  is_shared(dot<Key>(w / sum<Key>(w), v), once + context);
  is_shared(dot<Key>(exp(s - logsumexp<Key>(s)), v), once + context);
  CHECK(plan(dot<Key>(e / sum<Key>(e), v)).passes == 1);
  const auto masked = where(position<Key> <= position<Query> + 16, s, -inf);
  const auto m = exp(masked - max<Key>(masked));
  is_shared(dot<Key>(m / sum<Key>(m), v), once + context);
}

TEST_CASE("Squares, powers and choices of a value are of one value") {
  const auto r = maximum(s, 0.f);
  is_shared(dot<Key>(r * r, v), once + context);
  is_shared(dot<Key>(r * r / (sum<Key>(r * r) + 1.f), v), once + context + 2ull * 2 * 37 * 53);
  is_shared(dot<Key>(where(s > 0.f, s, exp(s) - 1.f), v), once + context);
  is_shared(dot<Key>(s / (1.f + exp(-s)), v), once + context);
  const auto p = softmax<Key>(s);  // (what takes two passes takes them with let, too)
  is_shared(sum<Key>(p * log(p + 1e-9f)), plan(let(p, [](auto x) { return sum<Key>(x * log(x + 1e-9f)); })).flops);
  is_shared((s - mean<Key>(s)) * rsqrt(var<Key>(s) + 1e-3f), once + 2ull * 2 * 37 * 16);  // (a mean of products is a product with a mean)
  is_shared(dot<Key>(s, s), once + 2ull * 2 * 37 * 53);
}

TEST_CASE("Of two values of one form that are compared it is the first") {
  const auto p = softmax<Key>(s), other = softmax<Key>(dot<Feature>(q, k2) / 4.f);
  const auto divergence = sum<Key>(p * (log(p + 1e-9f) - log(other + 1e-9f)));
  is_shared(divergence, plan(let(p, [&](auto x) { return sum<Key>(x * (log(x + 1e-9f) - log(other + 1e-9f))); })).flops);
  is_shared(sum<Key>(p * log((p + 1e-9f) / (other + 1e-9f))), plan(divergence).flops);
}

TEST_CASE("The same form of other values is computed as it is written") {
  const auto other = dot<Feature>(q, k2) / 4.f;
  is_shared(s - max<Key>(other), 2 * once);
  is_shared(exp(s) / sum<Key>(exp(other)), 2 * once);
  is_shared(maximum(s, 0.f) * maximum(other, 0.f), 2 * once);
  const auto warmer = dot<Feature>(q, k) / 2.f;  // another constant
  is_shared(s - max<Key>(warmer), 2 * once);
  // the same memory, other strides
  const tensor<float, Key[12], Query[12]> x = numbers(tensor<float, Key[12], Query[12]>{}, 6);
  const auto rows = named<Key[6], Query[6]>(x.data(), strided<Key>(12)), others = named<Key[6], Query[6]>(x.data(), strided<Key>(8));
  CHECK(agrees(exp(rows) / sum<Key>(exp(rows))));
  CHECK(agrees(exp(rows) / sum<Key>(exp(others))));
}

TEST_CASE("What are several values more often than one is not guessed at") {
  const auto gate = dot<Feature>(q, k2) / 4.f;
  is_not_guessed(s * sigmoid(gate));            // a gated unit
  const auto normed = rms_norm<Feature>(q);
  is_not_guessed(dot<Feature>(normed, k) * sigmoid(dot<Feature>(normed, k2)));
  is_not_guessed(s + gate);
  const auto x = numbers(tensor<float, Token[21], Model[16]>{}, 9);
  const auto w = numbers(tensor<float, Model[16], Feature[16]>{}, 10), w2 = numbers(tensor<float, Model[16], Feature[16]>{}, 11), w3 = numbers(tensor<float, Model[16], Feature[16]>{}, 12);
  const auto attended = dot<Key>(softmax<Key>(dot<Feature>(dot<Model>(x, w2), rename<Token, Key>(dot<Model>(x, w3)))), rename<Token, Key>(x));
  is_not_guessed(sigmoid(dot<Model>(x, w)) * rename<Model, Feature>(attended));
  is_not_guessed(0.5f * s - 0.25f * gate);
  is_not_guessed(softmax<Key>(s) - 0.5f * softmax<Key>(gate));  // differential attention
  is_not_guessed(dot<Feature>(rename<Query, Token>(q * 2.f), q * 2.f));
}

TEST_CASE("Extents that are known when it runs, targets that are operands, threads") {
  const auto x = numbers(tensor<float, Query[], Key[]>{sized<Query>(19), sized<Key>(45)}, 7);
  const auto y = numbers(tensor<float, Query[], Key[]>{sized<Query>(19), sized<Key>(45)}, 8);
  const auto e = exp(2.f * x - max<Key>(2.f * x));
  CHECK(agrees(e / sum<Key>(e)));
  CHECK(agrees(exp(2.f * x - max<Key>(2.f * y)) / sum<Key>(e)));
  auto out = eval(x);
  const auto own = exp(2.f * out - max<Key>(2.f * out));
  const auto expected = values(eval(in_float64(own / sum<Key>(own))));
  out = own / sum<Key>(own);
  CHECK(values(out) == near(expected, 1e-6));
  auto [weights, lse] = eval(e / sum<Key>(e), logsumexp<Key>(2.f * x));
  CHECK(values(weights) == near(expected, 1e-6));
  CHECK(values(lse) == near(values(eval(in_float64(logsumexp<Key>(2.f * x)))), 1e-6));
}
