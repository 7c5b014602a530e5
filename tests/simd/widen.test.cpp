// Integers of one and two bytes as wider elements: every value, in half a register, in one and in two.
#include <cstdint>
#include <limits>

#include <heed/simd/lanes.hpp>
#include <support/catch.hpp>

using namespace heed;

namespace {
template <int W, class T, class U> bool is_widened() {
  constexpr int least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  for (int first = least; first + W - 1 <= most; first += W) {
    T from[W];
    U to[W];
    for (int i = 0; i < W; ++i) from[i] = static_cast<T>(first + i);
    simd::to<U>(simd::load<T, W>(from)).store(to);
    for (int i = 0; i < W; ++i)
      if (to[i] != static_cast<U>(from[i])) return false;
  }
  return true;
}
template <int W, class T> bool is_widened_to_all() {
  return is_widened<W, T, float>() && is_widened<W, T, double>() && is_widened<W, T, std::int32_t>() && is_widened<W, T, std::int64_t>() && is_widened<W, T, std::uint32_t>();
}
template <class T> bool in_all_widths() {
  constexpr int floats = static_cast<int>(simd::batch<float>::size);  // of a register, and as many doubles
  return is_widened_to_all<floats / 2, T>() && is_widened_to_all<floats, T>() && is_widened_to_all<2 * floats, T>();
}
}  // namespace

TEST_CASE("Small integers are widened as they are") {
  CHECK(in_all_widths<std::int8_t>());
  CHECK(in_all_widths<std::uint8_t>());
  CHECK(in_all_widths<std::int16_t>());
  CHECK(in_all_widths<std::uint16_t>());
}
