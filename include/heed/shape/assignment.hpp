// What an assignment requires: the target's axes and the expression's are the same set, with the same extents.
#pragma once

#include <heed/shape/traits.hpp>

namespace heed::detail {

// Every axis of the target with an axis in the expression, and the other way round.
template <class T, class S> struct covers { using type = verdict::fine; };
template <class X, class... R, class S> struct covers<shape<X, R...>, S>
    : std::conditional_t<contains_axis<S, axis_of<X>>, covers<shape<R...>, S>,
                         std::type_identity<rule::axis_is_in_expression<axis_of<X>, S>>> {};
template <class S, class T> struct covered { using type = verdict::fine; };
template <class X, class... R, class T> struct covered<shape<X, R...>, T>
    : std::conditional_t<contains_axis<T, axis_of<X>>, covered<shape<R...>, T>,
                         std::type_identity<rule::axis_is_in_target<axis_of<X>, T>>> {};

/// T, the target's axes; S, the expression's. `=` wants the same set (a value without axes fills any target), and so does
/// an open axis get the target's extent.
template <class T, class S> struct assigned {
  using type = first_wrong<typename covered<S, T>::type, typename covers<T, S>::type, extents_match<T, S>>;
};
template <class T> struct assigned<T, shape<>> { using type = verdict::fine; };
template <class T, class S> using assignment_verdict = typename assigned<T, S>::type;
/// `+=`, `-=`, `*=`, `/=` broadcast the expression: it may lack axes of the target.
template <class T, class S> using compound_assignment_verdict = first_wrong<typename covered<S, T>::type, extents_match<T, S>>;

}  // namespace heed::detail
