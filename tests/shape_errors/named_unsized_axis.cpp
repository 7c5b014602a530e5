// expect: Key[], Feature[4]
// expect-line: a run-time axis has no size
// max-lines: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern float* memory;

#ifndef HEED_FIXED
auto x = heed::named<Key[], Feature[4]>(memory);
#else
auto x = heed::named<Key[], Feature[4]>(memory, heed::sized<Key>(2));
#endif
