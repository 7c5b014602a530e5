// What an assignment requires: the target's axes and the expression's are the same set, with the same extents.
#pragma once

#include <heed/shape/messages.hpp>
#include <heed/shape/traits.hpp>
#include <heed/tensor/assignment.hpp>
#include <heed/tensor/concepts.hpp>

namespace heed::detail {

// Every axis of the target with an axis in the expression, and the other way round.
template <class T, class S> struct covers { using type = verdict::fine; };
template <class X, class... R, class S> struct covers<shape<X, R...>, S>
    : std::conditional_t<contains_axis<S, axis_of<X>>, covers<shape<R...>, S>,
                         std::type_identity<rule::axis_is_in_expression<axis_of<X>, S>>> {};
template <class X, class S, class T> struct not_in_target : advised<rule::axis_is_in_target, typename to_be_named<axis_of<X>, S, T>::type, axis_of<X>, T> {};
template <class S, class T, class Whole = S> struct covered { using type = verdict::fine; };
template <class X, class... R, class T, class Whole> struct covered<shape<X, R...>, T, Whole>
    : std::conditional_t<contains_axis<T, axis_of<X>>, covered<shape<R...>, T, Whole>, not_in_target<X, Whole, T>> {};

/// T, the target's axes; S, the expression's. `=` wants the same set (a value without axes fills any target), and so does
/// an open axis get the target's extent.
template <class T, class S> struct assigned {
  using type = first_wrong<typename covered<S, T>::type, typename covers<T, S>::type, extents_match<T, S>>;
};
template <class T> struct assigned<T, shape<>> { using type = verdict::fine; };
template <class T, class S> using assignment_verdict = typename assigned<T, S>::type;
/// `+=`, `-=`, `*=`, `/=` broadcast the expression: it may lack axes of the target.
template <class T, class S> struct added { using type = first_wrong<typename covered<S, T>::type, extents_match<T, S>>; };
template <class T, class S> using compound_assignment_verdict = typename added<T, S>::type;

// The axes of what is assigned: a number has none, tensors and views say theirs.
template <class E> struct axes_of_operand {};
template <class E> requires(expression_operand<E> && requires { sizeof(shape_rule<E>); }) struct axes_of_operand<E> : shape_rule<E> {};
template <class E> requires is_number<E> struct axes_of_operand<E> { using type = shape<>; };
template <class E> requires tensor_or_view<E> struct axes_of_operand<E> { using type = typename E::shape_type; };
template <class S, class E, assign_op Op> requires requires { typename axes_of_operand<E>::type; } struct assignment_of<S, E, Op> {
  using axes_of_value = typename axes_of_operand<E>::type;
  using verdict = std::conditional_t<is_ill_shaped<E>, heed::verdict::silent,
      typename std::conditional_t<Op == assign_op::set, assigned<S, axes_of_value>, added<S, axes_of_value>>::type>;
};

}  // namespace heed::detail
