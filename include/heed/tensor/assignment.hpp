// `tensor = expression` and `view += expression`: declared here, defined in eval/, so that tensor/ depends on nothing below it.
#pragma once

namespace heed {

/// Which assignment: `=`, `+=`, `-=`, `*=` or `/=`.
enum class assign_op { set, add, subtract, multiply, divide };

/// Evaluates `expression` into `target`, a tensor or a view (which copies elements), matching axes by name.
/// The run-time axes of a tensor are resized by `set`. Throws shape_error, before anything is written, where sizes disagree.
template <class Target, class E> void assign_expression(Target& target, const E& expression, assign_op op);

}  // namespace heed
