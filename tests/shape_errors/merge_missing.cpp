// expect: axis_is_in<Key, heed::shape<Head[2], Query[3], Feature[64]
// expect-fixed: merge<Axis, Parts...>(x): name parts that x has, each once and with extents, and an axis that x does not have beside them
// expect-computed: merge<Value, Head, Key>: the operand has no axis Key
// max-lines: 8
#include <heed/expression/index.hpp>

struct Head {};
struct Query {};
struct Key {};
struct Feature {};
struct Value {};
extern heed::tensor<float, Head[2], Query[3], Feature[64]> r;

#ifndef HEED_FIXED
auto x = heed::merge<Value, Head, Key>(r);
#else
auto x = heed::merge<Value, Head, Query>(r);
#endif
