// From an expression object to what its plan needs when it runs: the values are collected in the order in which the planner
// numbered them (plan/flatten.hpp), then the addresses are worked out.
#pragma once

#include <array>
#include <tuple>

#include <heed/eval/addresses.hpp>
#include <heed/eval/check_messages.hpp>
#include <heed/kernel/run_nests.hpp>
#include <heed/plan/lower.hpp>
#include <heed/shape/run_time.hpp>

namespace heed::detail {

template <class T> void describe_leaf(const T& t, bound_leaf& l) {
  l.data = t.data();
  l.element_size = sizeof(typename T::element_type);
  l.rank = static_cast<int>(T::layout_type::rank);
  for (std::size_t k = 0; k < T::layout_type::rank; ++k) {
    l.extent[k] = t.layout().extent(k);
    l.stride[k] = t.layout().stride(k);
  }
}

template <planner::place Count> struct bound_values {
  std::array<bound_leaf, static_cast<std::size_t>(Count.leaf) + 1> leaves{};
  std::array<double, static_cast<std::size_t>(Count.constant) + 1> constants{};
  std::array<index_t, static_cast<std::size_t>(Count.slot) + 65> slots{};  // and eight for every result
};
/// The same for a collector: whatever their number, so that equal parts of several expressions are collected by one function.
struct value_arrays {
  bound_leaf* leaves;
  double* constants;
  index_t* slots;
  template <class T> void leaf(std::size_t i, const T& t) { describe_leaf(t, leaves[i]); }
};

/// Whether a part of an expression has anything that is collected.
template <class X> inline constexpr bool has_values = planner::detail::count_of<X>.as_number() != 0;

/// Walks the expression and writes its values; the counters run as the planner's do. L: the lets around, which only run-time extents ask.
/// Each of these functions is one more for the compiler, for every node of every expression: operands without values are not visited, and
/// where lets are not asked for they are not told.
template <class Values> struct collector {
  Values& to;
  planner::place at{};

  template <class T> void leaf(const T& t) { to.leaf(static_cast<std::size_t>(at.leaf++), t); }
  void slot(index_t x) { to.slots[static_cast<std::size_t>(at.slot++)] = x; }

  template <class T, class L> void of(const reference<T>& n, const L&) { leaf(n.get()); }
  template <class T, class L> void of(const held<T>& n, const L&) { leaf(n.get()); }
  template <class T, class L> void of(const viewed<T>& n, const L&) { leaf(n.get()); }
  template <class T, class L> void of(const constant<T>& n, const L&) {
    to.constants[static_cast<std::size_t>(at.constant++)] = static_cast<double>(n.value);
  }
  template <class X, class L> void of(const position_node<X>&, const L&) {}
  template <class A, class L> void of(const length_node<A>&, const L&) {}
  template <class Tag, class T, class S, bool W, class L> void of(const variable<Tag, T, S, W>&, const L&) {}
  template <class... X, class L> void all(const children<X...>& c, const L& l) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (of(get<I>(c), l), ...); }
    (std::index_sequence_for<X...>{});
  }
  template <op O, class X, class L> void of(const elementwise<O, X>& n, const L& l) {
    if constexpr (has_values<X>) of(static_cast<const child<0, X>&>(n.of).value, l);
  }
  template <op O, class X, class Y, class L> void of(const elementwise<O, X, Y>& n, const L& l) {
    if constexpr (has_values<X>) of(static_cast<const child<0, X>&>(n.of).value, l);
    if constexpr (has_values<Y>) of(static_cast<const child<1, Y>&>(n.of).value, l);
  }
  template <op O, class X, class Y, class Z, class L> void of(const elementwise<O, X, Y, Z>& n, const L& l) {
    if constexpr (has_values<X>) of(static_cast<const child<0, X>&>(n.of).value, l);
    if constexpr (has_values<Y>) of(static_cast<const child<1, Y>&>(n.of).value, l);
    if constexpr (has_values<Z>) of(static_cast<const child<2, Z>&>(n.of).value, l);
  }
  template <class F, class... X, class L> void of(const mapped<F, X...>& n, const L& l) {
    ++at.function;
    all(n.of, l);
  }
  template <class T, class X, class L> void of(const converted<T, X>& n, const L& l) { of(n.of, l); }
  template <fold_op O, class K, class X, class L> void of(const fold<O, K, X>& n, const L& l) { of(n.of, l); }
  template <class K, class X, class Y, class L> void of(const contraction<K, X, Y>& n, const L& l) {
    of(n.left, l);
    of(n.right, l);
  }
  template <class Tag, class X, class B, class L> void of(const let_node<Tag, X, B>& n, const L& l) {
    if constexpr (has_values<X>) of(n.definition, l);
    if constexpr (!has_values<B>) return;
    else if constexpr (planner::detail::count_of<B>.slot == 0) of(n.body, l);
    else of(n.body, let_scope<Tag, X, L>{n.definition, l});
  }
  template <class F, class T, class X, class L> void of(const renamed<F, T, X>& n, const L& l) { of(n.of, l); }
  template <class A, class X, class L> void of(const fixed_at<A, X>& n, const L& l) {
    slot(n.index);
    of(n.of, l);
  }
  template <class A, index_t B, index_t N, class X, class L> void of(const sliced<A, B, N, X>& n, const L& l) { of(n.of, l); }
  template <class A, class X, class L> void of(const sliced_at_run_time<A, X>& n, const L& l) {
    slot(n.begin);
    slot(n.count);
    of(n.of, l);
  }
  template <class A, class S, class X, class L> void of(const split_axis<A, S, X>& n, const L& l) {
    if constexpr (static_size<S> == dynamic) slot(extent_at_run_time<A>(n.of, l) / known_size<S>);
    of(n.of, l);
  }
  template <class A, class... P, class X, class L> void of(const merged_axes<A, axis_list<P...>, X>& n, const L& l) {
    using part = planner::detail::part<merged_axes<A, axis_list<P...>, X>>;
    if constexpr (!part::all_static) {
      const index_t sizes[] = {extent_at_run_time<P>(n.of, l)...};
      constexpr int count = sizeof...(P);
      index_t whole = 1, weight[count];
      for (int i = count - 1; i >= 0; --i) {
        weight[i] = whole > 0 ? whole : 1;
        whole *= sizes[i];
      }
      slot(whole);
      for (int i = 0; i < count; ++i) {
        slot(weight[i]);
        slot(sizes[i] > 0 ? sizes[i] : 1);
      }
    }
    of(n.of, l);
  }
  template <class A, class X, class I, class L> void of(const gather_node<A, X, I>& n, const L& l) {
    of(n.of, l);
    of(n.ids, l);
  }
  template <class E, class I, class L> void of(const one_hot_node<E, I>& n, const L& l) {
    slot(n.count);
    of(n.ids, l);
  }
  template <class E, class X, class L> void of(const broadcasted<E, X>& n, const L& l) {
    slot(n.count);
    of(n.of, l);
  }
  template <class A, class E, index_t S, index_t D, class X, class L> void of(const windowed<A, E, S, D, X>& n, const L& l) {
    if constexpr (size_in_shape<shape_of<X>, A> == dynamic) slot(extent_at_run_time<A>(n, l));
    of(n.of, l);
  }
  template <class A, class E, class X, class L> void of(const windowed_at_run_time<A, E, X>& n, const L& l) {
    slot(extent_at_run_time<A>(n, l));
    slot(n.stride);
    slot(n.dilation);
    of(n.of, l);
  }
  template <class H, class X, class L> void of(const hinted<H, X>& n, const L& l) { of(n.of, l); }
  template <class A, class X, class L> void of(const reversed<A, X>& n, const L& l) {
    if constexpr (size_in_shape<shape_of<X>, A> == dynamic) slot(extent_at_run_time<A>(n.of, l) - 1);
    of(n.of, l);
  }
  template <class A, class B, class Out, class X, class L> void of(const diagonal_of<A, B, Out, X>& n, const L& l) { of(n.of, l); }
  template <class A, class X, class F, class L> void of(const shifted<A, X, F>& n, const L& l) {
    slot(n.by);
    if constexpr (size_in_shape<shape_of<X>, A> == dynamic) slot(extent_at_run_time<A>(n.of, l));
    of(n.of, l);
    of(n.fill, l);
  }
  template <class A, class X, class Y, class L> void of(const concatenated<A, X, Y>& n, const L& l) {
    if constexpr (size_in_shape<shape_of<X>, A> == dynamic || size_in_shape<shape_of<Y>, A> == dynamic) {
      const index_t left = extent_at_run_time<A>(n.left, l), right = extent_at_run_time<A>(n.right, l);
      slot(left + right);
      slot(left);
      slot(right);
    }
    of(n.left, l);
    of(n.right, l);
  }
  template <class A, class... X, class L> void of(const stacked<A, X...>& n, const L& l) { all(n.of, l); }
  template <class A, class X, class L> void of(const running_sum<A, X>& n, const L& l) { of(n.of, l); }
  template <class... X, class L> void of(const results<X...>& n, const L& l) { all(n.of, l); }
};

