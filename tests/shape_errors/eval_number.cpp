// expect-line: eval(x): x is an expression or a tensor; a container gets axes by heed::named<Query[128]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

#ifndef HEED_FIXED
auto y = heed::eval(3.f);
#else
auto y = heed::tensor<float>(3.f);
#endif
