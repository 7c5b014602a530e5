// expect-line: gather<Axis>(table, ids): a container has no axes; name them, as in heed::named<Query[128]>(container)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <vector>

#include <heed/heed.hpp>

struct Token {};
struct Vocab {};
struct Model {};
heed::tensor<float, Vocab[9], Model[4]> table;
std::vector<int> ids(3);

#ifndef HEED_FIXED
auto embedded = gather<Vocab>(table, ids);
#else
auto embedded = gather<Vocab>(table, heed::named<Token[3]>(ids));
#endif
