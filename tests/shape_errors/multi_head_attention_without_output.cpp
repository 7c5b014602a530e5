// expect-line: multi_head_attention(x, wq, wk, wv, wo): give x and the four projections
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

heed::tensor<float, heed::axes::Token[3], heed::axes::Model[8]> x;
heed::tensor<float, heed::axes::Model[8], heed::axes::Head[2], heed::axes::Feature[4]> wq, wk;
heed::tensor<float, heed::axes::Model[8], heed::axes::Head[2], heed::axes::Value[4]> wv;
heed::tensor<float, heed::axes::Head[2], heed::axes::Value[4], heed::axes::Model[8]> wo;

#ifndef HEED_FIXED
auto y = heed::multi_head_attention(x, wq, wk, wv);
#else
auto y = heed::multi_head_attention(x, wq, wk, wv, wo);
#endif
