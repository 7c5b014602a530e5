// Vectors along a variable that is not the lanes': of rows that are multiplied, and of what has one lane.
#pragma once

#include <heed/kernel/state.hpp>

namespace heed::kernel {

/// Nest R with vectors of W elements along variable V in place of its lanes; `valid` of them, from where the state stands, are inside. What has V in a tile is read and
/// written there along it; all else of a tile is the same for all of them: R takes its lanes one at a time, or they are not there yet.
template <class R, int V, int W> struct along_rows : R {
  using state = typename R::state;
  static constexpr auto view = R::view.along(V);
  static constexpr int lane = V, lanes = W, vectors = 1;
  static constexpr index_t width = W;
  static constexpr bool alone = false, whole_blocks = false;
  template <class T> using batch_of = simd::lanes_of<T, W>;
  static HEED_INLINE index_t valid_from(const state& s, int j) { return s.valid - j * W; }

  template <int T> static constexpr bool has_rows = planner::has(R::nest.tiles[T].rows, V);
  template <int T> static HEED_INLINE auto read_tile(const state& s, int j) {
    using element = typename R::template tile_type<T>;
    const auto* const at = R::template tile_at<T>(s);
    if constexpr (!has_rows<T>) return simd::all<element, W>(static_cast<element>(*at));
    else {
      const index_t stride = R::template tile_stride_along<T, V>(s), n = valid_from(s, j);
      const auto* const from = at + stride * (j * W);
      if (stride == 1 && n >= W) return simd::to<element>(simd::load<typename R::template tile_element<T>, W>(from));
      return simd::to<element>(simd::load_some<typename R::template tile_element<T>, W>(from, stride, n));
    }
  }
  template <int T, class X> static HEED_INLINE void write_tile(const state& s, int j, const X& x) {
    static_assert(has_rows<T>);
    const auto elements = simd::to<typename R::template tile_element<T>>(x);
    const index_t stride = R::template tile_stride_along<T, V>(s), n = valid_from(s, j);
    auto* const to = R::template tile_at<T>(s) + stride * (j * W);
    if (stride == 1 && n >= W) elements.store(to);
    else simd::store_some<typename R::template tile_element<T>, W>(elements, to, stride, n);
  }
  /// Calls f(edge) with s at the points of V in [first, last), a vector at a time; edge: a constant that says whether the last elements may be outside.
  template <class F> static HEED_INLINE void for_vectors(state& s, index_t first, index_t last, F&& f) {
    const index_t valid = s.valid;
    s.valid = W;
    for (; first + W <= last; first += W) {
      s.at[V] = first;
      f(std::false_type{});
    }
    s.at[V] = first;
    s.valid = last - first;
    if (s.valid > 0) f(std::true_type{});
    s.valid = valid;
  }
};

/// Of a nest that takes its lanes one at a time: elements of a vector, which is half of one where few lanes are known to be all.
template <class R> inline constexpr int elements_along_rows = R::lane >= 0 && R::g.extent(R::lane < 0 ? 0 : R::lane) > 0 && R::program.target.half_registers ? 2 * R::lanes : R::lanes;
/// The same nest with its vectors along V.
template <class R, int V> using alone_along = along_rows<R, V, elements_along_rows<R>>;

}  // namespace heed::kernel
