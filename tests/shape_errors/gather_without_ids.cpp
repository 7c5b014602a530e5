// expect-line: gather<Axis>(table, ids): give the ids, integers that have axes
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Token {};
heed::tensor<float, Query[3], Key[4]> x;
heed::tensor<int, Token[5]> ids;

#ifndef HEED_FIXED
auto y = heed::gather<Key>(x);
#else
auto y = heed::gather<Key>(x, ids);
#endif
