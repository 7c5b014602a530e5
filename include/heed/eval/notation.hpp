// notation: the formula of an expression as LaTeX, in the notation of the paper Named Tensor Notation
// (Chiang, Rush, Barak 2021, arXiv:2102.13196).
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <heed/eval/notation_text.hpp>
#include <heed/expression/activation.hpp>
#include <heed/expression/normalise.hpp>
#include <heed/node/concat.hpp>
#include <heed/node/cumsum.hpp>
#include <heed/node/hint.hpp>
#include <heed/node/parallel.hpp>
#include <heed/node/results.hpp>
#include <heed/node/shift.hpp>
#include <heed/node/window.hpp>

namespace heed {

namespace detail {
// ---- heed's own functions that share values are recognised: the let that they make of their operand is the let at hand.
template <class N> struct first_fold { using axes = void; using of = void; };
template <class... X> struct first_fold_of { using axes = void; using of = void; };
template <class X, class... More> struct first_fold_of<X, More...>
    : std::conditional_t<std::is_void_v<typename first_fold<X>::axes>, first_fold_of<More...>, first_fold<X>> {};
template <fold_op O, class L, class X> struct first_fold<fold<O, L, X>> { using axes = L; using of = X; };
template <op O, class... X> struct first_fold<elementwise<O, X...>> : first_fold_of<X...> {};
template <class Tag, class X, class B> struct first_fold<let_node<Tag, X, B>> : first_fold_of<X, B> {};

template <class Call, class X> using called = std::remove_cvref_t<decltype(std::declval<Call&>()(std::declval<X>()))>;

/// The name and the axes of the function of heed's that makes an N of an X; an empty name where there is none.
struct known_function { const char* name = ""; std::string axes; };
template <class N, class X, class... A> known_function function_over(axis_list<A...> axes) {
  if constexpr (!softmax_of<A...>::template on<shape_of<X>>::type::ok) return {};
  else if constexpr (std::is_same_v<N, called<softmax_of<A...>, X>>) return {"softmax", latex_axes(axes)};
  else if constexpr (std::is_same_v<N, called<log_softmax_of<A...>, X>>) return {"log\\,softmax", latex_axes(axes)};
  else if constexpr (std::is_same_v<N, called<logsumexp_of<A...>, X>>) return {"logsumexp", latex_axes(axes)};
  else if constexpr (std::is_same_v<N, called<share_of_sum<A...>, X>>) return {"normalize", latex_axes(axes)};
  else if constexpr (std::is_same_v<N, called<norm_of<A...>, X>>) return {"norm", latex_axes(axes)};
  else return {};
}
template <class N, class X> known_function function_of_elements() {
  if constexpr (std::is_same_v<N, called<gelu_of, X>>) return {"gelu", ""};
  else if constexpr (std::is_same_v<N, called<silu_of, X>>) return {"silu", ""};
  else if constexpr (std::is_same_v<N, called<softplus_of, X>>) return {"softplus", ""};
  else return {};
}

/// Writes one formula. `let`s of the user's that are more than a name become definitions behind it.
class notation_writer {
 public:
  explicit notation_writer(std::vector<std::string> names) : given(std::move(names)) {}

  template <class N> std::string formula(const N& node) {
    std::string text = of(node).written();
    for (std::size_t i = 0; i < definitions.size(); ++i) text += (i == 0 ? " \\quad\\text{where } " : ",\\; ") + definitions[i];
    return text;
  }

 private:
  struct seen_leaf { const void* data; std::string name; };
  struct meaning { const char* tag; formula_text text; };
  std::vector<std::string> given, definitions;
  std::vector<seen_leaf> leaves;
  std::vector<meaning> meanings;  // of variables, the innermost let last
  int functions = 0;

  template <class Tag> static inline const char address_of_tag = 0;

