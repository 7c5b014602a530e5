// expect-line: tensor: a container has no axes; name them, as in t = heed::named<Query[128]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
float values[3] = {1, 2, 3};

#ifndef HEED_FIXED
heed::tensor<float, Query[3]> t = values;
#else
heed::tensor<float, Query[3]> t = heed::named<Query[3]>(+values);
#endif
