// The nests of a plan, one after another.
#pragma once

#include <algorithm>

#include <heed/kernel/carry.hpp>
#include <heed/kernel/nest.hpp>
#include <heed/plan/same_loops.hpp>

namespace heed::kernel {

/// The arrays of a run, as a nest finds them.
struct run_values {
  const void** base;
  index_t* coordinate;
  index_t* stride;
  index_t* extent;
};
/// Writes what is renumbered where the loops look for it.
HEED_SHARED inline void renumber(const planner::renumbered* r, int count, const run_values& meant, const double* meant_constants, const run_values& loops, double* constants) {
  for (const planner::renumbered* const end = r + count; r != end; ++r) {
    using what = planner::renumbered::what;
    switch (r->of) {
      case what::base: loops.base[r->in_loops] = meant.base[r->meant]; break;
      case what::coordinate: loops.coordinate[r->in_loops] = meant.coordinate[r->meant]; break;
      case what::stride: loops.stride[r->in_loops] = meant.stride[r->meant]; break;
      case what::extent: loops.extent[r->in_loops] = meant.extent[r->meant]; break;
      case what::constant: constants[r->in_loops] = meant_constants[r->meant]; break;
    }
  }
}
template <class D> run_values values_of(D& d) {
  return {const_cast<const void**>(d.base), const_cast<index_t*>(d.coordinate), const_cast<index_t*>(d.stride), const_cast<index_t*>(d.extent)};
}

/// Whether anything follows nest I of a plan (-1: comes before all).
template <class P> constexpr bool any_after(const P& p, int i) {
  return (i >= 0 && added_up_after(p, i) != 0) || detail::any_read_after(p, i) || any_scattered_after(p, i);
}
/// What follows it: sums that run along an axis, integers that are known now, what is scattered.
template <int I, class P, class Functions> void after_nest(const run_data<P, Functions>& d) {
  constexpr bool adds = I >= 0 && added_up_after(P::value, I < 0 ? 0 : I) != 0;
  if constexpr (adds) add_up_temporaries<P, Functions, I>(d);
  if constexpr (detail::any_read_after(P::value, I)) check_integers<I>(d);
  if constexpr (any_scattered_after(P::value, I)) scatter_temporaries<P, Functions, I>(d);
}

/// Runs nest I by the loops of another, which get what they read by their own numbers.
template <int I, int Loops, class P, class Functions, class Run> void run_renumbered(const run_data<P, Functions>& d, Run& one) {
  using numbers = planner::renumbering<P, I>;
  run_data<P, Functions> same{};
  double constants[numbers::constants + 1]{};
  const double* meant = nullptr;  // (that the formula has none nobody may have said)
  if constexpr (numbers::constants > 0) meant = d.constants;
  same.constants = constants;
  same.functions = d.functions;
  std::copy_n(d.base, run_data<P, Functions>::accesses, same.base);  // (loops may ask for memory that other nests read)
  renumber(numbers::value.data(), numbers::count, values_of(d), meant, values_of(same), constants);
  one(std::integral_constant<int, Loops>{}, same);
}

/// Runs the nests of a plan from I on, temporaries first: `one` is called with the number of the nest whose loops they have, and with what these
/// read. Of nests that run together it gets the first. (One function for each nest: what does nothing is not even called.)
template <int I = 0, class P, class Functions, class Run> void run_nests(const run_data<P, Functions>& d, Run&& one) {
  if constexpr (I == 0 && any_after(P::value, -1)) after_nest<-1>(d);
  if constexpr (I < P::value.nest_count && (P::value.nests[I].around_count == 0 || P::value.nests[I].together > 0)) {
    constexpr int loops = planner::loops_of_nest<P, I>;
    if constexpr (loops == I) one(std::integral_constant<int, I>{}, d);
    else run_renumbered<I, loops>(d, one);
  }
  if constexpr (any_after(P::value, I)) after_nest<I>(d);
  if constexpr (I + 1 < P::value.nest_count) run_nests<I + 1>(d, one);
}

/// Each nest by the calling thread.
struct by_one_thread {
  template <int I, class P, class Functions> void operator()(std::integral_constant<int, I>, const run_data<P, Functions>& d) const {
    if constexpr (P::value.nests[I].together > 0) carried_nests<P, Functions, I>::run(d);
    else nest_kernel<P, Functions, I>::run(d);
  }
};

}  // namespace heed::kernel
