// shift, concat and stack are selects where they stand: a position decides which operand an element comes from. What is
// not chosen is computed at the nearest coordinate that exists, so that nothing outside an operand is ever read.
#pragma once

#include <heed/plan/window.hpp>
#include <heed/shape/concat.hpp>
#include <heed/shape/shift.hpp>

namespace heed::planner::detail {

template <class A, class X, class F> struct operands_of<shifted<A, X, F>> { using type = child_list<X, F>; };
template <class A, class X, class Y> struct operands_of<concatenated<A, X, Y>> { using type = child_list<X, Y>; };
template <class A, class... X> struct operands_of<stacked<A, X...>> { using type = child_list<X...>; };

// The coordinate m along an axis of `size` elements, taken into [0, size). The size: a number, or in a slot.
template <class G> constexpr affine clamped(G& g, const affine& m, tag axis, std::string_view name, index_t size, int slot) {
  affine out;
  out.add(derive(g, m, {.axis = axis, .name = name, .extent = size, .source = {extent_source::from::slot, 0, static_cast<std::int16_t>(size >= 0 ? 0 : slot)},
                        .how = variable::how::clamp}, 1), 1);
  return out;
}
// m minus a size: a number, or in a slot.
constexpr affine less(affine m, index_t size, int slot) {
  if (size >= 0) m.offset -= size;
  else m.add(from_slot(slot), -1);
  return m;
}
template <class G> constexpr int is_negative(G& g, const affine& m) {
  const int position = make_position(g, m);
  return g.make_comparison(op::less, scalar::i32, position, g.make_constant(0, scalar::i32));
}

// An operand of few elements along A beside one of many: what it contracts is computed before, for its own elements alone, and
// read here at coordinate `to`. -1 where that is not so.
template <class A, class X, class G> constexpr int computed_before(G& g, const affine& to, const place& at, const axis_scope* a, const let_scope<G>* l, index_t other) {
  constexpr index_t size = size_in_shape<shape_of<X>, A>;
  if (size < 0 || size > 16 || (other >= 0 && other < 8 * size) || !contracts_here<X>::in(l)) return -1;
  vars live = 0;
  for (const axis_scope* s = a; s; s = s->outer) live |= base_variables(g, s->to.used());
  const affine own = bind_axis(g, tag_of<A>, axis_name<A>, size, {}, live);
  if (own.count != 1 || own.terms[0].coefficient != 1) return -1;
  const axis_scope inner{tag_of<A>, own, size, {}, a};
  const int begin = g.condition_begin;
  g.condition_begin = g.condition_end;  // it is computed whatever is chosen
  const int n = detail::flatten<G, X>(g, at, &inner, l);
  g.condition_begin = begin;
  if (!has(g.nodes[n].free, own.terms[0].variable)) return n;
  g.as_it_stands[n] = true;
  affine maps[leaf::max_rank]{};
  index_t strides[leaf::max_rank]{};
  int rank = 0;
  for (int v = 0; v < g.variable_count; ++v) {
    if (!has(g.nodes[n].free, v)) continue;
    if (rank == leaf::max_rank) { g.overflow = true; return n; }
    strides[rank] = unknown_stride;
    if (v == own.terms[0].variable) maps[rank++] = to;
    else maps[rank++].add(v, 1);
  }
  const int acc = make_access(g, access::of::value, n, maps, rank, strides);
  return g.make({.what = kind::stored, .type = g.nodes[n].type, .operand = g.nodes[n].type, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}, nullptr, 0);
}

template <class A, class X, class F> struct part<shifted<A, X, F>> {
  static constexpr index_t size = size_in_shape<shape_of<X>, A>;
  static constexpr place own{0, 0, 0, size >= 0 ? 1 : 2};  // by; the extent, where it is not static
  static constexpr place count = own + total<X, F>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    affine from = look_up(tag_of<A>, a)->to;
    from.add(from_slot(p.slot), -1);
    const axis_scope inner = scope_inside<A, X>(clamped(g, from, tag_of<A>, axis_name<A>, size, p.slot + 1), p + own, a, l);
    const int x = detail::flatten<G, X>(g, p + own, &inner, l);
    const int fill = detail::flatten<G, F>(g, p + own + count_of<X>, a, l);
    const int inside = g.make(op::logical_and, scalar::b8, g.make(op::logical_not, scalar::b8, is_negative(g, from)), is_negative(g, less(from, size, p.slot + 1)));
    return g.make_where(scalar_of<value_type_of<shifted<A, X, F>>>(), inside, x, fill);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) { return children_part<X, F>::source(axis, p + own, l); }
};

template <class A, class X, class Y> struct part<concatenated<A, X, Y>> {
  static constexpr index_t left = size_in_shape<shape_of<X>, A>, right = size_in_shape<shape_of<Y>, A>;
  static constexpr place own{0, 0, 0, left >= 0 && right >= 0 ? 0 : 3};  // all elements, those of the left, of the right
  static constexpr place count = own + total<X, Y>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    const affine to = look_up(tag_of<A>, a)->to, beyond = less(to, left, p.slot + 1);
    const place at = p + own, next = at + count_of<X>;
    const axis_scope first = scope_inside<A, X>(clamped(g, to, tag_of<A>, axis_name<A>, left, p.slot + 1), at, a, l);
    const axis_scope second = scope_inside<A, Y>(clamped(g, beyond, tag_of<A>, axis_name<A>, right, p.slot + 2), next, a, l);
    int x = computed_before<A, X>(g, first.to, at, a, l, right), y = computed_before<A, Y>(g, second.to, next, a, l, left);
    if (x < 0) x = detail::flatten<G, X>(g, at, &first, l);
    if (y < 0) y = detail::flatten<G, Y>(g, next, &second, l);
    return g.make_where(scalar_of<value_type_of<concatenated<A, X, Y>>>(), is_negative(g, beyond), x, y);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    return axis == tag_of<A> ? in_slot(p.slot) : children_part<X, Y>::source(axis, p + own, l);
  }
};

template <class A, class... X> struct part<stacked<A, X...>> : children_part<X...> {
  static constexpr place count = total<X...>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    constexpr scalar type = scalar_of<value_type_of<stacked<A, X...>>>();
    int c[sizeof...(X)]{};
    children_part<X...>::flatten_all(g, p, a, l, c);
    int rest = c[sizeof...(X) - 1];
    for (int i = static_cast<int>(sizeof...(X)) - 2; i >= 0; --i) {
      affine beyond = look_up(tag_of<A>, a)->to;
      beyond.offset -= i + 1;
      rest = g.make_where(type, is_negative(g, beyond), c[i], rest);
    }
    return g.nodes[rest].type == type ? rest : g.make({.what = kind::convert, .type = type, .operand = type}, &rest, 1);
  }
};

}  // namespace heed::planner::detail
