// expect: target_is_writable<const heed::tensor<float, Query[3]>
// expect-line: operator=: the target is const
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};

#ifndef HEED_FIXED
void clear(const heed::tensor<float, Query[3]>& x) { x = 0; }
#else
void clear(heed::tensor<float, Query[3]>& x) { x = 0; }
#endif
