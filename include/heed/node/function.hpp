// What a function of the user's takes, where its type says so.
#pragma once

#include <type_traits>

namespace heed::detail {

// The types of a function's parameters; `generic` where it is a template or overloaded.
struct generic {};
template <class... P> struct parameters {};
template <class M> struct signature { using type = generic; };
template <class R, class... P> struct signature<R (*)(P...)> { using type = parameters<P...>; };
template <class R, class... P> struct signature<R (*)(P...) noexcept> { using type = parameters<P...>; };
template <class R, class C, class... P> struct signature<R (C::*)(P...)> { using type = parameters<P...>; };
template <class R, class C, class... P> struct signature<R (C::*)(P...) const> { using type = parameters<P...>; };
template <class R, class C, class... P> struct signature<R (C::*)(P...) noexcept> { using type = parameters<P...>; };
template <class R, class C, class... P> struct signature<R (C::*)(P...) const noexcept> {
  using type = parameters<P...>;
};

template <class F> struct parameters_of : signature<F> {};
template <class F>
requires requires { &F::operator(); }
struct parameters_of<F> : signature<decltype(&F::operator())> {};

template <class F> inline constexpr bool is_generic = std::is_same_v<typename parameters_of<F>::type, generic>;
// Numbers, and nothing but numbers.
template <class P> inline constexpr bool are_numbers = false;
template <class A, class... P> inline constexpr bool are_numbers<parameters<A, P...>> =
    std::is_arithmetic_v<std::remove_cvref_t<A>> && (std::is_arithmetic_v<std::remove_cvref_t<P>> && ...);
template <class F> inline constexpr bool takes_numbers = are_numbers<typename parameters_of<F>::type>;

}  // namespace heed::detail
