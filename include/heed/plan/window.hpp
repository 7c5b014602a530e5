// Windows, reversals and diagonals as addresses: an axis's name means a sum of coordinates.
#pragma once

#include <heed/plan/address.hpp>
#include <heed/plan/flatten.hpp>
#include <heed/plan/repeated.hpp>
#include <heed/shape/window.hpp>

namespace heed::planner::detail {

template <class A, class E, index_t S, index_t D, class X> struct operands_of<windowed<A, E, S, D, X>> { using type = child_list<X>; };
template <class A, class E, class X> struct operands_of<windowed_at_run_time<A, E, X>> { using type = child_list<X>; };
template <class A, class X> struct operands_of<reversed<A, X>> { using type = child_list<X>; };
template <class A, class B, class Out, class X> struct operands_of<diagonal_of<A, B, Out, X>> { using type = child_list<X>; };

template <class A, class E, index_t S, index_t D, class X> inline constexpr bool is_window<windowed<A, E, S, D, X>> = true;
template <class A, class E, class X> inline constexpr bool is_window<windowed_at_run_time<A, E, X>> = true;

// What axis A means inside an index map of X that takes `own` of the expression's values; its extent there is X's own.
template <class A, class X, class L> constexpr axis_scope scope_inside(const affine& to, const place& inside, const axis_scope* outer, const L* l) {
  constexpr index_t size = size_in_shape<shape_of<X>, A>;
  return {tag_of<A>, to, size, size >= 0 ? extent_source{} : part<X>::source(tag_of<A>, inside, l), outer};
}
constexpr extent_source in_slot(int slot) { return {extent_source::from::slot, static_cast<std::int16_t>(slot), 0}; }

// X in windows of which so many have each of its elements.
template <class X, class G> constexpr int in_windows(G& g, const place& p, const axis_scope& inner, const let_scope<G>* l, double overlap) {
  const double before = g.uses.overlap;
  if (overlap > 1) g.uses.overlap *= overlap;
  int n = -1;
  if constexpr (!is_window<X> && !is_split<X>)
    if (stores_repeated<X>(g, &inner, l)) n = over_own_axes<X>(g, p, &inner, l, shape_of<X>{}, [](int body, const std::int16_t*) { return body; });
  if (n < 0) n = detail::flatten<G, X>(g, p, &inner, l);
  g.uses.overlap = before;
  return n;
}

template <class A, class E, index_t S, index_t D, class X> struct part<windowed<A, E, S, D, X>> {
  // a slot for the extent, where it is not static
  static constexpr place own{0, 0, 0, size_in_shape<shape_of<X>, A> >= 0 ? 0 : 1};
  static constexpr place count = own + count_of<X>;
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    affine to;
    to.add(look_up(tag_of<A>, a)->to, S);
    to.add(look_up(tag_of<axis_of<E>>, a)->to, D);
    const axis_scope inner = scope_inside<A, X>(to, p + own, a, l);
    return in_windows<X>(g, p + own, inner, l, estimated_size(size_of_extent<E>) / static_cast<double>(S));
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    return axis == tag_of<A> ? in_slot(p.slot) : part<X>::source(axis, p + own, l);
  }
};

template <class A, class E, class X> struct part<windowed_at_run_time<A, E, X>> {
  static constexpr place own{0, 0, 0, 3};  // the extent, stride, dilation
  static constexpr place count = own + count_of<X>;
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    affine to;
    to.add(times_slot(g, look_up(tag_of<A>, a)->to, p.slot + 1), 1);
    to.add(times_slot(g, look_up(tag_of<axis_of<E>>, a)->to, p.slot + 2), 1);
    const axis_scope inner = scope_inside<A, X>(to, p + own, a, l);
    return in_windows<X>(g, p + own, inner, l, estimated_size(size_of_extent<E>) / 2);  // (as for a stride of 2)
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    return axis == tag_of<A> ? in_slot(p.slot) : part<X>::source(axis, p + own, l);
  }
};

template <class A, class X> struct part<reversed<A, X>> {
  static constexpr index_t size = size_in_shape<shape_of<X>, A>;
  static constexpr place own{0, 0, 0, size >= 0 ? 0 : 1};  // a slot for the last coordinate, where it is not static
  static constexpr place count = own + count_of<X>;
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    affine to;
    if constexpr (size >= 0) to.offset = size - 1;
    else to = from_slot(p.slot);
    to.add(look_up(tag_of<A>, a)->to, -1);
    const axis_scope inner = scope_inside<A, X>(to, p + own, a, l);
    return detail::flatten<G, X>(g, p + own, &inner, l);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) { return part<X>::source(axis, p + own, l); }
};

template <class A, class B, class Out, class X> struct part<diagonal_of<A, B, Out, X>> {
  static constexpr place count = count_of<X>;
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    const axis_scope* out = look_up(tag_of<Out>, a);
    const axis_scope second{tag_of<B>, out->to, out->size, out->source, a};
    const axis_scope first{tag_of<A>, out->to, out->size, out->source, &second};
    return detail::flatten<G, X>(g, p, &first, l);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    constexpr tag closed = is_open<extent_in_shape<shape_of<X>, A>> ? tag_of<B> : tag_of<A>;
    return part<X>::source(axis == tag_of<Out> ? closed : axis, p, l);
  }
};

}  // namespace heed::planner::detail
