// expect: run_time_axis_of<Feature, heed::shape<Key[], Feature[4]>
// expect-line: resize: only run-time axes of the tensor can be resized, those written Axis[]
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Key {};
struct Feature {};
heed::tensor<float, Key[], Feature[4]> cache;

#ifndef HEED_FIXED
void grow() { cache.resize(heed::sized<Feature>(8)); }
#else
void grow() { cache.resize(heed::sized<Key>(8)); }
#endif
