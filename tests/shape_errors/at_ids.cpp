// expect-line: at<Axis>(x, index): the index is one integer; a tensor of them looks up with gather<Axis>(x, ids)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Token {};
struct Vocab {};
heed::tensor<float, Vocab[10]> table;
heed::tensor<int, Token[4]> ids;

#ifndef HEED_FIXED
auto rows = at<Vocab>(table, ids);
#else
auto rows = gather<Vocab>(table, ids);
#endif
