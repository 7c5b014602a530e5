// expect: memory_outlives_call<std::vector<float
// expect-line: the container is about to die
// max-lines: 9
#include <vector>

#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
std::vector<float> load();

#ifndef HEED_FIXED
auto x = heed::named<Key[], Feature[4]>(load());
#else
auto memory = load();
auto x = heed::named<Key[], Feature[4]>(memory);
#endif
