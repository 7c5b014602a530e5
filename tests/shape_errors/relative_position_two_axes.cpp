// expect-line: relative_position<Query, Key, Distance>(table): name the three axes
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Distance {};
heed::tensor<float, Distance[9]> table;
heed::tensor<float, Query[3], Key[4]> scores;

#ifndef HEED_FIXED
auto y = scores + heed::relative_position<Query, Key>(table);
#else
auto y = scores + heed::relative_position<Query, Key, Distance>(table);
#endif
