// Reductions need their axes and remove them; a contraction needs them in both operands.
#pragma once

#include <heed/node/fold.hpp>
#include <heed/shape/pointwise.hpp>

namespace heed::detail {

template <fold_op Op, class E> constexpr auto fold_element() {
  using T = typename E::type;
  if constexpr (Op == fold_op::any_of || Op == fold_op::all_of) return heed::element_type<bool, false>{};
  else if constexpr (gives_place(Op)) return heed::element_type<int, false>{};
  else if constexpr (Op == fold_op::mean || Op == fold_op::var) {
    if constexpr (std::is_floating_point_v<T>) return heed::element_type<T, false>{};
    else return heed::element_type<float, false>{};
  } else if constexpr (Op == fold_op::sum || Op == fold_op::prod) return summed<E>{};
  else return heed::element_type<T, false>{};
}
template <fold_op Op, class L, class X> struct shape_rule<fold<Op, L, X>> { using type = without<shape_of<X>, L>; };
template <fold_op Op, class L, class X> struct element_rule<fold<Op, L, X>> {
  using type = decltype(fold_element<Op, element_of<X>>());
};

template <class L, class X, class Y> struct shape_rule<contraction<L, X, Y>> {
  using type = without<union_of<shape_of<X>, shape_of<Y>>, L>;
};
template <class L, class X, class Y> struct element_rule<contraction<L, X, Y>> {
  using type = summed<numeric<promoted<element_of<X>, element_of<Y>>>>;
};

// The verdicts. What is walked must be there, and have an extent.
template <class L, class S> using reduction_verdict = first_wrong<names_axes<L, S>, has_every<L, S>, walks<L, S>>;
template <class L, class S> using place_verdict = first_wrong<reduction_verdict<L, S>, unless<L::size == 1, rule::one_axis<L>>>;
template <class L, class S, class R> using contraction_verdict =
    first_wrong<names_axes<L, S>, has_every<L, S, R>, has_every<L, R, S>, extents_match<S, R>, walks<L, union_of<S, R>>>;

}  // namespace heed::detail
