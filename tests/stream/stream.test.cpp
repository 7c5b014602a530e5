// Results that no cache holds.
#include "every_extent.hpp"

using namespace heed;

TEST_CASE("lines are written past the caches, and the rest of each row beside them") {
  every_extent<float, 40, 64>();
  every_extent<float, 33, 129>();
  every_extent<double, 5, 333>();
}

TEST_CASE("integers and truth values, and threads") {
  tensor<std::int32_t, Query[50], Key[64]> ids, out;
  for (index_t i = 0; i < ids.size(); ++i) ids.data()[i] = static_cast<std::int32_t>(i % 97);
  out = ids * 2 + 1;
  CHECK(out.data()[64 * 50 - 1] == (64 * 50 - 1) % 97 * 2 + 1);
  tensor<bool, Query[50], Key[64]> odd;
  odd = ids % 2 == 1;
  CHECK(odd.data()[1]);
  const auto x = numbers(tensor<float, Query[300], Key[256]>{}, 1);
  tensor<float, Query[300], Key[256]> one, two;
  one = par(softmax<Key>(x), 1);
  two = par(softmax<Key>(x), 2);
  CHECK(equal(one, two));
}
