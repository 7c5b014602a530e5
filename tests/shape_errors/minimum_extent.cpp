// expect: same_extent<Key[5], Key[6]>
// expect-fixed: minimum(x, y): an axis that both have must be of one extent
// expect-computed: minimum: Key is 5 in the first operand and 6 in the second
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;
extern heed::tensor<float, Query[3], Key[6]> p;

#ifndef HEED_FIXED
auto x = minimum(s, p);
#else
auto x = minimum(s, s);
#endif
