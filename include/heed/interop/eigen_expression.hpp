// An Eigen expression as an operand: Eigen evaluates it when it is named, into a tensor that the operand owns.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <heed/expression/operand.hpp>
#include <heed/interop/eigen_memory.hpp>

namespace heed {

namespace detail {
template <class E> concept computed_by_eigen = is_eigen<std::remove_cvref_t<E>> && !eigen_in_memory<std::remove_cvref_t<E>>;
}  // namespace detail

/// The extents of an expression of Eigen: a vector has one dimension, anything else two, rows before columns.
template <class E> requires detail::computed_by_eigen<E> struct memory_access<E> : detail::eigen_extents<E> {};

/// Axes for an expression of Eigen: `named<Query[128], Feature[64]>(a * b + c)`. Eigen evaluates it here and now, as it would
/// for a matrix, into a tensor that the operand owns: what it refers to may change or end afterwards.
/// Throws shape_error where its sizes are not those of the axes.
template <class... X, detail::computed_by_eigen E> auto named(E&& e) {
  using S = shape<X...>;
  using M = std::remove_cvref_t<E>;
  using T = typename M::Scalar;
  constexpr bool fits = array_has_extents<S, typename detail::sizes_in_type<M>::type>;
  static_assert(extents_of_axes<X...>,
                "named: every axis needs an extent: Query[128], or Query[] where it is known at run time");
  static_assert(distinct_axes<S>, "named: an axis stands twice; heed::prime<A> is a second axis of the same kind as A");
  static_assert(arithmetic_elements<T>, "named: an Eigen expression of arithmetic elements is needed");
  static_assert(fits, "named: the array has other extents, or another number of dimensions");
  if constexpr (!extents_of_axes<X...> || !distinct_axes<S> || !arithmetic_elements<T> || !fits) {
    return typename detail::ill_shaped_for<E>::type{};
  } else {
    auto extents = row_major_layout<S>::static_extents;
    detail::fit_extents(S{}, extents, e);
    tensor<T, X...> result(detail::for_overwrite{}, extents);
    constexpr bool is_array = std::is_base_of_v<Eigen::ArrayBase<M>, M>;
    using plain = std::conditional_t<is_array, Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>,
                                     Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
    if (result.size() > 0) Eigen::Map<plain>(result.data(), e.rows(), e.cols()) = e;
    return as_node(std::move(result));
  }
}

}  // namespace heed

HEED_QUIET_END
