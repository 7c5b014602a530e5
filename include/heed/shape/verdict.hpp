// What a shape rule finds: nothing, or the first thing that is wrong, as a type that carries the facts.
#pragma once

#include <heed/axes/algebra.hpp>

namespace heed {

/// The result of a call whose shapes are wrong. The call itself says why; whatever is handed one of these returns one
/// silently, so that one mistake is one error. The members keep uses of it from adding errors of their own.
struct ill_shaped {
  using heed_operand = void;
  using element_type = float;
  static constexpr float* data() { return nullptr; }
  static constexpr index_t size() { return 0; }
  template <class... I> constexpr float operator()(I&&...) const { return 0; }
};

namespace verdict {
struct fine {
  static constexpr bool ok = true;
};
struct silent {  // an operand was ill-shaped already
  static constexpr bool ok = false;
};
/// One axis with two static extents: X in the left, Y in the right operand.
template <class X, class Y> struct extents_differ {
  static constexpr bool ok = false;
};
/// Axis A is needed and is not among the axes of S.
template <class A, class S> struct axis_missing {
  static constexpr bool ok = false;
};
/// Axis A would stand twice in S.
template <class A, class S> struct axis_taken {
  static constexpr bool ok = false;
};
/// Axis A stands twice in the call itself.
template <class L> struct axis_repeated {
  static constexpr bool ok = false;
};
/// Nothing gives axis A an extent.
template <class A> struct axis_open {
  static constexpr bool ok = false;
};
/// The extents of the parts (P) do not multiply to the extent of the whole X.
template <class X, class P> struct parts_differ {
  static constexpr bool ok = false;
};
/// A slice or index that ends at End leaves the extent X.
template <class X, index_t End> struct outside {
  static constexpr bool ok = false;
};
/// The axes of a value, S, are not exactly the ones wanted, W.
template <class S, class W> struct other_axes {
  static constexpr bool ok = false;
};
}  // namespace verdict

namespace detail {
// The first verdict that is not fine.
template <class... V> struct find_wrong { using type = verdict::fine; };
template <class V, class... R> struct find_wrong<V, R...>
    : std::conditional_t<V::ok, find_wrong<R...>, std::type_identity<V>> {};
}  // namespace detail
template <class... V> using first_wrong = typename detail::find_wrong<V...>::type;

namespace detail {
template <class L, class R> struct conflict_verdict { using type = verdict::extents_differ<L, R>; };
template <> struct conflict_verdict<void, void> { using type = verdict::fine; };
template <class A, class S> struct missing_verdict { using type = verdict::axis_missing<A, S>; };
template <class S> struct missing_verdict<void, S> { using type = verdict::fine; };
}  // namespace detail

/// The same axis has the same extent in both shapes.
template <class S, class R> using extents_match =
    typename detail::conflict_verdict<typename detail::first_conflict<S, R>::left, typename detail::first_conflict<S, R>::right>::type;
/// Every axis of the list L is in S.
template <class L, class S> using has_every = typename detail::missing_verdict<typename detail::first_missing<S, L>::type, S>::type;
template <class L> using no_repeats = std::conditional_t<distinct_axes<L>, verdict::fine, verdict::axis_repeated<L>>;

}  // namespace heed
