// The value of a node at the current point, for one vector of lanes: what Halide calls inlining. Shared nodes are computed
// once a point and kept in a chain of links; tiles and strips are read.
#pragma once

#include <limits>
#include <tuple>

#include <heed/kernel/folding.hpp>
#include <heed/kernel/known.hpp>
#include <heed/kernel/place_folding.hpp>
#include <heed/kernel/pointwise.hpp>
#include <heed/kernel/read.hpp>
#include <heed/kernel/walk_view.hpp>
#include <heed/node/pointwise.hpp>
#include <heed/simd/gather.hpp>

namespace heed::kernel {

/// How fold N of nest R works on vectors.
template <class R, int N> using folding_of = typename std::conditional_t<gives_place(R::g.fold_of(N)), std::type_identity<place_folding<R, N>>, std::type_identity<folding<R, N>>>::type;

/// R: a nest_run. W: the walk that asks (-1: none; `before_lanes`), whose strips are readable unless a loop inside left the block, as is what an
/// earlier one has kept. Open: the masks of the walk are known to let everything through.
template <class R, int W, bool Strips = true, bool Open = false> struct values {
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  static constexpr int lanes = R::lanes;
  static constexpr walk_view<R::program.capacity> view{{R::view, W, Strips}};
  template <int Level> static constexpr level_view at = view.level(Level);
  using reads = reading<R, (W < 0 && R::view.writes_early())>;

  template <int N, class Known> static HEED_INLINE decltype(auto) get(state& s, int j, const Known& k) {
    if constexpr (Known::knows(N)) return known<N>(k);
    else if constexpr (view.tile_of(N) >= 0) return simd::to<typename R::template type<N>>(R::load(R::template tile_at<view.tile_of(N)>(s, j)));
    else return compute<N>(s, j, k);
  }
  // The same as T, by reference where it is there: g++ copies what has two registers through memory, in halves of them. Itself: it is not there yet. (What get and compute do with what there is most of is said again: each function costs the compiler more than what is in it.)
  template <int N, class T, bool Itself = false, class Known> static HEED_INLINE decltype(auto) get_as(state& s, int j, const Known& k) {
    constexpr auto& n = g.nodes[N];
    if constexpr (n.what == kind::constant) {
      constexpr int made = Known::loop::uses.find(N, planner::scalar_of<T>(), false);
      if constexpr (made >= 0) return made_constant<made>(k.constants);
      else return constant_as<N, T>(s, k);
    } else if constexpr (!Itself && Known::knows(N) && std::is_same_v<T, typename R::template type<N>>) return known<N>(k);
    else if constexpr (!Itself && Known::knows(N)) return simd::to<T>(known<N>(k));
    else if constexpr (!Itself && view.tile_of(N) >= 0) return simd::to<T>(R::load(R::template tile_at<view.tile_of(N)>(s, j)));
    else if constexpr (!std::is_same_v<T, typename R::template type<N>>) return simd::to<T>(get_as<N, typename R::template type<N>, true>(s, j, k));
    else if constexpr (R::view.is_in_memory(N)) return reads::template read<R::view.access_to(N), T>(s, j);
    else if constexpr (n.what == kind::elementwise) {
      constexpr op o = g.op_of(N);
      using O = typename R::template operand_type<N>;
      if constexpr (Open && view.is_open(N)) return get_as<g.child(N, 1), O>(s, j, k);
      else if constexpr (o == op::where && view.has_inline_folds(g.child(N, 1), g.child(N, 2))) return chosen<N>(s, j, k);
      else if constexpr (o == op::where && view.chooses_for_all(N)) return chosen_for_all<N>(s, j, k);
      else {
        const auto& x = get_as<g.child(N, 0), std::conditional_t<o == op::where, bool, O>>(s, j, k);
        if constexpr (o == op::anchor) return anchor(x);
        else if constexpr (n.edges == 1) return operation<o>(x);
        else if constexpr (view.divides_by_constant(N)) return simd::multiply(x, constant_as<g.child(N, 1), O, true>(s, k));
        else if constexpr (view.raises_to_constant(N)) return simd::pow_of_constant(x, constant_value<g.child(N, 1), O>(s));
        else if constexpr (o == op::anchored_exp && Known::has_anchor(g.child(N, 1))) return simd::exp_of_nonpositive(simd::subtract(x, anchor_of<g.child(N, 1)>(k)));
        else {
          const auto& y = get_as<g.child(N, 1), O>(s, j, k);
          if constexpr (o == op::anchored_exp) return simd::exp_of_nonpositive(simd::subtract(x, anchor(y)));
          else if constexpr (o == op::where) return simd::select(x, y, get_as<g.child(N, 2), O>(s, j, k));
          else return operation<o>(x, y);
        }
      }
    } else return compute<N>(s, j, k);
  }
  template <int N, class T, bool Inverse = false, class Known> static HEED_INLINE simd::lanes_of<T, lanes> constant_as(const state& s, const Known& k) {
    constexpr int made = Known::loop::uses.find(N, planner::scalar_of<T>(), Inverse);
    (void)s;
    (void)k;
    if constexpr (made >= 0) return made_constant<made>(k.constants);
    else {
      constexpr double literal = view.literal(N);
      return simd::all<T, lanes>(static_cast<T>(constant_use{N, {}, Inverse, g.nodes[N].item, literal}.value(s.run.constants)));
    }
  }
  // What a step of fold N takes: an element, with its coordinate where the fold gives one.
  template <int N, class Known> static HEED_INLINE decltype(auto) operand_of_fold(state& s, int j, const Known& k) {
    using F = folding_of<R, N>;
    if constexpr (gives_place(g.fold_of(N)))
      return typename F::accumulator{get_as<g.child(N, 0), typename F::element>(s, j, k), get_as<g.child(N, 1), typename F::index>(s, j, k)};
    else return get_as<g.child(N, 0), typename F::element>(s, j, k);
  }
  template <int N, class T> static HEED_INLINE T constant_value(const state& s) {
    constexpr double literal = view.literal(N);
    return static_cast<T>(g.nodes[N].item < 0 ? literal : s.run.constants[g.nodes[N].item]);
  }

  template <int N, class Known> static HEED_INLINE auto compute(state& s, int j, const Known& k) {
    constexpr auto& n = g.nodes[N];
    using T = typename R::template type<N>;
    if constexpr (R::view.is_in_memory(N) || n.what == kind::elementwise) return get_as<N, T, true>(s, j, k);
    else if constexpr (n.what == kind::constant) return constant_as<N, T>(s, k);
    else if constexpr (n.what == kind::position) return reads::template position<n.item>(s, j);
    else if constexpr (n.what == kind::length) return simd::all<T, lanes>(static_cast<T>(R::template length<n.item>(s)));
    else if constexpr (n.what == kind::scan && R::view.is_carried(N))  // what there is so far, and one more
      return simd::add(reads::template read<R::program.access_of[N], T>(s, j), get_as<g.child(N, 0), T>(s, j, k));
    else if constexpr (n.what == kind::convert || n.what == kind::scan) return get_as<g.child(N, 0), T>(s, j, k);
    else if constexpr (n.what == kind::mapped) return mapped<N>(s, j, k, std::make_integer_sequence<int, n.edges>{});
    else if constexpr (n.what == kind::fold) return inline_fold<N>(s, j, k);
    else {
      static_assert(n.what == kind::looked_up);
      return looked_up<N>(s, j, k);
    }
  }
  /// A running maximum as something that can be subtracted: finite from the start.
  template <class B> static HEED_INLINE B anchor(const B& m) {
    return simd::maximum(m, simd::all<typename B::element, lanes>(std::numeric_limits<typename B::element>::lowest()));
  }

  template <int N, class Known, int... C>
  static HEED_INLINE auto mapped(state& s, int j, const Known& k, std::integer_sequence<int, C...>) {
    using T = typename R::template type<N>;
    const auto& f = *std::get<g.nodes[N].item>(s.run.functions);
    if constexpr (heed::detail::is_batchwise<std::remove_cvref_t<decltype(f)>>) return simd::apply<T, lanes>(f.function, get_as<g.child(N, C), T>(s, j, k)...);
    else return call_elements<T, lanes>(f, R::lane < 0 ? 1 : s.valid - j * lanes, in_memory(get<g.child(N, C)>(s, j, k))...);
  }

  // A where with folds that are computed here: a side that no lane chooses is not computed.
  template <int N, class Known> static HEED_INLINE auto chosen(state& s, int j, const Known& k) {
    using T = typename R::template operand_type<N>;
    const auto c = get_as<g.child(N, 0), bool>(s, j, k);
    auto yes = simd::all<T, lanes>(T{}), no = yes;
    if (simd::any(c)) yes = get_as<g.child(N, 1), T>(s, j, k);
    if (!simd::all_of(c)) no = get_as<g.child(N, 2), T>(s, j, k);
    return simd::select(c, yes, no);
  }

  // A where that chooses one side for all lanes, by where they are: the other is not computed.
  template <int N, class Known> static HEED_INLINE simd::lanes_of<typename R::template operand_type<N>, lanes> chosen_for_all(state& s, int j, const Known& k) {
    using T = typename R::template operand_type<N>;
    if (simd::any(get_as<g.child(N, 0), bool>(s, j, k))) return get_as<g.child(N, 1), T>(s, j, k);
    return get_as<g.child(N, 2), T>(s, j, k);
  }

  // ---- what is looked up: in a tile that has a row for each place, in memory, or computed for each lane. (Beyond the lanes inside there are no places.)
  template <int N, class Known> static HEED_INLINE auto looked_up(state& s, int j, const Known& k) {
    using T = typename R::template type<N>;
    constexpr int x = g.child(N, 0), v = g.nodes[N].item;
    constexpr bool across = R::lane >= 0 && planner::has(g.nodes[g.child(N, 1)].free, R::lane < 0 ? 0 : R::lane);
    const index_t before = s.at[v], end = R::extent(s, v);
    const auto any = get_as<g.child(N, 1), std::int32_t>(s, j, k);
    const auto at = simd::minimum(simd::maximum(any, simd::all<std::int32_t, lanes>(0)), simd::all<std::int32_t, lanes>(static_cast<std::int32_t>(end - 1)));
    s.at[v] = 0;
    simd::lanes_of<T, lanes> r;
    if constexpr (!across) {
      s.at[v] = at.get(0);
      r = get<x>(s, j, no_values{});
    } else if constexpr (view.tile_of(x) >= 0 && !std::is_same_v<T, bool>) {
      r = simd::look_up<T, lanes>(R::template tile_at<view.tile_of(x)>(s) + j * lanes, at, R::template tile_stride_along<view.tile_of(x), v>(s), R::alone ? 0 : 1, end, lanes);
    } else if constexpr (view.is_regular_in_memory(x)) {
      constexpr int a = R::view.access_to(x);
      const index_t apart = R::template stride_along<a, R::lane>(s);
      const T* p = static_cast<const T*>(s.run.base[a]) + R::template offset<a>(s) + apart * (j * lanes);
      r = simd::look_up<T, lanes>(p, at, R::template stride_along<a, v>(s), apart, end, R::valid_from(s, j));
    } else {
      alignas(64) T b[lanes];
      for (int i = 0; i < lanes; ++i) {
        s.at[v] = at.get(i);
        b[i] = get<x>(s, j, no_values{}).get(i);
      }
      r = simd::load<T, lanes>(b);
    }
    s.at[v] = before;
    return r;
  }
  // ---- folds computed where they are used: always right, and the way of last resort
  template <int N, class Known> static HEED_INLINE auto inline_fold(state& s, int j, const Known&) {
    constexpr vars bound = g.nodes[N].bound;
    constexpr bool inside = (bound & (W < 0 ? view.lane_set() : view.walk().bound)) == 0;
    using inner = values<R, W, Strips && inside, Open && inside>;
    using F = folding_of<R, N>;
    index_t saved[R::variables];
    for (int v = 0; v < R::variables; ++v)
      if (planner::has(bound, v)) saved[v] = s.at[v];
    auto a = F::identity();
    constexpr bool over_lanes = R::lane >= 0 && planner::has(bound, R::lane < 0 ? 0 : R::lane);
    const index_t valid = s.valid;
    if (over_lanes) s.valid = 1;  // one element at a time, in the first lane
    R::template for_points<bound, 0>(s, [&] { F::step(a, inner::template operand_of_fold<N>(s, over_lanes ? 0 : j, no_values{})); });
    s.valid = valid;
    for (int v = 0; v < R::variables; ++v)
      if (planner::has(bound, v)) s.at[v] = saved[v];
    const auto whole = F::finish(a);
    if constexpr (!over_lanes) return whole;
    else return simd::all<std::remove_cvref_t<decltype(whole.get(0))>, lanes>(whole.get(0));
  }
};

}  // namespace heed::kernel