  // ---- leaves
  template <class T> formula_text leaf(const T& t) {
    for (const seen_leaf& l : leaves)
      if (l.data == t.data()) return {l.name};
    const std::size_t n = leaves.size();
    leaves.push_back({t.data(), n < given.size() ? given[n] : n < 26 ? std::string(1, static_cast<char>('A' + n)) : "A_{" + std::to_string(n) + "}"});
    return {leaves.back().name};
  }
  template <class T> formula_text of(const reference<T>& n) { return leaf(n.get()); }
  template <class T> formula_text of(const held<T>& n) { return leaf(n.get()); }
  template <class T> formula_text of(const viewed<T>& n) { return leaf(n.get()); }
  template <class T> formula_text of(const constant<T>& n) { return latex_number(n.value); }
  template <class X> formula_text of(const position_node<X>&) { return {"i", binding::whole, latex_axis(axis_name<axis_of<X>>)}; }
  template <class A> formula_text of(const length_node<A>&) { return {"|" + latex_axis(axis_name<A>) + "|"}; }
  template <class Tag, class T, class S, bool W> formula_text of(const variable<Tag, T, S, W>&) {
    for (std::size_t i = meanings.size(); i > 0; --i)
      if (meanings[i - 1].tag == &address_of_tag<Tag>) return meanings[i - 1].text;
    return {"x"};
  }

  // ---- lets
  template <class Tag, class X, class B> formula_text of(const let_node<Tag, X, B>& n) {
    using N = let_node<Tag, X, B>;
    using in_body = typename first_fold<B>::axes;
    using anywhere = first_fold<N>;
    // of a variable, which has no let of its own
    if constexpr (!std::is_void_v<typename anywhere::axes>)
      if constexpr (needs_no_let<typename anywhere::of>)
        if (const known_function f = function_over<N, typename anywhere::of>(typename anywhere::axes{}); *f.name)
          return latex_operator(f.name, f.axes, of(typename anywhere::of{}).written());
    if constexpr (!std::is_void_v<in_body>)
      if (const known_function f = function_over<N, X>(in_body{}); *f.name) return latex_operator(f.name, f.axes, of(n.definition).written());
    if (const known_function f = function_of_elements<N, X>(); *f.name) return latex_operator(f.name, f.axes, of(n.definition).written());

    formula_text value = of(n.definition);
    if (value.binds < binding::whole || !value.subscripts.empty() || value.text.find("\\left(") != std::string::npos) {
      const std::size_t place = definitions.size();
      const std::string name = "x_{" + std::to_string(place + 1) + "}";
      definitions.push_back(name + " = " + value.written());
      value = {name};
    }
    meanings.push_back({&address_of_tag<Tag>, value});
    formula_text body = of(n.body);
    meanings.pop_back();
    return body;
  }

  // ---- folds
  template <fold_op O, class L, class X> formula_text of(const fold<O, L, X>& n) {
    const std::string axes = latex_axes(L{});
    const formula_text x = of(n.of);
    if constexpr (O == fold_op::sum || O == fold_op::prod)
      return {(O == fold_op::sum ? "\\sum_{" : "\\prod_{") + axes + "} " + x.at_least(binding::big_operator), binding::big_operator};
    constexpr const char* names[] = {"", "", "max", "min", "mean", "var", "any", "all", "argmax", "argmin"};
    return latex_operator(names[static_cast<int>(O)], axes, x.written());
  }
  template <class L, class X, class Y> formula_text of(const contraction<L, X, Y>& n) {
    const formula_text left = of(n.left);
    return {left.at_least(binding::factor) + " \\underset{" + latex_axes(L{}) + "}{\\odot} " + of(n.right).at_least(binding::factor), binding::big_operator};
  }

