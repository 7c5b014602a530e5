// expect-line: operator+=: a container has no axes; name them, as in heed::named<Query[128]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Key {};
heed::tensor<float, Key[3]> scores;
std::vector<float> bias(3);

#ifndef HEED_FIXED
void add() { scores += bias; }
#else
void add() { scores += heed::named<Key[3]>(bias); }
#endif
