// expect: axis_is_in<Distance, heed::shape<Head[2], Key[9]>
// expect-fixed: relative_position<Query, Key, Distance>(table): the table must have Distance
// expect-computed: relative_position<Query, Key, Distance>: the operand has no axis Distance; its axes are Head[2] and Key[9]
// max-lines-gcc: 9
// max-lines-clang: 10
#include <heed/attention.hpp>

struct Head {};
struct Query {};
struct Key {};
struct Distance {};
heed::tensor<float, Head[2], Key[9]> by_key;
heed::tensor<float, Head[2], Distance[9]> table;

#ifndef HEED_FIXED
auto bias = heed::relative_position<Query, Key, Distance>(by_key);
#else
auto bias = heed::relative_position<Query, Key, Distance>(table);
#endif
