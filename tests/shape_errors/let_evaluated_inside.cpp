// expect: evaluated_after_let
// expect-fixed: eval(x): something must give every axis of x an extent, as position<Axis[n]> does, and x has at most 8 axes, 512 nodes, no in_float64 inside and no let around
// expect-computed: eval: the value of a let has no elements inside the body: return the expression, and evaluate what let(x, f) gives
// max-lines-gcc: 12
// max-lines-clang: 18
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> q;

#ifndef HEED_FIXED
[[maybe_unused]] auto squares = let(q + 1.f, [](auto x) { return heed::eval(x * x); });
#else
[[maybe_unused]] auto squares = heed::eval(let(q + 1.f, [](auto x) { return x * x; }));
#endif
