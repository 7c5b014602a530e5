// Look-ups: an axis's name means a variable that is read from data. A product with a one-hot value is a look-up, too.
#pragma once

#include <heed/plan/leaf.hpp>
#include <heed/plan/looked_up_sums.hpp>
#include <heed/plan/pointwise.hpp>
#include <heed/plan/repeated.hpp>
#include <heed/shape/gather.hpp>

namespace heed::planner::detail {

template <class A, class X, class I> struct operands_of<gather_node<A, X, I>> { using type = child_list<X, I>; };
template <class E, class I> struct operands_of<one_hot_node<E, I>> { using type = child_list<I>; };

// A condition is remembered while the branch that it guards is built.
template <class G> constexpr bool push_condition(G& g, int node, bool holds) {
  if (g.condition_end == 16) return false;
  g.conditions[g.condition_end++] = {static_cast<std::int16_t>(node), holds};
  return true;
}
template <class C, class X, class Y> struct part<elementwise<op::where, C, X, Y>> : children_part<C, X, Y> {
  static constexpr place count = total<C, X, Y>();
  static constexpr scalar type = scalar_of<value_type_of<elementwise<op::where, C, X, Y>>>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    children_part<C, X, Y>::set_equal_lengths(g, p, l);
    int c[3]{};
    c[0] = detail::flatten<G, C>(g, p, a, l);
    const place first = p + count_of<C>;
    const bool pushed = push_condition(g, c[0], true);
    c[1] = detail::flatten<G, X>(g, first, a, l);
    if (pushed) g.conditions[g.condition_end - 1].holds = false;
    c[2] = detail::flatten<G, Y>(g, first + count_of<X>, a, l);
    if (pushed) --g.condition_end;
    return g.make_where(type, c[0], c[1], c[2]);
  }
};

template <class X> inline constexpr bool is_tensor = false;
template <class T> inline constexpr bool is_tensor<reference<T>> = true;
template <class T> inline constexpr bool is_tensor<held<T>> = true;
template <class T> inline constexpr bool is_tensor<viewed<T>> = true;

// The integers that are looked up: 0 where a condition says that what is found there is not used. A condition counts that
// has no variables but theirs, so that they need not be stored over more.
template <class G> constexpr int used_ids(G& g, int ids) {
  const scalar type = g.nodes[ids].type;
  int n = ids;
  for (int i = g.condition_begin; i < g.condition_end; ++i) {
    const auto& c = g.conditions[i];
    if ((g.nodes[c.node].free & ~g.nodes[ids].free) != 0) continue;
    const int zero = g.make_constant(0, type);
    n = g.make_where(type, c.node, c.holds ? n : zero, c.holds ? zero : n);
  }
  // a coordinate is computed wherever it is used otherwise: only this one is stored
  if (n == ids && !g.is(n, kind::leaf) && g.nodes[n].edges == 0 && !g.is(n, kind::stored))
    n = g.make({.what = kind::convert, .type = scalar::i64, .operand = scalar::i64}, &n, 1);
  return n;
}

// The variable that has these integers as its value; less than `size`, or the extent that `from` says.
template <class G> constexpr int looked_up_variable(G& g, int ids, tag axis, std::string_view name, index_t size, extent_source from, bool marks) {
  if (from.where == extent_source::from::leaf) from.number = static_cast<std::int16_t>(g.leaf_number(from.number));
  const int n = used_ids(g, ids);
  for (int i = 0; i < g.variable_count; ++i) {
    const variable& o = g.variables[i];
    if (o.derived && o.how == variable::how::data && o.data_node == n && o.axis == axis && o.extent == size && o.size_from == from && o.marks == marks) return i;
  }
  if (g.variable_count == 64 || g.map_count == G::half) return g.is_full();
  g.looks_up = true;
  variable v{axis, name, size};
  v.derived = true;
  v.how = variable::how::data;
  v.data_node = static_cast<std::int16_t>(n);
  v.data_type = g.nodes[n].type;
  v.size_from = from;
  v.marks = marks;
  if (g.is(n, kind::leaf)) v.data = g.nodes[n].item;
  affine depends;
  for (int k = 0; k < g.variable_count; ++k)
    if (has(g.nodes[n].free, k)) depends.add(k, 1);
  g.address_overflow = g.address_overflow || depends.full;
  v.source.number = static_cast<std::int16_t>(g.map_count);
  g.maps[g.map_count++] = depends;
  g.variables[g.variable_count] = v;
  return g.variable_count++;
}

