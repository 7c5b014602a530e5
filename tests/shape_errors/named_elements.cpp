// expect: readable_memory<std::vector<bool
// expect-line: a pointer or a container of arithmetic elements is needed
// max-lines: 9
#include <vector>

#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
extern std::vector<bool> memory;

#ifndef HEED_FIXED
auto x = heed::named<Key[]>(memory);
#else
auto x = heed::named<Key[]>(memory.size() > 0 ? nullptr : static_cast<bool*>(nullptr), heed::sized<Key>(0));
#endif
