// expect: par(x) is a whole evaluation, not an operand: write par(a + b) for par(a) + b
// expect-line: par(x)
// max-lines: 14
#include <heed/heed.hpp>

struct Query {}; struct Key {};
heed::tensor<float, Query[8], Key[64]> scores;
heed::tensor<float, Query[8]> out;

int main() {
#ifndef HEED_FIXED
  out = heed::sum<Key>(heed::par(2 * scores) + 1);
#else
  out = heed::par(heed::sum<Key>(2 * scores + 1));
#endif
}
