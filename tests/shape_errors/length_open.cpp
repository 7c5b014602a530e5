// expect: length_is_known<Feature>
// expect-fixed: length<Axis>: something must give the axis an extent where its length is used
// expect-computed: length<Feature>: nothing gives Feature an extent here; extent<Feature>(x) is that of an x that has the axis
// max-lines: 24
#include <heed/heed.hpp>

#include <cmath>

struct Query {}; struct Key {}; struct Feature {};
heed::tensor<float, Query[2], Feature[3]> q;
heed::tensor<float, Key[2], Feature[3]> k;

#ifndef HEED_FIXED
auto scores = heed::eval(dot<Feature>(q, k) / sqrt(heed::length<Feature>));  // {Query, Key}: Feature is gone
#else
auto scores = heed::eval(dot<Feature>(q, k) / std::sqrt(static_cast<float>(extent<Feature>(q))));
#endif
