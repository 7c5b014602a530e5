// expect: part_has_extent<Head>
// expect-fixed: split<Axis, Parts...>(x): x must have the axis and none of the parts
// expect-computed: split<Feature, Head, Value[8]>: Head needs its extent, as in Head[8]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Head {};
struct Query {};
struct Feature {};
struct Value {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = heed::split<Feature, Head, Value[8]>(q);
#else
auto x = heed::split<Feature, Head[8], Value[8]>(q);
#endif
