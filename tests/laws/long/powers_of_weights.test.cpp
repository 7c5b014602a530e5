// Products of the weights of one softmax: they are relative to its running maximum, as the weights are, each to its own power.
#include <limits>

#include <laws/two_heads.hpp>

using namespace laws;
using generated::check_eval;
using generated::fill;

namespace {
constexpr float none = -std::numeric_limits<float>::infinity();

// Scores grow along Key, so that partial results are rescaled in every block.
template <class Q, class K> struct attention_operands : two_heads<Q, K> {
  using two_heads<Q, K>::two_heads, two_heads<Q, K>::q, two_heads<Q, K>::k, two_heads<Q, K>::v;
  auto scores() const { return dot<Feature>(q, k) + 0.02f * position<Key>; }
  template <class F> auto context(F of_weights) const { return dot<Key>(let(softmax<Key>(scores()), of_weights), v); }
};

template <int Passes, class E> void check(const E& e) {
#ifndef HEED_REFERENCE_ONLY
  INFO(explain(e));
  CHECK(plan_of<E>.passes == Passes);
#endif
  check_eval(e);
}

template <class O> void check_powers(const O& o) {
  check<1>(o.context([](auto p) { return p * (-p * p) / 3.f; }));
  check<1>(o.context([&](auto p) { return where(o.kept, p * p * p, where(position<Key> % 2 == 0, p, 0.f)); }));
  check<1>(sum<Key>(let(softmax<Key>(where(o.kept, o.scores(), none)), [](auto p) { return p * p; })));
  check<1>(dot<Key>(let(softmax<Key>(where(position<Key> < position<Query>, o.scores(), none)), [](auto p) { return p * p; }), o.v));
  check<1>(dot<Key>(0.5f * (softmax<Key>(where(o.kept, o.scores(), none)) - softmax<Key>(o.scores() / 2.f)), o.v));  // of addends each has a sum of its own
  check<2>(o.context([](auto p) { return p - mean<Key>(p); }));  // no one power: it waits for the normaliser
}
template <class O> void check_every_power(const O& o) {
  check_powers(o);
  check<1>(o.context([](auto p) { return p * p; }));
  check<1>(o.context([&](auto p) { return p * where(o.kept, p, 0.f); }));
  check<1>(o.context([](auto p) { return p * (1.f - p); }));
  check<1>(o.context([](auto p) { return p + p * p; }));
  check<1>(dot<Key>(softmax<Key>(o.scores()) - 0.3f * normalize<Key>(relu(-o.scores())), o.v));
  check<2>(o.context([](auto p) { return maximum(p, 0.001f) + p * p; }));
  check<2>(o.context([](auto p) { return sqrt(p) * p; }));
}
}  // namespace

TEST_CASE("Powers of weights are summed in the pass of their softmax") {
  check_every_power(attention_operands<Query[70], Key[600]>());
  check_powers(attention_operands<Query[], Key[]>(3, 1000));
  check_powers(attention_operands<Query[], Key[]>(1, 1));
}

// A normaliser that is not exp: its sum needs no norms, its weights times values do, and both are of one walk over the keys.
TEST_CASE("A sum waits for the walk that needs more") {
  tensor<float, Query[70], Feature[12]> q;
  tensor<float, Key[600], Feature[12]> k;
  tensor<float, Key[600], Value[5]> v;
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1);
  const auto cosine = 10 * dot<Feature>(q, k) * rsqrt(sum<Feature>(q * q)) * rsqrt(sum<Feature>(k * k));
  const auto distant = cosine * exp2(-0.01f * abs(position<Query> - position<Key>));
  const auto power = [&](const auto& s) { return let(normalize<Key>(let(s, [](auto x) { return x * x; })), [&](auto p) { return dot<Key>(p * p, v); }); };
  check<3>(power(cosine));   // two norms over Feature, and one over Key
  check<3>(power(distant));  // five factors to the fourth power
}

TEST_CASE("Powers of weights over the lanes, and normalised over more than is summed") {
  tensor<float, Query[3], Key[997]> s;
  fill(s, 4, -1, 1);
  const auto growing = s + 0.02f * position<Key>;
  check_eval(sum<Key>(let(softmax<Key>(growing), [](auto p) { return p * p; })));
  check_eval(norm<Key>(softmax<Key>(growing)));
  check_eval(sum<Key>(let(softmax<Query, Key>(growing), [](auto p) { return p * p * p; })));
  // two softmaxes have no common maximum
  check_eval(sum<Key>(softmax<Key>(growing) * softmax<Key>(-growing)));
}

#ifndef HEED_REFERENCE_ONLY
TEST_CASE("Powers of weights in parts of the keys") {
  const index_t n = 20011;
  tensor<float, Query[2], Feature[4]> q;
  tensor<float, Key[], Feature[4]> k(sized<Key>(n));
  fill(q, 1, -1, 1), fill(k, 2, -1, 1);
  const auto scores = dot<Feature>(q, k) + 0.001f * position<Key>;
  const auto squares = let(softmax<Key>(scores), [&](auto p) { return dot<Key>(p * p, k); });
  const auto one = eval(in_float64(squares));
  const auto split = eval(par(squares, 2));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j) CHECK(split(i, j) == Approx(one(i, j)).epsilon(1e-4).margin(1e-7));
}
#endif
