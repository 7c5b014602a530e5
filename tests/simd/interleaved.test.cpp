// Elements that lie a few apart, in memory of exactly their size: what is beside it is nobody's.
#include <cstdint>
#include <cstring>
#include <vector>

#include <heed/simd/interleaved.hpp>
#include <support/catch.hpp>

namespace {
using heed::index_t;

template <class T> T number(index_t i) { return static_cast<T>(i % 113 - 50); }

template <class T, int W, int Stride> void check_whole() {
  if constexpr (heed::simd::is_read_whole<T, W>(Stride)) {
    std::vector<T> from((W - 1) * Stride + 1);
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = number<T>(static_cast<index_t>(i));
    T to[W];
    heed::simd::load_whole<Stride, T, W>(from.data()).store(to);
    for (int i = 0; i < W; ++i) CHECK(to[i] == number<T>(i * Stride));
  }
}
template <class T, int W> void check_strides() {
  check_whole<T, W, 2>();
  check_whole<T, W, 3>();
  check_whole<T, W, 4>();
  check_whole<T, W, 5>();
  check_whole<T, W, 7>();
  check_whole<T, W, 8>();
}
template <class T, int Rows> void check_turned() {
  for (const index_t count : {0, 1, 7, 15, 16, 17, 31, 48, 65}) {
    std::vector<T> side_by_side(static_cast<std::size_t>(count * Rows)), apart(static_cast<std::size_t>(Rows * (count + 3)), T(99)), back(side_by_side.size(), T(99));
    for (index_t i = 0; i < count * Rows; ++i) side_by_side[static_cast<std::size_t>(i)] = number<T>(i);
    heed::simd::take_any_apart<Rows>(static_cast<const T*>(side_by_side.data()), count, apart.data(), count + 3);
    for (index_t r = 0; r < Rows; ++r)
      for (index_t i = 0; i < count + 3; ++i) CHECK(apart[static_cast<std::size_t>(r * (count + 3) + i)] == (i < count ? number<T>(i * Rows + r) : T(99)));
    heed::simd::put_any_together<Rows>(static_cast<const T*>(apart.data()), count + 3, count, back.data());
    CHECK(back == side_by_side);
  }
}
}  // namespace

TEMPLATE_TEST_CASE("elements that lie apart are read in whole registers, and turned back", "", float, double, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::int64_t) {
  check_strides<TestType, 2>();
  check_strides<TestType, 4>();
  check_strides<TestType, 8>();
  check_strides<TestType, 16>();
  check_turned<TestType, 2>();
  check_turned<TestType, 3>();
  check_turned<TestType, 4>();
}

TEST_CASE("what lies in less than a register, or far apart, is read by itself") {
  using heed::simd::is_read_whole;
  constexpr int floats = static_cast<int>(heed::simd::batch<float>::size);
  static_assert(is_read_whole<float, floats>(2));
  static_assert(is_read_whole<float, floats>(4));
  static_assert(!is_read_whole<float, floats>(1));
  static_assert(!is_read_whole<float, floats>(0));
  static_assert(!is_read_whole<float, floats>(-2));
  static_assert(!is_read_whole<float, floats>(9));
  static_assert(!is_read_whole<std::uint8_t, 4>(3));
  static_assert(!is_read_whole<bool, floats>(3));
}
