// Calls with other arguments than heed's, many as other libraries have them: at<Vocab>(x, ids), max of three, dot of three, 0 <= x <= y,
// masks joined by &; loops over what has no elements yet; printing without its header. Refused in a sentence that says what to write.
#pragma once

#include <concepts>
#include <iosfwd>

#include <heed/expression/operand.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
/// Takes whatever is there, and last: after a function of the user's that has the same name and converts its arguments.
struct any_argument {
  constexpr any_argument() = default;
  template <class X> constexpr any_argument(const X&) {}
};
template <class Axes, class... X> inline constexpr bool is_called_so = std::is_void_v<Axes>;
/// An index is an argument, and an integer.
template <class I> inline constexpr bool index_is_an_integer = std::is_integral_v<I>;
/// What takes one index takes a number; ids are a tensor.
template <class I> inline constexpr bool index_is_a_number = std::is_arithmetic_v<I>;
template <class I> inline constexpr bool ids_have_axes = named_operand<I>;
template <class I> inline constexpr bool fill_is_given = std::is_void_v<I>;
template <class... X> inline constexpr bool two_operands = sizeof...(X) == 2 && (named_operand<X> && ...);
template <class... X> inline constexpr bool two_values = sizeof...(X) == 2;
template <class R> inline constexpr bool mask_has_a_value = std::is_void_v<R>;
template <class... X> inline constexpr bool two_bounds = sizeof...(X) == 2;
template <class X> inline constexpr bool exponent_is_given = std::is_void_v<X>;
template <class... A> inline constexpr bool tiles_are_given = sizeof...(A) == 0;
template <auto... Size> inline constexpr bool sizes_have_names = sizeof...(Size) == 0;
/// The result of a comparison beside something else than true and false.
template <op Op, class Y> concept compares_truth = Op >= op::equal && Op <= op::greater_equal && !std::same_as<value_type_of<node_of<Y>>, bool>;
template <class Y> inline constexpr bool comparisons_are_joined = std::is_void_v<Y>;
template <class... Given> inline constexpr bool takes_one_operand = sizeof...(Given) == 0;
/// Bits are joined by & and |, masks are not.
template <class X, class Y> inline constexpr bool joins_masks = !operands<X, Y>;
}  // namespace detail

// ---- what other libraries call otherwise
template <class... A> constexpr ill_shaped matmul(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "matmul(x, y): a product names the axis that is summed, as in dot<Feature>(x, y)");
  return {};
}
template <class... A> constexpr ill_shaped einsum(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "einsum(x, y): axes have names already, as in dot<Feature>(x, y); of three, sum<Axis...>(x * y * z)");
  return {};
}
template <class... A> constexpr ill_shaped transpose(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "transpose(x): formulas need no order of axes; a tensor has the order that it is declared with, as in heed::tensor<float, Key[9], Query[8]> y = x");
  return {};
}
template <class... A> constexpr ill_shaped reshape(detail::any_argument, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}, detail::any_argument = {}) {
  static_assert(detail::is_called_so<axis_list<A...>>, "reshape(x): split<Model, Head[8], Feature[64]>(x) takes an axis apart, merge<Model, Head[8], Feature[64]>(x) makes one of several, rename<Key, Token>(x) gives one another name");
  return {};
}

