// expect: arithmetic_element<const char
// expect-fixed: cast<T>(x): T must be an arithmetic type
// expect-computed: cast: const char * is no arithmetic type
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
extern heed::tensor<float, Query[3], Key[5]> s;

#ifndef HEED_FIXED
auto x = heed::cast<const char*>(s);
#else
auto x = heed::cast<double>(s);
#endif
