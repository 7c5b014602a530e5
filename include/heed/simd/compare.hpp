// Comparisons of lanes, logic of masks, and choosing by a mask.
#pragma once

#include <heed/simd/convert.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

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
  else if constexpr (is_widened_at_once<T, std::int32_t, W>) return compare(to<std::int32_t>(a), to<std::int32_t>(b), f);
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
