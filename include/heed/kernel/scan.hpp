// Running sums: what a nest has written into a temporary is added up along one of its axes, in the axis's order.
#pragma once

#include <heed/kernel/indices.hpp>
#include <heed/kernel/state.hpp>

namespace heed::kernel {

/// from[outer][n][inner]: each element becomes the sum of those up to it along n.
template <class T> void add_up(T* x, index_t outer, index_t n, index_t inner) {
  index_t o = 0;
  if (inner == 1 && n > 0) {  // an addition waits for the one before it: several rows at once
    constexpr index_t rows = 8;
    for (; o + rows <= outer; o += rows, x += rows * n) {
      T sum[rows];
      for (index_t r = 0; r < rows; ++r) sum[r] = x[r * n];
      for (index_t i = 1; i < n; ++i)
        for (index_t r = 0; r < rows; ++r) x[r * n + i] = sum[r] = static_cast<T>(sum[r] + x[r * n + i]);
    }
  }
  for (; o < outer; ++o, x += n * inner)
    for (index_t i = inner; i < n * inner; ++i) x[i] = static_cast<T>(x[i] + x[i - inner]);
}

template <class R> constexpr bool is_running_sum(int o) { return R::nest.outputs[o].temporary && R::g[R::nest.outputs[o].node].what == kind::scan; }
/// The running sums among the temporaries that nest I has made.
template <class P, class Functions, int I> void add_up_temporaries(const run_data<P, Functions>& d) {
  using R = nest_run<P, Functions, I>;
  chosen_indices<R::nest.output_count, is_running_sum<R>>::each([&](auto i) {
    constexpr auto& o = R::nest.outputs[decltype(i)::value];
    constexpr auto& t = R::program.temporaries_list[o.target];
    index_t outer = 1, n = 1, inner = 1;
    bool before = true;
    for (int k = 0; k < t.rank; ++k) {
      const index_t e = d.extent[t.order[k]];
      if (t.order[k] == R::g[o.node].item) n = e, before = false;
      else (before ? outer : inner) *= e;
    }
    using T = typename R::template type<R::nest.outputs[decltype(i)::value].node>;
    add_up(static_cast<T*>(const_cast<void*>(d.base[R::program.access_of[o.node]])), outer, n, inner);
  });
  (void)d;
}

}  // namespace heed::kernel