// A variable for the rows of the table that v looks up: one that neither a result nor any axis around has.
template <class G> constexpr int row_of_table(G& g, int v, const axis_scope* a) {
  vars live = g.result_axes;
  for (const axis_scope* s = a; s; s = s->outer) live |= base_variables(g, s->to.used());
  return find_row(g, v, live);
}

// Whether a table that is computed takes less computed once and stored, a row for several integers each, than computed again for each of them. (Not where the integers have
// axes of the table beside A: of sums for each query some are looked up, plan/looked_up_sums.hpp.)
template <class A, class X, class S> struct table_for;
template <class A, class X, class... E> struct table_for<A, X, shape<E...>> {
  static constexpr index_t rows = size_in_shape<shape_of<X>, A>, ids = static_size<shape<E...>>;
  static constexpr bool is_apart = (... && (std::is_same_v<axis_of<E>, A> || !shape_facts<shape_of<X>>::has(tag_of<axis_of<E>>)));
  static constexpr bool may_be_stored = is_apart && !is_recomputed<X> && !is_tensor<X>;
  static constexpr bool is_known = rows >= 0 && ids >= 0;
  template <class L> static constexpr bool is_stored(const L* l) {
    if (!may_be_stored || rows < 1 || ids < 2 * rows) return false;
    return (static_cast<double>(ids) / static_cast<double>(rows) - 1) * work_of<X>(l).operations >= least_repeated;
  }
  // Where it is not known how many there are: what is folded along an axis of the integers, sums of edges for each node, has fewer rows than these, and takes as many steps for each.
  template <class G> static constexpr bool folds_what_looks_up(const G& g, int table) {
    bool folds = false;
    for (int v = 0; v < g.variable_count; ++v) folds = folds || (has(g.nodes[table].folded, v) && (... || (g.variables[v].axis == tag_of<axis_of<E>>)));
    return folds;
  }
};
template <int N> constexpr bool has_leaf(const graph<N>& g, int n, seen_nodes<N>& seen) {
  if (!seen.enter(n)) return false;
  if (g.is(n, kind::leaf) || g.is(n, kind::stored)) return true;
  for (int k = 0; k < g.nodes[n].edges; ++k)
    if (has_leaf(g, g.child(n, k), seen)) return true;
  return false;
}

// The table X, read at the integers I, node `ids`: `inner` says where that is along A.
template <class A, class X, class I, class G> constexpr int flatten_table(G& g, const place& table, const axis_scope& inner, const let_scope<G>* l, [[maybe_unused]] int ids) {
  using lookers = table_for<A, X, shape_of<I>>;
  const auto stored = [&] { return over_own_axes<X>(g, table, &inner, l, shape_of<X>{}, [](int body, const std::int16_t*) { return body; }); };
  if constexpr (lookers::may_be_stored)
    if (seen_nodes<G::capacity> seen; lookers::is_stored(l) && has_leaf(g, ids, seen)) return stored();
  const int value = detail::flatten<G, X>(g, table, &inner, l);
  if constexpr (lookers::may_be_stored && !lookers::is_known)
    if (lookers::folds_what_looks_up(g, value)) return stored();
  return value;
}

// The table X at the integers I along A, whose values begin at these places.
template <class A, class X, class I, class G>
constexpr int flatten_look_up(G& g, const place& table, const place& ids, const axis_scope* a, const let_scope<G>* l, index_t size, extent_source from, bool marked = false) {
  const int n = detail::flatten<G, I>(g, ids, a, l);
  affine to;
  const int v = looked_up_variable(g, n, tag_of<A>, axis_name<A>, size, from, marked);
  if constexpr (is_tensor<X>)
    // places of pairs that cost little are computed where they are looked up, and not stored
    if (const int places = g.variables[v].data_node; !g.overflow && is_of_positions_alone(g, places) && (g.nodes[places].free & (g.nodes[places].free - 1)) != 0) {
      const int row = row_of_table(g, v, a);
      to.add(row, 1);
      const axis_scope inner{tag_of<A>, to, size, from, a};
      return look_up(g, detail::flatten<G, X>(g, table, &inner, l), places, row);
    }
  to.add(v, 1);
  return flatten_table<A, X, I>(g, table, {tag_of<A>, to, size, from, a}, l, n);
}
template <class A, class X, class L> constexpr extent_source extent_of_table(const place& p, const L* l) {
  return size_in_shape<shape_of<X>, A> >= 0 ? extent_source{} : part<X>::source(tag_of<A>, p, l);
}

