// First pass: read the graph off the expression's type. Index maps disappear into the addresses of leaves, reductions bind
// variables, a `let` becomes one node.
#pragma once

#include <heed/expression/operand.hpp>
#include <heed/node/let.hpp>
#include <heed/node/results.hpp>
#include <heed/plan/product_order.hpp>
#include <heed/plan/single_lane.hpp>
#include <heed/axes/name.hpp>

namespace heed::planner {

/// How many leaves, constants, functions, run-time slots and look-ups an expression has: where each part's begin.
struct place {
  int leaf = 0, constant = 0, function = 0, slot = 0, look_up = 0;
  constexpr place operator+(const place& o) const { return {leaf + o.leaf, constant + o.constant, function + o.function, slot + o.slot, look_up + o.look_up}; }
};

/// What an axis's name means here: the coordinate along it, and its extent.
struct axis_scope {
  tag axis;
  affine to;
  index_t size;
  extent_source source;
  const axis_scope* outer;
};
/// The nodes that a let's definition became: one for every meaning that its axes have where it is used.
struct let_uses {
  static constexpr int most = 8;
  int node[most]{};
  affine maps[most][leaf::max_rank]{};
  int count = 0;
};
template <class G> struct let_scope {
  let_uses* uses;
  tag let;
  bool contracts;  // whether the definition has a contraction: then it is computed once under whatever names it is used
  int (*value)(G&, const place&, const axis_scope*, const let_scope*);
  extent_source (*source)(tag axis, const place&, const let_scope*);
  place at;
  const let_scope* outer;
};

namespace detail {

template <class N> struct part;  // how a node of the expression is flattened, found by its type

// The operands of a node's type.
template <class... X> struct child_list {};
template <class N> struct operands_of { using type = child_list<>; };
template <op O, class... X> struct operands_of<elementwise<O, X...>> { using type = child_list<X...>; };
template <class T, class X> struct operands_of<converted<T, X>> { using type = child_list<X>; };
template <fold_op O, class L, class X> struct operands_of<fold<O, L, X>> { using type = child_list<X>; };
template <class L, class X, class Y> struct operands_of<contraction<L, X, Y>> { using type = child_list<X, Y>; };
template <class T, class X, class B> struct operands_of<let_node<T, X, B>> { using type = child_list<X, B>; };
template <class F, class T, class X> struct operands_of<renamed<F, T, X>> { using type = child_list<X>; };
template <class A, index_t B, index_t C, class X> struct operands_of<sliced<A, B, C, X>> { using type = child_list<X>; };
template <class A, class S, class X> struct operands_of<split_axis<A, S, X>> { using type = child_list<X>; };

// Whether a type has a contraction in it: something that is not computed twice lightly.
template <class N> struct contracts_anywhere {
  template <class... X> static constexpr bool any(child_list<X...>) { return (contracts_anywhere<X>::value || ...); }
  static constexpr bool value = any(typename operands_of<N>::type{});
};
template <class L, class X, class Y> struct contracts_anywhere<contraction<L, X, Y>> { static constexpr bool value = true; };
template <class L, class X, class Y> struct contracts_anywhere<fold<fold_op::sum, L, elementwise<op::multiply, X, Y>>> {
  static constexpr bool value = true;
};

template <class N> inline constexpr place count_of = part<N>::count;

template <class... X> constexpr place total() {
  place p;
  ((p = p + count_of<X>), ...);
  return p;
}

template <class S> struct shape_facts;
template <class... X> struct shape_facts<shape<X...>> {
  static constexpr bool has([[maybe_unused]] tag a) { return ((tag_of<axis_of<X>> == a) || ...); }
  static constexpr bool has_closed([[maybe_unused]] tag a) { return ((!is_open<X> && tag_of<axis_of<X>> == a) || ...); }
};

constexpr const axis_scope* look_up(tag a, const axis_scope* s) {
  while (s && s->axis != a) s = s->outer;
  return s;
}

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

template <class G> constexpr int find_variable(G& g, variable v) {
  if (v.source.where == extent_source::from::leaf && !v.derived) v.source.number = static_cast<std::int16_t>(g.leaf_number(v.source.number));
  for (int i = 0; i < g.variable_count; ++i) {
    const variable& o = g.variables[i];
    if (!o.derived && o.axis == v.axis && o.extent == v.extent && o.source == v.source && o.copy == v.copy && o.digit == v.digit) return i;
  }
  if (g.variable_count == 64) { g.overflow = true; return 0; }
  g.variables[g.variable_count] = v;
  return g.variable_count++;
}

// A variable for an axis that is bound here (or is one of the target's), not one of `live`; several where it was refined.
template <class G> constexpr affine bind_axis(G& g, tag a, std::string_view name, index_t size, extent_source source, vars live) {
  const refinement* r = nullptr;
  for (int i = 0; i < g.refinement_count; ++i)
    if (g.refinements[i].axis == a && g.refinements[i].whole == size) r = &g.refinements[i];
  for (std::int16_t copy = 0;; ++copy) {
    affine out;
    if (!r) {
      const int v = find_variable(g, {a, name, size, source, copy, -1});
      out.add(v, 1);
    } else {
      index_t weight = size;
      for (int p = 0; p < r->parts; ++p) {
        weight /= r->part[p];
        if (r->part[p] == 1) continue;
        out.add(find_variable(g, {a, r->name[p], r->part[p], {}, copy, static_cast<std::int16_t>(p)}), weight);
      }
    }
    if ((out.used() & live) == 0 || g.overflow) return out;
  }
}

constexpr bool same_map(const affine& a, const affine& b) {
  if (a.count != b.count || a.offset != b.offset || a.slot_count != b.slot_count) return false;
  for (int i = 0; i < a.count; ++i)
    if (a.terms[i].variable != b.terms[i].variable || a.terms[i].coefficient != b.terms[i].coefficient || a.terms[i].slot != b.terms[i].slot)
      return false;
  for (int i = 0; i < a.slot_count; ++i)
    if (a.slots[i].slot != b.slots[i].slot || a.slots[i].factor != b.slots[i].factor || a.slots[i].by != b.slots[i].by) return false;
  return true;
}

// A variable that is computed from map m: one that is there already, or a new one.
template <class G> constexpr int derive(G& g, const affine& m, variable v, index_t divisor) {
  v.derived = true;
  for (int i = 0; i < g.variable_count; ++i) {
    const variable& o = g.variables[i];
    if (o.derived && o.how == v.how && o.axis == v.axis && o.extent == v.extent && o.digit == v.digit && o.source.where == v.source.where &&
        o.source.axis == v.source.axis && g.divisor[i] == divisor && same_map(g.maps[o.source.number], m))
      return i;
  }
  if (g.variable_count == 64 || g.map_count == G::half) { g.overflow = true; return 0; }
  g.address_overflow = g.address_overflow || m.full;
  v.source.number = static_cast<std::int16_t>(g.map_count);
  g.maps[g.map_count++] = m;
  g.variables[g.variable_count] = v;
  g.divisor[g.variable_count] = divisor;
  return g.variable_count++;
}

// A map × the value of a slot. What already has a slot beside each factor becomes a variable of its own.
template <class G> constexpr affine times_slot(G& g, const affine& m, int slot) {
  const std::int16_t by = static_cast<std::int16_t>(slot);
  affine out;
  bool fits = m.slot_count + (m.offset != 0) <= affine::slot_capacity;
  for (int i = 0; i < m.count; ++i) fits = fits && m.terms[i].slot < 0;
  for (int i = 0; i < m.slot_count; ++i) fits = fits && m.slots[i].by < 0;
  if (!fits) {
    out.add(derive(g, m, {.axis = {}, .source = {extent_source::from::slot, 0, by}, .how = variable::how::scale}, 1), 1);
    return out;
  }
  for (int i = 0; i < m.count; ++i) out.add(m.terms[i].variable, m.terms[i].coefficient, by);
  if (m.offset != 0) out.add_slot(by, m.offset);
  for (int i = 0; i < m.slot_count; ++i) out.add_slot(m.slots[i].slot, m.slots[i].factor, by);
  return out;
}

// An access for maps m[0..count): one that is there already, or a new one. strides: of the target's axes.
template <class G> constexpr int make_access(G& g, typename access::of what, int target, const affine* m, int count, const index_t* strides) {
  for (int i = 0; i < g.access_count; ++i) {
    const access& o = g.accesses[i];
    if (o.what != what || o.target != target || o.maps != count) continue;
    bool same = true;
    for (int k = 0; k < count; ++k) same = same && same_map(g.maps[o.first_map + k], m[k]);
    if (same) return i;
  }
  int terms = 0;
  for (int k = 0; k < count; ++k) {
    g.address_overflow = g.address_overflow || m[k].full;
    terms += m[k].count;
  }
  if (g.access_count == G::half || g.map_count + count > G::half || g.term_count + terms > G::most_terms) { g.overflow = true; return 0; }
  access a;
  a.what = what;
  a.target = static_cast<std::int16_t>(target);
  a.first_map = static_cast<std::int16_t>(g.map_count);
  a.maps = static_cast<std::int16_t>(count);
  for (int k = 0; k < count; ++k) g.maps[g.map_count++] = m[k];
  a.first_term = static_cast<std::int16_t>(g.term_count);
  for (int k = 0; k < count; ++k)
    for (int t = 0; t < m[k].count; ++t) {
      const int v = m[k].terms[t].variable;
      int at = a.first_term;
      while (at < g.term_count && g.terms[at].variable != v) ++at;
      if (at == g.term_count) g.terms[g.term_count++] = {static_cast<std::int16_t>(v), 0};
      index_t& c = g.terms[at].coefficient;
      c = c == unknown_stride || strides[k] == unknown_stride || m[k].terms[t].slot >= 0 ? unknown_stride : c + strides[k] * m[k].terms[t].coefficient;
    }
  a.terms = static_cast<std::int16_t>(g.term_count - a.first_term);
  g.accesses[g.access_count] = a;
  return g.access_count++;
}
template <class G> constexpr vars variables_of(const G& g, const access& a) {
  vars s = 0;
  for (int t = 0; t < a.terms; ++t) s |= one(g.terms[a.first_term + t].variable);
  return base_variables(g, s);
}

template <class G, class N> constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
  return part<N>::flatten(g, p, a, l);
}
template <class G, class N> constexpr extent_source source(tag axis, const place& p, const let_scope<G>* l) {
  return part<N>::source(axis, p, l);
}

// ---- leaves
template <class N> struct tensor_part {
  using T = typename N::operand_type;
  using S = typename T::shape_type;
  using layout_type = typename T::layout_type;
  static constexpr place count{1, 0, 0, 0};
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>*) {
    return flatten_axes(g, p, a, S{});
  }
  template <class G, class... X> static constexpr int flatten_axes(G& g, const place& p, const axis_scope* a, shape<X...>) {
    static_assert(sizeof...(X) <= leaf::max_rank, "heed: a tensor in an expression has at most 8 axes");
    constexpr int rank = sizeof...(X);
    const int number = g.leaf_number(p.leaf);
    if (number >= G::half) { g.overflow = true; return 0; }
    leaf& f = g.leaves[number];
    f.type = scalar_of<typename T::element_type>();
    f.rank = rank;
    affine maps[rank + 1]{};
    index_t strides[rank + 1]{};
    int i = 0;
    [[maybe_unused]] auto one_axis = [&](tag axis, std::string_view name) {
      f.extent[i] = layout_type::static_extents[static_cast<std::size_t>(i)];
      f.axis[i] = name;
      const index_t s = layout_type::static_strides[static_cast<std::size_t>(i)];
      f.stride[i] = strides[i] = s == dynamic_stride ? unknown_stride : s;
      maps[i] = look_up(axis, a)->to;
      ++i;
    };
    (one_axis(tag_of<axis_of<X>>, axis_name<axis_of<X>>), ...);
    if (number >= g.leaf_count) g.leaf_count = number + 1;
    if (rank > 0 && g.alone[number]) {
      g.single = find_variable(g, {tag_of<single_query>, "single", 1, {}, 0, -1});
      maps[0].add(g.single, 0);
    }
    const int acc = make_access(g, access::of::leaf, number, maps, rank, strides);
    return g.make({.what = kind::leaf, .type = f.type, .operand = f.type, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}, nullptr, 0);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L*) { return of_leaf(axis, p, S{}); }
  template <class... X> static constexpr extent_source of_leaf([[maybe_unused]] tag axis, const place& p, shape<X...>) {
    extent_source s;
    std::int16_t i = 0;
    ((tag_of<axis_of<X>> == axis ? void(s = {extent_source::from::leaf, static_cast<std::int16_t>(p.leaf), i}) : void(), ++i), ...);
    return s;
  }
};
template <class T> struct part<reference<T>> : tensor_part<reference<T>> {};
template <class T> struct part<held<T>> : tensor_part<held<T>> {};
template <class T> struct part<viewed<T>> : tensor_part<viewed<T>> {};

