// expect: all_run_time_axes_sized
// expect: Query[], Key[]
// expect-line: a run-time axis has no size
// max-lines: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};

#ifndef HEED_FIXED
heed::tensor<float, Query[], Key[]> x(heed::sized<Key>(3));
#else
heed::tensor<float, Query[], Key[]> x(heed::sized<Key>(3), heed::sized<Query>(2));
#endif