template <class A, class X, class I> struct part<gather_node<A, X, I>> {
  static constexpr place count = total<X, I>() + place{0, 0, 0, 0, 1};
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    return flatten_look_up<A, X, I>(g, p, p + count_of<X>, a, l, size_in_shape<shape_of<X>, A>, extent_of_table<A, X>(p, l));
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    if (shape_facts<shape_of<I>>::has_closed(axis)) return part<I>::source(axis, p + count_of<X>, l);
    return part<X>::source(axis, p, l);
  }
};

template <class E, class I> struct part<one_hot_node<E, I>> {
  static constexpr place own{0, 0, 0, 1};
  static constexpr place count = own + count_of<I> + place{0, 0, 0, 0, 1};
  static constexpr extent_source size_from(const place& p) {
    return size_of_extent<E> >= 0 ? extent_source{} : extent_source{extent_source::from::slot, static_cast<std::int16_t>(p.slot), 0};
  }
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    const int operands[] = {detail::flatten<G, I>(g, p + own, a, l), part<position_node<axis_of<E>>>::flatten(g, p, a, l)};
    looked_up_variable(g, operands[0], tag_of<axis_of<E>>, axis_name<axis_of<E>>, size_of_extent<E>, size_from(p), true);  // to be checked
    constexpr scalar common = scalar_of<typename promoted<element_of<I>, element_type<int, false>>::type>();
    return g.make_comparison(op::equal, common, operands[0], operands[1]);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L* l) {
    return axis == tag_of<axis_of<E>> ? size_from(p) : part<I>::source(axis, p + own, l);
  }
};

// ---- a sum over the axis of which a factor or a condition marks one place: a one-hot value, or a comparison with the position
template <class N, class A> struct marks { static constexpr bool value = false; };
template <class E, class I> struct marks<one_hot_node<E, I>, axis_of<E>> {
  static constexpr bool value = true, checked = true;  // checked: an integer that is no place throws; else nothing is marked
  static constexpr place before = part<one_hot_node<E, I>>::own;  // of the integers
  using ids = I;
};
template <class I, class A> inline constexpr bool are_places = [] {
  constexpr scalar type = scalar_of<value_type_of<I>>();
  return !is_float(type) && type != scalar::b8 && !shape_facts<shape_of<I>>::has(tag_of<A>);
}();
template <class I> struct marks_by {
  static constexpr bool value = true, checked = false;
  static constexpr place before{};  // (a position has no values)
  using ids = I;
};
template <class P, class I> requires are_places<I, axis_of<P>> struct marks<elementwise<op::equal, position_node<P>, I>, axis_of<P>> : marks_by<I> {};
template <class P, class I> requires are_places<I, axis_of<P>> struct marks<elementwise<op::equal, I, position_node<P>>, axis_of<P>> : marks_by<I> {};
template <class T, class N, class A> requires marks<N, A>::value struct marks<converted<T, N>, A> : marks<N, A> {
  static constexpr bool value = !std::is_same_v<T, bool>;
};
// Whether the sum is planned so: where nothing may be marked, over an axis of static extent.
template <class M, class A, class S> constexpr bool is_one_place() {
  if constexpr (!M::value) return false;
  else return M::checked || size_in_shape<S, A> > 0;
}
template <class C, class A, class S> inline constexpr bool marks_one = is_one_place<marks<C, A>, A, S>();

