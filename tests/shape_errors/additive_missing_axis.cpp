// expect-fixed: additive<Hidden>(q, k, w): q, k and w must have Hidden, of one extent
// expect: rule::axis_is_in<Hidden, heed::shape<Key[4], Feature[8]>
// expect-computed: additive<Hidden>: the second operand has no axis Hidden; its axes are Key[4] and Feature[8]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Hidden {};
heed::tensor<float, Query[3], Hidden[6]> q;
heed::tensor<float, Key[4], Feature[8]> unprojected;
heed::tensor<float, Key[4], Hidden[6]> k;
heed::tensor<float, Hidden[6]> w;

#ifndef HEED_FIXED
auto s = heed::additive<Hidden>(q, unprojected, w);
#else
auto s = heed::additive<Hidden>(q, k, w);
#endif
