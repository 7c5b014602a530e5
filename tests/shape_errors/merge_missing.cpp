// expect: axis_is_in<Key, heed::shape<Head[2], Query[3], Feature[64]
// expect-fixed: merge<Axis, Parts...>(x): name parts that x has, each once and with extents, and an axis that x does not have beside them
// expect-computed: merge<Value, Head, Key>: the operand has no axis Key
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

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
