// expect-line: window<Axis, Tap[n]>(x): the places of a window are an axis with its extent, as in window<Token, Tap[5]>(x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> x;
struct Tap {};

#ifndef HEED_FIXED
auto y = window<Key>(x);
#else
auto y = window<Key, Tap[2]>(x);
#endif
