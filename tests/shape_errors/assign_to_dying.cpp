// expect-line: assign(to(targets...), expressions...): targets are views, and tensors that have a name
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> values, twice;

#ifndef HEED_FIXED
void run() { heed::assign(heed::to(heed::tensor<float, Query[3]>()), values * 2); }
#else
void run() { heed::assign(heed::to(heed::slice<Query, 0, 3>(twice)), values * 2); }
#endif
