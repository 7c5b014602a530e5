// Point-wise functions of vectors of lanes: ours by their op, the user's element by element.
#pragma once

#include <type_traits>

#include <heed/node/op.hpp>
#include <heed/simd/arithmetic.hpp>
#include <heed/simd/compare.hpp>
#include <heed/simd/pieces.hpp>
#include <heed/simd/power.hpp>

namespace heed::kernel {

template <class X> inline constexpr bool is_mask = false;
template <int W> inline constexpr bool is_mask<simd::mask<W>> = true;

/// Comparisons, minimum and maximum of truth values.
template <op o, class M> HEED_INLINE M truth(const M& x, const M& y) {
  const M differ = simd::logical_or(simd::logical_and(x, simd::logical_not(y)), simd::logical_and(y, simd::logical_not(x)));
  if constexpr (o == op::equal) return simd::logical_not(differ);
  else if constexpr (o == op::not_equal) return differ;
  else if constexpr (o == op::less) return simd::logical_and(y, simd::logical_not(x));
  else if constexpr (o == op::less_equal) return simd::logical_or(y, simd::logical_not(x));
  else if constexpr (o == op::greater) return simd::logical_and(x, simd::logical_not(y));
  else if constexpr (o == op::greater_equal) return simd::logical_or(x, simd::logical_not(y));
  else if constexpr (o == op::minimum) return simd::logical_and(x, y);
  else return simd::logical_or(x, y);
}

template <op o, class X> HEED_INLINE X operation(const X& x) {
  if constexpr (o == op::negate) return simd::negate(x);
  else if constexpr (o == op::logical_not) return simd::logical_not(x);
  else if constexpr (o == op::abs) return simd::abs(x);
  else if constexpr (o == op::exp) return simd::exp(x);
  else if constexpr (o == op::exp2) return simd::exp2(x);
  else if constexpr (o == op::log) return simd::log(x);
  else if constexpr (o == op::log1p) return simd::log1p(x);
  else if constexpr (o == op::sqrt) return simd::sqrt(x);
  else if constexpr (o == op::rsqrt) return simd::rsqrt(x);
  else if constexpr (o == op::sin) return simd::sin(x);
  else if constexpr (o == op::cos) return simd::cos(x);
  else if constexpr (o == op::tanh) return simd::tanh(x);
  else return simd::erf(x);
}
template <op o, class X> HEED_INLINE auto operation(const X& x, const X& y) {
  if constexpr (o == op::add) return simd::add(x, y);
  else if constexpr (o == op::subtract) return simd::subtract(x, y);
  else if constexpr (o == op::multiply) return simd::multiply(x, y);
  else if constexpr (o == op::divide) return simd::divide(x, y);
  else if constexpr (o == op::remainder) return simd::remainder(x, y);
  else if constexpr (o == op::pow) return simd::pow(x, y);
  else if constexpr (o == op::logical_and) return simd::logical_and(x, y);
  else if constexpr (o == op::logical_or) return simd::logical_or(x, y);
  else if constexpr (is_mask<X>) return truth<o>(x, y);
  else if constexpr (o == op::minimum) return simd::minimum(x, y);
  else if constexpr (o == op::maximum) return simd::maximum(x, y);
  else if constexpr (o == op::equal) return simd::compare(x, y, [](const auto& p, const auto& q) { return p == q; });
  else if constexpr (o == op::not_equal)  // true where one is NaN, which not every instruction set's != is
    return simd::logical_not(simd::compare(x, y, [](const auto& p, const auto& q) { return p == q; }));
  else if constexpr (o == op::less) return simd::compare(x, y, [](const auto& p, const auto& q) { return p < q; });
  else if constexpr (o == op::less_equal) return simd::compare(x, y, [](const auto& p, const auto& q) { return p <= q; });
  else if constexpr (o == op::greater) return simd::compare(x, y, [](const auto& p, const auto& q) { return p > q; });
  else return simd::compare(x, y, [](const auto& p, const auto& q) { return p >= q; });
}

/// W elements in memory.
template <class T, int W> struct elements { alignas(64) T at[W]; };
template <class T, int W, bool B> HEED_INLINE elements<T, W> in_memory(const simd::lanes<T, W, B>& x) {
  elements<T, W> e;
  x.store(e.at);
  return e;
}
template <int W> HEED_INLINE elements<bool, W> in_memory(const simd::mask<W>& x) {
  elements<bool, W> e;
  x.store(e.at);
  return e;
}
// Memory that clang does not take apart into elements again.
template <class T> HEED_INLINE const T* as_array(const T* p) {
#ifdef __clang__
  asm("" : "+r"(p) : : "memory");
#endif
  return p;
}
/// f of the first n elements, each a T; the other lanes are 0.
template <class T, int W, class F, class... X> HEED_INLINE simd::lanes_of<T, W> call_elements(const F& f, index_t n, const elements<X, W>&... x) {
  using tile_t = std::conditional_t<std::is_same_v<T, bool>, float, T>;
  alignas(64) tile_t out[W];
  if (n >= W) {  // a loop over arrays of constant size, which compilers vectorise
    [&](const X*... from) {
#ifdef __clang__
#pragma clang loop unroll(disable)
#else
#pragma GCC unroll 1
#endif
      for (index_t i = 0; i < W; ++i) out[i] = static_cast<tile_t>(static_cast<T>(f(from[i]...)));
    }(as_array(x.at)...);
  } else
    for (index_t i = 0; i < W; ++i) out[i] = i < n ? static_cast<tile_t>(static_cast<T>(f(x.at[i]...))) : tile_t(0);
  return simd::to<T>(simd::load_written<tile_t, W, X...>(out));
}

}  // namespace heed::kernel
