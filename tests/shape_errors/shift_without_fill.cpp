// expect-line: shift<Axis>(x, by, fill): give what stands where x has no element, too, as in shift<Token>(x, 1, 0)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = shift<Key>(x, 1);
#else
auto y = shift<Key>(x, 1, 0);
#endif
