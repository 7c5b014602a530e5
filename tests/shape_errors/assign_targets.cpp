// expect: axis_is_in_target<Feature, heed::shape<Query[3]>
// expect-fixed: assign(to(targets...), expressions...): each expression must have the axes of the target in its place
// expect-computed: assign: the expression has an axis Feature and the target has none; its axes are Query[3]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Feature {};
heed::tensor<float, Query[3], Feature[4]> values, twice;
heed::tensor<float, Query[3]> total;

#ifndef HEED_FIXED
void run() { heed::assign(heed::to(total, twice), values * 2, values + 1); }
#else
void run() { heed::assign(heed::to(twice, total), values * 2, 1); }
#endif
