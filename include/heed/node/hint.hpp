// Hints: how a value is to be computed, where the planner is not to decide.
#pragma once

#include <heed/axes/axis.hpp>
#include <heed/config.hpp>

namespace heed {

/// The register block and the rows a block of a nest; 0: the planner's choice.
struct tiles {
  int vectors = 0;    // of lanes, in the micro-kernel's register block
  int rows = 0;       // of the register block
  index_t block = 0;  // rows that are walked at a time
};

/// What is said of a value.
namespace hint {
struct as_written {};
struct stored {};
struct recomputed {};
template <tiles T> struct tiled {};
template <class A> struct lanes_along {};
}  // namespace hint

/// X, computed as hint H says. Its elements are those of X.
template <class H, class X> struct HEED_LAZY hinted {
  using heed_operand = void;
  [[no_unique_address]] X of;
};

}  // namespace heed
