// expect-fixed: multi_head_attention(x, wq, wk, wv, wo): x must have Token and Model, wq and wk Model and Feature, wv Model and Value, wo Head and Value, each of one extent
// expect: rule::same_extent<heed::axes::Value[5], heed::axes::Value[7]>
// expect-computed: multi_head_attention: Value is 5 in the fourth operand and 7 in the fifth
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

using namespace heed::axes;
heed::tensor<float, Token[4], Model[6]> x;
heed::tensor<float, Model[6], Head[2], Feature[3]> wq, wk;
heed::tensor<float, Model[6], Head[2], Value[5]> wv;
heed::tensor<float, Head[2], Value[7], Model[6]> wide;
heed::tensor<float, Head[2], Value[5], Model[6]> wo;

#ifndef HEED_FIXED
auto y = heed::multi_head_attention(x, wq, wk, wv, wide);
#else
auto y = heed::multi_head_attention(x, wq, wk, wv, wo);
#endif
