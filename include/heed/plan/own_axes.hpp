// Values that are computed over all of their own axes and stored, and read at whatever coordinates their axes mean where they are used:
// running sums, and what windows would compute again and again.
#pragma once

#include <heed/node/hint.hpp>
#include <heed/node/let.hpp>
#include <heed/node/pointwise.hpp>
#include <heed/plan/address.hpp>
#include <heed/plan/estimate.hpp>
#include <heed/plan/flatten.hpp>

namespace heed::planner::detail {

// Whether an operand has a contraction in it, those of lets included.
template <class X> struct contracts_here {
  template <class L> static constexpr bool in(const L* l) { return contracts_anywhere<X>::value || any(l, typename operands_of<X>::type{}); }
  template <class L, class... Y> static constexpr bool any([[maybe_unused]] const L* l, child_list<Y...>) { return (contracts_here<Y>::in(l) || ...); }
};
template <class Tag, class T, class S, bool W> struct contracts_here<heed::variable<Tag, T, S, W>> {
  template <class L> static constexpr bool in(const L* l) {
    while (l && l->let != tag_of<Tag>) l = l->outer;
    return l && l->contracts;
  }
};

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
    if (!has(g[value].free, v)) continue;
    strides[count] = unknown_stride;
    for (int k = 0; k < rank; ++k)
      if (variables[k] == v) maps[count] = look_up(scopes[k].axis, a)->to;
    if (v == g.single) maps[count].add(v, 1);  // (a leaf's, not one of X)
    ++count;
  }
  const int acc = make_access(g, access::of::value, value, maps, count, strides);
  return g.make({.what = kind::stored, .type = g[value].type, .operand = g[value].type, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}, nullptr, 0);
}

// ---- what windows would compute again
template <class X> inline constexpr bool is_window = false;
template <class X> inline constexpr bool is_split = false;
template <class A, class S, class X> inline constexpr bool is_split<split_axis<A, S, X>> = true;

// Whether sums may be exchanged with what X does: then the planner finds an order in which windows cost nothing.
template <class X> inline constexpr bool is_linear = true;
template <op O, class... X> inline constexpr bool is_linear<elementwise<O, X...>> = O == op::add || O == op::subtract || O == op::multiply || O == op::negate || O == op::divide;
template <class F, class... X> inline constexpr bool is_linear<mapped<F, X...>> = false;
template <fold_op O, class L, class X> inline constexpr bool is_linear<fold<O, L, X>> = O == fold_op::sum || O == fold_op::mean;
template <class T, class X, class B> inline constexpr bool is_linear<let_node<T, X, B>> = false;

template <class... E> constexpr double estimated_size(shape<E...>) {
  return (1.0 * ... * static_cast<double>(size_of_extent<E> < 0 ? assumed_extent : size_of_extent<E>));
}

// Whether the contractions of X, which stands in windows or parts of axes, are computed once and stored, rather than for each that has
// them: where windows overlap, and where few are pooled, of which the micro-kernel would see too few at a time. Under a further
// fold what is pooled must be small: scores are not stored by surprise.
template <class X, class G> constexpr bool stores_pooled(const G& g, const let_scope<G>* l) {
  const uses_of_value& u = g.uses;
  if (!u.overlap && !(u.pooled > 1 && u.pooled <= 16)) return false;
  if (u.linear && is_linear<X>) return false;
  if (u.pooled > 64 || (u.pooled > 0 && u.folds > 1 && estimated_size(shape_of<X>{}) > (1 << 18))) return false;
  return contracts_here<X>::in(l);
}

}  // namespace heed::planner::detail
