// expect-line: resize: a size belongs to an axis, as in x.resize(heed::sized<Query>(n))
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[], Key[4]> x;

#ifndef HEED_FIXED
void run() { x.resize(3); }
#else
void run() { x.resize(heed::sized<Query>(3)); }
#endif