struct no_source {
  template <class L> static constexpr extent_source source(tag, const place&, const L*) { return {}; }
};
template <class T> struct part<constant<T>> : no_source {
  static constexpr place count{0, 1, 0, 0};
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope*, const let_scope<G>*) {
    constexpr scalar t = scalar_of<T>();
    return g.make({.what = kind::constant, .type = t, .operand = t, .item = static_cast<std::int16_t>(g.constant_number(p.constant))}, nullptr, 0);
  }
};
template <class G> constexpr int make_position(G& g, const affine& to) {
  const index_t stride = 1;
  const int acc = make_access(g, access::of::coordinate, 0, &to, 1, &stride);
  return g.make({.what = kind::position, .type = scalar::i32, .operand = scalar::i32, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}, nullptr, 0);
}
template <class X> struct part<position_node<X>> : no_source {
  static constexpr place count{};
  template <class G> static constexpr int flatten(G& g, const place&, const axis_scope* a, const let_scope<G>*) {
    return make_position(g, look_up(tag_of<axis_of<X>>, a)->to);
  }
};
template <class A> struct part<length_node<A>> : no_source {
  static constexpr place count{};
  template <class G> static constexpr int flatten(G& g, const place&, const axis_scope* a, const let_scope<G>*) {
    return length_of(g, tag_of<A>, axis_name<A>, a, scalar::i32);
  }
  template <class G> static constexpr int length_of(G& g, tag axis, std::string_view name, const axis_scope* a, scalar type) {
    const axis_scope* s = look_up(axis, a);
    if (!s) {
      g.has_open_length = true;
      g.open_length = axis;
    }
    if (!s || s->size >= 0) return g.make_constant(s ? static_cast<double>(s->size) : 1, type);
    const int v = find_variable(g, {axis, name, dynamic, s->source, 0, -1});
    return g.make({.what = kind::length, .type = scalar::i32, .operand = scalar::i32, .item = static_cast<std::int16_t>(v)}, nullptr, 0);
  }
};

