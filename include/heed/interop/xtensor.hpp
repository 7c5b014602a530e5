// xtensor: `named` over its arrays, views and expressions; as_xtensor, the way back.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <array>
#include <cstddef>

#include <heed/eval/evaluate.hpp>
#include <heed/expression/extent.hpp>
#include <heed/interop/xtensor_expression.hpp>
#include <heed/interop/xtensor_memory.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
// Whether the elements are row-major without gaps: a tensor's are, a view's where its type knows it. (The layout of a slice with
// a run-time extent may have the type of a row-major one, but has strides of its own.)
template <class X> inline constexpr bool lies_in_row_major =
    tensor_like<X> || (std::is_same_v<typename std::remove_cvref_t<X>::layout_type, row_major_layout<typename std::remove_cvref_t<X>::shape_type>> &&
                       std::remove_cvref_t<X>::layout_type::has_static_strides);
// Row-major elements are an adaptor. Others are a view of one: assigning to an adaptor would give it strides of its own.
template <bool row_major, class T, class Layout> auto adapted(T* data, const Layout& layout) {
  std::array<std::size_t, Layout::rank> extents{};
  std::array<std::ptrdiff_t, Layout::rank> strides{};
  for (std::size_t i = 0; i < Layout::rank; ++i) {
    extents[i] = static_cast<std::size_t>(layout.extent(i));
    strides[i] = static_cast<std::ptrdiff_t>(layout.stride(i));
  }
  if constexpr (row_major)
    return xt::adapt<xt::layout_type::row_major>(std::move(data), static_cast<std::size_t>(layout.size()), xt::no_ownership(), extents);
  else {
    index_t low = 0, high = layout.size() == 0 ? 0 : 1;
    for (std::size_t i = 0; i < Layout::rank && high > 0; ++i) (layout.stride(i) < 0 ? low : high) += (layout.extent(i) - 1) * layout.stride(i);
    const std::array<std::size_t, 1> reach{static_cast<std::size_t>(high - low)};
    return xt::strided_view(xt::adapt<xt::layout_type::row_major>(data + low, reach[0], xt::no_ownership(), reach), std::move(extents), std::move(strides),
                            static_cast<std::size_t>(-low));
  }
}
template <class N, class... X> std::array<index_t, sizeof...(X)> extents_for(const N& node, shape<X...>) {
  return {extent_at_run_time<axis_of<X>>(node, no_lets{})...};
}
}  // namespace detail

/// The elements of a tensor or view as an xtensor adaptor, without a copy: it reads and writes the tensor's memory, has
/// its axes in their order, and must not outlive it.
template <addressable X> auto as_xtensor(X&& x) { return detail::adapted<detail::lies_in_row_major<X>>(x.data(), x.layout()); }

/// The value of an expression, or of a tensor that is about to die, in a new `xt::xtensor`; its dimensions are the axes in
/// their order. `xt::xarray<float> y = as_xtensor(expression)` moves it into an xarray.
template <named_operand X, class V = detail::verdict_on<detail::evaluating, detail::evaluated<X>>, holds<V> ok = answer<V>> requires(!addressable<X>)
auto as_xtensor(X&& x) {
  static_assert(ok, HEED_SENTENCE("as_xtensor(x): something must give every axis of x an extent; write position<Axis[n]>", V, axis_list<>, shape_of_operand<X>));
  if constexpr (!V::ok) return ill_shaped{};
  else {
    using N = node_of<X>;
    using S = shape_of<N>;
    using T = value_type_of<N>;
    const N node = as_node(std::forward<X>(x));
    detail::check_at_run_time(detail::without_parallel(node));
    const row_major_layout<S> layout(detail::extents_for(detail::without_parallel(node), S{}));
    std::array<std::size_t, S::rank> extents{};
    for (std::size_t i = 0; i < S::rank; ++i) extents[i] = static_cast<std::size_t>(layout.extent(i));
    auto result = xt::xtensor<T, S::rank, xt::layout_type::row_major>::from_shape(extents);
    view<T, row_major_layout<S>>(result.data(), layout) = node;
    return result;
  }
}

}  // namespace heed
HEED_SENTENCES_END

HEED_QUIET_END
