// The reference evaluator: any expression, computed by plain loops.
#pragma once

#include <heed/eval/reference/leaf.hpp>
#include <heed/eval/reference/pointwise.hpp>
#include <heed/eval/reference/gather.hpp>
#include <heed/eval/reference/fold.hpp>
#include <heed/eval/reference/index.hpp>
#include <heed/eval/reference/window.hpp>
#include <heed/eval/reference/shift.hpp>
#include <heed/eval/reference/concat.hpp>
#include <heed/eval/reference/cumsum.hpp>
#include <heed/eval/reference/let.hpp>

namespace heed::detail {

/// All elements of an expression, computed by plain loops. `scope` has the extents that its target gives to open axes.
template <class Scalar, class N> dense<Scalar> evaluate_reference(const N& node, extents_in_scope scope = {}) {
  loops::evaluator<Scalar> run{std::move(scope)};
  dense<Scalar> all = loops::value(run, node, no_lets{});
  return run.scope.lengths_asked() > 0 ? loops::value(run, node, no_lets{}) : std::move(all);
}

}  // namespace heed::detail
