// Axes whose extents only the running program knows, joined when it runs: where every operand and target goes through them as one then, the inner
// loop does the work of both. x {Row, Column} * 2 is one loop, however the memory came here.
#pragma once

#include <heed/plan/join_axes.hpp>

namespace heed::planner {

/// Two variables that are one loop if, for each of the `accesses`, the stride along the outer is that along the inner times the inner's extent.
struct joint_entry {
  std::int16_t outer = 0, inner = 0, accesses = 0;
};
/// A stride: that of a term, or (term < 0) a constant.
struct known_or_term {
  std::int16_t term = -1;
  index_t known = 0;
};
struct joint_access {
  known_or_term outer{}, inner{};
};

namespace detail {

template <class G> constexpr known_or_term stride_or_term(const G& g, const access& a, int v) {
  for (int t = a.first_term; t < a.first_term + a.terms; ++t)
    if (g.terms[t].variable == v) return g.terms[t].coefficient == unknown_stride ? known_or_term{static_cast<std::int16_t>(t), 0} : known_or_term{-1, g.terms[t].coefficient};
  return {};
}

constexpr bool is_counted(const variable& v) { return v.extent == dynamic && !v.derived && v.source.where != extent_source::from::nothing && !is_of_line(v); }

// Whether any fold of a nest is the micro-kernel's, whose rows are several rows of the results.
template <class Nest> constexpr bool has_products(const Nest& n) {
  for (int w = 0; w < n.walk_count; ++w) {
    for (int f = 0; f < n.walks[w].fold_count; ++f)
      if (n.walks[w].folds[f].lanes_node >= 0) return true;
    for (int s = 0; s < n.walks[w].strip_count; ++s)
      if (n.walks[w].strips[s].fold.lanes_node >= 0) return true;
  }
  return false;
}
/// Whether a nest does as well with an outer loop of one step: it is neither its lanes nor what its rows, or a walk's blocks, are made of. (Rows that are only
/// written are as well gone through by the lanes.)
template <class P, class Nest> constexpr bool may_be_one_step(const P& p, const Nest& n, int outer, int inner) {
  if (n.lane == outer || n.chunk == outer || (n.around_set() & (one(outer) | one(inner))) != 0) return false;
  if (has(n.rows, outer) && !(n.lane == inner && !has_products(n)) && (!has(n.rows, inner) || innermost_of(p.g, n.rows) == outer)) return false;
  for (int w = 0; w < n.walk_count; ++w)
    if (const walk& x = n.walks[w]; x.depth > 0 && x.order[x.depth - 1] == outer && !(x.where == scope::outer && n.lane == inner)) return false;
  return true;
}

template <class P> constexpr bool may_be_one_loop(const P& p, int outer, int inner) {
  const auto& g = p.g;
  if (outer == inner || !is_counted(g.variables[outer]) || !is_counted(g.variables[inner]) || !are_together(p, outer, inner)) return false;
  for (int i = 0; i < p.nest_count; ++i)
    if (!may_be_one_step(p, p.nests[i], outer, inner)) return false;
  bool any = false;
  for (int i = 0; i < g.access_count; ++i) {
    const gone_through how = how_it_goes(g, g.accesses[i], outer, inner);
    const known_or_term along = stride_or_term(g, g.accesses[i], outer);
    if (how == gone_through::apart || (how == gone_through::by_both && along.term < 0 && along.known != 0)) return false;
    any = any || how == gone_through::by_both;
  }
  return any;
}

/// Calls the functions of `to` with every pair, each followed by its accesses.
template <class P, class To> constexpr void list_joint_loops(const P& p, To& to) {
  const auto& g = p.g;
  int counted = 0;
  for (int v = 0; v < g.variable_count; ++v) counted += is_counted(g.variables[v]);
  if (counted < 2 || !may_join(g)) return;
  for (int i = 0; i < g.size; ++i)
    if (g.is(i, kind::scatter)) return;
  for (int inner = 0; inner < g.variable_count; ++inner)
    for (int outer = 0; outer < g.variable_count; ++outer) {
      if (!may_be_one_loop(p, outer, inner)) continue;
      joint_entry e{static_cast<std::int16_t>(outer), static_cast<std::int16_t>(inner), 0};
      for (int i = 0; i < g.access_count; ++i)
        if (how_it_goes(g, g.accesses[i], outer, inner) == gone_through::by_both) {
          to.joint_access({stride_or_term(g, g.accesses[i], outer), stride_or_term(g, g.accesses[i], inner)});
          ++e.accesses;
        }
      to.joint(e);
    }
}
struct joint_counter {
  int joints = 0, accesses = 0;
  constexpr void joint_access(const planner::joint_access&) { ++accesses; }
  constexpr void joint(const joint_entry&) { ++joints; }
};
template <int Joints, int Accesses> struct joint_lists {
  joint_entry joints[Joints > 0 ? Joints : 1]{};
  planner::joint_access accesses[Accesses > 0 ? Accesses : 1]{};
};
template <class L> struct joint_writer {
  L& to;
  int joints = 0, accesses = 0;
  constexpr void joint_access(const planner::joint_access& a) { to.accesses[accesses++] = a; }
  constexpr void joint(const joint_entry& e) { to.joints[joints++] = e; }
};
template <class P> constexpr joint_counter count_joint_loops(const P& p) {
  joint_counter c;
  list_joint_loops(p, c);
  return c;
}
template <int Joints, int Accesses, class P> constexpr joint_lists<Joints, Accesses> joint_loops_of(const P& p) {
  joint_lists<Joints, Accesses> l;
  joint_writer<joint_lists<Joints, Accesses>> w{l};
  list_joint_loops(p, w);
  return l;
}
}  // namespace detail

/// The pairs, wherever they lie.
struct joint_tables {
  const joint_entry* joints;
  const joint_access* accesses;
  int count, variables;
};
/// Those of planned expression P. (Tables of their own: most plans have none.)
template <class P> struct joints_of {
  static constexpr detail::joint_counter sizes = detail::count_joint_loops(P::value);
  static constexpr bool any = sizes.joints > 0;
  static constexpr auto lists = detail::joint_loops_of<sizes.joints, sizes.accesses>(P::value);
  static constexpr joint_tables value{lists.joints, lists.accesses, sizes.joints, P::value.g.variable_count};
};

}  // namespace heed::planner
