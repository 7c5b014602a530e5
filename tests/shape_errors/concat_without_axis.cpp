// expect-line: concat<Axis>(x, y): name the axis, as in concat<Key>(x, y)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Key {};
struct Feature {};
heed::tensor<float, Key[3], Feature[4]> k;

#ifndef HEED_FIXED
auto longer = concat(k, k);
#else
auto longer = concat<Key>(k, k);
#endif
