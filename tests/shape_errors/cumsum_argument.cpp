// expect-line: cumsum<Axis>(x): nothing beside x; without each element itself, cumsum<Key>(x) - x
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Token {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = heed::cumsum<Key>(x, true);
#else
auto y = heed::cumsum<Key>(x) - x;
#endif
