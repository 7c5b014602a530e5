// expect: axis_is_new<Feature, heed::shape<Feature[64]
// expect-fixed: merge<Axis, Parts...>(x): name parts that x has, each once and with extents, and an axis that x does not have beside them
// expect-computed: merge<Feature, Head, Query>: the operand has an axis Feature already
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Head {};
struct Query {};
struct Feature {};
extern heed::tensor<float, Head[2], Query[3], Feature[64]> r;

#ifndef HEED_FIXED
auto x = heed::merge<Feature, Head, Query>(r);
#else
auto x = heed::merge<Head, Head, Query>(r);
#endif
