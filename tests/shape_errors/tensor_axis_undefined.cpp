// expect: axis_is_empty_struct<Word>
// expect-line: tensor: an axis is an empty struct, and defined before it is used, as in struct Query {};
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

#ifndef HEED_FIXED
struct Word;
#else
struct Word {};
#endif
heed::tensor<float, Word[3]> x;
