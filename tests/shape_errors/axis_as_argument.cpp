// expect: axes_go_into_angle_brackets<Query>
// expect-line: max<Axis...>(x): axes go into angle brackets, as in max<Key>(x); the larger of two is maximum(x, y)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> values;

#ifndef HEED_FIXED
auto largest = max(values, Query{});
#else
auto largest = max<Query>(values);
#endif
