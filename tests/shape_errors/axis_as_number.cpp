// expect: axes_are_structs<0>
// expect-line: sum<Axis...>(x): an axis is a struct, not a number, as in sum<Key>(x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> values;

#ifndef HEED_FIXED
auto total = heed::sum<0>(values);
#else
auto total = heed::sum<Query>(values);
#endif
