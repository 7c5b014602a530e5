// One value, used more than once.
#pragma once

#include <heed/config.hpp>

namespace heed {

/// Stands for the value of the `let` whose tag it carries, inside that let's body.
/// T: its element type; S: its shape; Weak: whether its element type gives way (see shape/element.hpp).
template <class Tag, class T, class S, bool Weak> struct HEED_LAZY variable {
  using heed_operand = void;
};

/// The body, with `variable<Tag, …>` standing for the definition.
template <class Tag, class X, class Body> struct HEED_LAZY let_node {
  using heed_operand = void;
  [[no_unique_address]] X definition;
  [[no_unique_address]] Body body;
};

}  // namespace heed
