// Calling a user's point-wise function with double, where it takes double.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <heed/node/function.hpp>
#include <heed/node/pointwise.hpp>

namespace heed {

/// A batchwise function can be called with double, which is what the reference has.
template <class F, class... T> inline constexpr bool callable_with_scalars = std::is_invocable_v<const F&, T...>;

namespace detail {
// What an element of type T is handed over as: what the function declares, else double for floats and T for integers.
template <class P, class T> struct argument {
  using type = std::conditional_t<std::is_arithmetic_v<std::remove_cvref_t<P>>, std::remove_cvref_t<P>,
                                  std::conditional_t<std::is_floating_point_v<T>, double, T>>;
};
template <class P, class... T> struct arguments { using type = parameters<typename argument<void, T>::type...>; };
template <class... P, class... T>
requires(sizeof...(P) == sizeof...(T)) struct arguments<parameters<P...>, T...> {
  using type = parameters<typename argument<P, T>::type...>;
};

template <class F> struct scalar_function {
  using type = F;
  static const F& of(const F& f) { return f; }
};
template <class F> struct scalar_function<batchwise_function<F>> {
  using type = F;
  static const F& of(const batchwise_function<F>& f) { return f.function; }
};

/// Calls F, whose operands have elements of types T, with the doubles at a.
template <class F, class... T> struct user_call {
  static constexpr std::size_t count = sizeof...(T);
  const F& function;

  double in_float64(const double* a) const {
    using types = typename arguments<typename parameters_of<typename scalar_function<F>::type>::type, T...>::type;
    return call(types{}, a, std::index_sequence_for<T...>{});
  }
  double in_own_types(const double* a) const {
    // batches of the own types are not scalars: there is nothing but double to compare with
    if constexpr (is_batchwise<F>) return in_float64(a);
    else return call(parameters<T...>{}, a, std::index_sequence_for<T...>{});
  }

 private:
  template <class... P, std::size_t... I>
  double call(parameters<P...>, const double* a, std::index_sequence<I...>) const {
    using scalar = typename scalar_function<F>::type;
    static_assert(callable_with_scalars<scalar, P...>,
                  "in_float64: a batchwise function must also take double, as a generic lambda does");
    if constexpr (callable_with_scalars<scalar, P...>)
      return static_cast<double>(scalar_function<F>::of(function)(static_cast<P>(a[I])...));
    else return 0;
  }
};
}  // namespace detail

}  // namespace heed
