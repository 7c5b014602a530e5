// A second plan, for rows that turn out short when it runs.
//
// Lanes that run along what is folded are merged once a row, and rows of unknown length are taken for long ones (plan/lane_cost.hpp). Data of xtensor, Eigen
// and files has its extents at run time, and of three coordinates, ten classes or sixteen features a row costs more to merge than to go through: variances
// of rows of 3, 8, 16 took 28, 11 and 4.8 ms of four million elements, and with the lanes across the rows 2.0, 1.3 and 1.0. So where that gives
// other lanes the formula is planned twice, and the extents say which plan runs.
#pragma once

#include <heed/plan/lower.hpp>

namespace heed::planner {

/// Loops that an operand says the extents of: they are short together where they have at most so many points.
struct short_loops {
  vars variables = 0;
  index_t most = 0;
};
struct list_of_short_loops {
  static constexpr int room = 16;
  short_loops at[room]{};
  int count = 0;
  constexpr void add(vars variables, index_t most) {
    for (int i = 0; i < count; ++i)
      if (at[i].variables == variables) return;
    if (count < room) at[count++] = {variables, most};
  }
  constexpr vars all() const {
    vars s = 0;
    for (int i = 0; i < count; ++i) s |= at[i].variables;
    return s;
  }
};

namespace detail {
template <int N> constexpr vars of_unknown_length(const graph<N>& g, vars s) {
  for (int v = 0; v < g.variable_count; ++v)
    if (g.extent(v) != dynamic || g.variables[v].derived || g.variables[v].source.where != extent_source::from::leaf) s &= ~one(v);
  return s;
}
// How long a row is short whose lanes would be merged: one that takes long to merge is worth twice the length.
template <int N, int M> constexpr index_t longest_row(const program<N, M>& p, const walk& w) {
  double cost = 0;
  for (int f = 0; f < w.fold_count; ++f) cost += merging(p, w.folds[f].node);
  return (cost >= 60. * p.lanes ? 4 : 2) * index_t{p.lanes};
}
// The rows along which a program folds with its lanes, once for each of loops around them that are many; and, where there are any, those that it only writes.
// (A sum gains from lanes across rows of up to four vectors, a row that is also written, exponentiated, of up to two, and one that is divided by what was folded of one.)
template <int N, int M> constexpr list_of_short_loops loops_that_may_be_short(const program<N, M>& p) {
  list_of_short_loops folded, all;
  const auto for_rows = [&](auto f) {
    for (int i = 0; i < p.nest_count; ++i)
      if (const nest_facts& n = p.nests[i]; n.lane >= 0 && of_unknown_length(p.g, one(n.lane)) != 0 && estimated_points(p.g, n.outer_set()) >= p.lanes) f(n);
  };
  for_rows([&](const nest_facts& n) {
    for (int w = 0; w < n.walk_count; ++w)
      if (n.walks[w].where == scope::outer) folded.add(of_unknown_length(p.g, n.walks[w].bound), longest_row(p, n.walks[w]));
  });
  if (folded.count == 0) return folded;
  for_rows([&](const nest_facts& n) {
    if (n.walk_count == 0) all.add(one(n.lane), p.lanes);
  });
  for (int i = 0; i < folded.count; ++i) all.add(folded.at[i].variables, folded.at[i].most);
  return all;
}
template <int N, int M, int K, int L> constexpr bool have_the_same_lanes(const program<N, M>& a, const program<K, L>& b) {
  if (a.nest_count != b.nest_count) return false;
  for (int i = 0; i < a.nest_count; ++i)
    if (a.nests[i].lane != b.nests[i].lane) return false;
  return true;
}
template <class Usual, class Plan, int Loops> constexpr bool is_another_plan() {
  if constexpr (Loops == 0) return false;
  else return !Plan::value.overflow && !Plan::value.g.address_overflow && !have_the_same_lanes(Usual::value, Plan::value);
}
}  // namespace detail

/// The plan for short rows beside a plan P.
template <class P> struct short_rows;
template <class E, class T, machine M, bool Share> struct short_rows<planned<E, T, M, Share>> {
  using usual = planned<E, T, M, Share>;
  /// What must be short; in variables of the usual plan.
  static constexpr list_of_short_loops loops = detail::loops_that_may_be_short(usual::value);
  using plan = planned<E, T, M, Share, loops.all()>;
  static constexpr bool any = detail::is_another_plan<usual, plan, loops.count>();
};

}  // namespace heed::planner