template <class E, planner::place Count> void collect_values(const E& e, bound_values<Count>& values) {
  value_arrays to{values.leaves.data(), values.constants.data(), values.slots.data()};
  collector<value_arrays> collect{to};
  collect.of(e, no_lets{});
}

// The user's functions, in order, as a tuple of pointers.
template <class N> auto functions_of(const N& node);
struct function_walk {
  template <class N> static auto of(const N&) { return std::tuple<>{}; }
  template <class... X> static auto all(const children<X...>& c) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) { return std::tuple_cat(functions_of(get<I>(c))...); }
    (std::index_sequence_for<X...>{});
  }
  template <op O, class... X> static auto of(const elementwise<O, X...>& n) { return all(n.of); }
  template <class F, class... X> static auto of(const mapped<F, X...>& n) { return std::tuple_cat(std::tuple<const F*>(&n.function), all(n.of)); }
  template <class T, class X> static auto of(const converted<T, X>& n) { return functions_of(n.of); }
  template <fold_op O, class K, class X> static auto of(const fold<O, K, X>& n) { return functions_of(n.of); }
  template <class K, class X, class Y> static auto of(const contraction<K, X, Y>& n) { return std::tuple_cat(functions_of(n.left), functions_of(n.right)); }
  template <class Tag, class X, class B> static auto of(const let_node<Tag, X, B>& n) { return std::tuple_cat(functions_of(n.definition), functions_of(n.body)); }
  template <class F, class T, class X> static auto of(const renamed<F, T, X>& n) { return functions_of(n.of); }
  template <class A, class X> static auto of(const fixed_at<A, X>& n) { return functions_of(n.of); }
  template <class A, index_t B, index_t N, class X> static auto of(const sliced<A, B, N, X>& n) { return functions_of(n.of); }
  template <class A, class X> static auto of(const sliced_at_run_time<A, X>& n) { return functions_of(n.of); }
  template <class A, class S, class X> static auto of(const split_axis<A, S, X>& n) { return functions_of(n.of); }
  template <class A, class L, class X> static auto of(const merged_axes<A, L, X>& n) { return functions_of(n.of); }
  template <class E, class X> static auto of(const broadcasted<E, X>& n) { return functions_of(n.of); }
  template <class A, class X, class I> static auto of(const gather_node<A, X, I>& n) { return std::tuple_cat(functions_of(n.of), functions_of(n.ids)); }
  template <class E, class I> static auto of(const one_hot_node<E, I>& n) { return functions_of(n.ids); }
  template <class A, class E, index_t S, index_t D, class X> static auto of(const windowed<A, E, S, D, X>& n) { return functions_of(n.of); }
  template <class A, class E, class X> static auto of(const windowed_at_run_time<A, E, X>& n) { return functions_of(n.of); }
  template <class A, class X> static auto of(const reversed<A, X>& n) { return functions_of(n.of); }
  template <class H, class X> static auto of(const hinted<H, X>& n) { return functions_of(n.of); }
  template <class A, class B, class Out, class X> static auto of(const diagonal_of<A, B, Out, X>& n) { return functions_of(n.of); }
  template <class A, class X, class F> static auto of(const shifted<A, X, F>& n) { return std::tuple_cat(functions_of(n.of), functions_of(n.fill)); }
  template <class A, class X, class Y> static auto of(const concatenated<A, X, Y>& n) { return std::tuple_cat(functions_of(n.left), functions_of(n.right)); }
  template <class A, class... X> static auto of(const stacked<A, X...>& n) { return all(n.of); }
  template <class A, class X> static auto of(const running_sum<A, X>& n) { return functions_of(n.of); }
  template <class... X> static auto of(const results<X...>& n) { return all(n.of); }
};
template <class N> auto functions_of(const N& node) {
  if constexpr (requires { typename planner::detail::results_of<N>::type; } && !std::is_same_v<typename planner::detail::results_of<N>::type, children<N>>)
    return function_walk::of(node);
  else if constexpr (planner::detail::count_of<N>.function == 0) return std::tuple<>{};
  else return function_walk::of(node);
}

