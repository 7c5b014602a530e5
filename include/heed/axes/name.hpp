// The name of an axis as text, for messages and for explain.
#pragma once

#include <array>
#include <string_view>

#include <heed/axes/axis.hpp>

namespace heed {
namespace detail {
template <class T> constexpr std::string_view pretty_type() {
  std::string_view text = __PRETTY_FUNCTION__;
  const auto begin = text.find("T = ") + 4;
#if defined(__clang__)
  const auto end = text.rfind(']');
#else
  const auto semicolon = text.find(';', begin);
  const auto end = semicolon == std::string_view::npos ? text.rfind(']') : semicolon;
#endif
  return text.substr(begin, end - begin);
}

// The last component of a qualified name; template arguments are kept whole: `a::prime<b::Key>` gives `prime<b::Key>`.
constexpr std::string_view unqualified(std::string_view name) {
  int depth = 0;
  for (std::size_t i = name.size(); i > 0; --i) {
    const char c = name[i - 1];
    if (c == '>' || c == ')') ++depth;
    if (c == '<' || c == '(') --depth;
    if (c == ':' && depth == 0) return name.substr(i);
  }
  return name;
}
}  // namespace detail

/// `Query` for `my::model::Query`.
template <class A> inline constexpr std::string_view axis_name = detail::unqualified(detail::pretty_type<A>());

namespace detail {
template <class A> inline constexpr auto primed_name = [] {
  constexpr std::string_view before = "prime<", name = axis_name<A>;
  std::array<char, before.size() + name.size() + 1> text{};
  std::size_t i = 0;
  for (const char c : before) text[i++] = c;
  for (const char c : name) text[i++] = c;
  text[i] = '>';
  return text;
}();
}  // namespace detail
/// `prime<Query>` for `heed::prime<my::model::Query>`.
template <class A> inline constexpr std::string_view axis_name<prime<A>>{detail::primed_name<A>.data(), detail::primed_name<A>.size()};

}  // namespace heed
