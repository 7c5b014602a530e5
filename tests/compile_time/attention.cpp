// Attention expressions, HEED_EXPRESSIONS of them in one unit: 1 is plain attention alone. What each adds is the difference.
#include <cmath>

#include <heed/heed.hpp>

struct Head {};
struct Query {};
struct Key {};
struct Feature {};
struct Value {};

using heed::position;
using contexts = heed::tensor<float, Head[8], Query[1024], Value[64]>;

struct inputs {
  heed::tensor<float, Head[8], Query[1024], Feature[64]> q;
  heed::tensor<float, Head[8], Key[1024], Feature[64]> k;
  heed::tensor<float, Head[8], Key[1024], Value[64]> v;

  auto scores() const { return dot<Feature>(q, k) / std::sqrt(64.f); }
};

#if HEED_EXPRESSIONS == 0  // what including costs
void use_names(contexts& out) { out(0, 0, 0) = 1; }
#endif
#if HEED_EXPRESSIONS >= 1
void plain(const inputs& x, contexts& out) { out = dot<Key>(heed::softmax<Key>(x.scores()), x.v); }
#endif
#if HEED_EXPRESSIONS >= 2
void causal(const inputs& x, contexts& out) {
  out = dot<Key>(heed::softmax<Key>(where(position<Key> <= position<Query>, x.scores(), -heed::inf)), x.v);
}
#endif
#if HEED_EXPRESSIONS >= 3
void soft_cap(const inputs& x, contexts& out) { out = dot<Key>(heed::softmax<Key>(20 * tanh(x.scores() / 20)), x.v); }
#endif
#if HEED_EXPRESSIONS >= 4
void distance_bias(const inputs& x, contexts& out) {
  out = dot<Key>(heed::softmax<Key>(x.scores() - 0.1f * abs(position<Query> - position<Key>)), x.v);
}
#endif
#if HEED_EXPRESSIONS >= 5
void standardised(const inputs& x, contexts& out) {
  out = let(x.scores(), [&](auto s) { return dot<Key>(heed::softmax<Key>((s - heed::mean<Key>(s)) * rsqrt(heed::var<Key>(s))), x.v); });
}
#endif
#if HEED_EXPRESSIONS >= 6
void cosine(const inputs& x, contexts& out) {
  auto s = dot<Feature>(x.q, x.k) * rsqrt(heed::sum<Feature>(x.q * x.q)) * rsqrt(heed::sum<Feature>(x.k * x.k));
  out = dot<Key>(heed::softmax<Key>(10 * s), x.v);
}
#endif
