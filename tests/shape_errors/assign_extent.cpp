// expect: same_extent<Key[5], Key[6]>
// expect-fixed: operator=: the expression must have the axes of the target, with the same extents, or none
// expect-computed: operator=: Key is 5 in the target and 6 in the expression
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;
extern heed::tensor<float, Query[3], Key[6]> p;
extern heed::tensor<float, Query[3]> t;

#ifndef HEED_FIXED
void f() { s = p; }
#else
void f() { s = s + s; }
#endif
