// expect: exactly_axes<heed::shape<Token[9]
// expect: rename_forgotten<Token, Query, Key>
// expect-fixed: expect<Axes...>(x): x must have exactly these axes
// expect-computed: expect<Query, Key>: the axes are Token[9]; Query is missing, Key is missing, Token is one too many; were rename<Token, Query> and rename<Token, Key> forgotten?
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Token {};
extern heed::tensor<float, Token[9], Feature[64]> q, k;

#ifndef HEED_FIXED
auto scores = heed::expect<Query, Key>(dot<Feature>(q, k));
#else
auto scores = heed::expect<Query, Key>(dot<Feature>(heed::rename<Token, Query>(q), heed::rename<Token, Key>(k)));
#endif
