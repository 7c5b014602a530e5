// Attention in all its forms: functions from operands and a rewrite to an expression.
//
// A form asks its rewrite at the places where a meaning-preserving change may go: `r.operand(x)` for what it reads,
// `r.scores(x)` between scores and normaliser, `r.part(x)` around parts, `r.template dot<A>(x, y)` for contractions.
// `passes` is how many walks over folded axes it may take: one over Key, one more where something that is not linear stands
// between two folds, and one for each value that is folded by itself before (norms, projections).
#pragma once

#include <laws/inputs.hpp>

namespace laws {

using namespace heed;

// The axes of the operands O, to be named in a form.
#define LAWS_AXES(O)                                                                                               \
  [[maybe_unused]] typedef typename O::Head H;                                                                     \
  [[maybe_unused]] typedef typename O::Query Q;                                                                    \
  [[maybe_unused]] typedef typename O::Key K;                                                                      \
  [[maybe_unused]] typedef typename O::Feature F;                                                                  \
  [[maybe_unused]] typedef typename O::Value V

template <class O, class R> auto scaled_scores(const O& o, const R& r) {
  using F = typename O::Feature;
  return r.scores(r.template dot<F>(r.operand(o.q), r.operand(o.k)) * o.scale);
}

// softmax, as a user might write it: let, exp, max, sum
template <class A, class X> auto own_softmax(X&& x) {
  return let(std::forward<X>(x), [](auto s) {
    return let(max<A>(s), [&](auto m) { return let(exp(s - m), [](auto e) { return e / sum<A>(e); }); });
  });
}

namespace form {

/// softmax(q k) v.
struct plain {
  static constexpr const char* title = "plain";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(r.part(softmax<K>(scaled_scores(o, r))), r.operand(o.v));
  }
};

/// Contractions spelled as sums of products.
struct with_sums {
  static constexpr const char* title = "with_sums";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return sum<K>(r.part(softmax<K>(r.scores(sum<F>(r.operand(o.q) * r.operand(o.k)) * o.scale))) * r.operand(o.v));
  }
};

/// A normaliser that the user wrote.
struct own_normaliser {
  static constexpr const char* title = "own_normaliser";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(r.part(own_softmax<K>(scaled_scores(o, r))), r.operand(o.v));
  }
};

/// Exp and its sum, without a maximum.
struct exp_over_sum {
  static constexpr const char* title = "exp_over_sum";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return let(exp(scaled_scores(o, r)), [&](auto e) { return r.template dot<K>(e, r.operand(o.v)) / sum<K>(e); });
  }
};

/// A bias that grows with the distance.
struct distance_bias {
  static constexpr const char* title = "distance_bias";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(softmax<K>(r.scores(r.part(scaled_scores(o, r)) - o.slope * abs(position<K> - position<Q>))), r.operand(o.v));
  }
};

/// Scores within +-20.
struct softcap {
  static constexpr const char* title = "softcap";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(softmax<K>(r.scores(20 * tanh(scaled_scores(o, r) / 20))), r.operand(o.v));
  }
};

/// No query sees a later key.
struct causal {
  static constexpr const char* title = "causal";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(softmax<K>(where(position<K> <= position<Q>, scaled_scores(o, r), -inf)), r.operand(o.v));
  }
};

/// The last few keys.
struct sliding_window {
  static constexpr const char* title = "sliding_window";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(softmax<K>(where(position<K> <= position<Q> && position<Q> - position<K> < o.width, scaled_scores(o, r), -inf)), r.operand(o.v));
  }
};

/// Causal or given, and a prefix.
struct combined_masks {
  static constexpr const char* title = "combined_masks";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(softmax<K>(where((position<K> <= position<Q> && o.m) || position<K> < o.width, scaled_scores(o, r), -inf)), r.operand(o.v));
  }
};

/// Scores of a small network.
struct additive {
  static constexpr const char* title = "additive";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(r.part(softmax<K>(r.scores(sum<Hidden>(o.u * tanh(r.operand(o.a) + r.operand(o.b)))))), r.operand(o.v));
  }
};

