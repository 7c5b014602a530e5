// lanes<T, W>: W elements of any arithmetic type, in as many registers as that takes; mask<W>: W truth values.
// float, double and 32-bit integers are xsimd batches; the other types are small arrays that compilers vectorise.
// Most often it is one register, which `do ... while (count > 1 && ++i < count)` makes no loop of: compilers take a loop of one step
// apart late, when it has been copied to wherever these functions are called.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <heed/simd/memory.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

template <class T, int W> inline constexpr bool in_registers =
    (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int32_t>)
    && (W % static_cast<int>(batch_for<T, W>::size) == 0);

template <class T, int W, bool = in_registers<T, W>> struct lanes;

template <class T, int W> struct lanes<T, W, true> {
  using element = T;
  using batch = batch_for<T, W>;
  static constexpr int size = static_cast<int>(batch::size), count = W / size;
  batch part[count];
  HEED_INLINE T get(int i) const {
    alignas(64) T buffer[W];
    store(buffer);
    return buffer[i];
  }
  HEED_INLINE void store(T* to) const {
    int i = 0;
    do part[i].store_unaligned(to + i * size);
    while (count > 1 && ++i < count);
  }
  /// Past the caches, to an address that a register's size divides.
  HEED_INLINE void stream(T* to) const {
    int i = 0;
    do simd::stream(part[i], to + i * size);
    while (count > 1 && ++i < count);
  }
};
template <class T, int W> struct lanes<T, W, false> {
  using element = T;
  T part[W];
  HEED_INLINE T get(int i) const { return part[i]; }
  // (Of a loop g++ makes single elements, and of an array's copy two halves of a register, through memory.)
  HEED_INLINE void store(T* to) const {
#if defined(__GNUC__)
    if constexpr (std::is_integral_v<T> && sizeof part >= 16 && sizeof part <= sizeof(simd::batch<float>)) {
      typedef T whole __attribute__((vector_size(sizeof part)));
      whole x;
      std::memcpy(&x, part, sizeof x);
      std::memcpy(to, &x, sizeof x);
    } else
#endif
      std::memcpy(to, part, sizeof part);
  }
};

