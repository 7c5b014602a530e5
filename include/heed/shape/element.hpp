// Element types: bool < integers < floats; across categories the higher category's tensor type wins; scalars are weak.
//
// The lattice is JAX's weak-type promotion (jax.readthedocs.io, "Type promotion semantics") restricted to what C++ has:
// a scalar takes the type of the tensor that it meets within its category, and an integer or bool tensor times a floating scalar
// is a weak float32: it becomes whatever floating tensor it meets next.
#pragma once

#include <type_traits>

namespace heed {

/// The element type of a value, and whether it gives way to another of its category.
template <class T, bool Weak> struct element_type {
  using type = T;
  static constexpr bool weak = Weak;
};

namespace detail {
template <class T> inline constexpr int category = std::is_same_v<T, bool> ? 0 : std::is_integral_v<T> ? 1 : 2;

template <class X, class Y> struct promote {
  using T = typename X::type;
  using U = typename Y::type;
  static constexpr auto choose() {
    if constexpr (category<T> > category<U>) {
      // a weak float beside a tensor of integers or truth values stays weak, as float32
      if constexpr (X::weak && category<T> == 2 && !Y::weak) return element_type<float, true>{};
      else return X{};
    } else if constexpr (category<T> < category<U>) {
      if constexpr (Y::weak && category<U> == 2 && !X::weak) return element_type<float, true>{};
      else return Y{};
    } else if constexpr (X::weak && !Y::weak) return Y{};
    else if constexpr (Y::weak && !X::weak) return X{};
    else if constexpr (std::is_same_v<T, U>) return X{};
    else return element_type<std::common_type_t<T, U>, X::weak && Y::weak>{};
  }
  using type = decltype(choose());
};
}  // namespace detail

template <class X, class Y> using promoted = typename detail::promote<X, Y>::type;
/// bool as a number is int.
template <class X> using numeric =
    std::conditional_t<std::is_same_v<typename X::type, bool>, element_type<int, X::weak>, X>;
/// A number that functions such as exp are taken of: integers become float32.
template <class X> using floating =
    std::conditional_t<std::is_floating_point_v<typename X::type>, X, element_type<float, X::weak>>;
/// What a sum of such elements is: bool and small integers add up in int.
template <class X> using summed = std::conditional_t<
    std::is_integral_v<typename X::type> && (sizeof(typename X::type) < sizeof(int)), element_type<int, false>,
    element_type<typename X::type, false>>;

}  // namespace heed