  // ---- index maps: subscripts
  template <class F, class T, class X> formula_text of(const renamed<F, T, X>& n) {
    return of(n.of).with_subscript("[" + latex_axis(axis_name<F>) + "\\to" + latex_axis(axis_name<T>) + "]");
  }
  template <class A, class X> formula_text of(const fixed_at<A, X>& n) {
    return of(n.of).with_subscript(latex_axis(axis_name<A>) + "(" + std::to_string(n.index) + ")");
  }
  template <class A> static std::string range(index_t begin, index_t count) {
    return latex_axis(axis_name<A>) + "(" + std::to_string(begin) + ":" + std::to_string(begin + count) + ")";
  }
  template <class A, index_t B, index_t C, class X> formula_text of(const sliced<A, B, C, X>& n) { return of(n.of).with_subscript(range<A>(B, C)); }
  template <class A, class X> formula_text of(const sliced_at_run_time<A, X>& n) { return of(n.of).with_subscript(range<A>(n.begin, n.count)); }
  template <class A, class S, class X> formula_text of(const split_axis<A, S, X>& n) {
    return of(n.of).with_subscript("[" + latex_axis(axis_name<A>) + "\\to(" + latex_axes(S{}) + ")]");
  }
  template <class A, class L, class X> formula_text of(const merged_axes<A, L, X>& n) {
    return of(n.of).with_subscript("[(" + latex_axes(L{}) + ")\\to" + latex_axis(axis_name<A>) + "]");
  }
  template <class A, class E, index_t S, index_t D, class X> formula_text of(const windowed<A, E, S, D, X>& n) {
    return unrolled(latex_axes(axis_list<A, axis_of<E>>{}), of(n.of), S, D);
  }
  template <class A, class E, class X> formula_text of(const windowed_at_run_time<A, E, X>& n) {
    return unrolled(latex_axes(axis_list<A, axis_of<E>>{}), of(n.of), n.stride, n.dilation);
  }
  template <class A, class X> formula_text of(const reversed<A, X>& n) { return latex_operator("reverse", latex_axis(axis_name<A>), of(n.of).written()); }
  template <class A, class B, class Out, class X> formula_text of(const diagonal_of<A, B, Out, X>& n) {
    return latex_operator("diagonal", latex_axes(axis_list<A, B>{}), of(n.of).written()).with_subscript("[(" + latex_axes(axis_list<A, B>{}) + ")\\to" + latex_axis(axis_name<Out>) + "]");
  }
  template <class A, class X, class F> formula_text of(const shifted<A, X, F>& n) {
    const std::string x = of(n.of).written();
    return latex_operator("shift", latex_axis(axis_name<A>), x + ", " + std::to_string(n.by) + ", " + of(n.fill).written());
  }
  template <class A, class X, class Y> formula_text of(const concatenated<A, X, Y>& n) {
    const std::string x = of(n.left).written();
    return latex_operator("concat", latex_axis(axis_name<A>), x + ", " + of(n.right).written());
  }
  template <class A, class... X> formula_text of(const stacked<A, X...>& n) { return latex_operator("stack", latex_axis(axis_name<A>), listed(operands(n.of))); }
  template <class A, class X> formula_text of(const running_sum<A, X>& n) { return latex_operator("cumsum", latex_axis(axis_name<A>), of(n.of).written()); }
  static formula_text unrolled(const std::string& axes, const formula_text& x, index_t stride, index_t dilation) {
    std::string arguments = x.written();
    if (stride != 1 || dilation != 1) arguments += ", " + std::to_string(stride);
    if (dilation != 1) arguments += ", " + std::to_string(dilation);
    return latex_operator("unroll", axes, arguments);
  }

  template <class A, class X, class I> formula_text of(const gather_node<A, X, I>& n) {
    const formula_text table = of(n.of);
    return table.with_subscript(latex_axis(axis_name<A>) + "(" + of(n.ids).written() + ")");
  }
  template <class E, class I> formula_text of(const one_hot_node<E, I>& n) {
    return latex_operator("onehot", latex_axis(axis_name<axis_of<E>>), of(n.ids).written());
  }

  // ---- what mathematics does not write
  template <class T, class X> formula_text of(const converted<T, X>& n) { return of(n.of); }
  template <class E, class X> formula_text of(const broadcasted<E, X>& n) { return of(n.of); }
  template <class H, class X> formula_text of(const hinted<H, X>& n) { return of(n.of); }
  template <class X> formula_text of(const in_float64_node<X>& n) { return of(n.of); }
  template <class X, class E> formula_text of(const parallel<X, E>& n) { return of(n.of); }

