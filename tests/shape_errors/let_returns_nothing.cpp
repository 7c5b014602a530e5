// expect-line: let(x, f): f must return an expression, as [&](auto x) { return x * x; } does
// max-lines-gcc: 9
// max-lines-clang: 12
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> q;

#ifndef HEED_FIXED
[[maybe_unused]] auto squares = let(q + 1.f, [](auto x) { [[maybe_unused]] auto y = x * x; });
#else
[[maybe_unused]] auto squares = let(q + 1.f, [](auto x) { return x * x; });
#endif