// ---- point-wise
template <class... X> struct children_part {
  template <class G> static constexpr void flatten_all(G& g, place p, const axis_scope* a, const let_scope<G>* l, int* out) {
    ((*out++ = detail::flatten<G, X>(g, p, a, l), p = p + count_of<X>), ...);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& at, const L* l) {
    place p = at;
    extent_source found;
    (((found.where == extent_source::from::nothing && shape_facts<shape_of<X>>::has_closed(axis)) ? void(found = part<X>::source(axis, p, l)) : void(),
      p = p + count_of<X>), ...);
    return found;
  }
};
template <op O, class... X> struct part<elementwise<O, X...>> : children_part<X...> {
  static constexpr place count = total<X...>();
  static constexpr scalar type = scalar_of<value_type_of<elementwise<O, X...>>>();
  static constexpr scalar operand = [] {
    using E = typename heed::detail::promote_all<element_of<X>...>::type::type;
    if constexpr (O == op::logical_and || O == op::logical_or || O == op::logical_not) return scalar::b8;
    else if constexpr (heed::detail::is_comparison(O)) return scalar_of<E>();
    else return type;
  }();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    int c[sizeof...(X)]{};
    children_part<X...>::flatten_all(g, p, a, l, c);
    return g.make({.what = kind::elementwise, .code = static_cast<std::uint8_t>(O), .type = type, .operand = operand}, c, sizeof...(X));
  }
};
template <class F, class... X> struct part<mapped<F, X...>> : children_part<X...> {
  static constexpr place count = place{0, 0, 1, 0} + total<X...>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    constexpr scalar type = scalar_of<value_type_of<mapped<F, X...>>>();
    int c[sizeof...(X)]{};
    children_part<X...>::flatten_all(g, p + place{0, 0, 1, 0}, a, l, c);
    return g.make({.what = kind::mapped, .type = type, .operand = type, .item = static_cast<std::int16_t>(p.function)}, c, sizeof...(X));
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    return children_part<X...>::source(axis, p + place{0, 0, 1, 0}, l);
  }
};
template <class T, class X> struct part<converted<T, X>> : part<X> {
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    const int c = detail::flatten<G, X>(g, p, a, l);
    constexpr scalar type = scalar_of<T>();
    if (g[c].type == type) return c;
    return g.make({.what = kind::convert, .type = type, .operand = type}, &c, 1);
  }
};

