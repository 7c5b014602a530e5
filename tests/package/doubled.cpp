// Uses heed in the other of two translation units.
#include <heed/heed.hpp>

struct Key {};

float doubled(float value) {
  heed::tensor<float, Key[1]> x{value};
  heed::tensor<float, Key[1]> y = x + x;
  return y(0);
}
