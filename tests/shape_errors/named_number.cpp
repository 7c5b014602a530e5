// expect-line: named: a pointer or a container of arithmetic elements is needed
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Key {};

#ifndef HEED_FIXED
auto y = heed::named<Key[3]>(1.f);
#else
float values[3] = {};
auto y = heed::named<Key[3]>(values);
#endif
