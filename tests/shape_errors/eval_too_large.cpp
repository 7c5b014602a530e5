// expect: at_most_512_nodes
// expect-fixed: eval(x): something must give every axis of x an extent, as position<Axis[n]> does, and x has at most 8 axes, 512 nodes, no in_float64 inside and no let around
// expect-computed: eval: the expression has more than 512 nodes; write let(x, f) for what stands in it twice, or keep a part of it in a tensor
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> values;

template <int N> auto squared(auto e) {
  if constexpr (N == 0) return e;
  else return squared<N - 1>(e * e + 1.f);
}
#ifndef HEED_FIXED
auto large = eval(squared<9>(values));
#else
auto large = eval(squared<3>(values));
#endif
