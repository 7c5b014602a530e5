// expect-line: cumsum<Axis>(x): name one axis; to sum along another, too, cumsum<Query>(cumsum<Key>(x))
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = cumsum<Query, Key>(x);
#else
auto y = cumsum<Query>(cumsum<Key>(x));
#endif
