// expect-line: all_close(x, y, rtol, atol): a container has no axes; name them, as in heed::named<Query[128]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Key {};
heed::tensor<float, Key[3]> scores;
std::vector<float> expected(3);

#ifndef HEED_FIXED
bool right() { return all_close(scores, expected); }
#else
bool right() { return all_close(scores, heed::named<Key[3]>(expected)); }
#endif
