// Every sentence that a wrong shape gives, and how a public function says it.
//
//     template <class... A, named_operand X, class V = …the verdict…, holds<V> ok = answer<V>> auto sum(X&& x) -> … {
//       static_assert(ok, HEED_SENTENCE("sum<Axis...>(x): …what it requires…", V, axes<A...>, shape_of_operand<X>));
//
// Compilers that compute messages print `sum<Key>: the operand has no axis Key; its axes are Query[128] and Feature[64]`. Others
// print what the call requires, and beside it what does not hold: `holds<rule::axis_is_in<Key, shape<Query[128], …>>>`.
// The assertion stands in the body of the function that the user called: anywhere deeper costs lines of "required from".
#pragma once

#include <heed/shape/verdict.hpp>

// __cpp_static_assert says so in C++26; clang 22 does it in every mode.
#if (defined(__cpp_static_assert) && __cpp_static_assert >= 202306L) || \
    (defined(__clang_major__) && __clang_major__ >= 22 && !defined(__apple_build_version__))
#define HEED_COMPUTED_MESSAGES 1
#else
#define HEED_COMPUTED_MESSAGES 0
#endif

namespace heed {
// For eval/, until it says its sentences as above.
template <class X, class Y> inline constexpr bool same_extent = sizes_agree(size_of_extent<X>, size_of_extent<Y>);
template <class A, class S> inline constexpr bool axis_among = contains_axis<S, A>;
template <> inline constexpr bool axis_among<void, void> = true;
template <class A> inline constexpr bool axis_has_extent = std::is_void_v<A>;
namespace detail {
template <class L = void, class R = L, class A = void, class S = A, class U = void> struct found_facts {
  using left = L;
  using right = R;
  using missing = A;
  using there = S;
  using unbounded = U;
};
template <class V> struct facts : found_facts<> {};
template <class X, class Y> struct facts<rule::same_extent<X, Y>> : found_facts<X, Y> {};
template <class A, class S> struct facts<rule::axis_is_in<A, S>> : found_facts<void, void, A, S> {};
template <class A> struct facts<rule::axis_has_extent<A>> : found_facts<void, void, void, void, A> {};
}  // namespace detail
}  // namespace heed

// A header with sentences begins and ends so: before C++26, clang 22 calls them an extension.
#if HEED_COMPUTED_MESSAGES && defined(__clang__)
#define HEED_SENTENCES_BEGIN _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc++26-extensions\"")
#define HEED_SENTENCES_END _Pragma("clang diagnostic pop")
#else
#define HEED_SENTENCES_BEGIN
#define HEED_SENTENCES_END
#endif

#if !HEED_COMPUTED_MESSAGES

namespace heed {
/// A condition whose type says what it is about: `holds<rule::same_extent<Feature[64], Feature[32]>>`.
template <class V> struct holds {
  constexpr operator bool() const { return !V::refused; }
};
template <class V> inline constexpr holds<V> answer{};
}  // namespace heed
#define HEED_SENTENCE(fixed, ...) fixed

#else

#include <cstddef>
#include <string_view>

#include <heed/axes/name.hpp>

namespace heed {
// A plain bool, so that compilers print the sentence and nothing else.
template <class V> using holds = bool;
template <class V> inline constexpr bool answer = !V::refused;

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

template <std::size_t N> struct literal {
  char chars[N];
  consteval literal(const char (&from)[N]) {
    for (std::size_t i = 0; i < N; ++i) chars[i] = from[i];
  }
  constexpr std::string_view view() const { return {chars, N - 1}; }
};

// `dot` of "dot<Axis...>(x, y): …", `operator<` of "operator<: …".
constexpr std::string_view name_of_call(std::string_view fixed) {
  return fixed.substr(0, fixed.starts_with("operator") ? fixed.find(": ") : fixed.find_first_of("<(:"));
}
constexpr bool is_assignment(std::string_view name) {
  return name == "operator=" || name == "operator+=" || name == "operator-=" || name == "operator*=" || name == "operator/=";
}
constexpr std::string_view word_for_operand(std::string_view name, std::size_t operands, std::size_t i) {
  if (is_assignment(name)) return i == 0 ? "target" : "expression";
  if (operands < 2) return "";
  if (name == "dot" || name.starts_with("operator")) return i == 0 ? "left" : "right";
  constexpr std::string_view words[] = {"first", "second", "third", "fourth"};
  return i < 4 ? words[i] : "later";
}
constexpr std::size_t first_true(std::initializer_list<bool> flags) {
  std::size_t i = 0;
  for (const bool flag : flags) {
    if (flag) break;
    ++i;
  }
  return i;
}

// How far two names are apart: insertions, deletions and replacements of letters, without regard to case.
constexpr std::size_t distance_of_names(std::string_view a, std::string_view b) {
  if (a.size() > 40 || b.size() > 40) return 40;
  constexpr auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  std::size_t row[41] = {};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t before = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = before + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      before = row[j];
      const std::size_t shifted = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      row[j] = replaced < shifted ? replaced : shifted;
    }
  }
  return row[b.size()];
}
template <class A, class... X> constexpr void add_close_name(text& t, shape<X...>) {
  bool asked = false;
  const auto ask = [&](std::string_view there) {
    if (asked || distance_of_names(axis_name<A>, there) * 3 > axis_name<A>.size()) return;
    t << "; is " << there << " meant?";
    asked = true;
  };
  if constexpr (((axis_name<A> != axis_name<axis_of<X>>) && ...)) (ask(axis_name<axis_of<X>>), ...);
}

