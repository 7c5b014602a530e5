// expect: as_many_as<Query[4], Key[9]>
// expect-line: causal<Query, Key>(): there must be as many queries as keys
// max-lines: 16
#include <heed/attention.hpp>

struct Query {}; struct Key {};
using namespace heed;

#ifndef HEED_FIXED
tensor<bool, Query[4], Key[9]> shown = causal<Query, Key>() && padding<Key>(5);
#else
tensor<bool, Query[4], Key[9]> shown = causal<Query, Key>(bottom_right) && padding<Key>(5);
#endif
