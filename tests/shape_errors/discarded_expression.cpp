// expect: an expression computes nothing until it is assigned or evaluated
// max-lines-clang: 4
// max-lines-gcc: 18
#include <heed/heed.hpp>

#pragma GCC diagnostic error "-Wunused-result"
#ifdef __clang__
#pragma GCC diagnostic error "-Wunused-value"
#endif

struct Query {};
heed::tensor<float, Query[3]> q, out;

#ifndef HEED_FIXED
void scale() { heed::par(out = q * 2.f); }
#else
void scale() { out = heed::par(q * 2.f); }
#endif