  // ---- point-wise
  template <class... X> std::vector<formula_text> operands(const children<X...>& c) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) { return std::vector<formula_text>{of(get<I>(c))...}; }(std::index_sequence_for<X...>{});
  }
  static std::string listed(const std::vector<formula_text>& x) {
    std::string text;
    for (const auto& one : x) text += (text.empty() ? "" : ", ") + one.written();
    return text;
  }
  template <class F, class... X> formula_text of(const mapped<F, X...>& n) {
    const std::string name = "f_{" + std::to_string(++functions) + "}";
    return {name + "\\left(" + listed(operands(n.of)) + "\\right)"};
  }
  template <op O, class... X> formula_text of(const elementwise<O, X...>& n) {
    const auto x = operands(n.of);
    auto infix = [&](const char* sign, binding own, binding left, binding right) {
      return formula_text{x[0].at_least(left) + " " + sign + " " + x[1].at_least(right), own};
    };
    auto function = [&](const char* name) { return formula_text{std::string(name) + "\\left(" + listed(x) + "\\right)"}; };
    constexpr auto after = [](binding b) { return static_cast<binding>(static_cast<int>(b) + 1); };
    constexpr bool scales = (std::is_same_v<X, constant<double>> || ...) || (std::is_same_v<X, constant<float>> || ...) || (std::is_same_v<X, constant<int>> || ...);
    using enum binding;
    switch (O) {
      case op::add: return infix("+", sum, sum, after(sum));
      case op::subtract: return infix("-", sum, sum, after(sum));
      case op::multiply: return infix(scales ? "\\cdot" : "\\odot", product, product, after(product));
      case op::divide: return {"\\frac{" + x[0].written() + "}{" + x[1].written() + "}"};
      case op::remainder: return infix("\\bmod", product, after(product), after(product));
      case op::negate: return {"-" + x[0].at_least(after(sum)), sum};
      case op::equal: return infix("=", comparison, after(comparison), after(comparison));
      case op::not_equal: return infix("\\neq", comparison, after(comparison), after(comparison));
      case op::less: return infix("<", comparison, after(comparison), after(comparison));
      case op::less_equal: return infix("\\leq", comparison, after(comparison), after(comparison));
      case op::greater: return infix(">", comparison, after(comparison), after(comparison));
      case op::greater_equal: return infix("\\geq", comparison, after(comparison), after(comparison));
      case op::logical_and: return infix("\\land", binding::logical_and, binding::logical_and, after(binding::logical_and));
      case op::logical_or: return infix("\\lor", binding::logical_or, binding::logical_or, after(binding::logical_or));
      case op::logical_not: return {"\\lnot " + x[0].at_least(factor), factor};
      case op::where:
        return {"\\begin{cases} " + x[1].written() + " & \\text{if } " + x[0].written() + " \\\\ " + x[2].written() + " & \\text{otherwise} \\end{cases}", cases};
      case op::anchor: return x[0];  // (another number for -inf is no part of the formula)
      case op::abs: return {"\\left|" + x[0].written() + "\\right|"};
      case op::exp: return function("\\exp");
      case op::exp2: return {"2^{" + x[0].written() + "}", power};
      case op::log: return function("\\log");
      case op::sqrt: return {"\\sqrt{" + x[0].written() + "}"};
      case op::rsqrt: return {"\\frac{1}{\\sqrt{" + x[0].written() + "}}"};
      case op::pow: return {"{" + x[0].at_least(whole) + "}^{" + x[1].written() + "}", power};
      case op::minimum: return function("\\min");
      case op::maximum: return function("\\max");
      case op::sin: return function("\\sin");
      case op::cos: return function("\\cos");
      case op::tanh: return function("\\tanh");
      case op::log1p: return function("\\mathrm{log1p}");
      case op::erf: return function("\\mathrm{erf}");
      default: return function("\\mathrm{f}");
    }
  }

  // ---- any other node: its name over its operands
  template <class N> formula_text of(const N& n) {
    constexpr std::string_view type = unqualified(pretty_type<N>());
    return latex_operator(std::string(type.substr(0, type.find('<'))), "", any_operands(n));
  }
  template <class N> std::string any_operands(const N& n) {
    if constexpr (requires { n.left; n.right; }) {
      const std::string left = of(n.left).written();
      return left + ", " + of(n.right).written();
    } else if constexpr (requires { operands(n.of); }) return listed(operands(n.of));
    else if constexpr (requires { n.of; }) return of(n.of).written();
    else return "";
  }
};
}  // namespace detail

/// The formula of an expression as LaTeX, in the notation of *Named Tensor Notation* (Chiang, Rush and Barak 2021): operators
/// have their axes underneath, dot is an \odot with axes, renaming is a subscript. Tensors are called by the names given, in
/// the order in which they first stand in the expression, and then A, B, C …; a tensor that stands twice has one name.
///
///     notation(dot<Key>(softmax<Key>(dot<Feature>(q, k)), v), {"Q", "K", "V"})
///
/// Conversions, broadcasts and `par` are not written. Indices count from 0, as heed's do.
template <named_operand X> std::string notation(const X& x, std::vector<std::string> names = {}) {
  if constexpr (is_ill_shaped<X>) return {};
  else if constexpr (tensor_or_view<X>) return detail::notation_writer(std::move(names)).formula(as_node(x));
  else return detail::notation_writer(std::move(names)).formula(x);
}

}  // namespace heed
