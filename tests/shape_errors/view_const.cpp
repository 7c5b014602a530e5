// expect: elements_are_writable<const float>
// expect-line: assignment to a view of const elements
// max-lines: 17
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};

#ifndef HEED_FIXED
void clear(const float* x) { heed::named<Query[3]>(x) = 0; }
#else
void clear(float* x) { heed::named<Query[3]>(x)(0) = 0; }
#endif
