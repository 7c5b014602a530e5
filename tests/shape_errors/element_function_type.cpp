// expect-line: a function of each element takes nothing beside x: no axis, as softmax<Key>(x) does, no type, no other argument
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Token {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = sqrt<double>(x);
#else
auto y = sqrt(heed::cast<double>(x));
#endif
