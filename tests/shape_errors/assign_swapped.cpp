// expect-line: assign(to(targets...), expressions...): the targets come first, as in assign(to(out), x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
heed::tensor<float, Query[3], Key[4]> x;
heed::tensor<float, Query[3], Key[4]> out;

#ifndef HEED_FIXED
void run() { heed::assign(2 * x, heed::to(out)); }
#else
void run() { heed::assign(heed::to(out), 2 * x); }
#endif
