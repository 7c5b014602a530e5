// expect: takes_value
// expect-fixed: let(x, f): f must take one value of any type, as [&](auto x) { return x * x; } does
// expect-computed: let: the body cannot be called with the value; write [&](auto x) { return ...; }
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> values;

#ifndef HEED_FIXED
[[maybe_unused]] auto y = let(values * 2, [](float e) { return e * e; });
#else
[[maybe_unused]] auto y = let(values * 2, [](auto e) { return e * e; });
#endif
