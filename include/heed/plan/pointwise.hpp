// Point-wise functions and conversions: a node each.
#pragma once

#include <heed/plan/factor.hpp>
#include <heed/plan/flatten.hpp>

namespace heed::planner::detail {

template <op O, class... X> struct operands_of<elementwise<O, X...>> { using type = child_list<X...>; };
template <class T, class X> struct operands_of<converted<T, X>> { using type = child_list<X>; };

// What an operation computes in: its operands' common type, but for operations on truth values, and for those whose result has another type than what is compared.
constexpr scalar scalar_of_operands(op o, scalar result, scalar common) {
  if (o == op::logical_and || o == op::logical_or || o == op::logical_not) return scalar::b8;
  return heed::detail::is_comparison(o) ? common : result;
}

template <op O, class... X> struct part<elementwise<O, X...>> : children_part<X...> {
  static constexpr place count = total<X...>();
  static constexpr scalar type = scalar_of<value_type_of<elementwise<O, X...>>>();
  static constexpr scalar operand = scalar_of_operands(O, type, scalar_of<typename heed::detail::promote_all<element_of<X>...>::type::type>());
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    if constexpr (share_run_time_axes<X...>) children_part<X...>::set_equal_lengths(g, p, l);
    int c[sizeof...(X)]{};
    int* out = c;
    place at = p;  // (not by flatten_all: long sums are deep, and compilers allow 512 calls in each other)
    ((*out++ = detail::flatten<G, X>(g, at, a, l), at = at + count_of<X>), ...);
    if constexpr (O == op::exp)
      if (const int weights = make_weights(g, type, c[0]); weights >= 0) return weights;
    return g.make({.what = kind::elementwise, .code = static_cast<std::uint8_t>(O), .type = type, .operand = operand}, c, sizeof...(X));
  }
};
template <class F, class... X> struct part<mapped<F, X...>> : children_part<X...> {
  static constexpr place count = place{0, 0, 1, 0} + total<X...>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    constexpr scalar type = scalar_of<value_type_of<mapped<F, X...>>>();
    int c[sizeof...(X)]{};
    children_part<X...>::set_equal_lengths(g, p + place{0, 0, 1, 0}, l);
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
    if (g.nodes[c].type == type) return c;
    return g.make({.what = kind::convert, .type = type, .operand = type}, &c, 1);
  }
};

}  // namespace heed::planner::detail