// ---- folds
// Binds the axes L of a body of shape S, builds the body by `build`, then the fold by `finish(body, bound, count)`.
template <class L, class S> struct binding;
template <class... A, class S> struct binding<axis_list<A...>, S> {
  template <class G, class Source, class Build> static constexpr int run(G& g, const axis_scope* a, Source source_of, Build build) {
    vars live = 0;
    for (const axis_scope* s = a; s; s = s->outer)
      if (g.binds_apart || (shape_facts<S>::has(s->axis) && !((tag_of<A> == s->axis) || ...) && look_up(s->axis, a) == s)) live |= base_variables(g, s->to.used());
    axis_scope scopes[sizeof...(A)]{};
    int i = 0;
    vars bound = 0;
    const axis_scope* inner = a;
    auto bind = [&](tag axis, std::string_view name, index_t size) {
      const extent_source s = size >= 0 ? extent_source{} : source_of(axis);
      scopes[i] = {axis, bind_axis(g, axis, name, size, s, live | bound), size, s, inner};
      bound |= scopes[i].to.used();
      inner = &scopes[i++];
    };
    (bind(tag_of<A>, axis_name<A>, size_in_shape<S, A>), ...);
    return build(inner, bound);
  }
};

template <class G, class... A> constexpr int count_of_axes(G& g, axis_list<A...>, const axis_scope* inner, scalar type) {
  index_t known = 1;
  int n = -1;
  auto one_axis = [&](tag axis, std::string_view name) {
    const axis_scope* s = look_up(axis, inner);
    if (s->size >= 0) { known *= s->size; return; }
    const int l = part<length_node<int>>::length_of(g, axis, name, inner, type);
    n = n < 0 ? l : g.make(op::multiply, type, n, l);
  };
  (one_axis(tag_of<A>, axis_name<A>), ...);
  if (n < 0) return g.make_constant(static_cast<double>(known), type);
  return known == 1 ? n : g.make(op::multiply, type, n, g.make_constant(static_cast<double>(known), type));
}

