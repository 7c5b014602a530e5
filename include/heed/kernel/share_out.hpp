// A nest on several threads: shared out over its outer loops, chunks of rows and blocks of lanes. Every item is computed exactly as
// one thread computes it, so the result does not depend on how many there are.
#pragma once

#include <atomic>
#include <exception>

#include <heed/kernel/run_nests.hpp>

namespace heed::kernel {

/// What tasks take their work from: a counter of items, and the first exception of any task.
class shared_work {
 public:
  shared_work(index_t all_items, index_t at_a_time) : items(all_items), grain(at_a_time) {}

  /// Calls f(begin, end) until nothing is left. What f throws ends the work of all.
  template <class F> void take(F&& f) noexcept {
#if HEED_EXCEPTIONS
    try {
      take_all(f);
    } catch (...) {
      if (!failed.test_and_set()) failure = std::current_exception();
      next.store(items, std::memory_order_relaxed);
    }
#else
    take_all(f);
#endif
  }
  /// By the caller, after all tasks.
  void finish() const {
    if (failure) std::rethrow_exception(failure);  // (without exceptions: never)
  }

 private:
  template <class F> void take_all(F& f) {
    for (;;) {
      const index_t begin = next.fetch_add(grain, std::memory_order_relaxed);
      if (begin >= items) return;
      f(begin, items - begin < grain ? items : begin + grain);
    }
  }

