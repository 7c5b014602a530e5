// expect-line: softmax<Axis...>(x): a container has no axes; name them, as in heed::named<Query[128]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Value {};
std::vector<float> container(32), other(32);
heed::tensor<float, Query[4], Feature[8]> q;
heed::tensor<float, Key[6], Value[3]> v;

#ifndef HEED_FIXED
auto weights = heed::softmax<Feature>(container);
#else
auto weights = heed::softmax<Feature>(heed::named<Query[4], Feature[8]>(container));
#endif
