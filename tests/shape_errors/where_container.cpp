// expect-line: where(c, x, y): a container has no axes; name them, as in heed::named<Query[128]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Key {};
heed::tensor<float, Key[3]> scores;
std::vector<char> mask(3);

#ifndef HEED_FIXED
auto kept = where(mask, scores, -heed::inf);
#else
auto kept = where(heed::named<Key[3]>(mask), scores, -heed::inf);
#endif
