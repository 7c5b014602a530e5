// expect: axis_has_extent<Query>
// expect-fixed: merge<Axis, Parts...>(x): name parts that x has, each once and with extents
// expect-computed: merge<Tap, Token, Query>: nothing gives Query an extent
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Token {};
struct Key {};
struct Value {};
struct Query {};
struct Tap {};
extern heed::tensor<float, Token[4], Key[3], Value[4]> x;

#ifndef HEED_FIXED
auto y = heed::merge<Tap, Token, Query>(x + heed::position<Query>);
#else
auto y = heed::merge<Tap, Token, Query>(x + heed::position<Query[5]>);
#endif
