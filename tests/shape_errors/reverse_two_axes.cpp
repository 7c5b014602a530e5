// expect-line: reverse<Axis>(x): name one axis; to turn another round, too, reverse<Query>(reverse<Key>(x))
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = reverse<Query, Key>(x);
#else
auto y = reverse<Query>(reverse<Key>(x));
#endif
