// expect-line: assign(to(targets...), expressions...): write assign(to(out), x), or out = x
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> values, twice;

#ifndef HEED_FIXED
void run() { heed::assign(twice, values * 2); }
#else
void run() { heed::assign(heed::to(twice), values * 2); }
#endif