template <class A, named_operand X, std::floating_point I> constexpr ill_shaped at(X&&, I) {
  static_assert(detail::index_is_an_integer<I>, "at<Axis>(x, index): the index is an integer");
  return {};
}
template <class A, named_operand X, named_operand I> constexpr ill_shaped at(X&&, const I&) {
  static_assert(detail::index_is_a_number<I>, "at<Axis>(x, index): the index is one integer; a tensor of them looks up with gather<Axis>(x, ids)");
  return {};
}
template <class A, named_operand X, class I, class J> requires(named_operand<I> || named_operand<J>) constexpr ill_shaped slice(X&&, const I&, const J&) {
  static_assert(detail::index_is_a_number<I> && detail::index_is_a_number<J>, "slice<Axis>(x, begin, count): begin and count are integers; a tensor of places looks up with gather<Axis>(x, ids)");
  return {};
}
template <class A, named_operand X, class I> requires std::is_arithmetic_v<I> constexpr ill_shaped gather(X&&, I) {
  static_assert(detail::ids_have_axes<I>, "gather<Axis>(table, ids): ids have axes; one element is at<Axis>(table, index)");
  return {};
}
template <class A, named_operand X, std::floating_point I, class F> constexpr ill_shaped shift(X&&, I, const F&) {
  static_assert(detail::index_is_an_integer<I>, "shift<Axis>(x, by, fill): by is an integer");
  return {};
}
template <class A, named_operand X, class I> constexpr ill_shaped shift(X&&, I) {
  static_assert(detail::fill_is_given<I>, "shift<Axis>(x, by, fill): give what stands where x has no element, too, as in shift<Token>(x, 1, 0)");
  return {};
}
template <class A, named_operand X> constexpr ill_shaped shift(X&&) {
  static_assert(detail::fill_is_given<X>, "shift<Axis>(x, by, fill): say by how many, and what stands where x has no element, as in shift<Token>(x, 1, 0)");
  return {};
}
template <class A, named_operand X, class I, class F, class G, class... More> constexpr ill_shaped shift(X&&, const I&, const F&, const G&, const More&...) {
  static_assert(detail::takes_one_operand<G, More...>, "shift<Axis>(x, by, fill): three arguments; along another axis, too, shift<Query>(shift<Key>(x, 1, 0), 1, 0)");
  return {};
}
template <class A, named_operand X> constexpr ill_shaped at(X&&) {
  static_assert(detail::index_is_an_integer<X>, "at<Axis>(x, index): give the index, as in at<Query>(x, 0)");
  return {};
}
template <class A, named_operand X> constexpr ill_shaped gather(X&&) {
  static_assert(detail::ids_have_axes<A>, "gather<Axis>(table, ids): give the ids, integers that have axes");
  return {};
}
template <class A, named_operand X, class Y, class... More> constexpr ill_shaped cumsum(X&&, const Y&, const More&...) {
  static_assert(detail::takes_one_operand<Y, More...>, "cumsum<Axis>(x): nothing beside x; without each element itself, cumsum<Key>(x) - x");
  return {};
}
template <class A, named_operand X> constexpr ill_shaped concat(X&&) {
  static_assert(detail::two_operands<X>, "concat<Axis>(x, y): give two or more, as in concat<Key>(x, y)");
  return {};
}
template <class... A, named_operand X, class... Y> requires(sizeof...(Y) != 1 || !(named_operand<Y> && ...)) constexpr ill_shaped dot(X&&, Y&&...) {
  static_assert(detail::two_operands<X, Y...>, "dot<Axis...>(x, y): x and y have axes, as heed::named<Query[128]>(container) has; a number is multiplied, 2 * x; of three, sum<Axis...>(x * y * z)");
  return {};
}

template <class C, class X> requires operands<const C&, const X&> constexpr ill_shaped where(const C&, const X&) {
  static_assert(detail::two_values<X>, "where(c, x, y): give the value elsewhere, too, as in where(mask, scores, -heed::inf)");
  return {};
}
template <class R, class X, class Y> requires operands<const X&, const Y&> constexpr ill_shaped where(R (&)(), const X&, const Y&) {
  static_assert(detail::mask_has_a_value<R>, "where(c, x, y): masks of positions are called, as in where(causal<Query, Key>(), scores, -heed::inf)");
  return {};
}
template <named_operand X, class... Y> requires(sizeof...(Y) < 2) constexpr ill_shaped clamp(const X&, const Y&...) {
  static_assert(detail::two_bounds<Y...>, "clamp(x, low, high): give both bounds; one alone is maximum(x, low) or minimum(x, high)");
  return {};
}
template <named_operand X> constexpr ill_shaped pow(const X&) {
  static_assert(detail::exponent_is_given<X>, "pow(x, y): give the exponent, as in pow(x, 2)");
  return {};
}
template <auto N, named_operand X> constexpr ill_shaped pow(const X&) {
  static_assert(detail::exponent_is_given<X>, "pow(x, y): give the exponent, as in pow(x, 2)");
  return {};
}
template <named_operand X> constexpr ill_shaped maximum(const X&) {
  static_assert(detail::two_values<X>, "maximum(x, y): give both; along an axis, max<Key>(x)");
  return {};
}
template <named_operand X> constexpr ill_shaped minimum(const X&) {
  static_assert(detail::two_values<X>, "minimum(x, y): give both; along an axis, min<Key>(x)");
  return {};
}
template <class X, class Y, class Z, class... W> requires operands<const X&, const Y&, const Z&> constexpr ill_shaped maximum(const X&, const Y&, const Z&, const W&...) {
  static_assert(detail::two_values<X, Y, Z, W...>, "maximum(x, y): of three, write maximum(x, maximum(y, z)); along an axis, max<Key>(x)");
  return {};
}
template <class X, class Y, class Z, class... W> requires operands<const X&, const Y&, const Z&> constexpr ill_shaped minimum(const X&, const Y&, const Z&, const W&...) {
  static_assert(detail::two_values<X, Y, Z, W...>, "minimum(x, y): of three, write minimum(x, minimum(y, z)); along an axis, min<Key>(x)");
  return {};
}

