// expect-line: operator&: masks are joined by && and ||, and turned by !
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
struct Key {};

#ifndef HEED_FIXED
auto near = (heed::position<Key[9]> <= heed::position<Query[9]>) & (heed::position<Key[9]> > 3);
#else
auto near = (heed::position<Key[9]> <= heed::position<Query[9]>) && (heed::position<Key[9]> > 3);
#endif
