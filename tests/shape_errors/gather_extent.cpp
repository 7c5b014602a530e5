// expect: same_extent<Head[4], Head[3]>
// expect-fixed: gather<Axis>(table, ids): table must have the axis, ids must be integers, and an axis that both have must be of one extent
// expect-computed: gather<Vocab>: Head is 4 in the first operand and 3 in the second
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Token {};
struct Vocab {};
struct Head {};
extern heed::tensor<float, Vocab[11], Head[4]> s;
extern heed::tensor<int, Token[5], Head[3]> p;
extern heed::tensor<int, Token[5]> q;

#ifndef HEED_FIXED
auto x = heed::gather<Vocab>(s, p);
#else
auto x = heed::gather<Vocab>(s, q);
#endif
