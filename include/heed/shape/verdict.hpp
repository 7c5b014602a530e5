// What a shape rule finds: nothing, or the first rule that a call breaks, as a type that carries the facts.
#pragma once

#include <heed/axes/algebra.hpp>
#include <heed/shape/advice.hpp>

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

/// `ok`: the call is well-shaped. `refused`: it breaks a rule, and must say so.
namespace verdict {
struct fine {
  static constexpr bool ok = true, refused = false;
};
/// An operand was ill-shaped already, or is none: whoever made it has said so.
struct silent {
  static constexpr bool ok = false, refused = false;
};
struct broken {
  static constexpr bool ok = false, refused = true;
};
}  // namespace verdict

// The rules, each as the verdict on a call that breaks it. Compilers print these names with the facts as arguments, so
// they say what should hold: `same_extent<Feature[64], Feature[32]>`. The sentences are in messages.hpp.
namespace rule {
/// An axis that two operands have is of one size: it is X in the one and Y in the other.
template <class X, class Y> struct same_extent : verdict::broken {};
/// Axis A is one of the axes of S.
template <class A, class S, class... Advice> struct axis_is_in : verdict::broken {};
/// Axis A does not stand in S yet.
template <class A, class S> struct axis_is_new : verdict::broken {};
/// The call names an axis, one of those of S.
template <class S> struct axis_is_named : verdict::broken {};
/// The list L of the call names each axis once.
template <class L> struct each_axis_once : verdict::broken {};
/// The call names one axis, not several.
template <class L> struct one_axis : verdict::broken {};
/// The call names an axis without its extent: X is `Key[4]`.
template <class X> struct axis_without_extent : verdict::broken {};
/// The call gives axis A an extent.
template <class A> struct part_has_extent : verdict::broken {};
/// Something gives axis A an extent: a position alone does not.
template <class A> struct axis_has_extent : verdict::broken {};
/// Something gives axis A an extent, where `length<A>` asks for it.
template <class A> struct length_is_known : verdict::broken {};
/// The extents of P multiply to the extent X.
template <class X, class P> struct parts_make_whole : verdict::broken {};
/// A slice from Begin to End has an element and does not leave the extent X.
template <class X, index_t Begin, index_t End> struct slice_is_within : verdict::broken {};
/// A window that covers Span elements does not leave the extent X.
template <class X, index_t Span> struct window_is_within : verdict::broken {};
/// The steps of a window go forward.
template <index_t Stride, index_t Dilation> struct steps_are_positive : verdict::broken {};
/// The two axes of a diagonal have one extent.
template <class X, class Y> struct diagonal_is_square : verdict::broken {};
/// A register block and the rows of a block are numbers that there can be.
template <int Vectors, int Rows, index_t Block> struct tiles_are_possible : verdict::broken {};
/// The axes of S are exactly those of the list W.
template <class S, class W, class... Advice> struct exactly_axes : verdict::broken {};
/// A function can be called with elements of the types T, and gives a number.
template <class F, class... T> struct callable_with : verdict::broken {};
/// A function takes SIMD batches, not single elements.
template <class F> struct takes_batches : verdict::broken {};
/// The body of a let takes the value.
template <class F> struct takes_value : verdict::broken {};
/// Look-ups are by integers: T is one, and not bool.
template <class T> struct integer_places : verdict::broken {};
/// Elements can be of type T.
template <class T> struct arithmetic_element : verdict::broken {};
/// Axis A of the target S is one of the expression's, or the other way round.
template <class A, class S, class... Advice> struct axis_is_in_target : verdict::broken {};
template <class A, class S> struct axis_is_in_expression : verdict::broken {};
/// What is stored, or read, has few enough axes S.
template <class S> struct at_most_8_axes : verdict::broken {};
/// in_float64 is around all that is evaluated, and not an operand of it.
struct in_float64_stands_outside : verdict::broken {};
/// The value of a let is computed with what its body gives, not inside it.
struct evaluated_after_let : verdict::broken {};
/// An expression is small enough to be planned.
struct at_most_512_nodes : verdict::broken {};
}  // namespace rule

