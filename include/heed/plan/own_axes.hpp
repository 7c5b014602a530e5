// Values that are computed over all of their own axes and stored, and read at whatever coordinates their axes mean where they are used:
// running sums, and what windows would compute again and again.
#pragma once

#include <heed/node/hint.hpp>
#include <heed/node/let.hpp>
#include <heed/plan/address.hpp>
#include <heed/plan/estimate.hpp>
#include <heed/plan/flatten.hpp>

namespace heed::planner::detail {

// The let around that binds a variable; null where it is bound inside.
template <class X> struct let_of;
template <class Tag, class T, class S, bool W> struct let_of<heed::variable<Tag, T, S, W>> {
  template <class L> static constexpr const L* in(const L* l) {
    while (l && l->let != tag_of<Tag>) l = l->outer;
    return l;
  }
};

// Whether an operand has a contraction in it, those of lets included.
template <class X> struct contracts_here {
  template <class L> static constexpr bool in(const L* l) { return contracts_anywhere<X> || any(l, typename operands_of<X>::type{}); }
  template <class L, class... Y> static constexpr bool any([[maybe_unused]] const L* l, child_list<Y...>) { return (contracts_here<Y>::in(l) || ...); }
};
template <class Tag, class T, class S, bool W> struct contracts_here<heed::variable<Tag, T, S, W>> {
  template <class L> static constexpr bool in(const L* l) {
    const L* const around = let_of<heed::variable<Tag, T, S, W>>::in(l);
    return around && around->contracts;
  }
};

template <class X> inline constexpr bool is_recomputed = false;
template <class X> inline constexpr bool is_recomputed<hinted<hint::recomputed, X>> = true;
template <class X> struct contracts_here<hinted<hint::recomputed, X>> {
  template <class L> static constexpr bool in(const L*) { return false; }
};

// The value of X, of what `make(body, variables)` makes of it, read at the coordinates that its axes E mean around.
template <class X, class G, class Make, class... E>
constexpr int over_own_axes(G& g, const place& p, const axis_scope* a, const let_scope<G>* l, shape<E...>, Make make) {
  static_assert(sizeof...(E) <= leaf::max_rank, "heed: a value that is stored has at most 8 axes");
  // every axis is a variable here, over the whole of it
  axis_scope scopes[sizeof...(E) + 1]{};
  std::int16_t variables[sizeof...(E) + 1]{};
  const axis_scope* inner = a;
  int rank = 0;
  [[maybe_unused]] auto bind = [&](tag axis, std::string_view name, index_t size, bool open) {
    const axis_scope* around = look_up(axis, a);
    if (open) size = around->size;  // a position that X does not give an extent has that of its surroundings
    const extent_source s = size >= 0 ? extent_source{} : open ? around->source : part<X>::source(axis, p, l);
    variables[rank] = static_cast<std::int16_t>(find_variable(g, {axis, name, size, s, 0, -1}));
    scopes[rank] = {axis, {}, size, s, inner};
    scopes[rank].to.add(variables[rank], 1);
    inner = &scopes[rank++];
  };
  (bind(tag_of<axis_of<E>>, axis_name<axis_of<E>>, size_of_extent<E>, is_open<E>), ...);
  const int begin = g.condition_begin;
  g.condition_begin = g.condition_end;  // it is computed whatever is chosen
  const uses_of_value before = g.uses;
  g.uses = {};
  const int value = make(detail::flatten<G, X>(g, p, inner, l), variables);
  g.uses = before;
  g.condition_begin = begin;

  affine maps[sizeof...(E) + 1]{};
  index_t strides[sizeof...(E) + 1]{};  // the temporary's, known when it is planned; the maps stand in the order of the variables
  int count = 0;
  for (int v = 0; v < g.variable_count; ++v) {
    if (!has(g.nodes[value].free, v)) continue;
    strides[count] = unknown_stride;
    for (int k = 0; k < rank; ++k)
      if (variables[k] == v) maps[count] = look_up(scopes[k].axis, a)->to;
    if (v == g.single) maps[count].add(v, 1);  // (a leaf's, not one of X)
    ++count;
  }
  const int acc = make_access(g, access::of::value, value, maps, count, strides);
  return g.make({.what = kind::stored, .type = g.nodes[value].type, .operand = g.nodes[value].type, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}, nullptr, 0);
}

}  // namespace heed::planner::detail
