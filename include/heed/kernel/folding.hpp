// How a fold works on vectors: identity, step, finish; how partial results are kept, rescaled and merged across lanes.
#pragma once

#include <limits>

#include <heed/kernel/state.hpp>
#include <heed/kernel/variance.hpp>

namespace heed::kernel {

template <class R, int N> struct folding {
  static constexpr fold_op o = R::g.fold_of(N);
  using element = typename R::template operand_type<N>;
  using batch = simd::lanes_of<element, R::lanes>;
  static constexpr int W = R::lanes;

  static HEED_INLINE batch all(element x) { return simd::all<element, W>(x); }
  static constexpr element start() {
    using limits = std::numeric_limits<element>;
    if constexpr (o == fold_op::prod || o == fold_op::all_of) return element(1);
    else if constexpr (o == fold_op::max) return limits::has_infinity ? static_cast<element>(-limits::infinity()) : limits::lowest();
    else if constexpr (o == fold_op::min) return limits::has_infinity ? limits::infinity() : limits::max();
    else return element(0);
  }

  static constexpr bool leaves_nan_out = o == fold_op::max && R::view.leaves_nan_out(N);
  using accumulator = std::conditional_t<o == fold_op::var, welford<element, W>, batch>;

  static HEED_INLINE accumulator identity() {
    if constexpr (o == fold_op::var) return {all(0), all(0), all(0)};
    else return simd::all<element, W>(start());
  }
  static HEED_INLINE void step(accumulator& a, const batch& x) {
    if constexpr (o == fold_op::var) accumulator::step(a, x);
    else if constexpr (o == fold_op::sum) a = simd::add(a, x);
    else if constexpr (o == fold_op::prod) a = simd::multiply(a, x);
    else if constexpr (o == fold_op::max && std::is_same_v<element, bool>) a = simd::logical_or(a, x);
    else if constexpr (o == fold_op::min && std::is_same_v<element, bool>) a = simd::logical_and(a, x);
    else if constexpr (leaves_nan_out) a = simd::larger(a, x);
    else if constexpr (o == fold_op::max) a = simd::maximum(a, x);
    else if constexpr (o == fold_op::min) a = simd::minimum(a, x);
    else if constexpr (o == fold_op::any_of) a = simd::logical_or(a, x);
    else a = simd::logical_and(a, x);
  }
  /// a where the lanes are inside, b elsewhere.
  static HEED_INLINE accumulator choose(const simd::mask<W>& inside, const accumulator& a, const accumulator& b) {
    if constexpr (o == fold_op::var) return accumulator::choose(inside, a, b);
    else return simd::select(inside, a, b);
  }
  static HEED_INLINE batch finish(const accumulator& a) {
    if constexpr (o == fold_op::var) return simd::divide(a.squares, a.count);
    else return a;
  }

  // ---- in a tile: `parts` vectors a lane block, one behind the other
  template <int T> static HEED_INLINE accumulator load(const typename R::state& s, int j) {
    if constexpr (o != fold_op::var) return simd::to<element>(R::load(R::template tile_at<T>(s, j)));
    else if constexpr (R::nest.tiles[T].at_outer) return sums::from_mean(load_sums<T>(s, j));
    else {
      const element* p = R::template tile_at<T>(s) + j * W;
      return {R::load(p), R::load(p + R::width), R::load(p + 2 * R::width)};
    }
  }
  template <int T> static HEED_INLINE void store(const typename R::state& s, int j, const accumulator& a) {
    if constexpr (o != fold_op::var) R::store(a, R::template tile_at<T>(s, j));
    else {
      element* p = R::template tile_at<T>(s) + j * W;
      R::store(a.mean, p);
      R::store(a.squares, p + R::width);
      R::store(a.count, p + 2 * R::width);
      if constexpr (R::nest.tiles[T].at_outer) all(0).store(p + 3 * R::width);
    }
  }
  // What begins with nothing, and is added to the tile as a whole: so in a long sum no element is lost beside what there is.
  static constexpr bool adds_pieces = o == fold_op::var || (o == fold_op::sum && std::is_floating_point_v<element>);
  template <int T> static HEED_INLINE accumulator begin_piece(const typename R::state& s, int j) {
    if constexpr (adds_pieces) return identity();
    else return simd::to<element>(R::load(R::template tile_at<T>(s, j)));
  }
  template <int T, class A> static HEED_INLINE void end_piece(const typename R::state& s, int j, const A& a) {
    if constexpr (o == fold_op::sum && adds_pieces) R::store(simd::add(R::load(R::template tile_at<T>(s, j)), a), R::template tile_at<T>(s, j));
    else if constexpr (adds_pieces && std::is_same_v<A, accumulator>) store<T>(s, j, merged(load<T>(s, j), a));
    else if constexpr (o != fold_op::var) R::store(a, R::template tile_at<T>(s, j));
    else store<T>(s, j, a);
  }
  // Of a variance whose lanes will be merged.
  using sums = deviations<element, W>;
  template <int T> static HEED_INLINE sums load_sums(const typename R::state& s, int j) {
    const element* p = R::template tile_at<T>(s) + j * W;
    return {simd::load<element, W>(p), simd::load<element, W>(p + R::width), simd::load<element, W>(p + 2 * R::width), simd::load<element, W>(p + 3 * R::width)};
  }
  template <int T> static HEED_INLINE void store(const typename R::state& s, int j, const sums& a) {
    element* p = R::template tile_at<T>(s) + j * W;
    a.origin.store(p);
    a.squares.store(p + R::width);
    a.count.store(p + 2 * R::width);
    a.sum.store(p + 3 * R::width);
  }

  /// The first lane's of a result with any number of lanes, in all.
  template <class X> static HEED_INLINE batch of_first(const X& x) { return all(simd::first_of(x)); }
  /// Two partial results as one.
  static HEED_INLINE accumulator merged(const accumulator& a, const accumulator& b) {
    if constexpr (o == fold_op::var) return accumulator::merged(a, b);
    else {
      accumulator r = a;
      step(r, b);
      return r;
    }
  }
  // Of all lanes one result, in each of them: each half with the other, so that no element waits for all before it.
  template <int Half> static HEED_INLINE accumulator merged_halves(const accumulator& a) {
    if constexpr (Half == 0) return a;
    else return merged_halves<Half / 2>(merged(a, simd::exchanged<Half>(a)));
  }
  // The same of a maximum or a minimum where none is NaN.
  template <int Half> static HEED_INLINE batch extreme_of_halves(const batch& a) {
    if constexpr (Half == 0) return a;
    else if constexpr (o == fold_op::max) return extreme_of_halves<Half / 2>(simd::larger(a, simd::exchanged<Half>(a)));
    else return extreme_of_halves<Half / 2>(simd::smaller(a, simd::exchanged<Half>(a)));
  }
  // The same of truth values, which a tile has as bytes or floats.
  template <int Count, class T> static HEED_INLINE void merge_halves(T* x) {
    if constexpr (Count > 1) {
      constexpr int half = (Count + 1) / 2;
      for (int i = 0; i < Count / 2; ++i) {
        const T a = x[i], b = x[i + half];
        if constexpr (o == fold_op::max || o == fold_op::any_of) x[i] = a > b ? a : b;
        else x[i] = a < b ? a : b;
      }
      merge_halves<half>(x);
    }
  }
  /// The same of vectors in registers, which go to the tile at once.
  using in_registers = std::conditional_t<o == fold_op::var, sums, batch>;
  template <int T> static HEED_INLINE void merge_registers(const typename R::state& s, const in_registers (&a)[R::vectors]) {
    const batch whole = whole_of(a);
    for (int j = 0; j < R::vectors; ++j) R::store(whole, R::template tile_at<T>(s, j));
  }
  static HEED_INLINE batch whole_of(const in_registers (&a)[R::vectors]) {
    if constexpr (o == fold_op::var) return variance_of_lanes(a);
    else {
      batch x = a[0];
      for (int j = 1; j < R::vectors; ++j) x = merged(x, a[j]);
      if constexpr (std::is_floating_point_v<element> && (o == fold_op::max || o == fold_op::min)) {
        // NaN is looked for once, not in each step, which all wait for (by ==, since not every instruction set finds NaN != NaN)
        const bool no_nan = simd::all_of(simd::compare(x, x, [](const auto& p, const auto& q) { return p == q; }));
        return no_nan ? extreme_of_halves<W / 2>(x) : all(std::numeric_limits<element>::quiet_NaN());
      } else return merged_halves<W / 2>(x);
    }
  }
  /// All lanes' results as one, in every lane of the tile; of a variance what it is finished. weight: what each lane is relative to the whole
  /// (anchored sums), or nullptr.
  template <int T, class Weight> static void merge_lanes(const typename R::state& s, const Weight* weight) {
    using stored = typename R::template tile_element<T>;
    in_registers a[R::vectors];
    for (int j = 0; j < R::vectors; ++j) {
      if constexpr (o == fold_op::var) a[j] = load_sums<T>(s, j);
      else a[j] = load<T>(s, j);
      if constexpr (o == fold_op::sum && !std::is_same_v<Weight, void>) a[j] = simd::multiply(a[j], simd::to<element>(simd::load<Weight, W>(weight + j * W)));
    }
    if constexpr (!std::is_same_v<element, bool>) merge_registers<T>(s, a);
    else {
      for (int j = 1; j < R::vectors; ++j) a[0] = merged(a[0], a[j]);
      R::store(a[0], R::template tile_at<T>(s));
      stored* p = R::template tile_at<T>(s);
      stored part_of[W];
      for (int i = 0; i < W; ++i) part_of[i] = p[i];
      merge_halves<W>(part_of);
      for (index_t i = 0; i < R::width; ++i) p[i] = part_of[0];
    }
  }
};

}  // namespace heed::kernel