/// W truth values, as masks of float registers (of double ones where W fills no float register).
template <int W> struct mask {
  using base = std::conditional_t<W % static_cast<int>(batch_for<float, W>::size) == 0, float, double>;
  using batch = typename batch_for<base, W>::batch_bool_type;
  static constexpr int size = static_cast<int>(batch::size), count = W / size;
  batch part[count];
  HEED_INLINE void store(bool* to) const {
    for (int i = 0; i < count; ++i) store_mask(part[i], to + i * size);
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

/// The first element.
template <class X> HEED_INLINE auto first_of(const X& x) {
  if constexpr (requires { typename X::element; }) {
    typename X::element e;
    std::memcpy(&e, &x.part[0], sizeof e);
    return e;
  } else return x.get(0);
}

// ---- making
template <class T, int W> HEED_INLINE lanes_of<T, W> all(T x) {
  lanes_of<T, W> r;
  if constexpr (std::is_same_v<T, bool>) {
    int i = 0;
    do r.part[i] = typename mask<W>::batch(x);
    while (r.count > 1 && ++i < r.count);
  } else if constexpr (in_registers<T, W>) {
    int i = 0;
    do r.part[i] = typename lanes<T, W>::batch(x);
    while (r.count > 1 && ++i < r.count);
  } else
    for (auto& p : r.part) p = x;
  return r;
}
template <class T, int W> HEED_INLINE lanes_of<T, W> load(const T* from) {
  lanes_of<T, W> r;
  if constexpr (std::is_same_v<T, bool>) {
    int i = 0;
    do r.part[i] = mask_of_bytes<batch_for<typename mask<W>::base, W>>(from + i * r.size);
    while (r.count > 1 && ++i < r.count);
  } else if constexpr (in_registers<T, W>) {
    int i = 0;
    do r.part[i] = lanes<T, W>::batch::load_unaligned(from + i * r.size);
    while (r.count > 1 && ++i < r.count);
  } else
    for (int i = 0; i < W; ++i) r.part[i] = from[i];
  return r;
}
/// The first n of fewer than 2 * Piece elements, side by side: in pieces that are powers of two.
template <int Piece, class T> HEED_INLINE void copy_few(const T* from, T* to, index_t n) {
  if constexpr (Piece > 0) {
    if ((n & Piece) != 0) {
      std::memcpy(to, from, Piece * sizeof(T));
      from += Piece;
      to += Piece;
    }
    copy_few<Piece / 2>(from, to, n);
  }
}
/// The first n of elements of a byte or two, n from 1 on, W of which are at most 16 bytes: read in two pieces that may overlap, and put together in a register. (Pieces in
/// memory would be waited for by what loads the whole. A sum of rows of 3 bytes, 6 million in all: 17 -> 1.9 ms.)
template <int W, class T> HEED_INLINE void load_few_bytes(const T* from, T* whole, index_t n) {
  const auto bytes = static_cast<int>(n) * static_cast<int>(sizeof(T));
  const char* const p = reinterpret_cast<const char*>(from);
  const auto up_to_8 = [](const char* at, int count) HEED_INLINED {
    const auto halves = [&](auto half) HEED_INLINED {
      decltype(half) low, high;
      std::memcpy(&low, at, sizeof low);
      std::memcpy(&high, at + count - static_cast<int>(sizeof high), sizeof high);
      return std::uint64_t{low} | std::uint64_t{high} << 8 * (count - static_cast<int>(sizeof high));
    };
    return count >= 4 ? halves(std::uint32_t{}) : count >= 2 ? halves(std::uint16_t{}) : halves(std::uint8_t{});
  };
  std::uint64_t part[2] = {up_to_8(p, bytes < 8 ? bytes : 8), bytes > 8 ? up_to_8(p + 8, bytes - 8) : 0};
  std::memcpy(whole, part, W * sizeof(T));
}
template <int W> inline constexpr int largest_piece = W <= 1 ? 1 : 2 * largest_piece<W / 2>;
/// Of the first n elements those in register i.
template <int Size> constexpr index_t elements_of_part(index_t n, int i) {
  const index_t here = n - index_t{i} * Size;
  return here < 0 ? 0 : here < Size ? here : Size;
}
/// The first n elements, `stride` apart; the other lanes are 0 and their memory is not touched.
template <class T, int W> HEED_INLINE lanes_of<T, W> load_some(const T* from, index_t stride, index_t n) {
  if constexpr (in_registers<T, W> && has_partial_memory<batch_for<T, W>>)
    if (stride == 1) {
      lanes<T, W> r;
      for (int i = 0; i < r.count; ++i) r.part[i] = load_first<batch_for<T, W>>(from + i * r.size, elements_of_part<lanes<T, W>::size>(n, i));
      return r;
    }
  alignas(64) T b[W];
  for (index_t i = 0; i < W; ++i) b[i] = T(0);
  if (n > W) n = W;
  if (stride == 1 && n > 0) {
    if constexpr (sizeof(T) <= 2 && W * sizeof(T) <= 16 && std::endian::native == std::endian::little) load_few_bytes<W>(from, b, n);
    else copy_few<largest_piece<W>>(from, b, n);
  } else if (n == W)
    for (index_t i = 0; i < W; ++i) b[i] = from[i * stride];
  else
    for (index_t i = 0; i < n; ++i) b[i] = from[i * stride];
  return load<T, W>(b);
}
template <class T, int W> HEED_INLINE void store_some(const lanes_of<T, W>& x, T* to, index_t stride, index_t n) {
  if constexpr (in_registers<T, W> && has_partial_memory<batch_for<T, W>>)
    if (stride == 1) {
      for (int i = 0; i < x.count; ++i) store_first(x.part[i], to + i * x.size, elements_of_part<lanes<T, W>::size>(n, i));
      return;
    }
  alignas(64) T b[W];
  x.store(b);
  if (n > W) n = W;
  if (stride == 1 && n > 0) copy_few<largest_piece<W>>(static_cast<const T*>(b), to, n);
  else if (n == W)
    for (index_t i = 0; i < W; ++i) to[i * stride] = b[i];
  else
    for (index_t i = 0; i < n; ++i) to[i * stride] = b[i];
}
/// Every element where the one stood whose number differs in the binary digit K.
template <int K, class T, int W> HEED_INLINE lanes<T, W, true> exchanged(const lanes<T, W, true>& x) {
  using all = lanes<T, W, true>;
  all r;
  int i = 0;
  do {
    if constexpr (K >= all::size) r.part[i] = x.part[i ^ (K / all::size)];
    else r.part[i] = exchanged<K>(x.part[i]);
  } while (all::count > 1 && ++i < all::count);
  return r;
}
template <int K, class T, int W> HEED_INLINE lanes<T, W, false> exchanged(const lanes<T, W, false>& x) {
  lanes<T, W, false> r;
  for (int i = 0; i < W; ++i) r.part[i] = x.part[i ^ K];
  return r;
}

/// The sum of all elements, in each of them: of halves, so that none waits for all before it.
template <int Half, class T, int W, bool R> HEED_INLINE lanes<T, W, R> sum_of_lanes(const lanes<T, W, R>& x) {
  if constexpr (Half == 0) return x;
  else return sum_of_lanes<Half / 2>(add(x, exchanged<Half>(x)));
}
template <class T, int W, bool R> HEED_INLINE lanes<T, W, R> sum_of_lanes(const lanes<T, W, R>& x) { return sum_of_lanes<W / 2>(x); }

// ---- element by element
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

/// W elements that fill a part of a register, in the first part of a whole one.
template <class T, int W> HEED_INLINE batch<T> widened(const lanes<T, W, true>& x) {
  alignas(64) T b[batch<T>::size]{};
  x.store(b);
  return batch<T>::load_aligned(b);
}
/// f of the batches that W elements fill, one after the other; of single elements where T fills no batch. f gives batches of T,
/// or scalars. One that takes none but whole registers gets half of one in the first half of those.
template <class T, int W, class F, class... L> HEED_INLINE lanes_of<T, W> apply(const F& f, const L&... x) {
  if constexpr (in_registers<T, W>) {
    lanes<T, W> r;
    if constexpr (!std::is_invocable_v<const F&, decltype(x.part[0])...>) {
      alignas(64) T result[batch<T>::size];
      batch<T>(f(widened(x)...)).store_aligned(result);
      return load<T, W>(result);
    } else {
      int i = 0;
      do r.part[i] = batch_for<T, W>(f(x.part[i]...));
      while (r.count > 1 && ++i < r.count);
      return r;
    }
  } else {
    alignas(64) T result[W];
    for (int i = 0; i < W; ++i) result[i] = static_cast<T>(f(x.get(i)...));
    return load<T, W>(result);
  }
}

}  // namespace heed::simd
HEED_UNSET_END
