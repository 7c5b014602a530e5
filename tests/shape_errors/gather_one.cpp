// expect-line: gather<Axis>(table, ids): ids have axes; one element is at<Axis>(table, index)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Token {};
struct Vocab {};
heed::tensor<float, Vocab[10]> table;
heed::tensor<int, Token[4]> ids;

#ifndef HEED_FIXED
auto row = gather<Vocab>(table, 3);
#else
auto row = at<Vocab>(table, 3);
#endif
