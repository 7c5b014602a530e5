// expect: same_extent<Feature[64], Feature[32]>
// expect-fixed: dot<Axis...>(x, y): name axes that x and y both have
// expect-computed: dot<Feature>: Feature is 64 in the left operand and 32 in the right
// max-lines: 18
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;
extern heed::tensor<float, Key[5], Feature[64]> k;
extern heed::tensor<float, Key[5], Feature[32]> w;

struct body {
  template <class T> auto operator()(T t) const {
#ifndef HEED_FIXED
    return softmax<Key>(dot<Feature>(t, w) + 1);
#else
    return softmax<Key>(dot<Feature>(t, k) + 1);
#endif
  }
};
auto x = heed::let(q * 2, body{});
