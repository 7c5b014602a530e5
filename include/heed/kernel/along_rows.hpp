// Vectors along a variable that is not the lanes': of rows that are multiplied, and of what has one lane.
#pragma once

#include <heed/kernel/state.hpp>

namespace heed::kernel {

/// Where a tile has elements for a vector of rows: so far apart, so many of them inside; or one that is the same for all.
template <class E, bool Rows> struct elements_of_rows {
  E* first;
  index_t apart, inside;
};

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
  template <int T> static HEED_INLINE auto tile_at(const state& s, int j = 0) {
    using E = typename R::template tile_element<T>;
    E* const first = R::template tile_at<T>(s);
    if constexpr (!has_rows<T>) return elements_of_rows<E, false>{first, 0, W};
    else {
      const index_t apart = R::template tile_stride_along<T, V>(s);
      return elements_of_rows<E, true>{first + apart * (j * W), apart, valid_from(s, j)};
    }
  }
  template <class E, bool Rows> static HEED_INLINE batch_of<E> load(const elements_of_rows<E, Rows>& from) {
    if constexpr (!Rows) return simd::all<E, W>(*from.first);
    else if (from.apart == 1 && from.inside >= W) return simd::load<E, W>(from.first);
    else return simd::load_some<E, W>(from.first, from.apart, from.inside);
  }
  template <class X, class E> static HEED_INLINE void store(const X& x, const elements_of_rows<E, true>& to) {
    if (to.apart == 1 && to.inside >= W) simd::to<E>(x).store(to.first);
    else simd::store_some<E, W>(simd::to<E>(x), to.first, to.apart, to.inside);
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
