// Integers of one and two bytes: as wider elements and made of them, every value, in half a register, in one and in two; compared and calculated with; and a few of them read.
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <heed/simd/arithmetic.hpp>
#include <heed/simd/compare.hpp>
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
template <int W, class T> bool is_made_of_wider() {
  constexpr int least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  for (int first = least; first + W - 1 <= most; first += W) {
    float from[W];
    std::int32_t integers[W];
    T to[W], to_other[W];
    for (int i = 0; i < W; ++i) {
      integers[i] = first + i;
      from[i] = static_cast<float>(first + i) + (first + i < 0 ? -0.75f : 0.75f) * (first + i > least && first + i < most ? 1.f : 0.f);
    }
    simd::to<T>(simd::load<float, W>(from)).store(to);
    simd::to<T>(simd::load<std::int32_t, W>(integers)).store(to_other);
    for (int i = 0; i < W; ++i)
      if (to[i] != static_cast<T>(first + i) || to_other[i] != to[i]) return false;
  }
  return true;
}
template <int W, class T> bool are_compared() {
  const auto limit = static_cast<T>(100);
  for (int first = 90; first < 110; ++first) {
    T x[W];
    bool above[W];
    for (int i = 0; i < W; ++i) x[i] = static_cast<T>(first + 7 * i);
    simd::compare(simd::load<T, W>(x), simd::all<T, W>(limit), [](const auto& a, const auto& b) { return a > b; }).store(above);
    for (int i = 0; i < W; ++i)
      if (above[i] != (x[i] > limit)) return false;
  }
  return true;
}
// They wrap around, as conversions to them do.
template <int W, class T> bool are_calculated() {
  constexpr int least = std::numeric_limits<T>::min();
  for (int first = 0; first < 3 * W; first += W) {
    T x[W], y[W], sums[W], differences[W], products[W], larger[W], smaller[W], chosen[W];
    for (int i = 0; i < W; ++i) x[i] = static_cast<T>(least + 37 * (first + i)), y[i] = static_cast<T>(91 * i - first);
    const auto a = simd::load<T, W>(x), b = simd::load<T, W>(y);
    simd::add(a, b).store(sums), simd::subtract(a, b).store(differences), simd::multiply(a, b).store(products);
    simd::maximum(a, b).store(larger), simd::minimum(a, b).store(smaller);
    simd::select(simd::compare(a, b, [](const auto& p, const auto& q) { return p > q; }), b, simd::all<T, W>(T(5))).store(chosen);
    for (int i = 0; i < W; ++i) {
      const bool right = sums[i] == static_cast<T>(x[i] + y[i]) && differences[i] == static_cast<T>(x[i] - y[i]) && products[i] == static_cast<T>(x[i] * y[i]);
      if (!right || larger[i] != (x[i] > y[i] ? x[i] : y[i]) || smaller[i] != (x[i] < y[i] ? x[i] : y[i]) || chosen[i] != (x[i] > y[i] ? y[i] : T(5))) return false;
    }
  }
  return true;
}
// Of as many as there are, nothing else is read.
template <int W, class T> bool are_few_read() {
  for (int n = 0; n <= W + 1; ++n) {
    std::vector<T> from(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) from[static_cast<std::size_t>(i)] = static_cast<T>(3 * i - 100);
    T to[W];
    simd::load_some<T, W>(from.data(), 1, n).store(to);
    for (int i = 0; i < W; ++i)
      if (to[i] != (i < n ? static_cast<T>(3 * i - 100) : T(0))) return false;
  }
  return true;
}
template <class F> bool for_each_width(F f) {
  constexpr int floats = static_cast<int>(simd::batch<float>::size);
  return f(std::integral_constant<int, floats / 2>{}) && f(std::integral_constant<int, floats>{}) && f(std::integral_constant<int, 2 * floats>{});
}
template <class T> void check_small() {
  CHECK(for_each_width([](auto w) { return is_made_of_wider<w.value, T>(); }));
  CHECK(for_each_width([](auto w) { return are_compared<w.value, T>(); }));
  CHECK(for_each_width([](auto w) { return are_calculated<w.value, T>(); }));
  CHECK(for_each_width([](auto w) { return are_few_read<w.value, T>(); }));
}
}  // namespace

TEST_CASE("Small integers are made of wider elements, compared, calculated with, and read where there are few") {
  check_small<std::int8_t>();
  check_small<std::uint8_t>();
  check_small<std::int16_t>();
  check_small<std::uint16_t>();
}

TEST_CASE("Small integers are widened as they are") {
  CHECK(in_all_widths<std::int8_t>());
  CHECK(in_all_widths<std::uint8_t>());
  CHECK(in_all_widths<std::int16_t>());
  CHECK(in_all_widths<std::uint16_t>());
}
