// expect: same_extent<Key[5], Key[6]>
// expect-fixed: operator+: an axis that both operands have must be of one extent
// expect-computed: operator+: Key is 5 in the left operand and 6 in the right
// max-lines: 12
#include <heed/heed.hpp>

struct Query {}; struct Key {};
heed::tensor<float, Query[3], Key[5]> s;
heed::tensor<float, Query[3], Key[6]> wrong;

#ifndef HEED_FIXED
auto total = s + wrong;
#else
auto total = s + s;
#endif
// what looks at it says nothing more
auto text = heed::explain(total);
auto passes = heed::plan(total).passes + heed::plan_of<decltype(total)>.passes;
auto value = heed::eval(total);
