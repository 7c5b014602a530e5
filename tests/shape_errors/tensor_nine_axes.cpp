// expect-line: a tensor or view in an expression has at most 8 axes; at<Axis>(x, i) and merge leave fewer
// max-lines: 12
#include <heed/heed.hpp>

struct A {}; struct B {}; struct C {}; struct D {}; struct E {}; struct F {}; struct G {}; struct H {}; struct I {};

#ifndef HEED_FIXED
heed::tensor<float, A[2], B[2], C[2], D[2], E[2], F[2], G[2], H[2], I[2]> values;
#else
heed::tensor<float, A[2], B[2], C[2], D[2], E[2], F[2], G[2], H[2]> values;
#endif
auto total = heed::sum<A>(exp(values));
