// expect: exactly_axes<heed::shape<Query[3], Feature[64]
// expect-fixed: expect<Axes...>(x): x must have exactly these axes
// expect-computed: expect<Query, Key>: the axes are Query[3] and Feature[64]; Key is missing, Feature is one too many
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = heed::expect<Query, Key>(q);
#else
auto x = heed::expect<Query, Feature>(q);
#endif
