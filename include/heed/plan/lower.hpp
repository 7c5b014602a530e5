// The passes, in order: from an expression's type to a program of loop nests. This file is the table of contents.
#pragma once

#include <iterator>

#include <heed/plan/leaf.hpp>
#include <heed/plan/pointwise.hpp>
#include <heed/plan/fold.hpp>
#include <heed/plan/place_of.hpp>
#include <heed/plan/let.hpp>
#include <heed/plan/index.hpp>
#include <heed/plan/window.hpp>
#include <heed/plan/select.hpp>
#include <heed/plan/gather.hpp>
#include <heed/plan/carry.hpp>
#include <heed/plan/cumsum.hpp>
#include <heed/plan/hint.hpp>
#include <heed/plan/join_axes.hpp>
#include <heed/plan/nested_folds.hpp>
#include <heed/plan/relative_positions.hpp>
#include <heed/plan/scattered_folds.hpp>
#include <heed/plan/share.hpp>
#include <heed/plan/shared_nest.hpp>
#include <heed/plan/store_first.hpp>
#include <heed/plan/temporaries.hpp>
#include <heed/plan/tree_size.hpp>
#include <heed/plan/trim.hpp>

namespace heed::planner {
namespace detail {
// The results of an expression: itself, or several.
template <class E> struct results_of { using type = children<E>; };
template <class... X> struct results_of<results<X...>> { using type = children<X...>; };

template <class L> struct count_of_list;
template <class... X> struct count_of_list<children<X...>> { static constexpr place value = total<X...>(); };
template <class E> inline constexpr place count_of_results = count_of_list<typename results_of<E>::type>::value;

// The extents that a result's loops have: the target's axes in the target's order, as far as either side knows them.
template <class S, class T> struct loop_shape;
template <class S, class... X> struct loop_shape<S, shape<X...>> {
  using type = shape<typename heed::detail::more_static<X, S>::type...>;
};
/// The loops of a result, and the layout of its target as far as its type knows it; void: nothing is known.
template <class Shape, class Layout> struct target_loops {};

// 1. Read the graph off the type: index maps become addresses, sums of products are factored while they are made.
template <class G, class... E, class... T>
constexpr void flatten_results(G& g, program<G::capacity>& p, children<E...>*, axis_list<T...>*) {
  place at;
  int r = 0;
  const place end = total<E...>();
  auto one_result = [&]<class X, class... A, class Layout>(X*, target_loops<shape<A...>, Layout>*) {
    axis_scope scopes[sizeof...(A) + 1]{};
    const axis_scope* inner = nullptr;
    int i = 0;
    p.result_axes[r] = 0;
    [[maybe_unused]] auto bind = [&](tag axis, std::string_view name, index_t size, bool in_value) {
      extent_source s;
      if (size < 0 && in_value) s = source<G, X>(axis, at, nullptr);
      if (size < 0 && s.where == extent_source::from::nothing)  // only the target knows
        s = {extent_source::from::slot, static_cast<std::int16_t>(end.slot + r * 8 + i), 0};
      // (one point is no loop)
      scopes[i] = {axis, size == 1 ? affine{} : bind_axis(g, axis, name, size, s, p.result_axes[r]), size, s, inner};
      const vars used = scopes[i].to.used();
      p.result_axes[r] |= used;
      inner = &scopes[i++];
    };
    (bind(tag_of<axis_of<A>>, axis_name<axis_of<A>>, size_of_extent<A>, shape_facts<shape_of<X>>::has_closed(tag_of<axis_of<A>>)), ...);
    // how the target is addressed: by strides that its type knows, or that are known when it runs
    affine maps[sizeof...(A) + 1]{};
    index_t strides[sizeof...(A) + 1]{};
    for (int k = 0; k < i; ++k) {
      maps[k] = scopes[k].to;
      strides[k] = unknown_stride;
      if constexpr (!std::is_void_v<Layout>)
        if (const index_t s = Layout::static_strides[static_cast<std::size_t>(k)]; s != dynamic_stride) strides[k] = s;
    }
    p.result_access[r] = make_access(g, access::of::target, r, maps, i, strides);
    p.result_lane[r] = i > 0 && scopes[i - 1].to.count > 0 ? scopes[i - 1].to.terms[scopes[i - 1].to.count - 1].variable : -1;
    g.result_axes = p.result_axes[r];
    p.result_nodes[r] = detail::flatten<G, X>(g, at, inner, nullptr);
    if (g.single >= 0) p.result_axes[r] |= g.nodes[p.result_nodes[r]].free & one(g.single);
    ++r;
    at = at + count_of<X>;
  };
  (one_result(static_cast<E*>(nullptr), static_cast<T*>(nullptr)), ...);
  p.results = r;
}

template <class E> inline constexpr auto sharing_of = find_sharing(static_cast<typename results_of<E>::type*>(nullptr));
template <int N, class E> constexpr void take_sharing(graph<N>& g) {
  constexpr auto& s = sharing_of<E>;
  g.shares = true;
  for (int i = 0; i < count_of_results<E>.leaf; ++i) g.same_leaf[i] = s.leaf[i];
  for (int i = 0; i < count_of_results<E>.constant; ++i) g.same_constant[i] = s.constant[i];
}

// Whether a let's value that a sum was made without is there all the same, for another use.
template <int N> constexpr bool needs_lets(const program<N>& p) {
  if (p.g.apart_count == 0) return false;
  seen_nodes<N> used;
  for (int r = 0; r < p.results; ++r) mark_used(p.g, p.result_nodes[r], used);
  for (int i = 0; i < p.g.apart_count; ++i)
    if (used.entered(p.g.apart[i])) return true;
  return false;
}

// What a plan is made of: see `planned`.
template <class E, class T, machine M, bool Share, vars Few> struct plan_request {
  using expression = E;
  using targets = T;
  static constexpr machine target = M;
  static constexpr bool shares = Share;
  static constexpr vars few = Few;
};

// The passes up to the lanes: what the expression is.
template <int N, class Q> constexpr void read_expression(program<N>& p) {
  using E = typename Q::expression;
  using T = typename Q::targets;
  using list = typename results_of<E>::type;
  constexpr const machine& m = Q::target;
  p.target = m;
  // 0. what stands in it twice
  if constexpr (Q::shares) take_sharing<N, E>(p.g);
  // 1. flatten; again where a merged axis turned out to be made of parts, or a fold of folds, where a length is that of a fold's axis, and where
  // a let's value is needed
  int refinements = 0;
  flatten_results(p.g, p, static_cast<list*>(nullptr), static_cast<T*>(nullptr));
  for (int again = 0; again < 8 && (p.g.refined_anew || find_single_lanes(p.g) || p.g.lengths.found_anew || nest_folds_of_folds(p.g) || needs_lets(p) || find_stored_lets(p.g)); ++again) {
    const bool same_variables = p.g.refined_anew && p.g.refinement_count == refinements;
    graph<N> fresh;
    for (int i = 0; i < p.g.leaf_count; ++i) fresh.alone[i] = p.g.alone[i];
    for (int i = 0; i < p.g.refinement_count; ++i) fresh.refinements[i] = p.g.refinements[i];
    fresh.refinement_count = p.g.refinement_count;
    fresh.lacks_room = p.g.lacks_room;
    fresh.lengths = p.g.lengths.kept();
    if (same_variables) {
      for (int i = 0; i < p.g.nesting_count; ++i) fresh.nestings[i] = p.g.nestings[i];
      fresh.nesting_count = p.g.nesting_count;
    }
    refinements = p.g.refinement_count;
    fresh.keeps_lets = p.g.keeps_lets || needs_lets(p);
    for (int i = 0; i < p.g.stored_let_count; ++i) fresh.stored_lets[i] = p.g.stored_lets[i];
    fresh.stored_let_count = p.g.stored_let_count;
    if constexpr (Q::shares) take_sharing<N, E>(fresh);
    p.g = fresh;
    flatten_results(p.g, p, static_cast<list*>(nullptr), static_cast<T*>(nullptr));
  }
  p.g.few = Q::few;
  for (int i = 0; i < N; ++i) p.temporary_of[i] = p.access_of[i] = -1;
  // axes that everything goes through as one are one loop
  join_axes(p);
  store_relative_positions(p);
  scatter_folds(p);
  // 2. choose lanes: of float64 where there are values of 8 bytes and none of 4, of float32 otherwise (integers of 1 and 2 bytes and truth values, too)
  bool of_four = false, of_eight = false;
  for (int i = 0; i < p.g.size; ++i)
    if (!p.g.is(i, kind::constant)) {
      of_four = of_four || bytes_of(p.g.nodes[i].type) == 4;
      of_eight = of_eight || bytes_of(p.g.nodes[i].type) == 8;
    }
  p.has_widths = of_four && of_eight;
  p.lanes = of_eight && !of_four ? m.float_lanes / 2 : m.float_lanes;
  if (p.lanes < 1) p.lanes = 1;
}

// The passes that make nests of it.
template <int N> constexpr void make_nests(program<N>& p, int first_node, int nodes) {
  // 3. what is to be stored, and lets that are used under several names, in nests of their own
  store_first(p, first_node, nodes, N);
  // 4. place values: temporaries first, then the results, those of the same axes in one nest
  bool done[8]{};
  for (int r = 0; r < p.results; ++r) {
    if (done[r]) continue;
    output outputs[6]{};
    int count = 0, lanes = lanes_to_choose;
    for (int k = r; k < p.results && count < 6; ++k) {
      const bool fits = k == r || shares_nest(p, r, k, lanes);
      if (done[k] || !fits) continue;
      done[k] = true;
      outputs[count++] = {static_cast<std::int16_t>(p.result_nodes[k]), static_cast<std::int16_t>(k), false, p.result_axes[k]};
    }
    plan_nest(p, outputs, count, p.result_lane[r], lanes);
  }
  // 5. running sums of which one point at a time is enough
  carry_sums(p);
  p.overflow = p.overflow || p.g.overflow;
}

/// Nodes that plans have room for: what is not used is set to nothing all the same, which was half of what planning cost.
inline constexpr int rooms[] = {96, 128, 256, 384, 640};
/// The room to begin with for an expression whose tree has so many nodes. (Most have fewer, one node for one value; the planner adds some of its own.)
constexpr int room_for(int nodes) { return nodes <= 80 ? 0 : nodes <= 130 ? 1 : nodes <= 280 ? 2 : nodes <= 450 ? 3 : 4; }

template <int N, class Q> constexpr program<N> make_program() {
  program<N> p;
  read_expression<N, Q>(p);
  make_nests(p, 0, p.g.size);
  return p;
}

// Compilers bound how much they compute for one constant, clang most of all: large expressions are made in several, some nests each.
template <int N> struct half_way {
  program<N> p;
  int next = 0, nodes = 0;  // the node to go on with; of how many
};
template <int Step, int N, class Q> struct steps {
  static constexpr int nests = 5;
  static constexpr half_way<N> value = [] {
    half_way<N> s{steps<Step - 1, N, Q>::value};
    s.next = store_first(s.p, s.next, s.nodes, Step * nests);
    return s;
  }();
};
template <int N, class Q> struct steps<0, N, Q> {
  static constexpr half_way<N> value = [] {
    half_way<N> s;
    read_expression<N, Q>(s.p);
    s.nodes = s.p.g.size;
    return s;
  }();
};
template <int N, class Q> constexpr program<N> make_in_steps() {
  constexpr int last = 3;
  half_way<N> s{steps<last, N, Q>::value};
  make_nests(s.p, s.next, s.nodes);
  return s.p;
}
template <int N, class Q> constexpr program<N> make_program_within_limits() {
  if constexpr (N > 256) return make_in_steps<N, Q>();
  else return make_program<N, Q>();
}
template <int Room, class Q> struct in_room {
  static constexpr auto value = make_program_within_limits<rooms[Room], Q>();
};
template <int Room, class Q> constexpr const auto& with_enough_room() {
  constexpr const auto& p = in_room<Room, Q>::value;
  if constexpr (p.g.lacks_room && rooms[Room] != rooms[std::size(rooms) - 1]) return with_enough_room<Room + 1, Q>();
  else return p;
}
}  // namespace detail

/// Whether an expression, or several results, have parts that may be the same.
template <class E> inline constexpr bool may_share = detail::sharing_of<E>.any;

/// The program of expression E whose results go to targets T = axis_list<target_loops<…>, …>, for machine M.
/// Share: parts that may be the same are the same. Few: variables whose run-time extents are taken for small, by their numbers in the plan without any.
template <class E, class T, machine M, bool Share = may_share<E>, vars Few = 0> struct planned {
  using request = detail::plan_request<E, T, M, Share, Few>;
  static constexpr const auto& with_room = detail::with_enough_room<detail::room_for(detail::tree_size<E>::value), request>();
  static constexpr int most = with_room.nest_count > with_room.temporary_count ? with_room.nest_count : with_room.temporary_count;
  static constexpr auto value = trimmed<detail::nodes_needed(with_room.g), (most > 0 ? most : 1)>(with_room);
};

}  // namespace heed::planner
