// expect: axis_is_in_expression<Key, heed::shape<Query[3]
// expect-fixed: operator=: the expression must have the axes of the target, with the same extents, or none
// expect-computed: operator=: the target has an axis Key and the expression has none; its axes are Query[3]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;
extern heed::tensor<float, Query[3], Key[6]> p;
extern heed::tensor<float, Query[3]> t;

#ifndef HEED_FIXED
void f() { s = t * 2; }
#else
void f() { s = 2; }
#endif
