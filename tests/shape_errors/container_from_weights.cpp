// expect-line: a container has no axes; name them, as in heed::named<Query[128]>(container) = x
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> t;
std::vector<float> weights(3);

#ifndef HEED_FIXED
void normalise() { weights = heed::softmax<Query>(t); }
#else
void normalise() { heed::named<Query[3]>(weights) = heed::softmax<Query>(t); }
#endif
