// The extents of a plan's variables, read off the values of an expression before anything is bound.
#pragma once

#include <heed/eval/bind.hpp>
#include <heed/plan/short_rows.hpp>

namespace heed::detail {

/// The extent of a plan's variable v for these values; those that only a target gives are what its slots say.
template <class G, class Values> index_t extent_of_variable(const Values& values, const G& g, int v) {
  const planner::variable& d = g.variables[v];
  using from = planner::extent_source::from;
  if (d.extent != dynamic || d.derived || d.source.where == from::nothing) return d.extent;
  if (d.source.where == from::difference) {
    const index_t a = extent_of_variable(values, g, d.source.number), b = extent_of_variable(values, g, d.source.axis);
    return a == dynamic || b == dynamic ? dynamic : a + b > 0 ? a + b - 1 : 0;
  }
  const index_t counted = d.source.where == from::leaf ? values.leaves[static_cast<std::size_t>(d.source.number)].extent[d.source.axis]
                                                       : values.slots[static_cast<std::size_t>(d.source.number)];
  return counted == dynamic ? dynamic : counted * d.times;
}

/// Whether these loops are short for these values.
template <class G, class Values> bool are_short(const Values& values, const G& g, const planner::list_of_short_loops& loops) {
  for (int i = 0; i < loops.count; ++i) {
    index_t points = 1;
    for (int v = 0; v < g.variable_count && points <= loops.at[i].most; ++v)
      if (planner::has(loops.at[i].variables, v)) points *= extent_of_variable(values, g, v);
    if (points > loops.at[i].most) return false;
  }
  return true;
}

/// f(the plan by which an expression runs that is planned as P and has these values): P itself, or the one for short rows.
template <class P, class Values, class F> decltype(auto) with_plan_for(const Values& values, F f) {
  using rows = planner::short_rows<P>;
  if constexpr (rows::any)
    if (are_short(values, P::value.g, rows::loops)) return f.template operator()<typename rows::plan>();
  return f.template operator()<P>();
}

}  // namespace heed::detail
