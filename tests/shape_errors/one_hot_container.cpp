// expect-line: one_hot<Axis[n]>(ids): a container has no axes; name them, as in heed::named<Query[128]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Token {};
struct Vocab {};
std::vector<int> ids(3);

#ifndef HEED_FIXED
auto marked = heed::one_hot<Vocab[9]>(ids);
#else
auto marked = heed::one_hot<Vocab[9]>(heed::named<Token[3]>(ids));
#endif
