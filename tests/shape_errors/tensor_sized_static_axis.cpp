// expect: run_time_axis_of<Query
// expect-line: sized<Axis>(n) is for run-time axes
// max-lines: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};

#ifndef HEED_FIXED
heed::tensor<float, Query[2], Key[]> x(heed::sized<Key>(3), heed::sized<Query>(2));
#else
heed::tensor<float, Query[2], Key[]> x(heed::sized<Key>(3));
#endif
