// expect-fixed: let(x, f): f must take one value of any type, as [&](auto x) { return x * x; } does, and x has at most 8 axes
// expect: rule::takes_value<heed::tensor<float
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
heed::tensor<float, Query[3], Key[4]> y = let(x, x);
#else
heed::tensor<float, Query[3], Key[4]> y = let(x, [](auto t) { return t * t; });
#endif
