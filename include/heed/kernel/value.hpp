// The value of a node at the current point, for one vector of lanes: what Halide calls inlining. Shared nodes are computed
// once a point and kept in a chain of links; tiles and strips are read.
#pragma once

#include <limits>
#include <tuple>

#include <heed/kernel/folding.hpp>
#include <heed/kernel/known.hpp>
#include <heed/kernel/place_folding.hpp>
#include <heed/node/pointwise.hpp>
#include <heed/plan/estimate.hpp>

namespace heed::kernel {

/// How fold N of nest R works on vectors.
template <class R, int N> using folding_of = typename std::conditional_t<gives_place(R::g.fold_of(N)), std::type_identity<place_folding<R, N>>, std::type_identity<folding<R, N>>>::type;

/// R: a nest_run. W: the walk that asks (-1: none), whose strips are readable unless a loop inside left the block. Open: the
/// masks of the walk are known to let everything through.
template <class R, int W, bool Strips = true, bool Open = false> struct values {
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  static constexpr int lanes = R::lanes;

  static constexpr bool at_outer = [] {
    if constexpr (W < 0) return false;
    else return R::nest.walks[W].where == planner::scope::outer;
  }();
  static constexpr vars ranging = (W < 0 ? 0 : R::nest.walks[W < 0 ? 0 : W].bound) | (R::lane < 0 ? 0 : planner::one(R::lane < 0 ? 0 : R::lane));
  // Whether results may be written before the lanes are walked: they are not among what a walk asks for.
  static constexpr bool written_early = [] {
    for (int o = 0; o < R::nest.output_count; ++o)
      if (W < 0 && R::lane >= 0 && !planner::has(R::nest.outputs[o].axes, R::lane)) return true;
    return false;
  }();
  // The tile in which node N is held here, -1 where it is computed.
  static constexpr int tile_of(int n) {
    if constexpr (W >= 0 && Strips) {
      const int t = R::nest.strip_tile(R::nest.walks[W], n);
      if (t >= 0) return t;
    }
    const int t = R::nest.tile_of[n];
    // tiles of a block of lanes are not there before the lanes are walked
    if (t >= 0 && at_outer && !R::nest.tiles[t].at_outer) return -1;
    return t;
  }

  template <int N, class Known> static HEED_INLINE auto get(state& s, int j, const Known& k) {
    if constexpr (is_known<N>(static_cast<const Known*>(nullptr))) return known<N>(k);
    else if constexpr (tile_of(N) >= 0) return R::template read_tile<tile_of(N)>(s, j);
    else if constexpr (g[N].what == kind::elementwise && !R::is_stored(N)) return elementwise<N>(s, j, k);
    else return compute<N>(s, j, k);
  }
  template <int N, class T, class Known> static HEED_INLINE simd::lanes_of<T, lanes> get_as(state& s, int j, const Known& k) {
    if constexpr (g[N].what == kind::constant) return constant_as<N, T>(s, k);
    else return simd::to<T>(get<N>(s, j, k));
  }
  template <int N, class T, bool Inverse = false, class Known> static HEED_INLINE simd::lanes_of<T, lanes> constant_as(const state& s, const Known& k) {
    if constexpr (!std::is_same_v<decltype(find_constant<N, T, Inverse>(k)), std::nullptr_t>) return *find_constant<N, T, Inverse>(k);
    else return simd::all<T, lanes>(static_cast<T>(Inverse ? 1 / constant<N>(s) : constant<N>(s)));
  }
  // Floating-point x / c is x * (1 / c).
  static constexpr bool divides_by_constant(int n) {
    return g.is(n, op::divide) && planner::is_float(g[n].operand) && g[g.child(n, 1)].what == kind::constant;
  }
  // What a step of fold N takes: an element, with its coordinate where the fold gives one.
  template <int N, class Known> static HEED_INLINE auto operand_of_fold(state& s, int j, const Known& k) {
    using F = folding_of<R, N>;
    if constexpr (gives_place(g.fold_of(N)))
      return typename F::accumulator{get_as<g.child(N, 0), typename F::element>(s, j, k), get_as<g.child(N, 1), typename F::index>(s, j, k)};
    else return get_as<g.child(N, 0), typename F::element>(s, j, k);
  }
  template <int N> static HEED_INLINE double constant(const state& s) {
    if constexpr (g[N].item < 0) return g.constants[-1 - g[N].item];
    else return s.run.constants[g[N].item];
  }

  template <int N, class Known> static HEED_INLINE auto compute(state& s, int j, const Known& k) {
    constexpr auto& n = g[N];
    using T = typename R::template type<N>;
    if constexpr (R::is_stored(N)) return read<R::program.access_of[N], T>(s, j);
    else if constexpr (n.what == kind::leaf) return read<n.item, T>(s, j);
    else if constexpr (n.what == kind::constant) return simd::all<T, lanes>(static_cast<T>(constant<N>(s)));
    else if constexpr (n.what == kind::position) return position<n.item>(s, j);
    else if constexpr (n.what == kind::length) return simd::all<T, lanes>(static_cast<T>(R::template extent<n.item>(s)));
    else if constexpr (n.what == kind::convert || n.what == kind::scan) return get_as<g.child(N, 0), T>(s, j, k);
    else if constexpr (n.what == kind::mapped) return mapped<N>(s, j, k, std::make_integer_sequence<int, n.edges>{});
    else if constexpr (n.what == kind::fold) return inline_fold<N>(s, j, k);
    else return elementwise<N>(s, j, k);
  }

  // ---- leaves and temporaries
  template <int A, class T> static HEED_INLINE simd::lanes_of<T, lanes> read(state& s, int j) {
    if constexpr (planner::may_be_nowhere(g, g.accesses[A]))
      if (s.run.base[A] == nullptr) return simd::all<T, lanes>(T(0));  // there is no element to read, and none is chosen
    if constexpr (R::lane < 0 || !varies_along_lanes<A>()) return simd::all<T, lanes>(static_cast<const T*>(s.run.base[A])[R::template offset<A>(s)]);
    else if constexpr (irregular_along_lanes<A>()) {
      const index_t first = s.at[R::lane], n = s.valid - j * lanes;
      if constexpr (planner::is_only_clamped(g, g.accesses[A])) {  // away from the edges a stride describes it
        index_t stride = 0;
        s.at[R::lane] = first + j * lanes;
        const bool even = stride_between_edges<A>(s, (n < lanes ? n : lanes) - 1, stride);
        const T* p = static_cast<const T*>(s.run.base[A]) + R::template offset<A>(s);
        s.at[R::lane] = first;
        if (even && stride == 0) return simd::all<T, lanes>(*p);
        if (even && stride == 1 && n >= lanes) return simd::load<T, lanes>(p);
        if (even) return simd::load_some<T, lanes>(p, stride, n);
      }
      alignas(64) T b[lanes];
      for (index_t i = 0; i < lanes; ++i) {
        s.at[R::lane] = first + j * lanes + i;
        b[i] = i < n ? static_cast<const T*>(s.run.base[A])[R::template offset<A>(s)] : T(0);
      }
      s.at[R::lane] = first;
      return simd::load<T, lanes>(b);
    } else {
      const index_t stride = R::template stride_along<A, R::lane>(s);
      const T* p = static_cast<const T*>(s.run.base[A]) + R::template offset<A>(s) + stride * (j * lanes);
      const index_t n = written_early ? s.valid - j * lanes : R::valid_from(s, j);
      if (stride == 1 && n >= lanes) return simd::load<T, lanes>(p);
      return simd::load_some<T, lanes>(p, stride, n);
    }
  }
  template <int A> static constexpr bool varies_along_lanes() { return planner::has(accessed<A>(), R::lane); }
  template <int A> static constexpr vars accessed() {
    vars v = 0;
    for (int t = 0; t < g.accesses[A].terms; ++t) v |= planner::one(g.terms[g.accesses[A].first_term + t].variable);
    return planner::base_variables(g, v);
  }
  template <int A> static constexpr bool irregular_along_lanes() { return planner::is_irregular_along(g, g.accesses[A], R::lane); }

  // Whether each clamped coordinate is clamped nowhere or everywhere, from the lane at hand to the one `last` after it; then `stride` is
  // how far neighbours are apart.
  template <int A> static HEED_INLINE bool stride_between_edges(const state& s, index_t last, index_t& stride) {
    return [&]<int... T>(std::integer_sequence<int, T...>) { return (add_stride<A, T>(s, last, stride) && ...); }
    (std::make_integer_sequence<int, g.accesses[A].terms>{});
  }
  template <int A, int T> static HEED_INLINE bool add_stride(const state& s, index_t last, index_t& stride) {
    constexpr int v = g.terms[g.accesses[A].first_term + T].variable;
    if constexpr (v == R::lane) stride += R::template term_stride<A>(s, T);
    else if constexpr (g.variables[v].derived) {
      constexpr auto source = g.variables[v].source;
      const index_t end = g.variables[v].extent != dynamic ? g.variables[v].extent : s.run.slots[source.axis];
      index_t step = 0;
      constexpr auto& m = g.maps[source.number];
      for (int i = 0; i < m.count; ++i)
        if (m.terms[i].variable == R::lane) step += m.terms[i].coefficient * R::slot_value(s, m.terms[i].slot);
      const index_t x = R::template map_value<source.number>(s), y = x + step * last;
      if (x >= 0 && y >= 0 && x < end && y < end) stride += R::template term_stride<A>(s, T) * step;
      else return (x < 0 && y < 0) || (x >= end && y >= end);
    }
    return true;
  }

  template <int A> static HEED_INLINE auto position(state& s, int j) {
    using T = std::int32_t;
    if constexpr (R::lane < 0 || !varies_along_lanes<A>()) return simd::all<T, lanes>(static_cast<T>(s.run.coordinate[A] + R::template offset<A>(s)));
    else if constexpr (irregular_along_lanes<A>()) {
      alignas(64) T b[lanes];
      const index_t first = s.at[R::lane];
      for (index_t i = 0; i < lanes; ++i) {
        s.at[R::lane] = first + j * lanes + i;
        b[i] = static_cast<T>(s.run.coordinate[A] + R::template offset<A>(s));
      }
      s.at[R::lane] = first;
      return simd::load<T, lanes>(b);
    } else {
      const T step = static_cast<T>(R::template stride_along<A, R::lane>(s));
      return simd::count_from<T, lanes>(static_cast<T>(s.run.coordinate[A] + R::template offset<A>(s) + step * (j * lanes)), step);
    }
  }

  // ---- point-wise
  template <int N, class Known> static HEED_INLINE auto elementwise(state& s, int j, const Known& k) {
    constexpr op o = g.op_of(N);
    using T = typename R::template operand_type<N>;
    constexpr int a = g.child(N, 0);
    if constexpr (Open && planner::is_position_mask(g, N, ranging)) return get_as<g.child(N, 1), T>(s, j, k);
    else if constexpr (o == op::where && has_inline_folds(g.child(N, 1), g.child(N, 2))) return chosen<N>(s, j, k);
    else {
    const auto x = get_as<a, std::conditional_t<o == op::where, bool, T>>(s, j, k);
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
    else if constexpr (o == op::erf) return simd::erf(x);
    else if constexpr (divides_by_constant(N)) return simd::multiply(x, constant_as<g.child(N, 1), T, true>(s, k));
    else if constexpr (o == op::anchored_exp && !std::is_same_v<decltype(find_anchor<g.child(N, 1)>(k)), std::nullptr_t>)
      return simd::exp_of_nonpositive(simd::subtract(x, *find_anchor<g.child(N, 1)>(k)));
    else {
      const auto y = get_as<g.child(N, 1), T>(s, j, k);
      if constexpr (o == op::add) return simd::add(x, y);
      else if constexpr (o == op::subtract) return simd::subtract(x, y);
      else if constexpr (o == op::multiply) return simd::multiply(x, y);
      else if constexpr (o == op::divide) return simd::divide(x, y);
      else if constexpr (o == op::remainder) return simd::remainder(x, y);
      else if constexpr (o == op::pow) return simd::pow(x, y);
      else if constexpr (o == op::anchored_exp) return simd::exp_of_nonpositive(simd::subtract(x, anchor(y)));
      else if constexpr (o == op::logical_and) return simd::logical_and(x, y);
      else if constexpr (o == op::logical_or) return simd::logical_or(x, y);
      else if constexpr (o == op::where) return simd::select(x, y, get_as<g.child(N, 2), T>(s, j, k));
      else if constexpr (std::is_same_v<T, bool>) return truth<o>(x, y);
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
    }
  }
  /// Comparisons, minimum and maximum of truth values.
  template <op o, class M> static HEED_INLINE M truth(const M& x, const M& y) {
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
  /// A running maximum as something that can be subtracted: finite from the start.
  template <class B> static HEED_INLINE B anchor(const B& m) {
    return simd::maximum(m, simd::all<typename B::element, lanes>(std::numeric_limits<typename B::element>::lowest()));
  }

  template <int N, class Known, int... C>
  static HEED_INLINE auto mapped(state& s, int j, const Known& k, std::integer_sequence<int, C...>) {
    using T = typename R::template type<N>;
    const auto& f = *std::get<g[N].item>(s.run.functions);
    if constexpr (heed::detail::is_batchwise<std::remove_cvref_t<decltype(f)>>) return simd::apply<T, lanes>(f.function, get_as<g.child(N, C), T>(s, j, k)...);
    else {
      const auto args = std::make_tuple(in_memory(get<g.child(N, C)>(s, j, k))...);
      using tile_t = std::conditional_t<std::is_same_v<T, bool>, float, T>;
      alignas(64) tile_t out[lanes];
      const index_t n = R::lane < 0 ? 1 : s.valid - j * lanes;
      if (n >= lanes) {  // a loop over arrays of constant size, which compilers vectorise
        const auto from = std::make_tuple(as_array(std::get<C>(args).at)...);
#ifdef __clang__
#pragma clang loop unroll(disable)
#else
#pragma GCC unroll 1
#endif
        for (index_t i = 0; i < lanes; ++i) out[i] = static_cast<tile_t>(static_cast<T>(f(std::get<C>(from)[i]...)));
      } else
        for (index_t i = 0; i < lanes; ++i) out[i] = i < n ? static_cast<tile_t>(static_cast<T>(f(std::get<C>(args).at[i]...))) : tile_t(0);
      return simd::to<T>(simd::load<tile_t, lanes>(out));
    }
  }
  // Memory that clang does not take apart into elements again.
  template <class T> static HEED_INLINE const T* as_array(const T* p) {
#ifdef __clang__
    asm("" : "+r"(p) : : "memory");
#endif
    return p;
  }
  template <class T> struct elements { alignas(64) T at[lanes]; };
  template <class T, int L, bool B> static HEED_INLINE elements<T> in_memory(const simd::lanes<T, L, B>& x) {
    elements<T> e;
    x.store(e.at);
    return e;
  }
  template <int L> static HEED_INLINE elements<bool> in_memory(const simd::mask<L>& x) {
    elements<bool> e;
    x.store(e.at);
    return e;
  }

  // A where with folds that are computed here: a side that no lane chooses is not computed.
  static constexpr bool has_inline_fold(int n, planner::seen_nodes<R::program.capacity>& seen) {
    if (!seen.enter(n) || R::is_stored(n) || tile_of(n) >= 0) return false;
    if (g.is(n, kind::fold)) return true;
    for (int i = 0; i < g[n].edges; ++i)
      if (has_inline_fold(g.child(n, i), seen)) return true;
    return false;
  }
  static constexpr bool has_inline_folds(int a, int b) {
    planner::seen_nodes<R::program.capacity> seen;
    return has_inline_fold(a, seen) || has_inline_fold(b, seen);
  }
  template <int N, class Known> static HEED_INLINE auto chosen(state& s, int j, const Known& k) {
    using T = typename R::template operand_type<N>;
    const auto c = get_as<g.child(N, 0), bool>(s, j, k);
    auto yes = simd::all<T, lanes>(T{}), no = yes;
    if (simd::any(c)) yes = get_as<g.child(N, 1), T>(s, j, k);
    if (!simd::all_of(c)) no = get_as<g.child(N, 2), T>(s, j, k);
    return simd::select(c, yes, no);
  }

  // ---- folds computed where they are used: always right, and the way of last resort
  template <int N, class Known> static HEED_INLINE auto inline_fold(state& s, int j, const Known&) {
    constexpr vars bound = g[N].bound;
    constexpr bool inside = [] {
      if constexpr (W < 0) return true;
      else return (bound & R::nest.walks[W].bound) == 0;
    }();
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
