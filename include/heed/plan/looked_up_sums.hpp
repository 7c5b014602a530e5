// A sum of products of which one factor is looked up at places that the others share a variable with is looked up itself, of sums for every place:
//
//   sum_F(q[i, F] * table[at[i, k], F])  =  s[i, at[i, k]]          s[i, r] = sum_F(q[i, F] * table[r, F])
//
// On the left both operands change with i, and no matrix product is there. On the right it is one, held for a block of lanes along i (relative
// positions, edges of some kinds). It takes as many sums as the table has rows where the left side takes as many as there are k.
#pragma once

#include <heed/plan/address.hpp>
#include <heed/plan/estimate.hpp>
#include <heed/plan/factors.hpp>

namespace heed::planner {

/// Sums that are held for looking up, along the table's axis: more rows than a packed operand's leave the lanes little of the caches.
inline constexpr index_t most_looked_up = 8192;

namespace detail {

/// A variable for the rows of the table that variable v looks up, not one of `live`.
template <class G> constexpr int find_row(G& g, int v, vars live) {
  variable row = g.variables[v];
  row.derived = false;
  row.how = {};
  row.data = row.data_node = -1;
  row.source = row.size_from;
  row.size_from = {};
  row.marks = false;
  for (row.copy = 1;; ++row.copy)
    if (const int r = find_variable(g, row); !has(live, r) || g.overflow) return r;
}
/// `value` where its variable `row` is what the integers `places` say.
template <class G> constexpr int look_up(G& g, int value, int places, int row) {
  const int c[] = {value, places};
  return g.make({.what = kind::looked_up, .type = g.nodes[value].type, .operand = g.nodes[value].type, .item = static_cast<std::int16_t>(row), .bound = one(row)}, c, 2);
}

/// A table in a product: the variable that says where it is read, the integers and the variable of its rows.
struct table_read {
  int places = -1, variable = -1, row = -1;  // (variable: of data; else it is looked up by its row already)
  bool alone = true;                         // one place, of nothing but leaves and what is done to them
};
template <int N> constexpr void find_table(const graph<N>& g, int n, table_read& t, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return;
  const auto found = [&](int places, int variable, int row) {
    t.alone = t.alone && (t.places < 0 || (t.places == places && t.variable == variable && t.row == row));
    t = {places, variable, row, t.alone};
  };
  if (g.is(n, kind::looked_up)) {
    if (!g.is(g.child(n, 0), kind::leaf)) t.alone = false;
    else found(g.child(n, 1), -1, g.nodes[n].item);
  } else if (g.is(n, kind::leaf)) {
    const access& a = g.accesses[g.nodes[n].item];
    for (int i = 0; i < a.terms; ++i)
      if (const int v = g.terms[a.first_term + i].variable; g.variables[v].derived && g.variables[v].how == variable::how::data) found(g.variables[v].data_node, v, -1);
  } else {
    if (!g.is(n, kind::elementwise) && !g.is(n, kind::convert) && !g.is(n, kind::constant)) {
      t.alone = false;
      return;
    }
    for (int k = 0; k < g.nodes[n].edges; ++k) find_table(g, g.child(n, k), t, seen);
  }
}
// The same value, at row r of its table.
template <int N> constexpr int at_row(graph<N>& g, int n, const table_read& t, int r) {
  node x = g.nodes[n];
  if (x.what == kind::looked_up) return g.child(n, 0);
  if (x.what == kind::leaf) {
    const access a = g.accesses[x.item];
    affine maps[leaf::max_rank + 1]{};
    for (int k = 0; k < a.maps; ++k) {
      maps[k] = g.maps[a.first_map + k];
      for (int i = 0; i < maps[k].count; ++i)
        if (maps[k].terms[i].variable == t.variable) maps[k].terms[i].variable = static_cast<std::int16_t>(r);
    }
    const int acc = make_access(g, access::of::leaf, a.target, maps, a.maps, g.leaves[a.target].stride);
    return g.make({.what = kind::leaf, .type = x.type, .operand = x.operand, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}, nullptr, 0);
  }
  if (x.edges == 0) return n;
  int c[8]{};
  for (int k = 0; k < x.edges; ++k) c[k] = at_row(g, g.child(n, k), t, r);
  x.free = 0;
  return g.make(x, c, x.edges);
}

/// Where `inside`, the factors of a sum over `bound`, is such a product: the sum, looked up; else -1.
template <int N> constexpr int look_up_product(graph<N>& g, vars bound, scalar type, const factor_list& inside) {
  int table = -1;
  table_read read;
  vars others = 0, all = bound;
  for (int i = 0; i < inside.count; ++i) {
    const factor f = inside.at[i];
    table_read here;
    seen_nodes<N> seen;
    find_table(g, f.node, here, seen);
    all |= g.nodes[f.node].free;
    if (here.places < 0) {
      others |= g.nodes[f.node].free;
      continue;
    }
    if (table >= 0 || f.reciprocal || f.power != 1 || !here.alone) return -1;
    table = i;
    read = here;
  }
  if (table < 0) return -1;
  const vars of_places = g.nodes[read.places].free;
  if ((of_places & bound) != 0 || (of_places & others) == 0 || (of_places & ~others) == 0) return -1;
  const index_t extent = g.extent(read.row >= 0 ? read.row : read.variable);
  if (extent < 1 || extent > most_looked_up) return -1;
  const int row = read.row >= 0 ? read.row : find_row(g, read.variable, all | g.result_axes);
  const int rows = at_row(g, inside.at[table].node, read, row);
  if (g.overflow || (g.nodes[rows].free & of_places) != 0) return -1;  // (what the table has beside its rows is none of theirs)
  const vars points = g.nodes[rows].free | others | bound, sums = points & ~bound;
  // sums for more places than four times what is looked up take longer; what lacks the lanes, most often, is stored
  if (estimated_points(g, points) > 4 * estimated_points(g, all)) return -1;
  if ((sums & ~(g.result_axes | one(row))) != 0 && 2 * estimated_points(g, sums) > estimated_points(g, all & ~bound)) return -1;
  factor_list product = inside;
  product.at[table].node = rows;
  const int body = product_of_operands(g, type, product);
  const int sum = g.make({.what = kind::fold, .code = static_cast<std::uint8_t>(fold_op::sum), .type = type, .operand = type, .bound = bound}, &body, 1);
  return look_up(g, sum, read.places, row);
}
/// The same where a factor is a sum of tables and other values, keys with what is added for each relative position: each has a sum of its own.
template <int N> constexpr int look_up_sum(graph<N>& g, vars bound, scalar type, const factor_list& inside) {
  if (!g.looks_up) return -1;
  for (int i = 0; i < inside.count; ++i) {
    const factor f = inside.at[i];
    if (f.reciprocal || f.power != 1 || g.nodes[f.node].type != type || !(g.is(f.node, op::add) || g.is(f.node, op::subtract))) continue;
    addend_list all, tables, others;
    collect_addends(g, f.node, false, all);
    for (int k = 0; k < all.count; ++k) {
      table_read t;
      seen_nodes<N> seen;
      find_table(g, all.at[k].node, t, seen);
      addend_list& into = t.places >= 0 ? tables : others;
      into.at[into.count++] = all.at[k];
    }
    if (tables.count == 0 || others.count == 0) continue;
    factor_list product = inside;
    product.at[i].node = sum_of(g, type, tables);
    const int first = look_up_product(g, bound, type, product);
    if (first < 0) continue;
    product.at[i].node = sum_of(g, type, others);
    const int body = product_of_operands(g, type, product);
    return g.make(op::add, type, g.make({.what = kind::fold, .code = static_cast<std::uint8_t>(fold_op::sum), .type = type, .operand = type, .bound = bound}, &body, 1), first);
  }
  return look_up_product(g, bound, type, inside);
}

}  // namespace detail

}  // namespace heed::planner
