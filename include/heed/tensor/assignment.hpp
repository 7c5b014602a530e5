// `tensor = expression` and `view += expression`: declared here and defined in eval/, so that tensor/ includes nothing
// below it.
#pragma once

namespace heed {

/// Which assignment: `=`, `+=`, `-=`, `*=` or `/=`.
enum class assign_op { set, add, subtract, multiply, divide };

/// A tag, so that each of the five is compiled only where it is used.
template <assign_op Op> struct assign_op_constant { static constexpr assign_op value = Op; };

/// Evaluates `expression` into `target`, a tensor or a view, matching axes by name. `set` resizes the run-time axes of a
/// tensor. Where sizes disagree it throws shape_error before anything is written.
template <class Target, class E, assign_op Op> void assign_expression(Target& target, const E& expression, assign_op_constant<Op> op);

}  // namespace heed
