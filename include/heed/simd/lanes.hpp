// lanes<T, W>: W elements of any arithmetic type, in as many registers as that takes; mask<W>: W truth values.
// float, double and 32-bit integers are xsimd batches; the other types are small arrays that compilers vectorise.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <heed/simd/math.hpp>

namespace heed::simd {

template <class T, int W> inline constexpr bool in_registers =
    (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int32_t>)
    && (W % static_cast<int>(batch<T>::size) == 0);

template <class T, int W, bool = in_registers<T, W>> struct lanes;

template <class T, int W> struct lanes<T, W, true> {
  using element = T;
  static constexpr int size = static_cast<int>(batch<T>::size), count = W / size;
  batch<T> part[count];
  HEED_INLINE T get(int i) const {
    alignas(64) T buffer[W];
    store(buffer);
    return buffer[i];
  }
  HEED_INLINE void store(T* to) const {
    for (int i = 0; i < count; ++i) part[i].store_unaligned(to + i * size);
  }
};
template <class T, int W> struct lanes<T, W, false> {
  using element = T;
  T part[W];
  HEED_INLINE T get(int i) const { return part[i]; }
  HEED_INLINE void store(T* to) const {
    for (int i = 0; i < W; ++i) to[i] = part[i];
  }
};

/// W truth values, as masks of float registers (of double ones where W fills no float register).
template <int W> struct mask {
  using base = std::conditional_t<W % static_cast<int>(batch<float>::size) == 0, float, double>;
  static constexpr int size = static_cast<int>(batch<base>::size), count = W / size;
  batch_mask<base> part[count];
  HEED_INLINE void store(bool* to) const {
    for (int i = 0; i < count; ++i) {
      alignas(64) bool b[size];
      part[i].store_unaligned(b);
      for (int k = 0; k < size; ++k) to[i * size + k] = b[k];
    }
  }
  HEED_INLINE bool get(int i) const {
    bool b[W];
    store(b);
    return b[i];
  }
};

template <class T, int W> struct lanes_for { using type = lanes<T, W>; };
template <int W> struct lanes_for<bool, W> { using type = mask<W>; };
/// What W elements of T are computed in.
template <class T, int W> using lanes_of = typename lanes_for<T, W>::type;

// ---- making
template <class T, int W> HEED_INLINE lanes_of<T, W> all(T x) {
  lanes_of<T, W> r;
  if constexpr (std::is_same_v<T, bool>)
    for (auto& p : r.part) p = batch_mask<typename mask<W>::base>(x);
  else if constexpr (in_registers<T, W>)
    for (auto& p : r.part) p = batch<T>(x);
  else
    for (auto& p : r.part) p = x;
  return r;
}
template <class T, int W> HEED_INLINE lanes_of<T, W> load(const T* from) {
  lanes_of<T, W> r;
  if constexpr (std::is_same_v<T, bool>) {
    using B = typename mask<W>::base;
    alignas(64) B b[W];
    for (int i = 0; i < W; ++i) b[i] = from[i] ? B(1) : B(0);
    for (int i = 0; i < r.count; ++i) r.part[i] = batch<B>::load_aligned(b + i * r.size) != batch<B>(B(0));
  } else if constexpr (in_registers<T, W>)
    for (int i = 0; i < r.count; ++i) r.part[i] = batch<T>::load_unaligned(from + i * r.size);
  else
    for (int i = 0; i < W; ++i) r.part[i] = from[i];
  return r;
}
/// The first n elements, `stride` apart; the other lanes are 0 and their memory is not touched.
template <class T, int W> HEED_INLINE lanes_of<T, W> load_some(const T* from, index_t stride, index_t n) {
  alignas(64) T b[W];
  for (index_t i = 0; i < W; ++i) b[i] = T(0);
  for (index_t i = 0; i < n && i < W; ++i) b[i] = from[i * stride];
  return load<T, W>(b);
}
template <class T, int W> HEED_INLINE void store_some(const lanes_of<T, W>& x, T* to, index_t stride, index_t n) {
  alignas(64) T b[W];
  x.store(b);
  for (index_t i = 0; i < n && i < W; ++i) to[i * stride] = b[i];
}
// ---- conversions
template <class U, class T, int W, bool R> HEED_INLINE lanes_of<U, W> to(const lanes<T, W, R>& x) {
  if constexpr (std::is_same_v<T, U>) return x;
  else if constexpr (std::is_same_v<U, bool> && in_registers<T, W> && sizeof(T) == sizeof(typename mask<W>::base)) {
    using B = typename mask<W>::base;
    mask<W> r;
    // what is not equal: NaN is true, whatever an instruction set's != makes of it
    for (int i = 0; i < r.count; ++i) r.part[i] = ~mask_as<B>(batch_mask<T>(x.part[i] == batch<T>(T(0))));
    return r;
  } else if constexpr (std::is_same_v<U, bool>) {
    alignas(64) T a[W];
    bool b[W];
    x.store(a);
    for (int i = 0; i < W; ++i) b[i] = a[i] != T(0);
    return load<bool, W>(b);
  } else if constexpr (in_registers<T, W> && in_registers<U, W> && sizeof(T) == sizeof(U)) {
    lanes<U, W> r;
    for (int i = 0; i < r.count; ++i) r.part[i] = xsimd::batch_cast<U>(x.part[i]);
    return r;
  } else {
    alignas(64) T a[W];
    alignas(64) U b[W];
    x.store(a);
    for (int i = 0; i < W; ++i) b[i] = static_cast<U>(a[i]);
    return load<U, W>(b);
  }
}
template <class U, int W> HEED_INLINE lanes_of<U, W> to(const mask<W>& x) {
  if constexpr (std::is_same_v<U, bool>) return x;
  else if constexpr (in_registers<U, W> && sizeof(U) == sizeof(typename mask<W>::base)) {
    lanes<U, W> r;
    for (int i = 0; i < r.count; ++i) r.part[i] = choose(mask_as<U>(x.part[i]), batch<U>(U(1)), batch<U>(U(0)));
    return r;
  } else {
    bool a[W];
    alignas(64) U b[W];
    x.store(a);
    for (int i = 0; i < W; ++i) b[i] = static_cast<U>(a[i]);
    return load<U, W>(b);
  }
}

// ---- element by element: `whole` takes batches, `single` takes elements
template <class T, int W, bool R, class Whole, class Single>
HEED_INLINE lanes<T, W, R> each(const lanes<T, W, R>& a, Whole whole, Single single) {
  lanes<T, W, R> r;
  if constexpr (std::is_invocable_v<Whole, batch<float>> && R)
    for (int i = 0; i < r.count; ++i) r.part[i] = whole(a.part[i]);
  else {
    alignas(64) T x[W];
    a.store(x);
    for (int i = 0; i < W; ++i) x[i] = static_cast<T>(single(x[i]));
    r = load<T, W>(x);
  }
  return r;
}
template <class T, int W, bool R, class Single> HEED_INLINE lanes<T, W, R> each_single(const lanes<T, W, R>& a, Single single) {
  alignas(64) T x[W];
  a.store(x);
  for (int i = 0; i < W; ++i) x[i] = static_cast<T>(single(x[i]));
  return load<T, W>(x);
}
template <class T, int W, bool R, class Single>
HEED_INLINE lanes<T, W, R> each_single(const lanes<T, W, R>& a, const lanes<T, W, R>& b, Single single) {
  alignas(64) T x[W], y[W];
  a.store(x);
  b.store(y);
  for (int i = 0; i < W; ++i) x[i] = static_cast<T>(single(x[i], y[i]));
  return load<T, W>(x);
}

template <class T, int W, bool R> using L = const lanes<T, W, R>&;

template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> add(L<T, W, R> a, L<T, W, R> b) {
  lanes<T, W, R> r;
  for (int i = 0; i < static_cast<int>(sizeof(r.part) / sizeof(r.part[0])); ++i) r.part[i] = static_cast<std::remove_cvref_t<decltype(r.part[0])>>(a.part[i] + b.part[i]);
  return r;
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> subtract(L<T, W, R> a, L<T, W, R> b) {
  lanes<T, W, R> r;
  for (int i = 0; i < static_cast<int>(sizeof(r.part) / sizeof(r.part[0])); ++i) r.part[i] = static_cast<std::remove_cvref_t<decltype(r.part[0])>>(a.part[i] - b.part[i]);
  return r;
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> multiply(L<T, W, R> a, L<T, W, R> b) {
  lanes<T, W, R> r;
  for (int i = 0; i < static_cast<int>(sizeof(r.part) / sizeof(r.part[0])); ++i) r.part[i] = static_cast<std::remove_cvref_t<decltype(r.part[0])>>(a.part[i] * b.part[i]);
  return r;
}
namespace detail {
template <class T, int W> struct numbered {
  alignas(64) T at[W];
  constexpr numbered() : at{} {
    for (int i = 0; i < W; ++i) at[i] = static_cast<T>(i);
  }
};
template <class T, int W> inline constexpr numbered<T, W> first_numbers{};
}  // namespace detail
/// 0, 1, 2, … times step, plus start.
template <class T, int W> HEED_INLINE lanes<T, W> count_from(T start, T step) {
  const lanes<T, W> n = load<T, W>(detail::first_numbers<T, W>.at);
  return add(step == T(1) ? n : multiply(n, all<T, W>(step)), all<T, W>(start));
}
/// a·b + c
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> multiply_add(L<T, W, R> a, L<T, W, R> b, L<T, W, R> c) {
  if constexpr (R && std::is_floating_point_v<T>) {
    lanes<T, W, R> r;
    for (int i = 0; i < r.count; ++i) r.part[i] = xsimd::fma(a.part[i], b.part[i], c.part[i]);
    return r;
  } else return add(multiply(a, b), c);
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> divide(L<T, W, R> a, L<T, W, R> b) {
  if constexpr (R && std::is_floating_point_v<T>) {
    lanes<T, W, R> r;
    for (int i = 0; i < r.count; ++i) r.part[i] = a.part[i] / b.part[i];
    return r;
  } else if constexpr (std::is_integral_v<T>)  // lanes beyond the edge hold zeros: they must not trap
    return each_single(a, b, [](T x, T y) { return y == T(0) ? T(0) : static_cast<T>(x / y); });
  else return each_single(a, b, [](T x, T y) { return x / y; });
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> remainder(L<T, W, R> a, L<T, W, R> b) {
  if constexpr (std::is_integral_v<T>) return each_single(a, b, [](T x, T y) { return y == T(0) ? T(0) : static_cast<T>(x % y); });
  else return each_single(a, b, [](T x, T y) { return std::fmod(x, y); });
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> negate(L<T, W, R> a) {
  lanes<T, W, R> r;
  if constexpr (R) for (int i = 0; i < r.count; ++i) r.part[i] = -a.part[i];
  else for (int i = 0; i < W; ++i) r.part[i] = static_cast<T>(-a.part[i]);
  return r;
}

// ---- comparisons and logic
template <class T, int W, bool R, class Whole> HEED_INLINE mask<W> compare(L<T, W, R> a, L<T, W, R> b, Whole f) {
  mask<W> r;
  using B = typename mask<W>::base;
  if constexpr (R && sizeof(T) == sizeof(B)) {
    for (int i = 0; i < r.count; ++i) r.part[i] = mask_as<B>(batch_mask<T>(f(a.part[i], b.part[i])));
    return r;
  } else {
    alignas(64) T x[W], y[W];
    bool m[W];
    a.store(x);
    b.store(y);
    for (int i = 0; i < W; ++i) m[i] = f(x[i], y[i]);
    return load<bool, W>(m);
  }
}
template <int W> HEED_INLINE mask<W> logical_and(const mask<W>& a, const mask<W>& b) {
  mask<W> r;
  for (int i = 0; i < r.count; ++i) r.part[i] = a.part[i] & b.part[i];
  return r;
}
template <int W> HEED_INLINE mask<W> logical_or(const mask<W>& a, const mask<W>& b) {
  mask<W> r;
  for (int i = 0; i < r.count; ++i) r.part[i] = a.part[i] | b.part[i];
  return r;
}
template <int W> HEED_INLINE mask<W> logical_not(const mask<W>& a) {
  mask<W> r;
  for (int i = 0; i < r.count; ++i) r.part[i] = ~a.part[i];
  return r;
}
template <int W> HEED_INLINE bool any(const mask<W>& a) {
  bool found = false;
  for (int i = 0; i < a.count; ++i) found = found || xsimd::any(a.part[i]);
  return found;
}
template <int W> HEED_INLINE bool all_of(const mask<W>& a) {
  bool found = true;
  for (int i = 0; i < a.count; ++i) found = found && xsimd::all(a.part[i]);
  return found;
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> select(const mask<W>& c, L<T, W, R> a, L<T, W, R> b) {
  if constexpr (R && sizeof(T) == sizeof(typename mask<W>::base)) {
    lanes<T, W, R> r;
    for (int i = 0; i < r.count; ++i) r.part[i] = choose(mask_as<T>(c.part[i]), a.part[i], b.part[i]);
    return r;
  } else {
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

/// The larger of a and x; where x is NaN, a or NaN.
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> larger(L<T, W, R> a, L<T, W, R> x) {
  if constexpr (R) {
    lanes<T, W, R> r;
    for (int i = 0; i < r.count; ++i) r.part[i] = xsimd::max(x.part[i], a.part[i]);
    return r;
  } else return each_single(a, x, [](T p, T q) { return q > p ? q : p; });
}
/// The larger; NaN where either is NaN.
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> maximum(L<T, W, R> a, L<T, W, R> b) {
  if constexpr (R && std::is_floating_point_v<T>) {
    lanes<T, W, R> r;
    // xsimd's max gives its second operand where one is NaN; where that hides a NaN in the first, take it
    for (int i = 0; i < r.count; ++i) r.part[i] = xsimd::select(xsimd::isnan(a.part[i]), a.part[i], xsimd::max(a.part[i], b.part[i]));
    return r;
  } else if constexpr (R) {
    lanes<T, W, R> r;
    for (int i = 0; i < r.count; ++i) r.part[i] = xsimd::max(a.part[i], b.part[i]);
    return r;
  } else return each_single(a, b, [](T x, T y) { return x != x || x > y ? x : y; });
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> minimum(L<T, W, R> a, L<T, W, R> b) {
  if constexpr (R && std::is_floating_point_v<T>) {
    lanes<T, W, R> r;
    for (int i = 0; i < r.count; ++i) r.part[i] = xsimd::select(xsimd::isnan(a.part[i]), a.part[i], xsimd::min(a.part[i], b.part[i]));
    return r;
  } else if constexpr (R) {
    lanes<T, W, R> r;
    for (int i = 0; i < r.count; ++i) r.part[i] = xsimd::min(a.part[i], b.part[i]);
    return r;
  } else return each_single(a, b, [](T x, T y) { return x != x || x < y ? x : y; });
}

// ---- functions: a batch function where there is one, else element by element
#define HEED_BATCH_FUNCTION(name, batches, elements)                                            \
  template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> name(L<T, W, R> a) {              \
    if constexpr (R && std::is_floating_point_v<T>) {                                            \
      lanes<T, W, R> r;                                                                          \
      for (int i = 0; i < r.count; ++i) r.part[i] = batches(a.part[i]);                          \
      return r;                                                                                  \
    } else return each_single(a, [](T x) { return static_cast<T>(elements); });                  \
  }
HEED_BATCH_FUNCTION(abs, xsimd::abs, x < T(0) ? T(-x) : x)
HEED_BATCH_FUNCTION(exp, simd::exp, std::exp(static_cast<double>(x)))
HEED_BATCH_FUNCTION(exp_of_nonpositive, simd::exp_of_nonpositive, std::exp(static_cast<double>(x)))
HEED_BATCH_FUNCTION(exp2, xsimd::exp2, std::exp2(static_cast<double>(x)))
HEED_BATCH_FUNCTION(log, simd::log, std::log(static_cast<double>(x)))
HEED_BATCH_FUNCTION(log1p, simd::log1p, std::log1p(static_cast<double>(x)))
HEED_BATCH_FUNCTION(sqrt, xsimd::sqrt, std::sqrt(static_cast<double>(x)))
HEED_BATCH_FUNCTION(sin, xsimd::sin, std::sin(static_cast<double>(x)))
HEED_BATCH_FUNCTION(cos, xsimd::cos, std::cos(static_cast<double>(x)))
HEED_BATCH_FUNCTION(tanh, simd::tanh, std::tanh(static_cast<double>(x)))
HEED_BATCH_FUNCTION(erf, simd::erf, std::erf(static_cast<double>(x)))
#undef HEED_BATCH_FUNCTION

template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> rsqrt(L<T, W, R> a) { return divide(all<T, W>(T(1)), sqrt(a)); }
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> pow(L<T, W, R> a, L<T, W, R> b) {
  return each_single(a, b, [](T x, T y) { return static_cast<T>(std::pow(x, y)); });
}


/// f of the batches that W elements fill, one after the other; of single elements where T fills no batch. f gives batches of T,
/// or scalars.
template <class T, int W, class F, class... L> HEED_INLINE lanes_of<T, W> apply(const F& f, const L&... x) {
  if constexpr (in_registers<T, W>) {
    lanes<T, W> r;
    for (int i = 0; i < r.count; ++i) r.part[i] = batch<T>(f(x.part[i]...));
    return r;
  } else {
    alignas(64) T result[W];
    for (int i = 0; i < W; ++i) result[i] = static_cast<T>(f(x.get(i)...));
    return load<T, W>(result);
  }
}

}  // namespace heed::simd
