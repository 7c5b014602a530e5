// expect: all_run_time_axes_sized<heed::axis_list<>, heed::shape<Key[]>
// expect-line: tensor: a number gives a run-time axis no size; write t(sized<Axis>(n)), and then t = number
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Key {};

#ifndef HEED_FIXED
heed::tensor<float, Key[]> values(3);
#else
heed::tensor<float, Key[]> values(heed::sized<Key>(3));
#endif