// The fold of a table's elements along A where Mark's integers, whose values begin at `ids`, say; and of `elsewhere`, a node, along the rest: 0 if it is -1, of a sum.
template <fold_op O, class A, class Mark, class Table, index_t Size> struct marked_fold {
  template <class G> static constexpr int flatten(G& g, const place& table, const place& ids, const axis_scope* a, const let_scope<G>* l, scalar type, const extent_source& from, int elsewhere) {
    const auto converted_to = [&](int n, scalar t) { return g.nodes[n].type == t ? n : g.make({.what = kind::convert, .type = t, .operand = t}, &n, 1); };
    constexpr bool adds = O == fold_op::sum || O == fold_op::mean;
    const auto times = [&](index_t n) { return n == 1 || !adds ? elsewhere : g.make(op::multiply, type, elsewhere, g.make_constant(static_cast<double>(n), type)); };
    const auto folded = [&](int n) { return O == fold_op::mean ? g.make(op::divide, type, n, g.make_constant(static_cast<double>(Size), type)) : n; };
    const auto with_rest = [&](int n) {
      return folded(elsewhere < 0 || Size == 1 ? n : g.make(adds ? op::add : O == fold_op::max ? op::maximum : op::minimum, type, n, times(Size - 1)));
    };
    if constexpr (Mark::checked) {
      return with_rest(converted_to(flatten_look_up<A, Table, typename Mark::ids>(g, table, ids, a, l, Size, from, true), type));
    } else {
      // looked up at the nearest place, and left out where that is another
      constexpr scalar wide = scalar::i64;
      const int at = converted_to(detail::flatten<G, typename Mark::ids>(g, ids, a, l), wide), first = g.make_constant(0, wide), last = g.make_constant(Size - 1, wide);
      const int nearest = g.make(op::minimum, wide, g.make(op::maximum, wide, at, first), last);
      affine to;
      to.add(looked_up_variable(g, nearest, tag_of<A>, axis_name<A>, Size, from, false), 1);
      const int n = with_rest(converted_to(flatten_table<A, Table, typename Mark::ids>(g, table, {tag_of<A>, to, Size, from, a}, l, at), type));
      return g.make_where(type, g.make_comparison(op::equal, wide, at, nearest), n, elsewhere < 0 ? g.make_constant(0, type) : folded(times(Size)));
    }
  }
};

// N: the sum; of X and Y, which stand in this order, X or Y marks A.
template <class N, class A, class X, class Y> struct marked_product_part : children_part<X, Y> {
  static constexpr place count = total<X, Y>();
  static constexpr bool first = marks<X, A>::value;
  using mark = marks<std::conditional_t<first, X, Y>, A>;
  using table = std::conditional_t<first, Y, X>;
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    const place at_mark = first ? p : p + count_of<X>, at_table = first ? p + count_of<X> : p;
    constexpr index_t size = size_in_shape<union_of<shape_of<X>, shape_of<Y>>, A>;
    const extent_source from = size >= 0 ? extent_source{} : extent_source{extent_source::from::slot, static_cast<std::int16_t>(at_mark.slot), 0};
    return marked_fold<fold_op::sum, A, mark, table, size>::flatten(g, at_table, at_mark + mark::before, a, l, scalar_of<value_type_of<N>>(), from, -1);
  }
};
template <class A, class X, class Y> requires(marks_one<X, A, union_of<shape_of<X>, shape_of<Y>>> || marks_one<Y, A, union_of<shape_of<X>, shape_of<Y>>>)
struct part<contraction<axis_list<A>, X, Y>> : marked_product_part<contraction<axis_list<A>, X, Y>, A, X, Y> {};
template <class A, class X, class Y> requires(marks_one<X, A, union_of<shape_of<X>, shape_of<Y>>> || marks_one<Y, A, union_of<shape_of<X>, shape_of<Y>>>)
struct part<fold<fold_op::sum, axis_list<A>, elementwise<op::multiply, X, Y>>>
    : marked_product_part<fold<fold_op::sum, axis_list<A>, elementwise<op::multiply, X, Y>>, A, X, Y> {};

// where(C, X, a number)
template <fold_op O> inline constexpr bool folds_marked = O == fold_op::sum || O == fold_op::mean || O == fold_op::max || O == fold_op::min;
template <fold_op O, class A, class C, class X, class T> requires(folds_marked<O> && marks_one<C, A, union_of<shape_of<C>, shape_of<X>>> && size_in_shape<union_of<shape_of<C>, shape_of<X>>, A> > 0)
struct part<fold<O, axis_list<A>, elementwise<op::where, C, X, constant<T>>>> : children_part<C, X, constant<T>> {
  static constexpr place count = total<C, X, constant<T>>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    constexpr index_t size = size_in_shape<union_of<shape_of<C>, shape_of<X>>, A>;
    constexpr scalar type = scalar_of<value_type_of<fold<O, axis_list<A>, elementwise<op::where, C, X, constant<T>>>>>();
    children_part<C, X, constant<T>>::set_equal_lengths(g, p, l);
    const int z = detail::flatten<G, constant<T>>(g, p + total<C, X>(), a, l);
    const int elsewhere = g.nodes[z].type == type ? z : g.make({.what = kind::convert, .type = type, .operand = type}, &z, 1);
    return marked_fold<O, A, marks<C, A>, X, size>::flatten(g, p + count_of<C>, p + marks<C, A>::before, a, l, type, {}, elsewhere);
  }
};

}  // namespace heed::planner::detail