/// Everything that plan P needs to run, worked out from the values of its expression.
template <class P, class Functions> struct bound_run {
  static constexpr auto& g = P::value.g;
  static constexpr const planner::run_tables& tables = planner::tables_of<P>::value;
  kernel::run_data<P, Functions> data{};

  template <class Values> bound_run(const Values& v, const bound_leaf* targets, Functions f) {
    data.functions = f;
    data.constants = v.constants.data();
    data.slots = v.slots.data();
    bind(tables, v.leaves.data(), targets, v.slots.data(), arrays());
    if constexpr (decltype(data)::joins_loops) join_loops(planner::joints_of<P>::value, arrays());
  }
  run_arrays arrays() { return {data.base, data.coordinate, data.stride, data.extent, data.length}; }

  // Whether an access has a coordinate in an axis that has no element (a cache that is still empty).
  template <int A> bool is_nowhere() const {
    constexpr planner::access a = g.accesses[A];
    return [&]<int... T>(std::integer_sequence<int, T...>) { return (is_variable_nowhere<g.terms[a.first_term + T].variable>() || ...); }
    (std::make_integer_sequence<int, a.terms>{});
  }
  template <int V> bool is_variable_nowhere() const {
    constexpr planner::variable d = g.variables[V];
    if constexpr (!d.derived) return false;
    else {
      if constexpr (d.how == planner::variable::how::clamp && d.extent == dynamic)
        if (data.slots[d.source.axis] <= 0) return true;
      constexpr planner::affine m = g.maps[d.source.number];
      return [&]<int... T>(std::integer_sequence<int, T...>) { return (is_variable_nowhere<m.terms[T].variable>() || ...); }
      (std::make_integer_sequence<int, m.count>{});
    }
  }

  /// Takes memory for the temporaries and runs, as `how` says: on one thread or several.
  template <class How> void run(const How& how) {
    kernel::scratch_arena::part memory;
    if constexpr (P::value.temporary_count > 0) take_temporaries(tables, memory, arrays());
    if constexpr (planner::may_be_nowhere(g))
      kernel::indices_to<g.access_count>::each([&](auto a) {
        if constexpr (planner::may_be_nowhere(g, g.accesses[decltype(a)::value]))
          if (is_nowhere<decltype(a)::value>()) data.base[decltype(a)::value] = nullptr;
      });
    if constexpr (planner::has_data(g))
      data.outside = [](bool marks, std::string_view axis, index_t id, index_t extent) { throw_id_outside(marks ? "one_hot" : "gather", axis, id, extent); };
    how(data);
  }
};

}  // namespace heed::detail
