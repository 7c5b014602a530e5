// Lanes of one type as lanes of another: element by element static_cast, by registers where there is such an instruction.
#pragma once

#include <cstdint>
#include <type_traits>

#include <heed/simd/lanes.hpp>
#include <heed/simd/widen.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

template <class T, class U, int W> inline constexpr bool is_widened_at_once =
    (std::is_same_v<U, float> || std::is_same_v<U, std::int32_t>) && in_registers<U, W> && has_widening_load<batch_for<std::int32_t, W>, T>;
template <class T, class U, int W> inline constexpr bool is_narrowed_at_once =
    (std::is_same_v<T, float> || std::is_same_v<T, std::int32_t>) && in_registers<T, W> && has_narrowing_store<batch_for<std::int32_t, W>, U>;
template <class U, class T, int W, bool R> HEED_INLINE lanes_of<U, W> to(const lanes<T, W, R>& x) {
  if constexpr (std::is_same_v<T, U>) return x;
  else if constexpr (std::is_same_v<U, bool> && in_registers<T, W> && sizeof(T) == sizeof(typename mask<W>::base)) {
    using B = typename mask<W>::base;
    mask<W> r;
    // what is not equal: NaN is true, whatever an instruction set's != makes of it
    int i = 0;
    do r.part[i] = ~mask_as<B>(typename batch_for<T, W>::batch_bool_type(x.part[i] == batch_for<T, W>(T(0))));
    while (r.count > 1 && ++i < r.count);
    return r;
  } else if constexpr (std::is_same_v<U, bool>) {
    alignas(64) T a[W];
    bool b[W];
    x.store(a);
    for (int i = 0; i < W; ++i) b[i] = a[i] != T(0);
    return load<bool, W>(b);
  } else if constexpr (in_registers<T, W> && in_registers<U, W> && sizeof(T) == sizeof(U)) {
    lanes<U, W> r;
    int i = 0;
    do r.part[i] = xsimd::batch_cast<U>(x.part[i]);
    while (r.count > 1 && ++i < r.count);
    return r;
  } else if constexpr (std::is_same_v<U, double> && is_widened_at_once<T, std::int32_t, W>) return to<double>(to<std::int32_t>(x));
  else if constexpr (is_widened_at_once<T, U, W>) {
    using integers = batch_for<std::int32_t, W>;
    lanes<U, W> r;
    int i = 0;
    do {
      const integers wide = widening_load<integers>(x.part + i * static_cast<int>(integers::size));
      if constexpr (std::is_same_v<U, float>) r.part[i] = xsimd::batch_cast<float>(wide);
      else r.part[i] = wide;
    } while (r.count > 1 && ++i < r.count);
    return r;
  } else if constexpr (is_narrowed_at_once<T, U, W>) {
    const lanes<std::int32_t, W> integers = to<std::int32_t>(x);
    lanes<U, W> r;
    int i = 0;
    do narrowing_store(integers.part[i], r.part + i * integers.size);
    while (integers.count > 1 && ++i < integers.count);
    return r;
  } else {
    alignas(64) T a[W];
    alignas(64) U b[W];
    x.store(a);
    if constexpr (W > 1 && std::is_integral_v<T> && sizeof(T) < sizeof(U)) widen<W>(a, b);
    else
      for (int i = 0; i < W; ++i) b[i] = static_cast<U>(a[i]);
    return load<U, W>(b);
  }
}
template <class U, int W> HEED_INLINE lanes_of<U, W> to(const mask<W>& x) {
  if constexpr (std::is_same_v<U, bool>) return x;
  else if constexpr (in_registers<U, W> && sizeof(U) == sizeof(typename mask<W>::base)) {
    lanes<U, W> r;
    int i = 0;
    do r.part[i] = choose(mask_as<U>(x.part[i]), batch_for<U, W>(U(1)), batch_for<U, W>(U(0)));
    while (r.count > 1 && ++i < r.count);
    return r;
  } else {
    bool a[W];
    alignas(64) U b[W];
    x.store(a);
    for (int i = 0; i < W; ++i) b[i] = static_cast<U>(a[i]);
    return load<U, W>(b);
  }
}

// Integers of 4 and 8 bytes that no register of xsimd's holds here as elements U of the same size, bit by bit, and back.
template <class T, class U, int W> inline constexpr bool has_bits_of = std::is_integral_v<T> && !in_registers<T, W> && sizeof(T) == sizeof(U) && in_registers<U, W>;
template <class U, class T, int W> HEED_INLINE lanes<U, W, true> bits_of(const lanes<T, W, false>& x) { return load<U, W>(reinterpret_cast<const U*>(x.part)); }
template <class T, class U, int W> HEED_INLINE lanes<T, W, false> of_bits(const lanes<U, W, true>& x) {
  lanes<T, W, false> r;
  x.store(reinterpret_cast<U*>(r.part));
  return r;
}

}  // namespace heed::simd
HEED_UNSET_END
