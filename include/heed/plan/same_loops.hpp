// Nests that compute the same of other operands: the projections of queries, keys and values, the layers of a stack. The loops of the first are compiled, and
// run for each with what it reads and writes. That they are the same is decided by what they compute, not by how.
#pragma once

#include <array>

#include <heed/plan/estimate.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner {

/// What stands in a run of the loops for what in the nest that is meant: numbers of accesses, terms, variables or constants.
struct renumbered {
  enum class what : std::uint8_t { base, coordinate, stride, extent, constant } of{};
  std::int16_t in_loops = 0, meant = 0;
};

namespace detail {

// What two nests have in common before anything is said of what they compute.
constexpr bool same_frame(const nest_facts& a, const nest_facts& b) {
  if (a.output_count != b.output_count || a.outer_count != b.outer_count || a.lanes != b.lanes || a.vectors != b.vectors || a.alone != b.alone || a.alone_up_to != b.alone_up_to || a.wide != b.wide || a.rows_alone != b.rows_alone ||
      a.tile_rows != b.tile_rows || a.block != b.block || a.chunk_size != b.chunk_size || a.tile_count != b.tile_count || a.walk_count != b.walk_count || a.step_count != b.step_count)
    return false;
  for (int o = 0; o < a.output_count; ++o)
    if (a.outputs[o].temporary != b.outputs[o].temporary) return false;
  for (int w = 0; w < a.walk_count; ++w) {
    const walk &x = a.walks[w], &y = b.walks[w];
    if (x.where != y.where || x.depth != y.depth || x.block != y.block || x.levels != y.levels || x.fold_count != y.fold_count || x.strip_count != y.strip_count ||
        x.bounded != y.bounded || x.looked_into != y.looked_into)
      return false;
  }
  return true;
}

// What has no walks is next to no code; and to write what is renumbered takes 10 ns, which a hundred multiplications do.
template <class P> constexpr bool is_worth_sharing(const P& p, const nest_facts& a) {
  if (a.walk_count == 0 || a.around_count > 0 || a.in_blocks >= 0) return false;
  vars all = 0;
  for (int o = 0; o < a.output_count; ++o) all |= a.outputs[o].axes;
  for (int w = 0; w < a.walk_count; ++w) all |= a.walks[w].bound;
  return estimated_points(p.g, all) >= 4096;
}

// Numbers, and what stands in the place of each; nothing at first. (Setting all to -1 would be most of the steps that a compiler takes for a pairing.)
template <int Count> class partners {
 public:
  constexpr int of(int i) const { return more[i] - 1; }
  constexpr void set(int i, int partner) { more[i] = static_cast<std::int16_t>(partner + 1); }

 private:
  std::int16_t more[Count]{};
};

/// Finds for everything in nest `earlier` what stands in its place in nest `later`.
template <class P> class nest_pairing {
 public:
  constexpr nest_pairing(const P& program, int earlier_nest, int later_nest) : p(program), g(program.g), earlier(earlier_nest), later(later_nest) {}

  /// Whether the loops of the earlier nest compute what the later one is to.
  constexpr bool run() {
    const nest_facts &a = p.nests[earlier], &b = p.nests[later];
    for (int o = 0; o < a.output_count; ++o)
      if (!pair_nodes(a.outputs[o].node, b.outputs[o].node) || !pair_accesses(target(a.outputs[o]), target(b.outputs[o]))) return false;
    return pair_plans(a, b) && same_sets();
  }

  /// Calls f(renumbered) for everything that the loops read from their run.
  template <class F> constexpr void list(F f) const {
    using what = renumbered::what;
    for (int i = 0; i < g.access_count; ++i) {
      if (accesses.of(i) < 0) continue;
      const access &x = g.accesses[i], &y = g.accesses[accesses.of(i)];
      f({x.what == access::of::coordinate ? what::coordinate : what::base, number(i), number(accesses.of(i))});
      for (int t = 0; t < x.terms; ++t)
        if (g.terms[x.first_term + t].coefficient == unknown_stride) f({what::stride, number(x.first_term + t), number(y.first_term + t)});
    }
    for (int v = 0; v < g.variable_count; ++v)
      if (variables.of(v) >= 0 && g.extent(v) == dynamic) f({what::extent, number(v), number(variables.of(v))});
    for (int n = 0; n < g.size; ++n)
      if (nodes.of(n) >= 0 && g.is(n, kind::constant) && g.nodes[n].item >= 0) f({what::constant, g.nodes[n].item, g.nodes[nodes.of(n)].item});
  }

 private:
  const P& p;
  const decltype(P::g)& g;
  int earlier, later;
  partners<P::capacity> nodes;
  partners<decltype(P::g)::half> accesses;
  partners<64> variables, earlier_variables;

  static constexpr std::int16_t number(int i) { return static_cast<std::int16_t>(i); }
  constexpr int target(const output& o) const { return o.temporary ? p.access_of[o.node] : p.result_access[o.target]; }
  constexpr bool is_stored(int n, int nest) const {
    const int t = p.temporary_of[n];
    return t >= 0 && p.temporaries_list[t].made_by < nest;
  }

  constexpr bool pair_variables(int v, int w) {
    if (v < 0 || w < 0) return v == w;
    if (variables.of(v) >= 0 || earlier_variables.of(w) >= 0) return variables.of(v) == w;
    const variable &x = g.variables[v], &y = g.variables[w];
    if (x.extent != y.extent || x.derived || y.derived || x.times != y.times || is_of_line(x) != is_of_line(y)) return false;
    variables.set(v, w);
    earlier_variables.set(w, v);
    return true;
  }
  constexpr bool pair_accesses(int a, int b) {
    if (accesses.of(a) >= 0) return accesses.of(a) == b;
    const access &x = g.accesses[a], &y = g.accesses[b];
    const auto is_read = [](const access& s) { return s.what == access::of::leaf || s.what == access::of::temporary; };
    if ((x.what != y.what && !(is_read(x) && is_read(y))) || x.what == access::of::value || x.terms != y.terms) return false;
    accesses.set(a, b);
    for (int t = 0; t < x.terms; ++t) {
      const term &s = g.terms[x.first_term + t], &u = g.terms[y.first_term + t];
      if (s.coefficient != u.coefficient || !pair_variables(s.variable, u.variable)) return false;
    }
    return true;
  }
  constexpr bool pair_nodes(int a, int b) {
    if (a < 0 || b < 0) return a == b;
    if (nodes.of(a) >= 0) return nodes.of(a) == b;
    nodes.set(a, b);
    const node &x = g.nodes[a], &y = g.nodes[b];
    if (x.type != y.type) return false;
    const bool a_is_stored = is_stored(a, earlier), b_is_stored = is_stored(b, later);
    if (a_is_stored || b_is_stored || x.what == kind::leaf || y.what == kind::leaf) {
      if (!(a_is_stored || x.what == kind::leaf) || !(b_is_stored || y.what == kind::leaf)) return false;
      if (a_is_stored != b_is_stored && !is_float(x.type)) return false;  // (integers of leaves are looked into otherwise)
      return pair_accesses(a_is_stored ? p.access_of[a] : x.item, b_is_stored ? p.access_of[b] : y.item);
    }
    if (x.what != y.what || x.code != y.code || x.operand != y.operand || x.edges != y.edges || !pair_items(x, y)) return false;
    for (int k = 0; k < x.edges; ++k)
      if (!pair_nodes(g.child(a, k), g.child(b, k))) return false;
    return true;
  }
  constexpr bool pair_items(const node& x, const node& y) {
    switch (x.what) {
      case kind::elementwise:
      case kind::fold: return true;
      // numbers of the formula are known when it runs, those of the planner are in the loops
      case kind::constant: return x.item >= 0 ? y.item >= 0 && is_one_number(x.item, y.item) : y.item < 0 && g.constants[-1 - x.item] == g.constants[-1 - y.item];
      case kind::position: return pair_accesses(x.item, y.item);
      case kind::length: return pair_variables(x.item, y.item);
      case kind::mapped: return x.item == y.item;
      case kind::convert: return static_cast<hint_code>(x.code) == hint_code::lanes_along ? pair_variables(x.item, y.item) : x.item == y.item;
      default: return false;
    }
  }
  // Whether a number of the formula has one number in its place, whatever types it is taken as.
  constexpr bool is_one_number(int item, int of_later) const {
    for (int n = 0; n < g.size; ++n)
      if (nodes.of(n) >= 0 && g.is(n, kind::constant) && g.nodes[n].item == item && g.nodes[nodes.of(n)].item != of_later) return false;
    return true;
  }
  // What the plans are made of, values of the planner's own among it, is reached from the results or from here.
  constexpr bool pair_folds(const fold_step& x, const fold_step& y) {
    return x.power == y.power && x.level == y.level && pair_nodes(x.node, y.node) && pair_nodes(x.anchor, y.anchor) && pair_nodes(x.rows_node, y.rows_node) &&
           pair_nodes(x.lanes_node, y.lanes_node);
  }
  constexpr bool pair_plans(const nest_facts& a, const nest_facts& b) {
    if (!pair_variables(a.lane, b.lane) || !pair_variables(a.chunk, b.chunk)) return false;
    for (int k = 0; k < a.outer_count; ++k)
      if (!pair_variables(a.outer[k], b.outer[k])) return false;
    for (int t = 0; t < a.tile_count; ++t)
      if (!pair_nodes(a.tiles[t].node, b.tiles[t].node)) return false;
    for (int w = 0; w < a.walk_count; ++w) {
      for (int f = 0; f < a.walks[w].fold_count; ++f)
        if (!pair_folds(a.walks[w].folds[f], b.walks[w].folds[f])) return false;
      for (int s = 0; s < a.walks[w].strip_count; ++s) {
        const strip &x = a.walks[w].strips[s], &y = b.walks[w].strips[s];
        if (x.contraction != y.contraction || x.across() != y.across() || (x.contraction && !pair_folds(x.fold, y.fold))) return false;
      }
    }
    return true;
  }

  constexpr bool is_same_set(vars s, vars of_later) const {
    vars found = 0;
    for (int v = 0; v < g.variable_count; ++v) {
      if (!has(s, v)) continue;
      if (variables.of(v) < 0) return false;
      found |= one(variables.of(v));
    }
    return found == of_later;
  }
  constexpr bool same_sets() const {
    const nest_facts &a = p.nests[earlier], &b = p.nests[later];
    for (int o = 0; o < a.output_count; ++o)
      if (!is_same_set(a.outputs[o].axes, b.outputs[o].axes)) return false;
    for (int n = 0; n < g.size; ++n)
      if (nodes.of(n) >= 0 && (!is_same_set(g.nodes[n].free, g.nodes[nodes.of(n)].free) || !is_same_set(g.nodes[n].bound, g.nodes[nodes.of(n)].bound))) return false;
    return true;
  }
};

template <class P> constexpr auto find_same_loops(const P& p) {
  std::array<std::int16_t, static_cast<std::size_t>(P::nest_capacity)> of{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(p.nest_count); ++i) {
    of[i] = static_cast<std::int16_t>(i);
    if (!is_worth_sharing(p, p.nests[i])) continue;
    for (std::size_t j = 0; j < i && of[i] == static_cast<std::int16_t>(i); ++j)
      if (of[j] == static_cast<std::int16_t>(j) && same_frame(p.nests[j], p.nests[i]) && nest_pairing<P>(p, static_cast<int>(j), static_cast<int>(i)).run())
        of[i] = static_cast<std::int16_t>(j);
  }
  return of;
}
template <class P> inline constexpr auto same_loops_of = find_same_loops(P::value);
template <class P, int I> constexpr int same_loops_as() {
  if constexpr (I == 0) return 0;
  else return same_loops_of<P>[I];
}
template <class P> constexpr int count_renumbered(const P& p, int loops, int nest) {
  nest_pairing<P> pairs(p, loops, nest);
  int n = 0;
  pairs.run();
  pairs.list([&](const renumbered&) { ++n; });
  return n;
}
template <int Count, class P> constexpr std::array<renumbered, static_cast<std::size_t>(Count)> renumbered_of(const P& p, int loops, int nest) {
  std::array<renumbered, static_cast<std::size_t>(Count)> all{};
  nest_pairing<P> pairs(p, loops, nest);
  std::size_t n = 0;
  pairs.run();
  pairs.list([&](const renumbered& r) { all[n++] = r; });
  return all;
}
template <class A> constexpr int constants_read(const A& all) {
  int n = 0;
  for (const renumbered& r : all)
    if (r.of == renumbered::what::constant && r.in_loops >= n) n = r.in_loops + 1;
  return n;
}
}  // namespace detail

/// The nest whose loops nest I of planned expression P runs: itself, or an earlier one.
template <class P, int I> inline constexpr int loops_of_nest = detail::same_loops_as<P, I>();

/// What is renumbered where nest I runs the loops of an earlier one.
template <class P, int I> struct renumbering {
  static constexpr int count = detail::count_renumbered(P::value, loops_of_nest<P, I>, I);
  static constexpr auto value = detail::renumbered_of<(count > 0 ? count : 1)>(P::value, loops_of_nest<P, I>, I);
  /// One more than the last of the formula's numbers that the loops read.
  static constexpr int constants = detail::constants_read(value);
};

}  // namespace heed::planner
