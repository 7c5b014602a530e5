// Every sentence that a wrong shape gives, where compilers take a computed message. (What older ones print is in the
// assertions themselves; axes/holds.hpp says how.)
#pragma once

#include <initializer_list>

#include <heed/axes/holds.hpp>
#include <heed/axes/name.hpp>
#include <heed/shape/advice.hpp>
#include <heed/shape/verdict.hpp>

#if HEED_BUILDS_SENTENCES

namespace heed {
namespace detail {
struct text {
  char chars[1024] = {};
  std::size_t length = 0;
  constexpr text& operator<<(std::string_view more) {
    for (const char c : more)
      if (length < sizeof(chars)) chars[length++] = c;
    return *this;
  }
  constexpr text& operator<<(index_t number) {
    if (number < 0) return *this << "-" << -number;
    if (number > 9) *this << number / 10;
    const char digit[] = {static_cast<char>('0' + number % 10)};
    return *this << std::string_view(digit, 1);
  }
};

// An axis by its last name, or in full where another one of those it stands beside (S) has the same last name.
template <class A, class S> inline constexpr std::string_view name_among = axis_name<A>;
template <class A, class... X> inline constexpr std::string_view name_among<A, shape<X...>> =
    ((!std::is_same_v<A, axis_of<X>> && axis_name<A> == axis_name<axis_of<X>>) || ...) ? pretty_type<A>() : axis_name<A>;

template <class X, class S = shape<>> constexpr void add_extent(text& t) {
  t << name_among<axis_of<X>, S>;
  if (is_static_extent<X>) t << "[" << size_of_extent<X> << "]";
  else if (is_extent<X> && !is_open<X>) t << "[]";
}
// `Head[8], Query[128] and Feature[64]`. Beside: axes whose names the list's must not be mistaken for.
template <class Beside = shape<>, class... X> constexpr void add_list(text& t, shape<X...>) {
  std::size_t left = sizeof...(X);
  ((add_extent<X, Beside>(t), --left, t << (left > 1 ? ", " : left == 1 ? " and " : "")), ...);
}

// `dot` of "dot<Axis...>(x, y): …", `operator<` of "operator<: …".
constexpr std::string_view name_of_call(std::string_view fixed) {
  // (not by find(), which g++'s sanitizer takes for no constant here)
  const bool of_operator = fixed.starts_with("operator");
  std::size_t end = 0;
  for (; end < fixed.size(); ++end) {
    const char c = fixed[end];
    if (of_operator ? c == ':' : c == '<' || c == '(' || c == ':') break;
  }
  return fixed.substr(0, end);
}
constexpr bool is_assignment(std::string_view name) {
  return name == "assign" || name == "operator=" || name == "operator+=" || name == "operator-=" || name == "operator*=" || name == "operator/=";
}
constexpr std::string_view word_for_operand(std::string_view name, std::size_t operands, std::size_t i) {
  if (is_assignment(name)) return i == 0 ? "target" : "expression";
  if (operands < 2) return "";
  if (name == "dot" || name.starts_with("operator")) return i == 0 ? "left" : "right";
  constexpr std::string_view words[] = {"first", "second", "third", "fourth", "fifth"};
  return i < 5 ? words[i] : "later";
}
constexpr std::size_t first_true(std::initializer_list<bool> flags) {
  std::size_t i = 0;
  for (const bool flag : flags) {
    if (flag) break;
    ++i;
  }
  return i;
}

template <class A> constexpr void add_advice(text& t, rule::did_you_mean<A>*) { t << "; is " << axis_name<A> << " meant?"; }
template <class A, class... B> constexpr void add_advice(text& t, rule::rename_forgotten<A, B...>*) {
  std::size_t left = sizeof...(B);
  t << (left > 1 ? "; were " : "; was ");
  ((t << "rename<" << axis_name<A> << ", " << axis_name<B> << ">", --left, t << (left > 1 ? ", " : left == 1 ? " and " : "")), ...);
  t << " forgotten?";
}

// What a broken rule says. Name: of the call; S: the axes of its operands.
template <class X, class Y, class... S>
constexpr void explain(text& t, rule::same_extent<X, Y>, std::string_view name, S...) {
  const std::string_view left = word_for_operand(name, sizeof...(S), first_true({std::is_same_v<extent_in_shape<S, axis_of<X>>, X>...}));
  const std::string_view right = word_for_operand(name, sizeof...(S), first_true({std::is_same_v<extent_in_shape<S, axis_of<X>>, Y>...}));
  t << axis_name<axis_of<X>> << " is " << size_of_extent<X> << " in the " << left << (is_assignment(name) ? " and " : " operand and ")
    << size_of_extent<Y> << " in the " << right;
}
template <class A, class T, class... M, class... S> constexpr void explain(text& t, rule::axis_is_in<A, T, M...>, std::string_view name, S...) {
  const std::string_view which = word_for_operand(name, sizeof...(S), first_true({std::is_same_v<S, T>...}));
  t << "the " << which << (which.empty() ? "" : " ") << "operand has no axis " << name_among<A, T>;
  if constexpr (T::rank == 0) t << "; it has no axes";
  else {
    t << "; its axes are ";
    add_list<shape<A>>(t, T{});
    (add_advice(t, static_cast<M*>(nullptr)), ...);
  }
}
template <class A, class T, class... S> constexpr void explain(text& t, rule::axis_is_new<A, T>, std::string_view, S...) {
  t << "the operand has an axis " << axis_name<A> << " already; prime<" << axis_name<A> << "> is a second axis of the same kind";
}
template <class... X, class... S>
constexpr void explain(text& t, rule::axis_is_named<shape<X...>>, std::string_view name, S...) {
  // the last axis that all operands have
  std::string_view example;
  const auto look = [&](bool shared, std::string_view axis) { if (shared) example = axis; };
  const auto in_all = [&]<class A>(std::type_identity<A>) { return (contains_axis<S, A> && ...); };
  (look(in_all(std::type_identity<axis_of<X>>{}), axis_name<axis_of<X>>), ...);
  t << "name the axes";
  if (!example.empty()) t << ", as in " << name << "<" << example << ">";
  if constexpr (sizeof...(X) > 0) {
    t << "; the " << word_for_operand(name, sizeof...(S), 0) << (sizeof...(S) > 1 ? " " : "") << "operand has ";
    add_list(t, shape<X...>{});
  }
}
template <class... A, class... S> constexpr void explain(text& t, rule::each_axis_once<axis_list<A...>>, std::string_view, S...) {
  bool said = false;
  const auto look = [&](index_t first, index_t here, std::string_view axis) {
    if (!said && first != here) { t << axis << " is named twice"; said = true; }
  };
  index_t here = 0;
  (look(index_of_axis<axis_list<A...>, A>, here++, axis_name<A>), ...);
}
template <class A, class... R, class... S> constexpr void explain(text& t, rule::one_axis<axis_list<A, R...>>, std::string_view name, S...) {
  t << "name one axis, as in " << name << "<" << axis_name<A> << ">; merge several into one first";
}
template <class X, class... S> constexpr void explain(text& t, rule::axis_without_extent<X>, std::string_view, S...) {
  t << "name the axis without its extent: " << axis_name<axis_of<X>>;
}
template <class A, class... S> constexpr void explain(text& t, rule::part_has_extent<A>, std::string_view, S...) {
  t << axis_name<A> << " needs its extent, as in " << axis_name<A> << "[8]";
}
template <class A, class... S> constexpr void explain(text& t, rule::axis_has_extent<A>, std::string_view, S...) {
  t << "nothing gives " << axis_name<A> << " an extent; write position<" << axis_name<A> << "[n]>";
}
template <class A, class... S> constexpr void explain(text& t, rule::length_is_known<A>, std::string_view, S...) {
  t << "nothing gives " << axis_name<A> << " an extent here; extent<" << axis_name<A> << ">(x) is that of an x that has the axis";
}
template <class X, class P, class... S> constexpr void explain(text& t, rule::parts_make_whole<X, P>, std::string_view, S...) {
  if (static_size<P> == dynamic) t << "the parts make a multiple of " << known_size<P>;
  else t << "the parts make " << static_size<P>;
  t << ", and " << axis_name<axis_of<X>> << " is " << size_of_extent<X>;
}
template <class X, index_t Begin, index_t End, class... S>
constexpr void explain(text& t, rule::slice_is_within<X, Begin, End>, std::string_view, S...) {
  if (End <= Begin) t << "a slice has at least one element, not " << End - Begin;
  else t << End - Begin << " from " << Begin << " is outside " << axis_name<axis_of<X>>;
  if (End > Begin && size_of_extent<X> != dynamic) t << ", which is " << size_of_extent<X>;
}
template <class X, index_t Span, class... S> constexpr void explain(text& t, rule::window_is_within<X, Span>, std::string_view, S...) {
  t << "the window spans " << Span << ", and " << axis_name<axis_of<X>> << " is " << size_of_extent<X>;
}
template <index_t Stride, index_t Dilation, class... S>
constexpr void explain(text& t, rule::steps_are_positive<Stride, Dilation>, std::string_view, S...) {
  t << "the " << (Stride < 1 ? "stride" : "dilation") << " is at least 1, not " << (Stride < 1 ? Stride : Dilation);
}
template <int Vectors, int Rows, index_t Block, class... S>
constexpr void explain(text& t, rule::tiles_are_possible<Vectors, Rows, Block>, std::string_view, S...) {
  if (Vectors < 0 || Vectors > 8) t << "vectors is 0 to 8, not " << Vectors;
  else if (Rows < 0 || Rows > 32) t << "rows is 0 to 32, not " << Rows;
  else t << "block is 0 to 65536, not " << Block;
}
template <class X, class Y, class... S> constexpr void explain(text& t, rule::diagonal_is_square<X, Y>, std::string_view, S...) {
  t << axis_name<axis_of<X>> << " is " << size_of_extent<X> << " and " << axis_name<axis_of<Y>> << " is " << size_of_extent<Y>;
}
template <class... X, class... W, class... M, class... S>
constexpr void explain(text& t, rule::exactly_axes<shape<X...>, axis_list<W...>, M...>, std::string_view, S...) {
  using T = shape<X...>;
  t << (sizeof...(X) == 0 ? "there are no axes" : "the axes are ");
  add_list<shape<W...>>(t, T{});
  bool first = true;
  const auto say = [&](bool so, std::string_view axis, std::string_view what) {
    if (so) t << (first ? "; " : ", ") << axis << what, first = false;
  };
  (say(!contains_axis<T, axis_of<W>>, name_among<axis_of<W>, T>, " is missing"), ...);
  (say(!contains_axis<shape<W...>, axis_of<X>>, name_among<axis_of<X>, shape<W...>>, " is one too many"), ...);
  const auto size = [&](bool differs, std::string_view axis, index_t wanted) {
    if (differs) t << (first ? "; " : ", ") << axis << " is not " << wanted, first = false;
  };
  (size(contains_axis<T, axis_of<W>> && !sizes_agree(size_of_extent<W>, size_in_shape<T, axis_of<W>>), axis_name<axis_of<W>>, size_of_extent<W>), ...);
  if constexpr (!distinct_axes<shape<W...>>) t << "; an axis is named twice";
  (add_advice(t, static_cast<M*>(nullptr)), ...);
}
template <class F, class... T, class... S> constexpr void explain(text& t, rule::callable_with<F, T...>, std::string_view, S...) {
  std::size_t i = 0;
  t << "the function cannot be called with (";
  ((t << (i++ == 0 ? "" : ", ") << pretty_type<T>()), ...);
  t << "), or gives no number";
}
template <class F, class... S> constexpr void explain(text& t, rule::takes_batches<F>, std::string_view, S...) {
  t << "the function takes single elements; pass it to pointwise as it is, or write one that takes any type, [](auto e) { ... }";
}
template <class F, class... S> constexpr void explain(text& t, rule::takes_value<F>, std::string_view, S...) {
  t << "the body cannot be called with the value; write [&](auto x) { return ...; }";
}
template <class T, class... S> constexpr void explain(text& t, rule::integer_places<T>, std::string_view, S...) {
  t << "the ids are " << pretty_type<T>() << ", and must be integers";
}
template <class T, class... S> constexpr void explain(text& t, rule::arithmetic_element<T>, std::string_view, S...) {
  t << pretty_type<T>() << " is no arithmetic type";
}
template <class A, class T, class... M, class... S> constexpr void explain(text& t, rule::axis_is_in_target<A, T, M...>, std::string_view, S...) {
  t << "the expression has an axis " << name_among<A, T> << " and the target has none; " << (T::rank == 0 ? "it has no axes" : "its axes are ");
  add_list<shape<A>>(t, T{});
  (add_advice(t, static_cast<M*>(nullptr)), ...);
}
template <class A, class T, class... S> constexpr void explain(text& t, rule::axis_is_in_expression<A, T>, std::string_view, S...) {
  t << "the target has an axis " << name_among<A, T> << " and the expression has none; " << (T::rank == 0 ? "it has no axes" : "its axes are ");
  add_list<shape<A>>(t, T{});
}
template <class T, class... S> constexpr void explain(text& t, rule::at_most_8_axes<T>, std::string_view, S...) {
  t << "at most 8 axes can be evaluated together; there are ";
  add_list(t, T{});
}
template <class... S> constexpr void explain(text& t, rule::in_float64_stands_outside, std::string_view, S...) {
  t << "in_float64 is a whole evaluation, not an operand: write in_float64(a + b) for in_float64(a) + b, or eval(in_float64(x))";
}
template <class... S> constexpr void explain(text& t, rule::evaluated_after_let, std::string_view, S...) {
  t << "the value of a let has no elements inside the body: return the expression, and evaluate what let(x, f) gives";
}
template <class... S> constexpr void explain(text& t, rule::at_most_512_nodes, std::string_view, S...) {
  t << "the expression has more than 512 nodes; write let(x, f) for what stands in it twice, or keep a part of it in a tensor";
}

template <class... A> constexpr void add_call(text& t, std::string_view name, axis_list<A...>) {
  std::size_t i = 0;
  t << name;
  ((t << (i++ == 0 ? "<" : ", "), add_extent<A>(t)), ...);
  t << (sizeof...(A) > 0 ? ">: " : ": ");
}
template <literal Fixed, class V, class L, class... S> requires V::refused struct sentence<Fixed, V, L, S...> {
  static constexpr auto built = [] {
    text t;
    add_call(t, name_of_call(Fixed.view()), L{});
    explain(t, V{}, name_of_call(Fixed.view()), S{}...);
    return t;
  }();
  static constexpr std::size_t size() { return built.length; }
  static constexpr const char* data() { return built.chars; }
};
}  // namespace detail
}  // namespace heed
#endif
