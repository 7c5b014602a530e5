// expect: axis_is_in_target<Key, heed::shape<Query[3]
// expect-fixed: operator=: the expression must have the axes of the target, with the same extents, or none
// expect-computed: operator=: the expression has an axis Key and the target has none
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;
extern heed::tensor<float, Query[3], Key[6]> p;
extern heed::tensor<float, Query[3]> t;

#ifndef HEED_FIXED
heed::tensor<float, Query[3]> f() { return s + 1; }
#else
heed::tensor<float, Query[3], Key[5]> f() { return s + 1; }
#endif
