// argmax and argmin: a fold of two operands, the elements and their coordinates.
#pragma once

#include <heed/plan/fold.hpp>

namespace heed::planner::detail {

template <fold_op O, class A, class X> struct place_part {
  static constexpr place count = count_of<X>;
  // truth values are compared as numbers
  static constexpr scalar operand = scalar_of<value_type_of<X>>() == scalar::b8 ? scalar::i32 : scalar_of<value_type_of<X>>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    return binding<axis_list<A>, shape_of<X>>::run(
        g, a, [&](tag axis) { return detail::source<G, X>(axis, p, l); },
        [&](const axis_scope* inner, vars bound) {
          const int operands[] = {detail::flatten<G, X>(g, p, inner, l), part<position_node<A>>::flatten(g, p, inner, l)};
          return g.make({.what = kind::fold, .code = static_cast<std::uint8_t>(O), .type = scalar::i32, .operand = operand, .bound = bound}, operands, 2);
        });
  }
  template <class S> static constexpr extent_source source(tag axis, const place& p, const S* l) { return part<X>::source(axis, p, l); }
};
template <class A, class X> struct part<fold<fold_op::argmax, axis_list<A>, X>> : place_part<fold_op::argmax, A, X> {};
template <class A, class X> struct part<fold<fold_op::argmin, axis_list<A>, X>> : place_part<fold_op::argmin, A, X> {};

}  // namespace heed::planner::detail
