// expect: axis_is_named<heed::shape<Head[2], Query[3], Feature[64]
// expect-fixed: merge<Axis, Parts...>(x): name parts that x has, each once and with extents, and an axis that x does not have beside them
// expect-computed: merge<Value>: name the axes
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Head {};
struct Query {};
struct Feature {};
struct Value {};
extern heed::tensor<float, Head[2], Query[3], Feature[64]> r;

#ifndef HEED_FIXED
auto x = heed::merge<Value>(r);
#else
auto x = heed::merge<Value, Head>(r);
#endif
