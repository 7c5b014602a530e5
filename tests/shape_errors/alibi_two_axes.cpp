// expect-line: alibi<Head, Query, Key>(): name the three axes
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Head {};
struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> scores;

#ifndef HEED_FIXED
auto y = scores + heed::alibi<Query, Key>();
#else
auto y = scores + heed::alibi<Head[2], Query, Key>();
#endif