/// Scores of unit vectors.
struct cosine {
  static constexpr const char* title = "cosine";
  static constexpr int passes = 3;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(softmax<K>(r.scores(r.template dot<F>(r.operand(o.q) * rsqrt(sum<F>(o.q * o.q)), r.operand(o.k) * rsqrt(sum<F>(o.k * o.k))) / o.scale)), r.operand(o.v));
  }
};

/// A matrix between q and k.
struct bilinear {
  static constexpr const char* title = "bilinear";
  static constexpr int passes = 2;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(softmax<K>(r.scores(r.template dot<prime<F>>(r.part(r.template dot<F>(r.operand(o.q), o.w)), rename<F, prime<F>>(r.operand(o.k))) * o.scale)), r.operand(o.v));
  }
};

/// Normalised softplus.
struct softplus {
  static constexpr const char* title = "softplus";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(r.part(normalize<K>(log(1 + exp(scaled_scores(o, r))))), r.operand(o.v));
  }
};

/// Scores standardised over Key before softmax.
struct standardised {
  static constexpr const char* title = "standardised";
  static constexpr int passes = 2;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(softmax<K>(r.scores(let(r.part(scaled_scores(o, r)), [&](auto s) { return (s - mean<K>(s)) * rsqrt(var<K>(s) + 1e-3f); }))), r.operand(o.v));
  }
};

/// Of the weights.
struct entropy {
  static constexpr const char* title = "entropy";
  static constexpr int passes = 2;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return let(r.part(softmax<K>(scaled_scores(o, r))), [](auto p) { return -sum<K>(p * log(p + 1e-6f)); });
  }
};

/// Weights squared before the product.
struct squared {
  static constexpr const char* title = "squared";
  static constexpr int passes = 2;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(let(softmax<K>(scaled_scores(o, r)), [](auto p) { return p * p; }), r.operand(o.v));
  }
};

/// Softmax of a softmax.
struct twice {
  static constexpr const char* title = "twice";
  static constexpr int passes = 2;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(r.part(softmax<K>(r.part(softmax<K>(scaled_scores(o, r))))), r.operand(o.v));
  }
};

/// Weights over heads and keys together.
struct over_both {
  static constexpr const char* title = "over_both";
  static constexpr int passes = 2;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(r.part(softmax<H, K>(scaled_scores(o, r))), r.operand(o.v));
  }
};

/// Weights over queries: keys choose.
struct slots {
  static constexpr const char* title = "slots";
  static constexpr int passes = 2;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(r.part(softmax<Q>(scaled_scores(o, r))), r.operand(o.v));
  }
};

/// Values with three axes.
struct three_kept {
  static constexpr const char* title = "three_kept";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(r.part(softmax<K>(scaled_scores(o, r))), r.operand(o.image));
  }
};

/// Q, k and v from tokens.
struct projected {
  static constexpr const char* title = "projected";
  static constexpr int passes = 4;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return let(r.part(o.tokens * o.scale), [&](auto x) { return r.template dot<K>(softmax<K>(r.scores(r.template dot<F>(r.template dot<Model>(x, o.wq), rename<Q, K>(r.template dot<Model>(x, o.wk))))), rename<Q, K>(r.template dot<Model>(x, o.wv))); });
  }
};

/// Key heads shared by groups of query heads.
struct grouped_heads {
  static constexpr const char* title = "grouped_heads";
  static constexpr int passes = 1;
  template <class O, class R> static auto of(const O& o, const R& r) {
    LAWS_AXES(O);
    return r.template dot<K>(r.part(softmax<K>(r.scores(r.template dot<F>(split<H, H[O::sizes.head], Group[O::sizes.group]>(r.operand(o.grouped)), r.operand(o.k)) * o.scale))), r.operand(o.v));
  }
};

}  // namespace form
}  // namespace laws
