// Element types as values.
#pragma once

#include <cstdint>
#include <type_traits>

namespace heed::planner {

enum class scalar : std::uint8_t { b8, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64 };
constexpr bool is_float(scalar s) { return s >= scalar::f32; }
constexpr int bytes_of(scalar s) {
  constexpr int table[] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8};
  return table[static_cast<int>(s)];
}
template <class T> constexpr scalar scalar_of() {
  if constexpr (std::is_same_v<T, bool>) return scalar::b8;
  else if constexpr (std::is_same_v<T, double>) return scalar::f64;
  else if constexpr (std::is_same_v<T, float>) return scalar::f32;
  else {
    static_assert(std::is_integral_v<T>, "heed computes with bool, integers, float and double");
    constexpr int log2 = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return static_cast<scalar>(static_cast<int>(std::is_signed_v<T> ? scalar::i8 : scalar::u8) + log2);
  }
}

}  // namespace heed::planner
