// expect-line: split<Axis, Parts...>(x): a part is an axis with its extent, as in split<Model, Head[8], Feature[64]>(x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Token {};
struct Model {};
struct Head {};
struct Feature {};
heed::tensor<float, Token[3], Model[32]> x;

#ifndef HEED_FIXED
auto heads = heed::split<Model, 8, 4>(x);
#else
auto heads = heed::split<Model, Head[8], Feature[4]>(x);
#endif
