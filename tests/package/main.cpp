// Uses heed in one of two translation units: what its headers define must not be defined twice.
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};

float doubled(float);

int main() {
  heed::tensor<float, Query[1], Feature[2]> q{{1, 2}};
  heed::tensor<float, Key[2], Feature[2]> k{{1, 1}, {1, 1}};
  heed::tensor<float, Key[2]> v{1, 3};
  heed::tensor<float, Query[1]> mean = dot<Key>(softmax<Key>(dot<Feature>(q, k)), v);  // the weights are equal
  return mean(0) == doubled(v(0)) ? 0 : 1;
}
