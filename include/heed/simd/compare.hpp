// Comparisons of lanes, logic of masks, and choosing by a mask.
#pragma once

#include <limits>

#include <heed/simd/convert.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

#if defined(__AVX2__) && !defined(__AVX512F__)
/// Integers of 8 bytes, without a sign as if the least were subtracted.
template <class T, int W, class Whole> HEED_INLINE mask<W> compare_long(const lanes<T, W, false>& a, const lanes<T, W, false>& b, Whole f) {
  using doubles = batch_for<double, W>;
  using B = xsimd::batch<std::int64_t, typename doubles::arch_type>;
  constexpr int size = static_cast<int>(doubles::size), count = W / size;
  const B least(std::is_signed_v<T> ? std::int64_t{0} : std::numeric_limits<std::int64_t>::min());
  batch_mask<double, typename doubles::arch_type> m[count];
  for (int i = 0; i < count; ++i)
    m[i] = mask_as<double>(batch_mask<std::int64_t, typename doubles::arch_type>(
      f(B::load_unaligned(reinterpret_cast<const std::int64_t*>(a.part) + i * size) ^ least, B::load_unaligned(reinterpret_cast<const std::int64_t*>(b.part) + i * size) ^ least)));
  mask<W> r;
  if constexpr (sizeof(typename mask<W>::base) == 8)
    for (int i = 0; i < count; ++i) r.part[i] = m[i];
  else r.part[0] = mask_of_doubles<typename mask<W>::batch>(m);
  return r;
}
#endif

template <class T, int W, bool R, class Whole> HEED_INLINE mask<W> compare(L<T, W, R> a, L<T, W, R> b, Whole f) {
  mask<W> r;
  using B = typename mask<W>::base;
  if constexpr (R && sizeof(T) == sizeof(B)) {
    int i = 0;
    do r.part[i] = mask_as<B>(typename batch_for<T, W>::batch_bool_type(f(a.part[i], b.part[i])));
    while (r.count > 1 && ++i < r.count);
    return r;
  }
#if defined(__AVX2__)
  else if constexpr (R && sizeof(T) == 8 && sizeof(B) == 4 && mask<W>::count == 1) {
    batch_mask<T> m[lanes<T, W>::count];
    for (int i = 0; i < a.count; ++i) m[i] = f(a.part[i], b.part[i]);
    r.part[0] = mask_of_doubles<typename mask<W>::batch>(m);
    return r;
  }
#endif
#if defined(__AVX2__) && !defined(__AVX512F__)
  else if constexpr (has_bits_of<T, double, W> && (sizeof(B) == 8 || mask<W>::count == 1)) return compare_long(a, b, f);
#endif
  else if constexpr (std::is_unsigned_v<T> && has_bits_of<T, std::int32_t, W>) {  // as if the least were subtracted
    auto x = bits_of<std::int32_t>(a), y = bits_of<std::int32_t>(b);
    const batch_for<std::int32_t, W> least(std::numeric_limits<std::int32_t>::min());
    for (auto& p : x.part) p = p ^ least;
    for (auto& p : y.part) p = p ^ least;
    return compare(x, y, f);
  } else if constexpr (is_widened_at_once<T, std::int32_t, W>) return compare(to<std::int32_t>(a), to<std::int32_t>(b), f);
  else {
    alignas(64) T x[W], y[W];
    bool m[W];
    a.store(x);
    b.store(y);
    for (int i = 0; i < W; ++i) m[i] = f(x[i], y[i]);
    return load<bool, W>(m);
  }
}
/// Which of W lanes are the first n.
template <int W> HEED_INLINE mask<W> first_lanes(index_t n) {
  using B = typename mask<W>::base;
  alignas(64) B number[W];
  for (int i = 0; i < W; ++i) number[i] = B(i);
  return compare(load<B, W>(number), all<B, W>(static_cast<B>(n)), [](const auto& a, const auto& b) { return a < b; });
}
template <int W> HEED_INLINE mask<W> logical_and(const mask<W>& a, const mask<W>& b) {
  mask<W> r;
  int i = 0;
  do r.part[i] = a.part[i] & b.part[i];
  while (r.count > 1 && ++i < r.count);
  return r;
}
template <int W> HEED_INLINE mask<W> logical_or(const mask<W>& a, const mask<W>& b) {
  mask<W> r;
  int i = 0;
  do r.part[i] = a.part[i] | b.part[i];
  while (r.count > 1 && ++i < r.count);
  return r;
}
template <int W> HEED_INLINE mask<W> logical_not(const mask<W>& a) {
  mask<W> r;
  int i = 0;
  do r.part[i] = ~a.part[i];
  while (r.count > 1 && ++i < r.count);
  return r;
}
template <int W> HEED_INLINE bool any(const mask<W>& a) {
  bool found = false;
  int i = 0;
  do found = found || xsimd::any(a.part[i]);
  while (a.count > 1 && ++i < a.count);
  return found;
}
template <int W> HEED_INLINE bool all_of(const mask<W>& a) {
  bool found = true;
  int i = 0;
  do found = found && xsimd::all(a.part[i]);
  while (a.count > 1 && ++i < a.count);
  return found;
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> select(const mask<W>& c, L<T, W, R> a, L<T, W, R> b) {
  if constexpr (R && sizeof(T) == sizeof(typename mask<W>::base)) {
    lanes<T, W, R> r;
    int i = 0;
    do r.part[i] = choose(mask_as<T>(c.part[i]), a.part[i], b.part[i]);
    while (r.count > 1 && ++i < r.count);
    return r;
  }
#if defined(__AVX2__)
  else if constexpr (R && sizeof(T) == 8 && sizeof(typename mask<W>::base) == 4 && mask<W>::count == 1) {
    lanes<T, W, R> r;
    for (int i = 0; i < a.count; ++i) r.part[i] = choose(mask_for_doubles(c.part[0], i), a.part[i], b.part[i]);
    return r;
  }
#endif
  else if constexpr (has_bits_of<T, float, W>) return of_bits<T>(select(c, bits_of<float>(a), bits_of<float>(b)));
  else if constexpr (has_bits_of<T, double, W>) return of_bits<T>(select(c, bits_of<double>(a), bits_of<double>(b)));
  else if constexpr (is_widened_at_once<T, std::int32_t, W>) return to<T>(select(c, to<std::int32_t>(a), to<std::int32_t>(b)));
  else {
    alignas(64) T x[W], y[W];
    bool m[W];
    a.store(x);
    b.store(y);
    c.store(m);
    for (int i = 0; i < W; ++i) x[i] = m[i] ? x[i] : y[i];
    return load<T, W>(x);
  }
}
template <int W> HEED_INLINE mask<W> select(const mask<W>& c, const mask<W>& a, const mask<W>& b) {
  return logical_or(logical_and(c, a), logical_and(logical_not(c), b));
}

}  // namespace heed::simd
HEED_UNSET_END
