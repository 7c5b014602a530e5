// expect: all_run_time_axes_sized<heed::axis_list<>, heed::shape<Key[]>
// expect-line: tensor: a number gives a run-time axis no size; write t(sized<Axis>(n)), and then t = number
// max-lines: 8
#include <heed/tensor/tensor.hpp>

struct Key {};

#ifndef HEED_FIXED
heed::tensor<float, Key[]> values(3);
#else
heed::tensor<float, Key[]> values(heed::sized<Key>(3));
#endif
