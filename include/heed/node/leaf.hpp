// Leaves: what an expression reads. Lvalue tensors by reference, rvalue tensors behind a shared handle, views by value.
#pragma once

#include <memory>

#include <heed/axes/axis.hpp>

namespace heed {

/// A named tensor, by reference: it is read when the expression is evaluated.
template <class Tensor> struct reference {
  using heed_operand = void;
  using operand_type = Tensor;
  const Tensor* target;
  constexpr const Tensor& get() const { return *target; }
};

/// A temporary tensor, moved in; copies of the expression share it.
template <class Tensor> struct held {
  using heed_operand = void;
  using operand_type = Tensor;
  std::shared_ptr<const Tensor> target;
  const Tensor& get() const { return *target; }
};

/// A view of memory that someone else owns.
template <class View> struct viewed {
  using heed_operand = void;
  using operand_type = View;
  View view;
  constexpr const View& get() const { return view; }
};

/// A scalar. It is weak: it takes the element type of what it meets, within its category.
template <class T> struct constant {
  using heed_operand = void;
  T value;
};

/// The coordinate along an axis (int). X is an axis (its extent is open) or an extent.
template <class X> struct position_node {
  using heed_operand = void;
};

/// The extent of an axis as a rank-0 value (int).
template <class A> struct length_node {
  using heed_operand = void;
};

}  // namespace heed
