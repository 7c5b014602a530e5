// Arithmetic and functions of lanes: by registers where there is such an operation, else element by element.
#pragma once

#include <cmath>
#include <cstdint>

#include <heed/simd/convert.hpp>
#include <heed/simd/trigonometric.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

namespace detail {
template <class X> inline constexpr int parts = 0;
template <class T, int W> inline constexpr int parts<lanes<T, W, true>> = lanes<T, W, true>::count;
template <class T, int W> inline constexpr int parts<lanes<T, W, false>> = W;
// Integers that no register of xsimd's holds: vectors of the compiler's, of U, T or T without a sign, so that they wrap around as conversions do. (Of loops over so few clang
// makes single steps.)
template <class U, class T, int W, class F> HEED_INLINE lanes<T, W, false> of_vectors(const lanes<T, W, false>& a, const lanes<T, W, false>& b, F f) {
  lanes<T, W, false> r;
#if defined(__GNUC__)
  typedef U whole __attribute__((vector_size(W * sizeof(U))));
  whole x, y;
  std::memcpy(&x, a.part, sizeof x);
  std::memcpy(&y, b.part, sizeof y);
  f(x, y);  // (in place: what a function returns in a register that is not there g++ warns of)
  std::memcpy(r.part, &x, sizeof x);
#else
  for (int i = 0; i < W; ++i) {
    U x = static_cast<U>(a.part[i]);
    f(x, static_cast<U>(b.part[i]));
    r.part[i] = static_cast<T>(x);
  }
#endif
  return r;
}
template <class T, int W, bool R> inline constexpr bool are_vectors = !R && W > 1 && std::is_integral_v<T>;
// f(a, b, a / b, b == 0, b == -1) of 32-bit integers, the quotient exact in float64, which processors divide by the register; where b is 0 (lanes beyond the edge: they must
// not trap) it is taken for 1. The last two have all bits where they are true.
template <class T, int W, bool R, class F> HEED_INLINE lanes<T, W, R> of_quotients(L<T, W, R> a, L<T, W, R> b, F f) {
  using D = std::conditional_t<sizeof(T) == 4, double, T>;  // (g++ makes vectors only of what it does not know yet)
  alignas(64) T x[W], y[W];
  a.store(x);
  b.store(y);
#if defined(__GNUC__)
  typedef T integers __attribute__((vector_size(W * sizeof(T))));
  typedef D numbers __attribute__((vector_size(W * sizeof(D))));
  integers p, q;
  std::memcpy(&p, x, sizeof p);
  std::memcpy(&q, y, sizeof q);
  const integers none = q == 0, minus = q == -1;
  q -= none;
  const numbers quotient = __builtin_convertvector(p, numbers) / __builtin_convertvector(q, numbers);
  p = f(p, q, integers(__builtin_convertvector(quotient, integers)), none, minus);
  std::memcpy(x, &p, sizeof p);
#else
  for (int i = 0; i < W; ++i) {
    const T none = y[i] == 0 ? -1 : 0, minus = y[i] == -1 ? -1 : 0, by = y[i] - none;
    x[i] = f(x[i], by, static_cast<T>(static_cast<D>(x[i]) / static_cast<D>(by)), none, minus);
  }
#endif
  return load<T, W>(x);
}
}  // namespace detail

