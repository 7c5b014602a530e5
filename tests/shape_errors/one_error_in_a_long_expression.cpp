// expect: same_extent<Feature[64], Feature[32]>
// expect-fixed: dot<Axis...>(x, y): name axes that x and y both have
// expect-computed: dot<Feature>: Feature is 64 in the left operand and 32 in the right
// max-lines: 9
#include <heed/heed.hpp>

struct Head {};
struct Query {};
struct Key {};
struct Feature {};
struct Value {};
extern heed::tensor<float, Key[5], Feature[64]> k;
extern heed::tensor<float, Query[3], Feature[64]> q;
extern heed::tensor<float, Key[5], Feature[32]> w;

#ifndef HEED_FIXED
auto scores = dot<Feature>(q, w) / 8;
auto weights = softmax<Key>(where(heed::position<Key> <= heed::position<Query>, scores, -heed::inf));
auto context = heed::rename<Query, Value>(dot<Key>(weights, w)) + gelu(heed::at<Query>(scores, 1));
auto rest = heed::expect<Query, Key>(heed::split<Key, Head[1], Key[5]>(clamp(context * sum<Key>(scores), 0, 1)));
#else
auto scores = dot<Feature>(q, k) / 8;
#endif