  const index_t items, grain;
  std::atomic<index_t> next{0};
  std::atomic_flag failed = ATOMIC_FLAG_INIT;
  std::exception_ptr failure;
};

/// How many pieces of this size n has.
constexpr index_t pieces_of(index_t n, index_t size) { return (n + size - 1) / size; }

/// How nest I is shared out.
template <class P, class Functions, int I, bool Keep = true, bool Alone = P::value.nests[I].alone> struct shared_nest {
  using K = nest_kernel<P, Functions, I, Keep, Alone>;
  using R = typename K::R;
  using state = typename R::state;
  static constexpr const auto& nest = R::nest;

  // Two threads must not write one element: only variables of all results are shared out.
  static constexpr bool is_written_along(int v) {
    for (int o = 0; o < nest.output_count; ++o)
      if (!planner::has(nest.outputs[o].axes, v)) return false;
    return true;
  }
  static constexpr int outer = [] {
    int n = 0;
    while (n < nest.outer_count && is_written_along(nest.outer[n])) ++n;
    return n;
  }();
  static constexpr bool chunks = outer == nest.outer_count && nest.chunk >= 0 && is_written_along(nest.chunk);
  // Whether there are many points, as far as the compiler knows.
  static constexpr bool many_points = [] {
    index_t n = 1;
    for (int i = 0; i < outer; ++i) {
      const index_t e = R::g.variables[nest.outer[i]].extent;
      n *= e == dynamic ? 1 : e;
    }
    return n >= 1024;
  }();
  // What all lanes take part in belongs to whoever has all lanes; and among many points nobody needs less than all lanes.
  static constexpr bool blocks = [] {
    if (many_points) return false;
    if (outer < nest.outer_count || (nest.chunk >= 0 && !chunks) || R::lane < 0 || !is_written_along(R::lane)) return false;
    for (int w = 0; w < nest.walk_count; ++w)
      if (nest.walks[w].where == planner::scope::outer) return false;
    return true;
  }();

  static index_t chunk_count(const state& s) {
    if constexpr (chunks) return pieces_of(R::extent(s, nest.chunk), nest.chunk_size);
    else return 1;
  }
  static index_t block_count(const state& s) {
    if constexpr (blocks) return pieces_of(R::extent(s, R::lane), R::width);
    else return 1;
  }
  template <int Depth> static index_t points(const state& s) {
    if constexpr (Depth == outer) return chunk_count(s);
    else return R::extent(s, nest.outer[Depth]) * points<Depth + 1>(s);
  }

  // Point number `point` of the outer loops and chunks.
  template <int Depth> static void go_to(state& s, index_t point) {
    if constexpr (Depth < outer) {
      const index_t inside = points<Depth + 1>(s);
      s.at[nest.outer[Depth]] = point / inside;
      go_to<Depth + 1>(s, point % inside);
    } else if constexpr (chunks) {
      const index_t begin = point * nest.chunk_size, end = R::extent(s, nest.chunk);
      R::enter_block(s, nest.chunk, begin, end - begin < nest.chunk_size ? end : begin + nest.chunk_size);
    } else (void)s, (void)point;
  }
  // Items one after another; `point` is where s stands.
  HEED_LOOPS static void run_items(state& s, index_t& point, index_t begin, index_t end) {
    const index_t a_point = block_count(s);
    while (begin < end) {
      const index_t first = begin % a_point, last = end - begin < a_point - first ? first + end - begin : a_point;
      if (const index_t next = begin / a_point; next != point) {
        go_to<0>(s, point = next);
        if constexpr (blocks) K::fill_hoisted(s);
      }
      if constexpr (blocks) K::lanes_blocks(s, first * R::width, last * R::width);
      else if constexpr (chunks) K::all_lanes(s);
      else K::template outer_loops<outer>(s);
      begin += last - first;
    }
  }

  template <class Executor> static void run(const typename R::data& d, int threads, Executor& execute) {
    state s{d};
    if constexpr (K::may_be_alone)
      if (K::is_alone(s)) {
        shared_nest<P, Functions, I, Keep, true>::run(d, threads, execute);
        return;
      }
    if constexpr (K::may_lack_room)
      if (!K::has_room(s)) {
        shared_nest<P, Functions, I, false, Alone>::run(d, threads, execute);
        return;
      }
    const index_t items = points<0>(s) * block_count(s);
    if (items == 0) return;
    const int tasks = items < threads ? static_cast<int>(items) : threads;
    // each task comes back for more often enough that none waits long for another
    shared_work work(items, tasks == 1 ? items : pieces_of(items, index_t{16} * tasks));
    // tiles of all tasks come from the caller's arena: a second run allocates nothing, though its threads may be new
    const std::size_t bytes = K::bytes_of_tiles(s);
    scratch_arena::part memory;
    char* const tiles = memory.take(bytes * static_cast<std::size_t>(tasks));
    const auto task = [&](int t) {
      state mine{d};
      index_t point = -1;
      K::place_tiles(mine, tiles + bytes * static_cast<std::size_t>(t));
      if constexpr (K::streams) K::begin(mine);
      work.take([&](index_t begin, index_t end) { run_items(mine, point, begin, end); });
      if constexpr (K::streams) K::end(mine);
    };
    if (tasks == 1) task(0);
    else execute(tasks, task);
    work.finish();
  }
};

/// Nests that run together: shared out over the loops around them but the last, along which sums are carried.
template <class P, class Functions, int First, class Executor> void run_carried(const run_data<P, Functions>& d, int threads, Executor& execute) {
  using nests = carried_nests<P, Functions, First>;
  const index_t points = nests::points(d);
  if (points == 0) return;
  nests::clear(d);
  const int tasks = points < threads ? static_cast<int>(points) : threads;
  shared_work work(points, 1);
  const std::size_t bytes = nests::bytes_of_tiles(typename nests::state(d));
  scratch_arena::part memory;
  char* const tiles = memory.take(bytes * static_cast<std::size_t>(tasks));
  const auto task = [&](int t) {
    typename nests::state mine(d);
    nests::place_tiles(mine, tiles + bytes * static_cast<std::size_t>(t));
    work.take([&](index_t begin, index_t end) { nests::run_points(mine, d, begin, end); });
  };
  if (tasks == 1) task(0);
  else execute(tasks, task);
  work.finish();
}

}  // namespace heed::kernel
