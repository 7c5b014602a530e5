// `tensor = expression` and `view += expression`: declared here and defined in eval/, so that tensor/ includes nothing
// below it.
#pragma once

#include <heed/axes/axis.hpp>
#include <heed/axes/holds.hpp>

namespace heed {

/// Which assignment: `=`, `+=`, `-=`, `*=` or `/=`.
enum class assign_op { set, add, subtract, multiply, divide };

/// A tag, so that each of the five is compiled only where it is used.
template <assign_op Op> struct assign_op_constant { static constexpr assign_op value = Op; };

namespace detail {
/// What an assignment of an E to a target with the axes S is: `verdict`, and the axes of E. shape/assignment.hpp knows better.
template <class S, class E, assign_op Op> struct assignment_of {
  struct verdict {
    static constexpr bool ok = true, refused = false;
  };
  using axes_of_value = shape<>;
};
template <class S, class E, assign_op Op> using verdict_of_assignment = typename assignment_of<S, E, Op>::verdict;
template <class S, class E> using axes_of_assigned = typename assignment_of<S, E, assign_op::set>::axes_of_value;
}  // namespace detail

/// Evaluates `expression` into `target`, a tensor or a view, matching axes by name. `set` resizes the run-time axes of a
/// tensor. Where sizes disagree it throws shape_error before anything is written.
template <class Target, class E, assign_op Op> void assign_expression(Target& target, const E& expression, assign_op_constant<Op> op);

}  // namespace heed
