// expect: same_extent<Key[5], Key[6]>
// expect-line: equal
// expect-computed: equal: Key is 5 in the first operand and 6 in the second
// max-lines: 12
#include <heed/heed.hpp>

struct Key {};
heed::tensor<float, Key[5]> found, expected;
heed::tensor<float, Key[6]> longer;

#ifndef HEED_FIXED
bool compared = heed::equal(found, longer);
#else
bool compared = heed::equal(found, expected);
#endif
