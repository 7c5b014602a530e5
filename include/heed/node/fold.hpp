// Folds: reductions over axes, and contractions (a product, summed).
#pragma once

#include <heed/node/op.hpp>

namespace heed {

/// A reduction of X over the axes L = axis_list<A...>.
template <fold_op Op, class L, class X> struct fold {
  using heed_operand = void;
  X of;
};

/// dot<A...>(left, right): the sum over the axes L = axis_list<A...>, which both have, of the product.
template <class L, class X, class Y> struct contraction {
  using heed_operand = void;
  X left;
  Y right;
};

}  // namespace heed
