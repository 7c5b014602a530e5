// expect-line: eval(x): give the expression; elements of another type are eval(cast<double>(x))
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Token {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = heed::eval();
#else
auto y = heed::eval(2 * x);
#endif
