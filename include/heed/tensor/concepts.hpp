// What the functions of heed ask about a type: whether it is a tensor, a view, any operand. Total for every type.
#pragma once

#include <cstddef>
#include <type_traits>

#include <heed/axes/axis.hpp>

namespace heed {

namespace detail {
// std::is_arithmetic, which costs compilers seven classes for every type that it is asked about.
template <class T> inline constexpr bool is_number = false;
template <class T> inline constexpr bool is_number<const T> = is_number<T>;
template <> inline constexpr bool is_number<bool> = true;
template <> inline constexpr bool is_number<char> = true;
template <> inline constexpr bool is_number<signed char> = true;
template <> inline constexpr bool is_number<unsigned char> = true;
template <> inline constexpr bool is_number<wchar_t> = true;
template <> inline constexpr bool is_number<char8_t> = true;
template <> inline constexpr bool is_number<char16_t> = true;
template <> inline constexpr bool is_number<char32_t> = true;
template <> inline constexpr bool is_number<short> = true;
template <> inline constexpr bool is_number<unsigned short> = true;
template <> inline constexpr bool is_number<int> = true;
template <> inline constexpr bool is_number<unsigned> = true;
template <> inline constexpr bool is_number<long> = true;
template <> inline constexpr bool is_number<unsigned long> = true;
template <> inline constexpr bool is_number<long long> = true;
template <> inline constexpr bool is_number<unsigned long long> = true;
template <> inline constexpr bool is_number<float> = true;
template <> inline constexpr bool is_number<double> = true;
template <> inline constexpr bool is_number<long double> = true;
}  // namespace detail

template <class T, class... X> class tensor;
template <class T, class Layout> class view;

template <class X> struct is_tensor : std::false_type {};
template <class T, class... X> struct is_tensor<tensor<T, X...>> : std::true_type {};
template <class X> struct is_view : std::false_type {};
template <class T, class Layout> struct is_view<view<T, Layout>> : std::true_type {};

/// An owning tensor, a view over memory, either of them; const and references do not matter.
template <class X> concept tensor_like = is_tensor<std::remove_cvref_t<X>>::value;
template <class X> concept view_like = is_view<std::remove_cvref_t<X>>::value;
template <class X> concept tensor_or_view = tensor_like<X> || view_like<X>;

/// As deduced for `X&&`: memory that outlives the call, so that a view of it may be returned. Tensors that have a name,
/// and views of any kind; not a temporary tensor.
template <class X> concept addressable = view_like<X> || (tensor_like<X> && std::is_lvalue_reference_v<X>);

/// What may stand on the right of an assignment: tensors, views and expression nodes, which all have a nested type
/// `heed_operand`; and numbers, which fill.
template <class E> concept expression_operand =
    detail::is_number<std::remove_cvref_t<E>> || requires { typename std::remove_cvref_t<E>::heed_operand; };
/// The same without Target itself, which is copied.
template <class E, class Target> concept other_operand = expression_operand<E> && !std::is_same_v<E, Target>;

namespace detail {
// A container of numbers, an array, or a pointer to some: nothing says which axes it has.
template <class C> concept memory_of_numbers = requires(const C& c) { c.size(); *c.data() + 1; } || (std::is_array_v<C> && std::is_arithmetic_v<std::remove_all_extents_t<C>>) ||
                                              (std::is_pointer_v<C> && std::is_arithmetic_v<std::remove_pointer_t<C>>);
template <class C> concept bare_container = !expression_operand<C> && memory_of_numbers<std::remove_cvref_t<C>>;
// The same, where it might be meant as elements: text is not.
template <class C> concept bare_elements = bare_container<C> && !requires(const C& c) { static_cast<const char*>(&c[0]); };
// The same, where it is one that a value might be assigned to.
template <class C> concept resizable_container = requires(C& c) { c.resize(1); } && bare_elements<C>;
// The container has no axes.
template <class C> inline constexpr bool container_has_axes = !bare_container<C>;

// Indices and sizes may be of any integer type, so that a std::size_t needs no cast.
template <class N> concept integer = std::is_integral_v<N>;
// The type U of elements that `const U` = T refers to.
template <class U, class T> concept without_const_of = !std::is_const_v<U> && std::is_same_v<const U, T>;
// What a value without axes converts to.
template <class U, std::size_t Rank> concept scalar_of_rank = Rank == 0 && std::is_arithmetic_v<U>;
}  // namespace detail

}  // namespace heed