// A product of small integers that is summed is taken in the type of the sum, as dot takes it.
template <class G> constexpr int product_of_sum(G& g, int n, scalar type) {
  if (is_float(type) || !g.is(n, op::multiply) || bytes_of(g[n].type) >= bytes_of(type) || g.as_it_stands[n]) return n;
  const int a = product_of_sum(g, g.child(n, 0), type), b = product_of_sum(g, g.child(n, 1), type);
  return g.make(op::multiply, type, a, b);
}

template <fold_op O, class L, class X> struct part<fold<O, L, X>> {
  static constexpr place count = count_of<X>;
  static constexpr scalar type = scalar_of<value_type_of<fold<O, L, X>>>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    return binding<L, shape_of<X>>::run(
        g, a, [&](tag axis) { return part<X>::source(axis, p, l); },
        [&](const axis_scope* inner, vars bound) {
          int body = detail::flatten<G, X>(g, p, inner, l);
          if ((O == fold_op::sum || O == fold_op::mean) && is_float(type) && g[body].type != type)
            body = g.make({.what = kind::convert, .type = type, .operand = type}, &body, 1);
          if constexpr (O == fold_op::sum) return make_ordered_sum(g, bound, type, product_of_sum(g, body, type));
          else if constexpr (O == fold_op::mean)
            return g.make(op::divide, type, make_ordered_sum(g, bound, type, body), count_of_axes(g, L{}, inner, type));
          else return make_plain_fold(g, O, bound, type, type, body);
        });
  }
  template <class S> static constexpr extent_source source(tag axis, const place& p, const S* l) { return part<X>::source(axis, p, l); }
};
template <class L, class X, class Y> struct part<contraction<L, X, Y>> : children_part<X, Y> {
  static constexpr place count = total<X, Y>();
  static constexpr scalar type = scalar_of<value_type_of<contraction<L, X, Y>>>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    return binding<L, union_of<shape_of<X>, shape_of<Y>>>::run(
        g, a, [&](tag axis) { return children_part<X, Y>::source(axis, p, l); },
        [&](const axis_scope* inner, vars bound) {
          int c[2]{};
          children_part<X, Y>::flatten_all(g, p, inner, l, c);
          return make_ordered_sum(g, bound, type, g.make(op::multiply, type, c[0], c[1]));
        });
  }
};

