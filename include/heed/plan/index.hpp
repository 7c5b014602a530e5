// Index maps only change what an axis's name means.
#pragma once

#include <heed/axes/name.hpp>
#include <heed/plan/address.hpp>
#include <heed/plan/flatten.hpp>
#include <heed/plan/repeated.hpp>

namespace heed::planner::detail {

template <class F, class T, class X> struct operands_of<renamed<F, T, X>> { using type = child_list<X>; };
template <class A, index_t B, index_t C, class X> struct operands_of<sliced<A, B, C, X>> { using type = child_list<X>; };
template <class A, class S, class X> struct operands_of<split_axis<A, S, X>> { using type = child_list<X>; };

template <class X> struct index_part {
  static constexpr place count = count_of<X>;
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) { return part<X>::source(axis, p, l); }
};
template <class F, class T, class X> struct part<renamed<F, T, X>> : index_part<X> {
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    const axis_scope* to = look_up(tag_of<T>, a);
    const axis_scope inner{tag_of<F>, to->to, to->size, to->source, a};
    return detail::flatten<G, X>(g, p, &inner, l);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    return part<X>::source(axis == tag_of<T> ? tag_of<F> : axis, p, l);
  }
};
template <class A, class X> struct part<fixed_at<A, X>> : index_part<X> {
  static constexpr place count = place{0, 0, 0, 1} + count_of<X>;
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    const place at = p + place{0, 0, 0, 1};
    constexpr index_t size = size_in_shape<shape_of<X>, A>;
    const axis_scope inner{tag_of<A>, from_slot(p.slot), size, size >= 0 ? extent_source{} : part<X>::source(tag_of<A>, at, l), a};
    return detail::flatten<G, X>(g, at, &inner, l);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    return part<X>::source(axis, p + place{0, 0, 0, 1}, l);
  }
};
template <class A, index_t B, index_t N, class X> struct part<sliced<A, B, N, X>> : index_part<X> {
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    constexpr index_t size = size_in_shape<shape_of<X>, A>;
    axis_scope inner{tag_of<A>, look_up(tag_of<A>, a)->to, size, size >= 0 ? extent_source{} : part<X>::source(tag_of<A>, p, l), a};
    inner.to.offset += B;
    return detail::flatten<G, X>(g, p, &inner, l);
  }
};
template <class A, class X> struct part<sliced_at_run_time<A, X>> : index_part<X> {
  static constexpr place count = place{0, 0, 0, 2} + count_of<X>;  // begin, count
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    const place at = p + place{0, 0, 0, 2};
    constexpr index_t size = size_in_shape<shape_of<X>, A>;
    axis_scope inner{tag_of<A>, look_up(tag_of<A>, a)->to, size, size >= 0 ? extent_source{} : part<X>::source(tag_of<A>, at, l), a};
    inner.to.add(from_slot(p.slot), 1);
    return detail::flatten<G, X>(g, at, &inner, l);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    if (axis == tag_of<A>) return {extent_source::from::slot, static_cast<std::int16_t>(p.slot + 1), 0};
    return part<X>::source(axis, p + place{0, 0, 0, 2}, l);
  }
};
template <class A, class... P, class X> struct part<split_axis<A, shape<P...>, X>> : index_part<X> {
  // a slot for the extent of the part that is what the others leave
  static constexpr bool all_static = static_size<shape<P...>> != dynamic;
  static constexpr place own{0, 0, 0, all_static ? 0 : 1};
  static constexpr place count = own + count_of<X>;
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    const place at = p + own;
    constexpr index_t size = size_in_shape<shape_of<X>, A>;
    axis_scope inner{tag_of<A>, {}, size, size >= 0 ? extent_source{} : part<X>::source(tag_of<A>, at, l), a};
    index_t weight = heed::detail::known_size<shape<P...>>;
    bool varies = !all_static;  // the weights of the parts before it are multiples of its extent
    const auto add = [&](const affine& to, index_t extent) {
      if (extent == dynamic) varies = false;
      else weight /= extent;
      if (varies) inner.to.add(times_slot(g, to, p.slot), weight);
      else inner.to.add(to, weight);
    };
    (add(look_up(tag_of<axis_of<P>>, a)->to, size_of_extent<P>), ...);
    if constexpr (!is_window<X> && !is_split<X>)
      if (g.uses.pooled > 1 && stores_repeated<X>(g, &inner, l))
        return over_own_axes<X>(g, at, &inner, l, shape_of<X>{}, [](int body, const std::int16_t*) { return body; });
    return detail::flatten<G, X>(g, at, &inner, l);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    constexpr tag left_over = [] {
      tag t{};
      ((size_of_extent<P> == dynamic ? void(t = tag_of<axis_of<P>>) : void()), ...);
      return t;
    }();
    if (!all_static && axis == left_over) return {extent_source::from::slot, static_cast<std::int16_t>(p.slot), 0};
    return part<X>::source(axis, p + own, l);
  }
};

