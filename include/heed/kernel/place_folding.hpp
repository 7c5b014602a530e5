// How argmax and argmin work on vectors: every lane keeps the best element and its coordinate.
#pragma once

#include <limits>

#include <heed/kernel/state.hpp>

namespace heed::kernel {

/// The interface of `folding`, for a fold of elements with their coordinates. A walk takes a lane's coordinates in an axis of its own from the lowest on, so that of
/// equals the one that is there stays; in any order those of merged axes, and partial results, of which the lower one is chosen by comparing. It starts at 0: what
/// is nowhere better than the lowest value of all stands first.
template <class R, int N> struct place_folding {
  static constexpr bool largest = R::g.fold_of(N) == fold_op::argmax;
  static constexpr int W = R::lanes;
  using element = typename R::template operand_type<N>;
  using index = std::int32_t;
  struct accumulator {
    simd::lanes_of<element, W> value;
    simd::lanes_of<index, W> place;
  };

  static constexpr element start() {
    using limits = std::numeric_limits<element>;
    if constexpr (limits::has_infinity) return largest ? static_cast<element>(-limits::infinity()) : limits::infinity();
    else return largest ? limits::lowest() : limits::max();
  }
  static constexpr auto same = [](const auto& x, const auto& y) { return x == y; };

  static HEED_INLINE accumulator identity() { return {simd::all<element, W>(start()), simd::all<index, W>(0)}; }
  // Whether one is better than what is there: a number than a worse one, NaN than any number.
  static HEED_INLINE simd::mask<W> is_better(const accumulator& x, const accumulator& a) {
    if constexpr (!std::is_floating_point_v<element>)
      return simd::compare(x.value, a.value, [](const auto& p, const auto& q) {
        if constexpr (largest) return p > q;
        else return p < q;
      });
    else {
      const auto as_bad = simd::compare(x.value, a.value, [](const auto& p, const auto& q) {
        if constexpr (largest) return p <= q;
        else return p >= q;
      });
      return simd::logical_and(simd::logical_not(as_bad), simd::compare(a.value, a.value, same));
    }
  }
  // Whether the coordinates that a lane takes only grow.
  static constexpr bool in_order = [] {
    const int c = R::g.child(N, 1);
    if (!R::g.is(c, kind::position)) return false;
    const auto& a = R::g.accesses[R::g.nodes[c].item];
    const auto& t = R::g.terms[a.first_term];
    return a.terms == 1 && t.coefficient == 1 && !R::g.variables[t.variable].derived && R::g.nodes[N].bound == planner::one(t.variable);
  }();
  static HEED_INLINE void step(accumulator& a, const accumulator& x) { a = in_order ? choose(is_better(x, a), x, a) : merged(a, x); }
  static HEED_INLINE accumulator choose(const simd::mask<W>& inside, const accumulator& a, const accumulator& b) {
    return {simd::select(inside, a.value, b.value), simd::select(inside, a.place, b.place)};
  }
  static HEED_INLINE simd::lanes_of<index, W> finish(const accumulator& a) { return a.place; }

  // ---- in a tile of coordinates: behind a block's coordinates lie the elements
  template <int T> static HEED_INLINE element* elements(const typename R::state& s) {
    return reinterpret_cast<element*>(R::template tile_at<T>(s) + R::width);
  }
  template <int T> static HEED_INLINE accumulator load(const typename R::state& s, int j) {
    return {R::load(elements<T>(s) + j * W), R::load(R::template tile_at<T>(s) + j * W)};
  }
  template <int T> static HEED_INLINE void store(const typename R::state& s, int j, const accumulator& a) {
    R::store(a.value, elements<T>(s) + j * W);
    R::store(a.place, R::template tile_at<T>(s) + j * W);
  }

  // A piece of a walk goes on from what there is.
  template <int T> static HEED_INLINE accumulator begin_piece(const typename R::state& s, int j) { return load<T>(s, j); }
  template <int T> static HEED_INLINE void end_piece(const typename R::state& s, int j, const accumulator& a) { store<T>(s, j, a); }

  /// The first lane's of a result with any number of lanes, in all.
  template <class X> static HEED_INLINE accumulator of_first(const X& x) { return {simd::all<element, W>(simd::first_of(x.value)), simd::all<index, W>(simd::first_of(x.place))}; }
  /// Two partial results as one.
  static HEED_INLINE accumulator merged(const accumulator& a, const accumulator& b) {
    auto ties = simd::compare(b.value, a.value, same);
    if constexpr (std::is_floating_point_v<element>)
      ties = simd::logical_or(ties, simd::logical_not(simd::logical_or(simd::compare(b.value, b.value, same), simd::compare(a.value, a.value, same))));
    const auto before = simd::compare(b.place, a.place, [](const auto& p, const auto& q) { return p < q; });
    return choose(simd::logical_or(is_better(b, a), simd::logical_and(ties, before)), b, a);
  }
  // Of all lanes one result, in each of them: each half with the other.
  template <int Half> static HEED_INLINE accumulator merged_halves(const accumulator& a) {
    if constexpr (Half == 0) return a;
    else return merged_halves<Half / 2>(merged(a, {simd::exchanged<Half>(a.value), simd::exchanged<Half>(a.place)}));
  }
  /// All lanes' results as one, in every lane of the tile. (Nothing is relative to a running maximum here.)
  template <int T, class Weight> static void merge_lanes(const typename R::state& s, const Weight*) {
    accumulator a[R::vectors];
    for (int j = 0; j < R::vectors; ++j) a[j] = load<T>(s, j);
    merge_registers<T>(s, a);
  }
  using in_registers = accumulator;
  template <int T> static HEED_INLINE void merge_registers(const typename R::state& s, const accumulator (&a)[R::vectors]) {
    const accumulator x = whole_of(a);
    for (int j = 0; j < R::vectors; ++j) store<T>(s, j, x);
  }
  static HEED_INLINE accumulator whole_of(const accumulator (&a)[R::vectors]) {
    accumulator x = a[0];
    for (int j = 1; j < R::vectors; ++j) x = merged(x, a[j]);
    if constexpr (std::is_same_v<element, bool>) {  // (their lanes are not exchanged)
      accumulator whole = {simd::all<element, W>(x.value.get(0)), simd::all<index, W>(x.place.get(0))};
      for (int i = 1; i < W; ++i) whole = merged(whole, {simd::all<element, W>(x.value.get(i)), simd::all<index, W>(x.place.get(i))});
      return whole;
    } else return merged_halves<W / 2>(x);
  }
};

}  // namespace heed::kernel