template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> add(L<T, W, R> a, L<T, W, R> b) {
  if constexpr (detail::are_vectors<T, W, R>) return detail::of_vectors<std::make_unsigned_t<T>>(a, b, [](auto& x, const auto& y) HEED_INLINED { x = x + y; });
  else {
    lanes<T, W, R> r;
    int i = 0;
    do r.part[i] = static_cast<std::remove_cvref_t<decltype(r.part[0])>>(a.part[i] + b.part[i]);
    while (detail::parts<lanes<T, W, R>> > 1 && ++i < detail::parts<lanes<T, W, R>>);
    return r;
  }
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> subtract(L<T, W, R> a, L<T, W, R> b) {
  if constexpr (detail::are_vectors<T, W, R>) return detail::of_vectors<std::make_unsigned_t<T>>(a, b, [](auto& x, const auto& y) HEED_INLINED { x = x - y; });
  else {
    lanes<T, W, R> r;
    int i = 0;
    do r.part[i] = static_cast<std::remove_cvref_t<decltype(r.part[0])>>(a.part[i] - b.part[i]);
    while (detail::parts<lanes<T, W, R>> > 1 && ++i < detail::parts<lanes<T, W, R>>);
    return r;
  }
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> multiply(L<T, W, R> a, L<T, W, R> b) {
  if constexpr (sizeof(T) == 1 && is_widened_at_once<T, std::int32_t, W>) return to<T>(multiply(to<std::int32_t>(a), to<std::int32_t>(b)));  // (no processor multiplies bytes)
  else if constexpr (detail::are_vectors<T, W, R>) return detail::of_vectors<std::make_unsigned_t<T>>(a, b, [](auto& x, const auto& y) HEED_INLINED { x = x * y; });
  else {
    lanes<T, W, R> r;
    int i = 0;
    do r.part[i] = static_cast<std::remove_cvref_t<decltype(r.part[0])>>(a.part[i] * b.part[i]);
    while (detail::parts<lanes<T, W, R>> > 1 && ++i < detail::parts<lanes<T, W, R>>);
    return r;
  }
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
    int i = 0;
    do r.part[i] = simd::fma(a.part[i], b.part[i], c.part[i]);
    while (r.count > 1 && ++i < r.count);
    return r;
  } else return add(multiply(a, b), c);
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> divide(L<T, W, R> a, L<T, W, R> b) {
  if constexpr (R && std::is_floating_point_v<T>) {
    lanes<T, W, R> r;
    int i = 0;
    do r.part[i] = a.part[i] / b.part[i];
    while (r.count > 1 && ++i < r.count);
    return r;
  } else if constexpr (std::is_same_v<T, std::int32_t>) return detail::of_quotients(a, b, [](const auto&, const auto&, const auto& quotient, const auto& none, const auto&) HEED_INLINED { return quotient & ~none; });
  else if constexpr (is_widened_at_once<T, std::int32_t, W>) return to<T>(divide(to<std::int32_t>(a), to<std::int32_t>(b)));
  else if constexpr (std::is_integral_v<T>)  // lanes beyond the edge hold zeros: they must not trap
    return each_single(a, b, [](T x, T y) { return y == T(0) ? T(0) : static_cast<T>(x / y); });
  else return each_single(a, b, [](T x, T y) { return x / y; });
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> remainder(L<T, W, R> a, L<T, W, R> b) {
  if constexpr (std::is_same_v<T, std::int32_t>)
    return detail::of_quotients(a, b, [](const auto& x, const auto& by, const auto& quotient, const auto&, const auto& minus) HEED_INLINED { return (x - (quotient & ~minus) * by) & ~minus; });
  else if constexpr (is_widened_at_once<T, std::int32_t, W>) return to<T>(remainder(to<std::int32_t>(a), to<std::int32_t>(b)));
  else if constexpr (std::is_integral_v<T>) return each_single(a, b, [](T x, T y) { return y == T(0) ? T(0) : static_cast<T>(x % y); });
  else return each_single(a, b, [](T x, T y) { return std::fmod(x, y); });
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> negate(L<T, W, R> a) {
  lanes<T, W, R> r;
  if constexpr (R && std::is_floating_point_v<T>) {  // xsimd takes it from 0 under AVX-512, which makes 0 of 0
    int i = 0;
    do r.part[i] = T(-0.) - a.part[i];
    while (r.count > 1 && ++i < r.count);
  } else if constexpr (R) {
    int i = 0;
    do r.part[i] = -a.part[i];
    while (r.count > 1 && ++i < r.count);
  } else for (int i = 0; i < W; ++i) r.part[i] = static_cast<T>(-a.part[i]);
  return r;
}

/// The larger of a and x, and the smaller; where x is NaN, a or NaN.
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> larger(L<T, W, R> a, L<T, W, R> x) {
  if constexpr (R) {
    lanes<T, W, R> r;
    int i = 0;
    do r.part[i] = max_or_second(x.part[i], a.part[i]);
    while (r.count > 1 && ++i < r.count);
    return r;
  } else if constexpr (detail::are_vectors<T, W, R>) return detail::of_vectors<T>(a, x, [](auto& p, const auto& q) HEED_INLINED { p = q > p ? q : p; });
  else return each_single(a, x, [](T p, T q) { return q > p ? q : p; });
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> smaller(L<T, W, R> a, L<T, W, R> x) {
  if constexpr (R) {
    lanes<T, W, R> r;
    int i = 0;
    do r.part[i] = min_or_second(x.part[i], a.part[i]);
    while (r.count > 1 && ++i < r.count);
    return r;
  } else if constexpr (detail::are_vectors<T, W, R>) return detail::of_vectors<T>(a, x, [](auto& p, const auto& q) HEED_INLINED { p = q < p ? q : p; });
  else return each_single(a, x, [](T p, T q) { return q < p ? q : p; });
}
/// The larger; NaN where either is NaN.
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> maximum(L<T, W, R> a, L<T, W, R> b) {
  if constexpr (R && std::is_floating_point_v<T>) {
    lanes<T, W, R> r;
    // max_or_second gives its second operand where one is NaN; where that hides a NaN in the first, take it
    int i = 0;
    do r.part[i] = xsimd::select(xsimd::isnan(a.part[i]), a.part[i], max_or_second(a.part[i], b.part[i]));
    while (r.count > 1 && ++i < r.count);
    return r;
  } else if constexpr (R) {
    lanes<T, W, R> r;
    int i = 0;
    do r.part[i] = max_or_second(a.part[i], b.part[i]);
    while (r.count > 1 && ++i < r.count);
    return r;
  } else if constexpr (detail::are_vectors<T, W, R>) return detail::of_vectors<T>(a, b, [](auto& x, const auto& y) HEED_INLINED { x = x > y ? x : y; });
  else return each_single(a, b, [](T x, T y) { return x != x || x > y ? x : y; });
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> minimum(L<T, W, R> a, L<T, W, R> b) {
  if constexpr (R && std::is_floating_point_v<T>) {
    lanes<T, W, R> r;
    int i = 0;
    do r.part[i] = xsimd::select(xsimd::isnan(a.part[i]), a.part[i], min_or_second(a.part[i], b.part[i]));
    while (r.count > 1 && ++i < r.count);
    return r;
  } else if constexpr (R) {
    lanes<T, W, R> r;
    int i = 0;
    do r.part[i] = min_or_second(a.part[i], b.part[i]);
    while (r.count > 1 && ++i < r.count);
    return r;
  } else if constexpr (detail::are_vectors<T, W, R>) return detail::of_vectors<T>(a, b, [](auto& x, const auto& y) HEED_INLINED { x = x < y ? x : y; });
  else return each_single(a, b, [](T x, T y) { return x != x || x < y ? x : y; });
}

// ---- functions: a batch function where there is one, else element by element
#define HEED_BATCH_FUNCTION(name, batches, elements)                                            \
  template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> name(L<T, W, R> a) {              \
    if constexpr (R && std::is_floating_point_v<T>) {                                            \
      lanes<T, W, R> r;                                                                          \
      int i = 0;                                                                                 \
      do r.part[i] = batches(a.part[i]);                                                         \
      while (r.count > 1 && ++i < r.count);                                                      \
      return r;                                                                                  \
    } else return each_single(a, [](T x) { return static_cast<T>(elements); });                  \
  }
HEED_BATCH_FUNCTION(abs, xsimd::abs, x < T(0) ? T(-x) : x)
HEED_BATCH_FUNCTION(exp, simd::exp, std::exp(static_cast<double>(x)))
HEED_BATCH_FUNCTION(exp_of_nonpositive, simd::exp_of_nonpositive, std::exp(static_cast<double>(x)))
HEED_BATCH_FUNCTION(exp2, simd::exp2, std::exp2(static_cast<double>(x)))
HEED_BATCH_FUNCTION(log, simd::log, std::log(static_cast<double>(x)))
HEED_BATCH_FUNCTION(log1p, simd::log1p, std::log1p(static_cast<double>(x)))
HEED_BATCH_FUNCTION(sqrt, xsimd::sqrt, std::sqrt(static_cast<double>(x)))
HEED_BATCH_FUNCTION(sin, simd::sin, std::sin(static_cast<double>(x)))
HEED_BATCH_FUNCTION(cos, simd::cos, std::cos(static_cast<double>(x)))
HEED_BATCH_FUNCTION(tanh, simd::tanh, std::tanh(static_cast<double>(x)))
HEED_BATCH_FUNCTION(erf, simd::erf, std::erf(static_cast<double>(x)))
#undef HEED_BATCH_FUNCTION

template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> rsqrt(L<T, W, R> a) { return divide(all<T, W>(T(1)), sqrt(a)); }

}  // namespace heed::simd
HEED_UNSET_END
