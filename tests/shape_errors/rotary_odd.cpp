// expect-line: rotary<Token, Feature>(x): x must have Feature, with a static and even extent
// max-lines: 12
#include <heed/attention.hpp>

struct Token {};
struct Feature {};
heed::tensor<float, Token[5], Feature[7]> odd;
heed::tensor<float, Token[5], Feature[8]> even;

#ifndef HEED_FIXED
auto turned = heed::rotary<Token, Feature>(odd);
#else
auto turned = heed::rotary<Token, Feature>(even);
#endif
