// expect-line: same_document<Query, Key>(ids): name both axes
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
heed::tensor<int, Query[3]> ids;

#ifndef HEED_FIXED
auto y = heed::same_document<Query>(ids);
#else
auto y = heed::same_document<Query, Key>(ids);
#endif