namespace detail {
// The first verdict that is not fine.
template <class... V> struct find_wrong { using type = verdict::fine; };
template <class V, class... R> struct find_wrong<V, R...>
    : std::conditional_t<V::ok, find_wrong<R...>, std::type_identity<V>> {};
}  // namespace detail
template <class... V> using first_wrong = typename detail::find_wrong<V...>::type;
/// `Broken` unless the fact is so.
template <bool fact, class Broken> using unless = std::conditional_t<fact, verdict::fine, Broken>;

namespace detail {
template <class L, class R> struct conflict_verdict { using type = rule::same_extent<L, R>; };
template <> struct conflict_verdict<void, void> { using type = verdict::fine; };
template <class A, class S, class Other> struct missing_verdict
    : advised<rule::axis_is_in, typename first_advice<typename close_name<A, S>::type, typename to_be_renamed<A, S, Other>::type>::type, A, S> {};
template <class S, class Other> struct missing_verdict<void, S, Other> { using type = verdict::fine; };

// The first of a list of axes that comes with an extent; void where none does.
template <class... A> struct first_extent { using type = void; };
template <class A, class... R> struct first_extent<A, R...>
    : std::conditional_t<is_extent<A>, std::type_identity<A>, first_extent<R...>> {};
template <class L, class S, bool well> struct naming { using type = verdict::fine; };
template <class S> struct naming<axis_list<>, S, false> { using type = rule::axis_is_named<S>; };
template <class... A, class S> struct naming<axis_list<A...>, S, false> {
  using type = std::conditional_t<(is_extent<A> || ...), rule::axis_without_extent<typename first_extent<A...>::type>,
                                  rule::each_axis_once<axis_list<A...>>>;
};
template <class L> inline constexpr bool well_named = false;
template <class A> inline constexpr bool well_named<axis_list<A>> = !is_extent<A>;
template <class A, class B, class... C> inline constexpr bool well_named<axis_list<A, B, C...>> =
    !is_extent<A> && !is_extent<B> && !(is_extent<C> || ...) && distinct_axes<axis_list<A, B, C...>>;

// No extent of a list is open: a position alone has none to walk.
template <class S> struct first_open { using type = verdict::fine; };
template <class X, class... R> struct first_open<shape<X, R...>>
    : std::conditional_t<is_open<X>, std::type_identity<rule::axis_has_extent<axis_of<X>>>, first_open<shape<R...>>> {};
}  // namespace detail

/// The same axis has the same extent in both shapes.
template <class S, class R> using extents_match =
    typename detail::conflict_verdict<typename detail::first_conflict<S, R>::left, typename detail::first_conflict<S, R>::right>::type;
/// The list L of a call on an operand with the axes S names axes, without extents, each once.
template <class L, class S> using names_axes = typename detail::naming<L, S, detail::well_named<L>>::type;
/// Every axis of the list L is in S (which is to meet Other).
template <class L, class S, class Other = shape<>> using has_every =
    typename detail::missing_verdict<typename detail::first_missing<S, L>::type, S, Other>::type;
/// S is no more axes than there is room for in a plan.
inline constexpr std::size_t most_axes = 8;
template <class S> using has_few_axes = unless<S::rank <= most_axes, rule::at_most_8_axes<S>>;
/// Every axis in S has an extent.
template <class S> using has_extents = typename detail::first_open<S>::type;

namespace detail {
template <class L, class S> struct extents_in;
template <class... A, class S> struct extents_in<axis_list<A...>, S> { using type = shape<extent_in_shape<S, A>...>; };
}  // namespace detail
/// Every axis of the list L has an extent in S.
template <class L, class S> using walks = has_extents<typename detail::extents_in<L, S>::type>;

}  // namespace heed
