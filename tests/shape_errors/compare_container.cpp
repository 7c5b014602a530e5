// expect-line: operator>: a container has no axes; name them, as in heed::named<Query[128]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Key {};
heed::tensor<float, Key[3]> scores;
std::vector<float> limits(3);

#ifndef HEED_FIXED
auto above = scores > limits;
#else
auto above = scores > heed::named<Key[3]>(limits);
#endif
