// expect-line: a coordinate is made from more than 8 others, or from more than 8 run-time numbers
#include <heed/heed.hpp>

struct Token {};
heed::tensor<float, Token[64]> x;

int main() {
  long n = 1;
  using heed::slice;
  auto four = slice<Token>(slice<Token>(slice<Token>(slice<Token>(x * 1, n, 60), n, 50), n, 40), n, 30);
#ifndef HEED_FIXED
  auto y = heed::eval(slice<Token>(slice<Token>(slice<Token>(slice<Token>(slice<Token>(four, n, 20), n, 19), n, 18), n, 17), n, 16));
#else
  auto y = heed::eval(slice<Token>(slice<Token>(slice<Token>(slice<Token>(four, n, 20), n, 19), n, 18), n, 17));
#endif
  return static_cast<int>(y(0));
}
