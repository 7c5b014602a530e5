// expect: axis_is_in_target<Key, heed::shape<Query[3]
// expect-fixed: operator+=: the expression must have no axis that the target does not have, and the same extents
// expect-computed: operator+=: the expression has an axis Key and the target has none
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;
extern heed::tensor<float, Query[3], Key[6]> p;
extern heed::tensor<float, Query[3]> t;

#ifndef HEED_FIXED
void f() { t += s; }
#else
void f() { s += t; }
#endif
