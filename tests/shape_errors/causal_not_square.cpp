// expect: as_many_as<Query[8], Key[12]>
// expect-line: causal
// expect: there must be as many queries as keys; where not, write causal<Query, Key>(top_left) or causal<Query, Key>(bottom_right)
// max-lines: 12
#include <heed/attention.hpp>

struct Query {}; struct Key {}; struct Feature {}; struct Value {};
[[maybe_unused]] float t, scores, shares, largest;  // names that are used inside heed, too
heed::tensor<float, Query[8], Feature[4]> q;
heed::tensor<float, Key[12], Feature[4]> k;
heed::tensor<float, Key[12], Value[3]> v;

#ifndef HEED_FIXED
auto context = heed::attention<Key, Feature>(q, k, v, heed::causal<Query, Key>() && heed::padding<Key>(5));
#else
auto context = heed::attention<Key, Feature>(q, k, v, heed::causal<Query, Key>(heed::bottom_right) && heed::padding<Key>(5));
#endif
