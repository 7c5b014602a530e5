// Leaves: what an expression reads. Lvalue tensors by reference, rvalue tensors behind a shared handle, views by value.
#pragma once

#include <memory>
#include <utility>

#include <heed/axes/axis.hpp>
#include <heed/config.hpp>

namespace heed {

/// A named tensor, by reference: it is read when the expression is evaluated.
template <class Tensor> struct HEED_LAZY reference {
  using heed_operand = void;
  using operand_type = Tensor;
  const Tensor* target;
  constexpr explicit reference(const Tensor& tensor) : target(&tensor) {}
  constexpr const Tensor& get() const { return *target; }
};

/// A temporary tensor, moved in; copies of the expression share it.
template <class Tensor> struct HEED_LAZY held {
  using heed_operand = void;
  using operand_type = Tensor;
  std::shared_ptr<const Tensor> target;
  explicit held(Tensor tensor) : target(std::make_shared<const Tensor>(std::move(tensor))) {}
  const Tensor& get() const { return *target; }
};

/// A view of memory that someone else owns.
template <class View> struct HEED_LAZY viewed {
  using heed_operand = void;
  using operand_type = View;
  View view;
  constexpr explicit viewed(View memory) : view(std::move(memory)) {}
  constexpr const View& get() const { return view; }
};

/// A scalar. It is weak: it takes the element type of what it meets, within its category.
template <class T> struct HEED_LAZY constant {
  using heed_operand = void;
  T value;
  template <class U> constexpr explicit constant(U number) : value(static_cast<T>(number)) {}
};

/// The coordinate along an axis (int). X is an axis (its extent is open) or an extent.
template <class X> struct HEED_LAZY position_node {
  using heed_operand = void;
};

/// The extent of an axis as a rank-0 value (int).
template <class A> struct HEED_LAZY length_node {
  using heed_operand = void;
};

}  // namespace heed
