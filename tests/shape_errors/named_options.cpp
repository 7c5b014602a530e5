// expect: options_fit<heed::shape<Key[]>, heed::sized_axis<Key>, heed::sized_axis<Query>
// expect-line: named: after the memory come sized<Axis>(n) for axes written Axis[], and strided<Axis>(n), each once
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};

#ifndef HEED_FIXED
auto rows(float* x) { return heed::named<Key[]>(x, heed::sized<Key>(3), heed::sized<Query>(4)); }
#else
auto rows(float* x) { return heed::named<Key[]>(x, heed::sized<Key>(3)); }
#endif
