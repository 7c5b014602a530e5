// Uses heed in one of two translation units: what its headers define must not be defined twice.
#include <heed/heed.hpp>

struct Query {};

float doubled(float);

int main() {
  heed::tensor<float, Query[4]> x{1, 2, 3, 4};
  heed::tensor<float, Query[4]> y = x + x;
  return y(3) == doubled(x(3)) ? 0 : 1;
}