// ---- let
template <class Tag, class X, class B> struct part<let_node<Tag, X, B>> {
  static constexpr place count = total<X, B>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    let_uses uses;
    const let_scope<G> here{&uses, tag_of<Tag>, contracts_anywhere<X>::value, &detail::flatten<G, X>, &detail::source<G, X>, p, l};
    return detail::flatten<G, B>(g, p + count_of<X>, a, &here);
  }
  template <class G> static constexpr extent_source source(tag axis, const place& p, const let_scope<G>* l) {
    const let_scope<G> here{nullptr, tag_of<Tag>, false, &detail::flatten<G, X>, &detail::source<G, X>, p, l};
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
      const int n = under_other_names(g, uses, maps, static_cast<int>(sizeof...(A)), sizes, sources);
      if (n >= 0) return n;
    }
    // a definition is used wherever its name is: no condition of this place holds for it
    const int begin = g.condition_begin;
    g.condition_begin = g.condition_end;
    const int n = s.value(g, s.at, a, s.outer);
    g.condition_begin = begin;
    if (s.contracts) g.as_it_stands[n] = true;  // one value, for all of its uses
    if (uses.count < let_uses::most) {
      for (int k = 0; k < static_cast<int>(sizeof...(A)); ++k) uses.maps[uses.count][k] = *maps[k];
      uses.node[uses.count++] = n;
    }
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
      extent_source whole = sources[k];
      if (whole.where == extent_source::from::leaf) whole.number = static_cast<std::int16_t>(g.leaf_number(whole.number));
      if (v.extent != sizes[k] || (sizes[k] < 0 && !(v.source == whole))) return -1;
      covered |= one(m.terms[0].variable);
    }
    if ((g[first].free & ~covered) != 0) return -1;
    affine wanted[leaf::max_rank]{};
    index_t strides[leaf::max_rank]{};
    for (int k = 0; k < rank; ++k) wanted[k] = *maps[k];
    // the strides are the temporary's, known when it is planned; the maps stand in the order of the definition's variables
    affine ordered[leaf::max_rank]{};
    int found = 0;
    for (int v = 0; v < g.variable_count; ++v)
      for (int k = 0; k < rank; ++k)
        if (uses.maps[0][k].terms[0].variable == v && has(g[first].free, v)) {
          strides[found] = unknown_stride;
          ordered[found++] = wanted[k];
        }
    const int acc = make_access(g, access::of::value, first, ordered, found, strides);
    return g.make({.what = kind::stored, .type = g[first].type, .operand = g[first].type, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}, nullptr, 0);
  }
  template <class G> static constexpr extent_source source(tag axis, const place&, const let_scope<G>* l) {
    const let_scope<G>* s = look_up(tag_of<Tag>, l);
    return s->source(axis, s->at, s->outer);
  }
};

// ---- index maps: they only change what an axis's name means
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
constexpr affine from_slot(int slot) {
  affine m;
  m.slots[0] = {static_cast<std::int16_t>(slot), 1};
  m.slot_count = 1;
  return m;
}
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
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    constexpr index_t size = size_in_shape<shape_of<X>, A>;
    axis_scope inner{tag_of<A>, {}, size, size >= 0 ? extent_source{} : part<X>::source(tag_of<A>, p, l), a};
    index_t weight = (index_t{1} * ... * size_of_extent<P>);
    ((weight /= size_of_extent<P>, inner.to.add(look_up(tag_of<axis_of<P>>, a)->to, weight)), ...);
    return detail::flatten<G, X>(g, p, &inner, l);
  }
};
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

}  // namespace detail

}  // namespace heed::planner
