// What a loop has written, read in pieces.
#include <cstdint>

#include <heed/simd/pieces.hpp>
#include <support/catch.hpp>

namespace {
template <class T, int W, class... X> bool reads() {
  alignas(64) T from[W], to[W];
  for (int i = 0; i < W; ++i) from[i] = static_cast<T>(3 * i - 5);
  heed::simd::load_written<T, W, X...>(from).store(to);
  for (int i = 0; i < W; ++i)
    if (to[i] != static_cast<T>(3 * i - 5)) return false;
  return true;
}
}  // namespace

TEMPLATE_TEST_CASE("Every element is read, however long the vectors were that were written", "", float, double, std::int32_t, std::int16_t) {
  CHECK(reads<TestType, 16>());
  CHECK(reads<TestType, 16, std::uint8_t>());
  CHECK(reads<TestType, 16, std::uint16_t, double>());
  CHECK(reads<TestType, 16, float>());
  CHECK(reads<TestType, 8, std::uint8_t>());
  CHECK(reads<TestType, 8, std::uint16_t>());
  CHECK(reads<TestType, 4, std::uint8_t>());
  CHECK(reads<TestType, 4, double>());
}
