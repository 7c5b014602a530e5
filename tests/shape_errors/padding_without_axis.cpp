// expect-line: padding<Key>(lengths): name the one axis of the keys
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Batch {};
struct Query {};
struct Key {};
heed::tensor<int, Batch[2]> lengths;
heed::tensor<float, Query[3], Key[4]> scores;

#ifndef HEED_FIXED
auto y = where(heed::padding(lengths), scores, -heed::inf);
#else
auto y = where(heed::padding<Key>(lengths), scores, -heed::inf);
#endif
