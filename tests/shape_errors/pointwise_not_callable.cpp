// expect: float>
// expect-fixed: pointwise(f, x...): f must take an element of each x and give a number
// expect-computed: pointwise: the function cannot be called with (float), or gives no number
// expect: callable_with<
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
float mix(float, float);
extern heed::tensor<float, Query[3], Key[5]> s;

#ifndef HEED_FIXED
auto x = heed::pointwise(mix, s);
#else
auto x = heed::pointwise(mix, s, s);
#endif
