// Sizes and costs, as far as they are known at compile time.
#pragma once

#include <heed/plan/reach.hpp>

namespace heed::planner {

/// What a run-time extent is taken for where a choice must be made without it.
inline constexpr index_t assumed_extent = 512;
/// And where it is to be small.
inline constexpr index_t assumed_few = 4;

template <int N> constexpr index_t estimated_extent(const graph<N>& g, int v) {
  const index_t extent = g.variables[v].extent;
  if (g.any_extents && extent != 1) return assumed_extent;
  return extent != dynamic ? extent : has(g.few, v) ? assumed_few : assumed_extent;
}
/// Of a set the variables with which it changes where an operand is looked up that lies as strides say along others of them: pages, beside the keys of each.
template <int N> constexpr vars looked_up_along(const graph<N>& g, vars s) {
  vars found = 0;
  for (int i = 0; g.looks_up && i < g.access_count; ++i) {
    const access& a = g.accesses[i];
    if (a.what != access::of::leaf) continue;
    vars places = 0, plain = 0;
    for (int t = 0; t < a.terms; ++t) {
      const int v = g.terms[a.first_term + t].variable;
      if (!g.variables[v].derived) plain |= one(v);
      else if (g.variables[v].how == variable::how::data) places |= base_variables(g, one(v));
    }
    if ((plain & ~places & s) != 0) found |= places & s;
  }
  return found;
}
/// The variable of a set that is walked innermost, in blocks: the longest, of equals the last. -1: there is none. (Not one along which rows are looked up,
/// where there is another: within a page they lie as a stride says.)
template <int N> constexpr int innermost_of(const graph<N>& g, vars s) {
  constexpr index_t fewest = 4;
  const vars apart = looked_up_along(g, s);
  int best = -1;
  const auto among = [&](vars some, index_t least) {
    for (int v = 0; v < g.variable_count; ++v)
      if (has(some, v) && estimated_extent(g, v) >= least && (best < 0 || estimated_extent(g, v) >= estimated_extent(g, best))) best = v;
  };
  if (apart != 0) among(s & ~apart, fewest);
  if (best < 0) among(s, 0);
  return best;
}
/// The number of points that a set of variables has.
template <int N> constexpr double estimated_points(const graph<N>& g, vars s) {
  double p = 1;
  for (int v = 0; v < g.variable_count; ++v)
    if ((s >> v & 1) != 0) p *= static_cast<double>(estimated_extent(g, v));
  return p;
}
/// Whether every extent is static, or taken for small.
template <int N> constexpr bool are_known_or_few(const graph<N>& g, vars s) {
  for (int v = 0; v < g.variable_count; ++v)
    if (has(s & ~g.few, v) && g.extent(v) == dynamic) return false;
  return true;
}
/// The number of points where every extent is static, else -1.
template <int N> constexpr index_t static_points(const graph<N>& g, vars s) {
  index_t p = 1;
  for (int v = 0; v < g.variable_count; ++v)
    if ((s >> v & 1) != 0) {
      if (g.variables[v].extent == dynamic) return -1;
      p *= g.variables[v].extent;
    }
  return p;
}
/// Whether a value is known to have no more than so many bytes.
template <int N> constexpr bool is_within(const graph<N>& g, int n, index_t bytes) {
  const index_t points = static_points(g, g.nodes[n].free);
  return points >= 0 && points <= bytes / bytes_of(g.nodes[n].type);
}

/// Whether computing the node's own operation costs more than an addition.
template <int N> constexpr bool is_expensive(const graph<N>& g, int n) {
  const node& x = g.nodes[n];
  if (x.what == kind::mapped || x.what == kind::fold) return true;
  if (x.what != kind::elementwise) return false;
  const op o = static_cast<op>(x.code);
  if (o == op::divide) return !g.is(g.child(n, 1), kind::constant);
  return o == op::remainder || o >= op::exp;
}
// Whether a whole vector of it takes long, beside a fold's step.
template <int N> constexpr bool is_long(const graph<N>& g, int n) {
  return g.is(n, kind::mapped) || (g.is(n, kind::elementwise) && g.op_of(n) >= op::exp && g.op_of(n) != op::sqrt && g.op_of(n) != op::rsqrt);
}
template <int N> constexpr bool contains_expensive(const graph<N>& g, int n, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return false;
  if (is_expensive(g, n)) return true;
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (contains_expensive(g, g.child(n, i), seen)) return true;
  return false;
}
template <int N> constexpr bool contains_expensive(const graph<N>& g, int n) {
  seen_nodes<N> seen;
  return contains_expensive(g, n, seen);
}

template <int N> constexpr bool has_position(const graph<N>& g, int n, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return false;
  if (g.is(n, kind::position)) return true;
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (has_position(g, g.child(n, i), seen)) return true;
  return false;
}
/// Whether a value involves a position and one of these variables.
template <int N> constexpr bool is_of_positions(const graph<N>& g, int n, vars ranging) {
  seen_nodes<N> seen;
  return (g.nodes[n].free & ranging) != 0 && has_position(g, n, seen);
}
/// Whether a value costs little and nothing is read for it.
template <int N> constexpr bool is_of_positions_alone(const graph<N>& g, int n) {
  if (g.is(n, kind::constant) || g.is(n, kind::length)) return true;
  if (g.is(n, kind::position)) {
    bool plain = true;
    const access& a = g.accesses[g.nodes[n].item];
    for (int t = 0; t < a.terms; ++t) plain = plain && !g.variables[g.terms[a.first_term + t].variable].derived;
    return plain;
  }
  if ((!g.is(n, kind::elementwise) && !(g.is(n, kind::convert) && g.hint_of(n) == hint_code::none)) || is_expensive(g, n)) return false;
  for (int k = 0; k < g.nodes[n].edges; ++k)
    if (!is_of_positions_alone(g, g.child(n, k))) return false;
  return true;
}
/// Whether a value is chosen by such a comparison.
template <int N> constexpr bool is_position_mask(const graph<N>& g, int n, vars ranging) {
  return g.is(n, op::where) && is_of_positions(g, g.child(n, 0), ranging);
}

/// x of x * x, of x * x * x and so on as the planner makes them (plan/factors.hpp); n where it is no power.
template <int N> constexpr int base_of_power(const graph<N>& g, int n) {
  if (!g.is(n, op::multiply)) return n;
  const int a = g.child(n, 0), b = g.child(n, 1), base = base_of_power(g, a);
  return a == b ? base : base == b ? b : n;
}

/// The factors of a sum's body, apart: those that depend on `lane` and those that do not. Only plain products fall apart, powers do not.
struct operands {
  static constexpr int most = 32;
  int with_lane[most]{}, without[most]{};
  int lanes = 0, rows = 0;
  bool product = false;
};
template <int N> constexpr bool split_product(const graph<N>& g, int n, int lane, scalar type, operands& out) {
  if (g.is(n, op::multiply) && g.nodes[n].type == type && (!is_float(type) || base_of_power(g, n) == n))
    return split_product(g, g.child(n, 0), lane, type, out) && split_product(g, g.child(n, 1), lane, type, out);
  if (out.lanes == operands::most || out.rows == operands::most) return false;
  if (lane >= 0 && has(g.nodes[n].free, lane)) out.with_lane[out.lanes++] = n;
  else out.without[out.rows++] = n;
  return true;
}
/// The rows of the micro-kernel for such a product: variables of the operands without the lanes that none of the others has.
template <int N> constexpr vars rows_of_product(const graph<N>& g, const operands& o) {
  vars with = 0, without = 0;
  for (int k = 0; k < o.lanes; ++k) with |= g.nodes[o.with_lane[k]].free;
  for (int k = 0; k < o.rows; ++k) without |= g.nodes[o.without[k]].free;
  return without & ~with;
}

/// Whether a fold is a sum of products of values over different variables, as a contraction is.
template <int N> constexpr bool is_contraction(const graph<N>& g, int f) {
  return g.nodes[f].what == kind::fold && g.fold_of(f) == fold_op::sum && g.is(g.child(f, 0), op::multiply);
}

/// The leaf of most elements in a value, -1 if it has none: how the value's rows lie.
template <int N> constexpr int largest_leaf(const graph<N>& g, int n) {
  if (g.is(n, kind::leaf)) return n;
  int largest = -1;
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (const int leaf = largest_leaf(g, g.child(n, i)); leaf >= 0 && (largest < 0 || estimated_points(g, g.nodes[leaf].free) > estimated_points(g, g.nodes[largest].free))) largest = leaf;
  return largest;
}

/// Whether an access reads few different elements in a block of rows and lanes: not one for each pair, unless it reads them at places
/// that are data, which may be few. Places that are computed otherwise (digits, shifted ones) are not looked into.
template <int N> constexpr bool few_in_block(const graph<N>& g, const access& a, vars lane, vars rows) {
  vars plain = 0;
  for (int t = 0; t < a.terms; ++t) {
    const variable& v = g.variables[g.terms[a.first_term + t].variable];
    if (!v.derived) plain |= one(g.terms[a.first_term + t].variable);
    else if (v.how != variable::how::data || v.data < 0 || !few_in_block(g, g.accesses[v.data], lane, rows)) return false;
  }
  return (plain & lane) == 0 || (plain & rows) == 0;
}

/// Whether an access reads truth values, which are bytes: those of a block are looked at in next to no time.
template <int N> constexpr bool reads_truth_values(const graph<N>& g, const access& a, scalar type) {
  bool plain = type == scalar::b8;
  for (int t = 0; t < a.terms; ++t) plain = plain && !g.variables[g.terms[a.first_term + t].variable].derived;
  return plain;
}

/// The variables with whose integers, of data, the places of an access change: each is looked up and read by itself.
template <int N> constexpr vars read_at_data(const graph<N>& g, const access& a) {
  vars s = 0;
  for (int t = 0; t < a.terms; ++t) {
    const variable& w = g.variables[g.terms[a.first_term + t].variable];
    if (w.derived && w.how == variable::how::data) s |= g.maps[w.source.number].used();
  }
  return s;
}

/// The stride of an access along a variable; 0 where it does not depend on it.
template <int N> constexpr index_t stride_along(const graph<N>& g, const access& a, int v) {
  for (int t = 0; t < a.terms; ++t)
    if (g.terms[a.first_term + t].variable == v) return g.terms[a.first_term + t].coefficient;
  return 0;
}
/// Whether all that is irregular about an access are coordinates that are clamped: between the edges a stride describes it.
template <int N> constexpr bool is_only_clamped(const graph<N>& g, const access& a) {
  for (int t = 0; t < a.terms; ++t) {
    const variable& w = g.variables[g.terms[a.first_term + t].variable];
    if (!w.derived) continue;
    if (w.how != variable::how::clamp) return false;
    const affine& m = g.maps[w.source.number];
    for (int i = 0; i < m.count; ++i)
      if (g.variables[m.terms[i].variable].derived) return false;
  }
  return true;
}
/// That stride along v; unknown_stride where it is not known.
template <int N> constexpr index_t stride_between_edges(const graph<N>& g, const access& a, int v) {
  index_t s = 0;
  for (int t = 0; t < a.terms; ++t) {
    const term& o = g.terms[a.first_term + t];
    index_t steps = o.variable == v ? 1 : 0;
    if (g.variables[o.variable].derived) {
      const affine& m = g.maps[g.variables[o.variable].source.number];
      for (int i = 0; i < m.count; ++i)
        if (m.terms[i].variable == v) {
          if (m.terms[i].slot >= 0) return unknown_stride;
          steps += m.terms[i].coefficient;
        }
    }
    if (steps != 0 && o.coefficient == unknown_stride) return unknown_stride;
    if (steps != 0) s += steps * o.coefficient;
  }
  return s;
}

/// Whether an access depends on v in a way that no stride describes (a quotient or remainder of it).
template <int N> constexpr bool is_irregular_along(const graph<N>& g, const access& a, int v) {
  for (int t = 0; t < a.terms; ++t) {
    const int w = g.terms[a.first_term + t].variable;
    if (g.variables[w].derived) {
      const affine& m = g.maps[g.variables[w].source.number];
      for (int i = 0; i < m.count; ++i)
        if (m.terms[i].variable == v || g.variables[m.terms[i].variable].derived) return true;
    }
  }
  return false;
}

}  // namespace heed::planner
