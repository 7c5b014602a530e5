// A `let` becomes the nodes of its definition, once for every meaning that its axes have where it is used.
#pragma once

#include <heed/node/let.hpp>
#include <heed/plan/address.hpp>
#include <heed/plan/flatten.hpp>
#include <heed/plan/repeated.hpp>

namespace heed::planner {

/// The nodes that a let's definition became: one for every meaning that its axes have where it is used.
struct let_uses {
  static constexpr int most = 8;
  int node[most]{};
  affine maps[most][leaf::max_rank]{};
  int count = 0;
};

namespace detail {

// Whether folds over different axes take a value as it is: rows and columns of scores, each in a nest of its own, which read it if it is stored.
template <int N> constexpr bool is_taken_as_it_is(const graph<N>& g, int n, int value, seen_nodes<N>& seen) {
  if (n == value) return true;
  if (n < value || g.is(n, kind::fold) || !seen.enter(n)) return false;
  for (int k = 0; k < g.nodes[n].edges; ++k)
    if (is_taken_as_it_is(g, g.child(n, k), value, seen)) return true;
  return false;
}
template <int N> constexpr bool is_folded_two_ways(const graph<N>& g, int value) {
  vars first = 0;
  for (int f = value + 1; f < g.size; ++f) {
    if (!g.is(f, kind::fold) || (g.nodes[f].bound & g.nodes[value].free) == 0) continue;
    seen_nodes<N> seen;
    if (!is_taken_as_it_is(g, g.child(f, 0), value, seen)) continue;
    if (first != 0 && (first & g.nodes[f].bound) == 0) return true;
    first = g.nodes[f].bound;
  }
  return false;
}
template <class G> constexpr bool is_stored_let(const G& g, tag let) {
  for (int i = 0; i < g.stored_let_count; ++i)
    if (g.stored_lets[i] == let) return true;
  return false;
}
template <class G> constexpr void store_let(G& g, tag let) {
  if (is_stored_let(g, let) || g.stored_let_count == G::most_again) return;
  g.stored_lets[g.stored_let_count++] = let;
  g.stores_anew = true;
}
// Finds lets that are better stored than computed again for a few elements; whether there are any that were not known.
template <int N> constexpr bool find_stored_lets(graph<N>& g) {
  for (int i = 0; i < g.again_count; ++i)
    if (is_folded_two_ways(g, g.again[i])) store_let(g, g.again_of[i]);
  return g.stores_anew;
}

template <class T, class X, class B> struct operands_of<let_node<T, X, B>> { using type = child_list<X, B>; };

template <class Tag, class X, class B> struct part<let_node<Tag, X, B>> {
  static constexpr place count = total<X, B>();
  static constexpr bool is_plain = std::disjunction_v<std::bool_constant<!contracts_anywhere<X>>, multiplies_leaves<X>>;
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    let_uses uses;
    const let_scope<G> here{&uses, tag_of<Tag>, contracts_anywhere<X>, effort_of<X>::value != effort::little, is_plain, &detail::flatten<G, X>, &detail::source<G, X>, p, l};
    return detail::flatten<G, B>(g, p + count_of<X>, a, &here);
  }
  template <class G> static constexpr extent_source source(tag axis, const place& p, const let_scope<G>* l) {
    const let_scope<G> here{nullptr, tag_of<Tag>, false, false, false, &detail::flatten<G, X>, &detail::source<G, X>, p, l};
    return part<B>::source(axis, p + count_of<X>, &here);
  }
};
template <class G> constexpr const let_scope<G>* look_up(tag let, const let_scope<G>* l) {
  while (l->let != let) l = l->outer;
  return l;
}
template <class Tag, class T, class S, bool W> struct part<heed::variable<Tag, T, S, W>> {
  static constexpr place count{};
  template <class G> static constexpr int flatten(G& g, const place&, const axis_scope* a, const let_scope<G>* l) {
    const let_scope<G>* s = look_up(tag_of<Tag>, l);
    return flatten_once(g, *s, a, S{});
  }
  // A definition is flattened once for every meaning of its axes, however often it is used.
  template <class G, class... A> static constexpr int flatten_once(G& g, const let_scope<G>& s, const axis_scope* a, shape<A...>) {
    static_assert(sizeof...(A) <= leaf::max_rank, "heed: the value of a let has at most 8 axes");
    const affine* maps[sizeof...(A) + 1] = {&look_up(tag_of<axis_of<A>>, a)->to...};
    let_uses& uses = *s.uses;
    for (int u = 0; u < uses.count; ++u) {
      bool same = true;
      for (int k = 0; same && k < static_cast<int>(sizeof...(A)); ++k) same = same_map(uses.maps[u][k], *maps[k]);
      if (same) return uses.node[u];
    }
    if (s.contracts && uses.count > 0 && !g.binds_apart) {
      const index_t sizes[sizeof...(A) + 1] = {size_of_extent<A>...};
      const extent_source sources[sizeof...(A) + 1] = {(size_of_extent<A> >= 0 ? extent_source{} : s.source(tag_of<axis_of<A>>, s.at, s.outer))...};
      if (g.again_count < G::most_again && g.stored_let_count < G::most_again && !is_stored_let(g, s.let) && has_few_points(g, uses.node[0], maps, static_cast<int>(sizeof...(A))))
        return compute_again(g, s, a, uses.node[0]);
      const int n = under_other_names(g, uses, maps, static_cast<int>(sizeof...(A)), sizes, sources);
      if (n >= 0) return n;
    }
    const int n = flatten_definition(g, s, a);
    if (s.contracts) {  // one value, for all of its uses
      g.as_it_stands[n] = true;
      g.of_let[n] = !g.keeps_lets;
    }
    if (uses.count < let_uses::most) {
      for (int k = 0; k < static_cast<int>(sizeof...(A)); ++k) uses.maps[uses.count][k] = *maps[k];
      uses.node[uses.count++] = n;
    }
    return n;
  }
  // A definition is used wherever its name is: no condition of this place holds for it.
  template <class G> static constexpr int flatten_definition(G& g, const let_scope<G>& s, const axis_scope* a) {
    const int begin = g.condition_begin;
    g.condition_begin = g.condition_end;
    const int n = s.value(g, s.at, a, s.outer);
    g.condition_begin = begin;
    return n;
  }
  // A use that has few of the elements, those that are looked up, computes them again, and nothing is stored, where that takes as little.
  static constexpr double least_times_fewer = 8;
  template <class G> static constexpr bool has_few_points(const G& g, int first, const affine* const* maps, int rank) {
    vars used = 0;
    for (int k = 0; k < rank; ++k) used |= base_variables(g, maps[k]->used());
    return least_times_fewer * estimated_points(g, used) <= estimated_points(g, g.nodes[first].free);
  }
  template <class G> static constexpr double points_of_folds(const G& g, int n, int from, seen_nodes<G::capacity>& seen) {
    if (n < from || !seen.enter(n)) return 0;
    double points = g.is(n, kind::fold) ? estimated_points(g, g.nodes[n].free | g.nodes[n].bound) : 0;
    for (int k = 0; k < g.nodes[n].edges; ++k) points += points_of_folds(g, g.child(n, k), from, seen);
    return points;
  }
  template <class G> static constexpr int compute_again(G& g, const let_scope<G>& s, const axis_scope* a, int first) {
    const int size = g.size;
    const int n = flatten_definition(g, s, a);
    seen_nodes<G::capacity> again, before;
    if (least_times_fewer * points_of_folds(g, n, size, again) > points_of_folds(g, first, 0, before)) store_let(g, s.let);
    g.again_of[g.again_count] = s.let;
    g.again[g.again_count++] = static_cast<std::int16_t>(first);
    return n;
  }
  // The value that the first use computes, read from memory: its axes must be plain variables there. -1 where they are not.
  template <class G> static constexpr int under_other_names(G& g, const let_uses& uses, const affine* const* maps, int rank, const index_t* sizes,
                                                        const extent_source* sources) {
    const int first = uses.node[0];
    vars covered = 0;
    for (int k = 0; k < rank; ++k) {
      const affine& m = uses.maps[0][k];
      for (int i = 0; i < m.count; ++i)
        if (has(covered, m.terms[i].variable)) return -1;
      if (m.count != 1 || m.offset != 0 || m.slot_count != 0 || m.terms[0].coefficient != 1 || m.terms[0].slot >= 0 || g.variables[m.terms[0].variable].derived) return -1;
      const variable& v = g.variables[m.terms[0].variable];  // over the whole axis, not a slice of it
      if (v.extent != sizes[k] || (sizes[k] < 0 && !(v.source == g.same_length(sources[k])))) return -1;
      covered |= one(m.terms[0].variable);
    }
    if ((g.nodes[first].free & ~covered) != 0) return -1;
    affine wanted[leaf::max_rank]{};
    index_t strides[leaf::max_rank]{};
    for (int k = 0; k < rank; ++k) wanted[k] = *maps[k];
    // the strides are the temporary's, known when it is planned; the maps stand in the order of the definition's variables
    affine ordered[leaf::max_rank]{};
    int found = 0;
    for (int v = 0; v < g.variable_count; ++v)
      for (int k = 0; k < rank; ++k)
        if (uses.maps[0][k].terms[0].variable == v && has(g.nodes[first].free, v)) {
          strides[found] = unknown_stride;
          ordered[found++] = wanted[k];
        }
    const int acc = make_access(g, access::of::value, first, ordered, found, strides);
    return g.make({.what = kind::stored, .type = g.nodes[first].type, .operand = g.nodes[first].type, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}, nullptr, 0);
  }
  template <class G> static constexpr extent_source source(tag axis, const place&, const let_scope<G>* l) {
    const let_scope<G>* s = look_up(tag_of<Tag>, l);
    return s->source(axis, s->at, s->outer);
  }
};

}  // namespace detail

}  // namespace heed::planner
