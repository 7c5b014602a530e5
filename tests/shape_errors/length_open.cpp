// expect: length_is_known<Feature>
// expect-fixed: length<Axis>: something must give the axis an extent where its length is used
// expect-computed: length<Feature>: nothing gives Feature an extent here; extent<Feature>(x) is that of an x that has the axis
// max-lines: 24
#include <heed/heed.hpp>

struct Query {}; struct Key {}; struct Feature {};
heed::tensor<float, Query[2], Feature[3]> q;
heed::tensor<float, Query[2], Key[3]> scores;

#ifndef HEED_FIXED
auto scaled = heed::eval(scores / sqrt(heed::length<Feature>));  // {Query, Key}: there is no Feature
#else
auto scaled = heed::eval(scores / sqrt(heed::length<Feature>) + sum<Feature>(q));
#endif
