// expect-line: softcap(scores, c): the scores come first
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> scores;

#ifndef HEED_FIXED
auto y = heed::softcap(30, scores);
#else
auto y = heed::softcap(scores, 30);
#endif
