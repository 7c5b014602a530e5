// expect-line: softmax_with_sink<Key>(scores, sink): name the one axis of the keys, and give the sink
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> scores;

#ifndef HEED_FIXED
auto y = heed::softmax_with_sink<Key>(scores);
#else
auto y = heed::softmax_with_sink<Key>(scores, 1);
#endif
