// expect: integer_places<float>
// expect-fixed: gather<Axis>(table, ids): table must have the axis, ids must be integers, and an axis that both have must be of one extent
// expect-computed: gather<Vocab>: the ids are float, and must be integers
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Token {};
struct Vocab {};
struct Model {};
extern heed::tensor<float, Vocab[11], Model[7]> s;
extern heed::tensor<float, Token[5]> p;
extern heed::tensor<int, Token[5]> q;

#ifndef HEED_FIXED
auto x = heed::gather<Vocab>(s, p);
#else
auto x = heed::gather<Vocab>(s, q);
#endif
