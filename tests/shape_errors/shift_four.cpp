// expect-line: shift<Axis>(x, by, fill): three arguments; along another axis, too, shift<Query>(shift<Key>(x, 1, 0), 1, 0)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Token {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = heed::shift<Key>(x, 1, 0.f, 2);
#else
auto y = heed::shift<Key>(x, 1, 0.f);
#endif
