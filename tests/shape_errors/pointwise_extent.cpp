// expect: same_extent<Key[5], Key[6]>
// expect-fixed: pointwise(f, x...): f must take an element of each x and give a number
// expect-computed: pointwise: Key is 5 in the first operand and 6 in the second
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
float mix(float, float);
extern heed::tensor<float, Query[3], Key[5]> s;
extern heed::tensor<float, Query[3], Key[6]> p;

#ifndef HEED_FIXED
auto x = heed::pointwise(mix, s, p);
#else
auto x = heed::pointwise(mix, s, s);
#endif