// The maximum of an affine map without slots, over its variables' extents; -1 where an extent is not static.
template <class G> constexpr index_t largest_value(const G& g, const affine& a) {
  index_t m = a.offset;
  for (int i = 0; i < a.count; ++i) {
    const index_t e = g.extent(a.terms[i].variable);
    if (e < 0 || a.terms[i].coefficient < 0 || a.terms[i].slot >= 0) return -1;
    m += a.terms[i].coefficient * (e - 1);
  }
  return m;
}

// The digit (a / weight) % size of a map: exact where the terms fall apart into digits.
template <class G> constexpr bool digit_of(const G& g, const affine& a, index_t weight, index_t size, bool first, affine& out) {
  if (a.slot_count > 0 || a.offset != 0) return false;
  affine below, here;
  for (int i = 0; i < a.count; ++i) {
    const term t = a.terms[i];
    if (t.slot >= 0) return false;
    if (t.coefficient % weight != 0) { below.add(t.variable, t.coefficient); continue; }
    if (!first && size > 0 && t.coefficient % (weight * size) == 0) continue;  // a higher digit
    here.add(t.variable, t.coefficient / weight);
  }
  const index_t low = largest_value(g, below), high = largest_value(g, here);
  if (low < 0 || low >= weight) return false;
  if (!first && (high < 0 || high >= size)) return false;
  out = here;
  return true;
}
template <class A, class... P, class X> struct part<merged_axes<A, axis_list<P...>, X>> : index_part<X> {
  // a slot for the merged extent, and one for the weight of each part, where they are not static
  static constexpr int parts = sizeof...(P);
  static constexpr bool all_static = ((size_in_shape<shape_of<X>, P> != dynamic) && ...);
  static constexpr place own{0, 0, 0, all_static ? 0 : 1 + 2 * parts};
  static constexpr place count = own + count_of<X>;
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    const place at = p + own;
    const affine whole = look_up(tag_of<A>, a)->to;
    constexpr index_t sizes[] = {size_in_shape<shape_of<X>, P>...};
    const tag tags[] = {tag_of<P>...};
    const std::string_view names[] = {axis_name<P>...};
    axis_scope inner[parts]{};
    index_t weight = 1;
    const axis_scope* outer = a;
    for (int i = parts - 1; i >= 0; --i) {
      affine digit;
      const bool exact = weight > 0 && digit_of(g, whole, weight, sizes[i], i == 0, digit);
      if (!exact) {
        if (all_static) refine(g, whole, sizes, names);
        variable v{tags[i], names[i], sizes[i], {}, 0, static_cast<std::int16_t>(i)};
        v.source = {all_static ? extent_source::from::nothing : extent_source::from::slot, 0, static_cast<std::int16_t>(all_static ? 0 : p.slot + 1 + 2 * i)};
        digit = {};
        digit.add(derive(g, whole, v, weight), 1);
      }
      inner[i] = {tags[i], digit, sizes[i], sizes[i] >= 0 ? extent_source{} : part<X>::source(tags[i], at, l), outer};
      outer = &inner[i];
      weight = weight < 0 || sizes[i] < 0 ? -1 : weight * sizes[i];
    }
    return detail::flatten<G, X>(g, at, outer, l);
  }
  // The merged coordinate is one whole variable: ask for it to be made of the parts from the start.
  template <class G> static constexpr void refine(G& g, const affine& whole, const index_t* sizes, const std::string_view* names) {
    if (parts > 4 || whole.count != 1 || whole.offset != 0 || whole.slot_count != 0 || whole.terms[0].coefficient != 1) return;
    const variable& v = g.variables[whole.terms[0].variable];
    if (v.derived || v.digit >= 0 || v.extent < 0) return;
    for (int i = 0; i < g.refinement_count; ++i)
      if (g.refinements[i].axis == v.axis && g.refinements[i].whole == v.extent) return;  // refined otherwise already
    if (g.refinement_count == 8) return;
    refinement& r = g.refinements[g.refinement_count++];
    r.axis = v.axis;
    r.whole = v.extent;
    r.parts = parts;
    for (int i = 0; i < parts; ++i) { r.part[i] = sizes[i]; r.name[i] = names[i]; }
    g.refined_anew = true;
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    if (axis == tag_of<A>) return {extent_source::from::slot, static_cast<std::int16_t>(p.slot), 0};
    return part<X>::source(axis, p + own, l);
  }
};
template <class E, class X> struct part<broadcasted<E, X>> : index_part<X> {
  static constexpr place count = place{0, 0, 0, 1} + count_of<X>;
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    return detail::flatten<G, X>(g, p + place{0, 0, 0, 1}, a, l);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    if (axis == tag_of<axis_of<E>>) return {extent_source::from::slot, static_cast<std::int16_t>(p.slot), 0};
    return part<X>::source(axis, p + place{0, 0, 0, 1}, l);
  }
};

}  // namespace heed::planner::detail