// Hints as numbers or axes.
template <class... A, named_operand X> requires(sizeof...(A) > 0) constexpr ill_shaped tiled(X&&) {
  static_assert(detail::tiles_are_given<A...>, "tiled<tiles{...}>(x): name the sizes, as in tiled<heed::tiles{.vectors = 4, .rows = 6, .block = 128}>(x)");
  return {};
}
template <auto A, auto... B, named_operand X> requires std::is_arithmetic_v<decltype(A)> constexpr ill_shaped tiled(X&&) {
  static_assert(detail::sizes_have_names<A, B...>, "tiled<tiles{...}>(x): name the sizes, as in tiled<heed::tiles{.vectors = 4, .rows = 6, .block = 128}>(x)");
  return {};
}

// Comparisons in a row, as Python has them: the first gives true and false, and the second would compare these. (By value: before heed's own,
// which take anything.)
template <op Op, class... X, operand Y> requires detail::compares_truth<Op, Y> constexpr ill_shaped operator<(elementwise<Op, X...>, Y&&) {
  static_assert(detail::comparisons_are_joined<Y>, "operator<: a comparison is compared; a < b < c is written a < b && b < c");
  return {};
}
template <op Op, class... X, operand Y> requires detail::compares_truth<Op, Y> constexpr ill_shaped operator<=(elementwise<Op, X...>, Y&&) {
  static_assert(detail::comparisons_are_joined<Y>, "operator<=: a comparison is compared; a <= b <= c is written a <= b && b <= c");
  return {};
}
template <op Op, class... X, operand Y> requires detail::compares_truth<Op, Y> constexpr ill_shaped operator>(elementwise<Op, X...>, Y&&) {
  static_assert(detail::comparisons_are_joined<Y>, "operator>: a comparison is compared; a > b > c is written a > b && b > c");
  return {};
}
template <op Op, class... X, operand Y> requires detail::compares_truth<Op, Y> constexpr ill_shaped operator>=(elementwise<Op, X...>, Y&&) {
  static_assert(detail::comparisons_are_joined<Y>, "operator>=: a comparison is compared; a >= b >= c is written a >= b && b >= c");
  return {};
}

// Masks of NumPy and xtensor.
template <class X, class Y> requires operands<X, Y> constexpr ill_shaped operator&(X&&, Y&&) {
  static_assert(detail::joins_masks<X, Y>, "operator&: masks are joined by && and ||, and turned by !");
  return {};
}
template <class X, class Y> requires operands<X, Y> constexpr ill_shaped operator|(X&&, Y&&) {
  static_assert(detail::joins_masks<X, Y>, "operator|: masks are joined by && and ||, and turned by !");
  return {};
}

// Deleted, so that nobody takes an expression for a range.
template <expression_node X> const double* begin(const X&) = HEED_DELETED("an expression has no elements before it is evaluated: for (auto e : heed::eval(x))");
template <expression_node X> const double* end(const X&);

// Deleted, so that nobody takes it for printable: without it compilers list every << of the standard library.
template <named_operand X> std::ostream& operator<<(std::ostream&, const X&) = HEED_DELETED("to print: #include <heed/interop/io.hpp>");

}  // namespace heed
HEED_SENTENCES_END
