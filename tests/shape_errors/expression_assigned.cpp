// expect-line: an expression is a formula, and keeps it: give the new one a name of its own, as in auto y = x / 8, or assign to a tensor
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Feature[4]> q;
heed::tensor<float, Key[5], Feature[4]> k;

#ifndef HEED_FIXED
void scale() {
  auto scores = dot<Feature>(q, k);
  scores = scores / 2;
}
#else
void scale() {
  auto scores = dot<Feature>(q, k);
  [[maybe_unused]] auto scaled = scores / 2;
}
#endif
