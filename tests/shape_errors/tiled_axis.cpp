// expect-line: tiled<tiles{...}>(x): name the sizes, as in tiled<heed::tiles{.vectors = 4, .rows = 6, .block = 128}>(x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = heed::tiled<Query[2]>(2 * x);
#else
auto y = heed::tiled<heed::tiles{.block = 2}>(2 * x);
#endif
