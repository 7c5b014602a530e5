// What a plan needs when it runs: the pointers, strides, constants and extents that the plan only numbers.
#pragma once

#include <string_view>

#include <heed/axes/axis.hpp>
#include <heed/config.hpp>
#include <heed/plan/joint_loops.hpp>

namespace heed::kernel {

/// Writes a word that is read at once, by itself: a compiler would write two through a vector register, and that waits for the multiplications
/// before it, those of the run before (5 of 80 ns of a product of 16 x 16).
template <class T> HEED_INLINE void write_word(T& to, T value) { *const_cast<volatile T*>(&to) = value; }

/// P: a planned expression (P::value is its program); Functions: the user's functions, a tuple of pointers.
template <class P, class Functions> struct run_data {
  static constexpr const auto& program = P::value;
  static constexpr int accesses = program.g.access_count > 0 ? program.g.access_count : 1;
  static constexpr int terms = program.g.term_count > 0 ? program.g.term_count : 1;
  static constexpr int variables = program.g.variable_count > 0 ? program.g.variable_count : 1;
  static constexpr bool joins_loops = planner::joints_of<P>::any;
  static constexpr int lengths = joins_loops ? variables : 1;

  // (nothing is set but by value-initialisation: a plan whose extents and strides are constants needs few of them)
  const void* base[accesses];     // of every access: the element where all its variables are 0
  index_t coordinate[accesses];   // of a position: its value there
  index_t stride[terms];          // of every term of every access, in elements
  index_t extent[variables];      // of its loop
  index_t length[lengths];        // of its axis, where loops may be joined
  const double* constants;
  const index_t* slots;
  Functions functions;
  // what an integer outside its axis is told to, which throws: whether it is of a one-hot value, the axis, the integer, the extent
  void (*outside)(bool, std::string_view, index_t, index_t);
};

}  // namespace heed::kernel