// What a broken rule says. Name: of the call; S: the axes of its operands.
template <class X, class Y, class... S>
constexpr void explain(text& t, rule::same_extent<X, Y>, std::string_view name, S...) {
  const std::string_view left = word_for_operand(name, sizeof...(S), first_true({std::is_same_v<extent_in_shape<S, axis_of<X>>, X>...}));
  const std::string_view right = word_for_operand(name, sizeof...(S), first_true({std::is_same_v<extent_in_shape<S, axis_of<X>>, Y>...}));
  t << axis_name<axis_of<X>> << " is " << size_of_extent<X> << " in the " << left << (is_assignment(name) ? " and " : " operand and ")
    << size_of_extent<Y> << " in the " << right;
}
template <class A, class T, class... S> constexpr void explain(text& t, rule::axis_is_in<A, T>, std::string_view name, S...) {
  const std::string_view which = word_for_operand(name, sizeof...(S), first_true({std::is_same_v<S, T>...}));
  t << "the " << which << (which.empty() ? "" : " ") << "operand has no axis " << name_among<A, T>;
  if constexpr (T::rank == 0) t << "; it has no axes";
  else {
    t << "; its axes are ";
    add_list<shape<A>>(t, T{});
    add_close_name<A>(t, T{});
  }
}
template <class A, class T, class... S> constexpr void explain(text& t, rule::axis_is_new<A, T>, std::string_view, S...) {
  t << "the operand has an axis " << axis_name<A> << " already";
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
template <class... A, class... S> constexpr void explain(text& t, rule::each_axis_once<axes<A...>>, std::string_view, S...) {
  bool said = false;
  const auto look = [&](index_t first, index_t here, std::string_view axis) {
    if (!said && first != here) { t << axis << " is named twice"; said = true; }
  };
  index_t here = 0;
  (look(index_of_axis<axes<A...>, A>, here++, axis_name<A>), ...);
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
template <class X, class P, class... S> constexpr void explain(text& t, rule::parts_make_whole<X, P>, std::string_view, S...) {
  t << "the parts make " << static_size<P> << ", and " << axis_name<axis_of<X>> << " is " << size_of_extent<X>;
}
template <class X, index_t Begin, index_t End, class... S>
constexpr void explain(text& t, rule::slice_is_within<X, Begin, End>, std::string_view, S...) {
  if (End <= Begin) t << "a slice has at least one element, not " << End - Begin;
  else t << End - Begin << " from " << Begin << " is outside " << axis_name<axis_of<X>>;
  if (End > Begin && size_of_extent<X> != dynamic) t << ", which is " << size_of_extent<X>;
}
template <class... X, class... W, class... S>
constexpr void explain(text& t, rule::exactly_axes<shape<X...>, axes<W...>>, std::string_view, S...) {
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
}
template <class F, class... T, class... S> constexpr void explain(text& t, rule::callable_with<F, T...>, std::string_view, S...) {
  std::size_t i = 0;
  t << "the function cannot be called with (";
  ((t << (i++ == 0 ? "" : ", ") << pretty_type<T>()), ...);
  t << "), or gives no number";
}
template <class T, class... S> constexpr void explain(text& t, rule::arithmetic_element<T>, std::string_view, S...) {
  t << pretty_type<T>() << " is no arithmetic type";
}
template <class A, class T, class... S> constexpr void explain(text& t, rule::axis_is_in_target<A, T>, std::string_view, S...) {
  t << "the expression has an axis " << name_among<A, T> << " and the target has none; " << (T::rank == 0 ? "it has no axes" : "its axes are ");
  add_list<shape<A>>(t, T{});
}
template <class A, class T, class... S> constexpr void explain(text& t, rule::axis_is_in_expression<A, T>, std::string_view, S...) {
  t << "the target has an axis " << name_among<A, T> << " and the expression has none; " << (T::rank == 0 ? "it has no axes" : "its axes are ");
  add_list<shape<A>>(t, T{});
}

template <class... A> constexpr void add_call(text& t, std::string_view name, axes<A...>) {
  std::size_t i = 0;
  t << name;
  ((t << (i++ == 0 ? "<" : ", "), add_extent<A>(t)), ...);
  t << (sizeof...(A) > 0 ? ">: " : ": ");
}
// The sentence, in the form that static_assert takes. L: the axes that the call names; S: the axes of its operands.
template <literal Fixed, class V, class L = axes<>, class... S> struct sentence {
  static constexpr auto built = [] {
    text t;
    add_call(t, name_of_call(Fixed.view()), L{});
    if constexpr (V::refused) explain(t, V{}, name_of_call(Fixed.view()), S{}...);
    return t;
  }();
  static constexpr std::size_t size() { return built.length; }
  static constexpr const char* data() { return built.chars; }
};
}  // namespace detail
}  // namespace heed
#define HEED_SENTENCE(fixed, ...) ::heed::detail::sentence<fixed, __VA_ARGS__>{}

#endif
