// Point-wise operations broadcast by name: the result has the axes of all operands.
#pragma once

#include <utility>

#include <heed/node/function.hpp>
#include <heed/node/pointwise.hpp>
#include <heed/shape/traits.hpp>

namespace heed::detail {

// Every pair of operands agrees on the axes that both have.
template <class... S> struct broadcast { using type = shape<>; using verdict_type = verdict::fine; };
template <class S> struct broadcast<S> { using type = S; using verdict_type = verdict::fine; };
template <class S, class R, class... More> struct broadcast<S, R, More...> {
  using first = extents_match<S, R>;
  using rest = broadcast<union_of<S, R>, More...>;
  using type = typename rest::type;
  using verdict_type = first_wrong<first, typename rest::verdict_type>;
};

template <op Op, class... X> struct shape_rule<elementwise<Op, X...>> { using type = typename broadcast<shape_of<X>...>::type; };
template <class F, class... X> struct shape_rule<mapped<F, X...>> { using type = typename broadcast<shape_of<X>...>::type; };
template <class T, class X> struct shape_rule<converted<T, X>> : shape_rule<X> {};

template <class... E> struct promote_all;
template <class E> struct promote_all<E> { using type = E; };
template <class E, class... R> struct promote_all<E, R...> { using type = promoted<E, typename promote_all<R...>::type>; };

constexpr bool is_comparison(op o) { return o >= op::equal && o <= op::logical_not; }
constexpr bool is_function(op o) { return o >= op::exp; }

template <op Op, class... E> constexpr auto elementwise_element() {
  if constexpr (is_comparison(Op)) return heed::element_type<bool, false>{};
  else if constexpr (is_function(Op)) return floating<typename promote_all<E...>::type>{};
  else return numeric<typename promote_all<E...>::type>{};
}
template <op Op, class... X> struct element_rule<elementwise<Op, X...>> {
  using type = decltype(elementwise_element<Op, element_of<X>...>());
};
// where(c, a, b), minimum and maximum choose an element, and so keep bool.
template <class C, class A, class B> struct element_rule<elementwise<op::where, C, A, B>> {
  using type = promoted<element_of<A>, element_of<B>>;
};
template <class A, class B> struct element_rule<elementwise<op::minimum, A, B>> { using type = promoted<element_of<A>, element_of<B>>; };
template <class A, class B> struct element_rule<elementwise<op::maximum, A, B>> { using type = promoted<element_of<A>, element_of<B>>; };
template <class T, class X> struct element_rule<converted<T, X>> { using type = heed::element_type<T, false>; };

template <class F, class... T> struct mapped_element { using type = std::remove_cvref_t<std::invoke_result_t<const F&, T...>>; };
template <class F, class T, class... R> struct mapped_element<batchwise_function<F>, T, R...> {
  using type = typename promote_all<heed::element_type<T, false>, heed::element_type<R, false>...>::type::type;
};
template <class F, class... X> struct element_rule<mapped<F, X...>> {
  using type = heed::element_type<typename mapped_element<F, value_type_of<X>...>::type, false>;
};

// What takes batches takes no single elements, and the body of a let takes its value. A template may take anything.
template <class F> using batches_verdict = unless<!takes_numbers<F>, rule::takes_batches<F>>;
template <class F, class X> constexpr bool may_take() {
  if constexpr (is_generic<F>) return true;
  else return std::is_invocable_v<F&, X>;
}

// f can be called with elements of these types, and gives a number. What takes batches is asked when it gets some.
template <class F, class... T> constexpr bool gives_number() {
  if constexpr (std::is_invocable_v<const F&, T...>) return std::is_arithmetic_v<std::remove_cvref_t<std::invoke_result_t<const F&, T...>>>;
  else return false;
}
template <class F, class... T> struct callable { using type = unless<gives_number<F, T...>(), rule::callable_with<F, T...>>; };
template <class F, class... T> struct callable<batchwise_function<F>, T...> {
  using type = std::conditional_t<takes_numbers<F>, verdict::silent, verdict::fine>;  // batchwise has said so
};
template <class F, class... T> using callable_verdict = typename callable<F, T...>::type;

}  // namespace heed::detail
