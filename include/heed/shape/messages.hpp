// Every sentence that a wrong shape gives, and the conditions that carry the facts into compilers' error lines.
//
// A function of expression/ asserts `same_extent<…>`, `axis_among<…>` and so on, each with one of these sentences. A
// condition's arguments are only the offending axes, so that the error line (clang) or the note below it (g++) shows
// `same_extent<Feature[64], Feature[32]>`. Where compilers take computed messages, the sentence has the facts in it.
#pragma once

#include <heed/axes/name.hpp>
#include <heed/shape/verdict.hpp>

namespace heed {

// True unless the verdict found the fact wrong; void stands for "nothing found".
template <class X, class Y> inline constexpr bool same_extent = sizes_agree(size_of_extent<X>, size_of_extent<Y>);
template <class A, class S> inline constexpr bool axis_among = contains_axis<S, A>;
template <> inline constexpr bool axis_among<void, void> = true;
template <class A, class S> inline constexpr bool axis_is_new = !contains_axis<S, A>;
template <> inline constexpr bool axis_is_new<void, void> = true;
template <class L> inline constexpr bool axes_named_once = distinct_axes<L>;
template <> inline constexpr bool axes_named_once<void> = true;
template <class A> inline constexpr bool axis_has_extent = false;
template <> inline constexpr bool axis_has_extent<void> = true;
template <class X, class Parts> inline constexpr bool parts_make_whole = static_size<Parts> == size_of_extent<X>;
template <> inline constexpr bool parts_make_whole<void, void> = true;
template <class X, index_t End> inline constexpr bool within_extent = End <= size_of_extent<X>;
template <> inline constexpr bool within_extent<void, 0> = true;
template <class S, class Wanted> inline constexpr bool exactly_axes = false;
template <> inline constexpr bool exactly_axes<void, void> = true;

namespace detail {
/// The facts of a verdict, each `void` where the verdict is about something else.
struct no_facts {
  using left = void;
  using right = void;
  using missing = void;
  using there = void;
  using taken = void;
  using taken_in = void;
  using repeated = void;
  using unbounded = void;
  using whole = void;
  using parts = void;
  using bounded = void;
  static constexpr index_t end = 0;
  using found = void;
  using wanted = void;
};
template <class V> struct facts : no_facts {};
template <class X, class Y> struct facts<verdict::extents_differ<X, Y>> : no_facts { using left = X; using right = Y; };
template <class A, class S> struct facts<verdict::axis_missing<A, S>> : no_facts { using missing = A; using there = S; };
template <class A, class S> struct facts<verdict::axis_taken<A, S>> : no_facts { using taken = A; using taken_in = S; };
template <class L> struct facts<verdict::axis_repeated<L>> : no_facts { using repeated = L; };
template <class A> struct facts<verdict::axis_open<A>> : no_facts { using unbounded = A; };
template <class X, class P> struct facts<verdict::parts_differ<X, P>> : no_facts { using whole = X; using parts = P; };
template <class X, index_t E> struct facts<verdict::outside<X, E>> : no_facts {
  using bounded = X;
  static constexpr index_t end = E;
};
template <class S, class W> struct facts<verdict::other_axes<S, W>> : no_facts { using found = S; using wanted = W; };
}  // namespace detail

}  // namespace heed
