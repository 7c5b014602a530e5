// par: an evaluation on several threads.
#pragma once

#include <pthread.h>
#include <sched.h>
#ifndef CPU_COUNT
#include <unistd.h>
#endif

#include <stdexcept>
#include <string>

#ifdef _OPENMP
#include <omp.h>
#endif

#include <heed/expression/operand.hpp>
#include <heed/kernel/share_walk.hpp>
#include <heed/node/in_float64.hpp>

namespace heed {

/// Runs tasks: `e(n, f)` calls f(0), f(1) ... f(n - 1), at the same time where it can, and returns when all are done.
/// (Tasks that heed hands over do not throw: what a computation throws reaches the caller of the evaluation.)
template <class E> concept executor = requires(E& e, int n, void (*f)(int)) { e(n, f); };

/// Threads of the system, started for each loop nest; the calling thread is one of them. (POSIX threads, because <thread>
/// would make every program that includes heed slower to compile.)
struct system_threads {
  static int available() {
#ifdef CPU_COUNT
    cpu_set_t mine;  // those that this program may use
    const long n = sched_getaffinity(0, sizeof(mine), &mine) == 0 ? CPU_COUNT(&mine) : 1;
#else
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return n > 0 ? static_cast<int>(n) : 1;
  }
  template <class F> void operator()(int n, const F& f) const {
    run(n, [](const void* g, int i) { (*static_cast<const F*>(g))(i); }, &f);
  }

 private:
  using function = void (*)(const void*, int);
  struct task {
    function call;
    const void* f;
    int number;
    bool started;
    pthread_t thread;
  };
  static void* body(void* t) {
    const task& mine = *static_cast<const task*>(t);
    mine.call(mine.f, mine.number);
    return nullptr;
  }
  static void run(int n, function call, const void* f) {
    if (n < 1) return;
    struct team {  // (a std::vector would be instantiated in every program)
      task* tasks;
      int count;
      ~team() {
        for (int i = 0; i < count; ++i)
          if (tasks[i].started) pthread_join(tasks[i].thread, nullptr);
        delete[] tasks;
      }
    } all{new task[static_cast<std::size_t>(n)], 0};
    for (task* t = all.tasks; all.count < n; ++t) {
      *t = {call, f, all.count++, false, {}};
      t->started = all.count > 1 && pthread_create(&t->thread, nullptr, &body, t) == 0;
    }
    // the first, and what the system gave no thread for
    for (int i = 0; i < n; ++i)
      if (!all.tasks[i].started) call(f, i);
  }
};

#ifdef _OPENMP
/// OpenMP's threads, which stay between evaluations.
struct openmp_threads {
  static int available() { return omp_get_max_threads(); }
  template <class F> void operator()(int n, const F& f) const {
#pragma omp parallel for num_threads(n) schedule(static, 1)
    for (int i = 0; i < n; ++i) f(i);
  }
};
using default_executor = openmp_threads;
#else
using default_executor = system_threads;
#endif

namespace detail {
// An executor that has a name stays the user's; a temporary is kept, and called as const.
template <class E> using executor_of = std::conditional_t<std::is_lvalue_reference_v<E>, E, std::remove_cvref_t<E>>;
template <class E> using called_executor = std::remove_reference_t<std::conditional_t<std::is_lvalue_reference_v<E>, E, const E>>;
template <class N> inline constexpr bool is_float64_reference = false;
template <class X> inline constexpr bool is_float64_reference<in_float64_node<X>> = true;

/// How a plan is run. By the thread that asks for it:
struct one_thread {
  template <class P, class F> void operator()(const kernel::run_data<P, F>& d) const { kernel::run_nests(d, kernel::by_one_thread{}); }
};
/// or by the tasks of an executor.
template <class E> struct several_threads {
  int threads;
  E& execute;
  template <class P, class F> void operator()(const kernel::run_data<P, F>& d) const { kernel::run_shared(d, threads, execute); }
};

template <class N> constexpr one_thread how_to_run(const N&) { return {}; }
template <class X, class E> constexpr auto how_to_run(const parallel<X, E>& n) {
  return several_threads<called_executor<E>>{n.threads, n.run};
}
// Of several results the first that says so decides for all: they are computed together.
template <class N, class M, class... More> constexpr auto how_to_run(const N& n, const M& m, const More&... more) {
  if constexpr (is_parallel<N>) return how_to_run(n);
  else return how_to_run(m, more...);
}
}  // namespace detail

/// x, to be evaluated on `threads` threads: `out = par(x, 2)`, `eval(par(x, 2))`. The elements are the same, to the bit, for any
/// number of threads. (Where few elements wait for long folds, these are cut, and the rounding may differ from that of x alone.) Functions of the user's in x are called by several threads at a time.
/// `par(in_float64(x))` is in_float64(x): the reference is computed by one thread.
/// execute: what runs the tasks, see `executor`; one that is a variable must live until x is evaluated.
/// Throws std::invalid_argument where threads < 1.
template <operand X, class Executor = default_executor> requires executor<detail::called_executor<Executor>>
constexpr auto par(X&& x, int threads, Executor&& execute = {}) {
  using N = node_of<X>;
  if constexpr (is_ill_shaped<N>) return ill_shaped{};
  else {
    if (threads < 1) detail::fail(std::invalid_argument("par(x, n): n is " + std::to_string(threads) + ", and must be at least 1"));
    if constexpr (detail::is_float64_reference<N>) return as_node(std::forward<X>(x));
    else if constexpr (detail::is_parallel<N>) return par(x.of, threads, std::forward<Executor>(execute));
    else return parallel<N, detail::executor_of<Executor>>{as_node(std::forward<X>(x)), threads, std::forward<Executor>(execute)};
  }
}
/// On all cores: as many threads as the machine runs at a time (of OpenMP: omp_get_max_threads()).
template <operand X> constexpr auto par(X&& x) { return par(std::forward<X>(x), default_executor::available()); }

}  // namespace heed
