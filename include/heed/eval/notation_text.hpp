// Pieces of a formula in LaTeX: what binds how strongly, names of axes, numbers.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <heed/axes/axis.hpp>
#include <heed/axes/name.hpp>

namespace heed::detail {

/// How strongly a formula holds together; one that binds less than its place asks for gets parentheses.
enum class binding { cases, logical_or, logical_and, comparison, sum, big_operator, product, factor, power, whole };

/// A formula: its text, and the subscripts that index maps have put to it, which LaTeX wants in one list.
struct formula_text {
  std::string text;
  binding binds = binding::whole;
  std::string subscripts = {};

  std::string written() const { return subscripts.empty() ? text : text + "_{" + subscripts + "}"; }
  std::string at_least(binding wanted) const { return binds < wanted ? "\\left(" + written() + "\\right)" : written(); }
  formula_text with_subscript(const std::string& more) const {
    if (binds < binding::whole) return {at_least(binding::whole), binding::whole, more};
    return {text, binding::whole, subscripts.empty() ? more : subscripts + ", " + more};
  }
};

// `\mathsf{key}` for Key: the paper writes axes in small letters.
inline std::string latex_axis(std::string_view name) {
  if (name.starts_with("prime<")) return latex_axis(unqualified(name.substr(6, name.size() - 7))) + "'";
  std::string text = "\\mathsf{";
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '_') text += "\\_";
    else text += i == 0 && c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text + "}";
}
template <class... A> std::string latex_axes(axis_list<A...>) {
  std::string text;
  ((text += (text.empty() ? "" : ",") + latex_axis(axis_name<A>)), ...);
  return text;
}
template <class... X> std::string latex_axes(shape<X...>) { return latex_axes(axis_list<axis_of<X>...>{}); }

// As few digits as tell the number from its neighbours.
template <class T> formula_text latex_number(T x) {
  if (x != x) return {"\\mathrm{nan}"};
  if (x < 0) return {"-" + latex_number(-x).text, binding::sum};
  if constexpr (std::numeric_limits<T>::has_infinity)
    if (x == std::numeric_limits<T>::infinity()) return {"\\infty"};
  char digits[40];
  for (int n = 1; n < 20; ++n) {
    std::snprintf(digits, sizeof digits, "%.*g", n, static_cast<double>(x));
    if (static_cast<T>(std::strtod(digits, nullptr)) == x) break;
  }
  const std::string text = digits;
  const auto e = text.find('e');
  if (e == text.npos) return {text};
  if (const int power = std::atoi(text.c_str() + e + 1); power > 0 && power < 7) return {std::to_string(static_cast<long long>(x))};
  const std::string power = "10^{" + std::to_string(std::atoi(text.c_str() + e + 1)) + "}";
  if (text.substr(0, e) == "1") return {power, binding::power};
  return {text.substr(0, e) + " \\cdot " + power, binding::product};
}
inline formula_text latex_number(bool x) { return {x ? "\\mathrm{true}" : "\\mathrm{false}"}; }

// f_{axes}(x), an operator with its axes underneath.
inline formula_text latex_operator(const std::string& name, const std::string& axes, const std::string& arguments) {
  const std::string head = "\\mathrm{" + name + "}";
  return {(axes.empty() ? head : "\\underset{" + axes + "}{" + head + "}") + "\\left(" + arguments + "\\right)"};
}

}  // namespace heed::detail
