// let: one value, however often the body uses it.
#pragma once

#include <heed/expression/operand.hpp>
#include <heed/node/concat.hpp>
#include <heed/node/cumsum.hpp>
#include <heed/node/gather.hpp>
#include <heed/node/hint.hpp>
#include <heed/node/in_float64.hpp>
#include <heed/node/let.hpp>
#include <heed/node/shift.hpp>
#include <heed/node/window.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class Tag, class N> using variable_for = variable<Tag, value_type_of<N>, shape_of<N>, element_of<N>::weak>;
// A constant or another let's variable needs no let.
template <class N> inline constexpr bool needs_no_let = false;
template <class T> inline constexpr bool needs_no_let<constant<T>> = true;
template <class Tag, class T, class S, bool W> inline constexpr bool needs_no_let<variable<Tag, T, S, W>> = true;

// Tags of lets that heed itself makes: how many of its own lets the definition nests. Their bodies are closed, so that a
// number suffices, and it keeps types short. A let of the user's is tagged by the body's type: its body may refer to
// variables of lets around it.
template <int N> struct nesting {};
template <class N> inline constexpr int nesting_of = 0;
template <class... X> constexpr int deepest() {
  int most = 0;
  ((most = nesting_of<X> > most ? nesting_of<X> : most), ...);
  return most;
}
template <op O, class... X> inline constexpr int nesting_of<elementwise<O, X...>> = deepest<X...>();
template <class F, class... X> inline constexpr int nesting_of<mapped<F, X...>> = deepest<X...>();
template <class T, class X> inline constexpr int nesting_of<converted<T, X>> = nesting_of<X>;
template <fold_op O, class L, class X> inline constexpr int nesting_of<fold<O, L, X>> = nesting_of<X>;
template <class L, class X, class Y> inline constexpr int nesting_of<contraction<L, X, Y>> = nesting_of<X> > nesting_of<Y> ? nesting_of<X> : nesting_of<Y>;
template <class T, class X, class B> inline constexpr int nesting_of<let_node<T, X, B>> = nesting_of<X> > nesting_of<B> ? nesting_of<X> : nesting_of<B>;
template <int N, class X, class B> inline constexpr int nesting_of<let_node<nesting<N>, X, B>> = N > nesting_of<X> ? N : nesting_of<X>;
template <int N, class T, class S, bool W> inline constexpr int nesting_of<variable<nesting<N>, T, S, W>> = N;
template <class F, class T, class X> inline constexpr int nesting_of<renamed<F, T, X>> = nesting_of<X>;
template <class A, class X> inline constexpr int nesting_of<fixed_at<A, X>> = nesting_of<X>;
template <class A, index_t B, index_t N, class X> inline constexpr int nesting_of<sliced<A, B, N, X>> = nesting_of<X>;
template <class A, class X> inline constexpr int nesting_of<sliced_at_run_time<A, X>> = nesting_of<X>;
template <class A, class S, class X> inline constexpr int nesting_of<split_axis<A, S, X>> = nesting_of<X>;
template <class A, class L, class X> inline constexpr int nesting_of<merged_axes<A, L, X>> = nesting_of<X>;
template <class E, class X> inline constexpr int nesting_of<broadcasted<E, X>> = nesting_of<X>;
template <class A, class E, index_t S, index_t D, class X> inline constexpr int nesting_of<windowed<A, E, S, D, X>> = nesting_of<X>;
template <class A, class E, class X> inline constexpr int nesting_of<windowed_at_run_time<A, E, X>> = nesting_of<X>;
template <class A, class X> inline constexpr int nesting_of<reversed<A, X>> = nesting_of<X>;
template <class A, class B, class Out, class X> inline constexpr int nesting_of<diagonal_of<A, B, Out, X>> = nesting_of<X>;
template <class A, class X, class F> inline constexpr int nesting_of<shifted<A, X, F>> = deepest<X, F>();
template <class A, class X, class Y> inline constexpr int nesting_of<concatenated<A, X, Y>> = deepest<X, Y>();
template <class A, class... X> inline constexpr int nesting_of<stacked<A, X...>> = deepest<X...>();
template <class A, class X, class I> inline constexpr int nesting_of<gather_node<A, X, I>> = deepest<X, I>();
template <class E, class I> inline constexpr int nesting_of<one_hot_node<E, I>> = nesting_of<I>;
template <class A, class X> inline constexpr int nesting_of<running_sum<A, X>> = nesting_of<X>;
template <class H, class X> inline constexpr int nesting_of<hinted<H, X>> = nesting_of<X>;
template <class X> inline constexpr int nesting_of<in_float64_node<X>> = nesting_of<X>;

template <class N, class F> using body_verdict = first_wrong<has_few_axes<shape_of<N>>,
    unless<is_ill_shaped<N> || is_parallel<N> || (!named_operand<F> && may_take<F, std::conditional_t<needs_no_let<N>, N, variable_for<F, N>>>()), rule::takes_value<F>>>;

// The body of a let gives an expression, and not nothing.
template <class Body> inline constexpr bool is_an_expression = operand<Body>;

template <class Tag, class N, class F> constexpr auto make_let(N node, F&& f) {
  static_assert(!is_parallel<N>, "par(x) is a whole evaluation, not an operand: write par(let(x, f)) for let(par(x), f)");
  if constexpr (is_ill_shaped<N> || is_parallel<N>) return ill_shaped{};
  else if constexpr (needs_no_let<N>) return as_node(std::forward<F>(f)(node));
  else {
    const variable_for<Tag, N> value{};  // (which has a name, so that f may take `auto&`)
    using B = decltype(std::forward<F>(f)(value));
    if constexpr (!operand<B>) {
      static_assert(is_an_expression<B>, "let(x, f): f must return an expression, as [&](auto x) { return x * x; } does");
      return ill_shaped{};
    } else {
      auto body = as_node(std::forward<F>(f)(value));
      if constexpr (is_ill_shaped<decltype(body)>) return ill_shaped{};
      else return let_node<Tag, N, decltype(body)>{std::move(node), std::move(body)};
    }
  }
}
// For heed's own functions: f makes a body in which its argument is the only variable.
template <class N, class F> constexpr auto let_closed(N node, F&& f) {
  return make_let<nesting<nesting_of<N> + 1>>(std::move(node), std::forward<F>(f));
}
}  // namespace detail

/// let(x, [&](auto x) { return … x … x …; }): x is computed once, however often the body uses it. The guaranteed way to
/// share a value: writing an expression twice is computing it twice.
template <operand X, class F, class V = detail::body_verdict<node_of<X>, std::decay_t<F>>, holds<V> ok = answer<V>> constexpr auto let(X&& x, F&& f) {
  static_assert(ok, HEED_SENTENCE("let(x, f): f must take one value of any type, as [&](auto x) { return x * x; } does, and x has at most 8 axes", V));
  if constexpr (!V::ok) return ill_shaped{};
  else return detail::make_let<std::decay_t<F>>(as_node(std::forward<X>(x)), std::forward<F>(f));
}

}  // namespace heed
HEED_SENTENCES_END
