// expect: axis_is_new<Vocab
// expect-fixed: one_hot<Axis[n]>(ids): ids must be integers, and not have the axis yet
// expect-computed: one_hot<Vocab[11]>: the operand has an axis Vocab already
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Token {};
struct Vocab {};
extern heed::tensor<int, Vocab[5]> p;
extern heed::tensor<int, Token[5]> q;

#ifndef HEED_FIXED
auto x = heed::one_hot<Vocab[11]>(p);
#else
auto x = heed::one_hot<Vocab[11]>(q);
#endif
