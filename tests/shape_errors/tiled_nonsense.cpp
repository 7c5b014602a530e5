// expect: tiles_are_possible<3, -2, 0>
// expect-fixed: tiled<tiles{.vectors = v, .rows = r, .block = b}>(x): v is 0 to 8, r is 0 to 32, b is 0 to 65536; 0 is the planner's choice
// expect-computed: tiled: rows is 0 to 32, not -2
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[4], Key[3]> x;

#ifndef HEED_FIXED
auto y = heed::tiled<heed::tiles{.vectors = 3, .rows = -2}>(x);
#else
auto y = heed::tiled<heed::tiles{.vectors = 3, .rows = 2}>(x);
#endif
