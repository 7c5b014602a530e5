// expect-line: slice<Axis>(x, begin, count): begin and count are integers; a tensor of places looks up with gather<Axis>(x, ids)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Token {};
struct Vocab {};
heed::tensor<float, Vocab[10]> table;
heed::tensor<int, Token[4]> ids;

#ifndef HEED_FIXED
auto rows = slice<Vocab>(table, ids, 2);
#else
auto rows = slice<Vocab>(table, 1, 2);
#endif
