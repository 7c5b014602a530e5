// expect: heed::axis_list<Feature[32], Query>
// expect-fixed: expect<Axes...>(x): x must have exactly these axes
// expect-computed: expect<Feature[32], Query>: the axes are Query[3] and Feature[64]; Feature is not 32
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
extern heed::tensor<float, Query[3], Feature[64]> q;

#ifndef HEED_FIXED
auto x = heed::expect<Feature[32], Query>(q);
#else
auto x = heed::expect<Feature[64], Query>(q);
#endif
