// expect-line: an element is addressed by integers
// max-lines: 8
#include <heed/tensor/tensor.hpp>

struct Query {};
heed::tensor<float, Query[4]> values;

#ifndef HEED_FIXED
float first() { return values(0.5); }
#else
float first() { return values(0); }
#endif
