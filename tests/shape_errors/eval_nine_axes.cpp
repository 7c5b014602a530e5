// expect: at_most_8_axes<heed::shape<A[2], B[2], C[2], D[2], E[2], F[2], G[2], H[2], I[2]>
// expect-fixed: eval(x): something must give every axis of x an extent, as position<Axis[n]> does, and x has at most 8 axes, 512 nodes, no in_float64 inside and no let around
// expect-computed: eval: at most 8 axes can be evaluated together; there are A[2], B[2]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct A {}; struct B {}; struct C {}; struct D {}; struct E {}; struct F {}; struct G {}; struct H {}; struct I {};
heed::tensor<float, A[2], B[2], C[2], D[2], E[2]> left;
heed::tensor<float, F[2], G[2], H[2], I[2]> right;

#ifndef HEED_FIXED
auto outer = eval(left * right);
#else
auto outer = eval(heed::sum<I>(left * right));
#endif
