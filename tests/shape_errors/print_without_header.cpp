// expect-line-gcc: use of deleted function
// expect: to print: #include <heed/interop/io.hpp>
// max-lines-gcc: 9
#include <iostream>

#ifdef HEED_FIXED
#include <heed/interop/io.hpp>
#endif
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[2]> x;

void print() { std::cout << x * 2; }
