// expect: evaluated_after_let
// expect-fixed: operator=: the target has at most 8 axes, and the expression 512 nodes (write let(x, f) for what stands in it twice), no in_float64 inside and no let around
// expect-computed: operator=: the value of a let has no elements inside the body: return the expression, and evaluate what let(x, f) gives
// max-lines-gcc: 13
// max-lines-clang: 16
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> q;

#ifndef HEED_FIXED
[[maybe_unused]] auto squares = let(q + 1.f, [](const heed::tensor<float, Query[3]>& x) { return x * x; });
#else
[[maybe_unused]] auto squares = let(q + 1.f, [](const auto& x) { return x * x; });
#endif
