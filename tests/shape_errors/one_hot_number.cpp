// expect-line: one_hot<Axis[n]>(ids): the axis needs an extent, as in one_hot<Vocab[1000]>(ids) or one_hot<Vocab>(ids, 1000)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<int, Query[3]> ids;

#ifndef HEED_FIXED
auto y = one_hot<Key, 4>(ids);
#else
auto y = one_hot<Key[4]>(ids);
#endif
