// An xtensor expression as an operand: a function of the position, which xtensor computes where our loops ask for it.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>

#include <heed/expression/index.hpp>
#include <heed/expression/pointwise.hpp>
#include <heed/interop/xtensor_memory.hpp>

namespace heed {

namespace detail {
/// Whether evaluating e may read memory between begin and end; true where e does not say what it reads.
template <class E> bool xtensor_reads(const E& e, const char* begin, const char* end) {
  if constexpr (std::is_arithmetic_v<E>) return false;
  else if constexpr (xtensor_in_memory<const E>) {
    const auto* p = e.data() + e.data_offset();
    index_t low = 0, high = 1;
    for (std::size_t i = 0; i < e.dimension(); ++i) {
      if (e.shape()[i] == 0) return false;
      const auto reach = (static_cast<index_t>(e.shape()[i]) - 1) * static_cast<index_t>(e.strides()[i]);
      (reach < 0 ? low : high) += reach;
    }
    return reinterpret_cast<const char*>(p + low) < end && begin < reinterpret_cast<const char*>(p + high);
  } else if constexpr (requires { std::tuple_size<std::remove_cvref_t<decltype(e.arguments())>>::value; })
    return std::apply([&](const auto&... x) { return (xtensor_reads(x, begin, end) || ...); }, e.arguments());
  else if constexpr (xt::is_xscalar<E>::value) return false;
  else if constexpr (requires { e.expression(); }) return xtensor_reads(e.expression(), begin, end);
  else return true;
}

template <class E, class I> struct xtensor_reader;
template <class E, std::size_t... I> struct xtensor_reader<E, std::index_sequence<I...>> {
  template <std::size_t> using index = std::int32_t;
  std::shared_ptr<const E> of;  // copying a heed expression copies no elements
  typename E::value_type operator()(index<I>... i) const { return (*of)(static_cast<std::size_t>(i)...); }
  /// For targets that stand in their own expression.
  bool reads(const void* begin, const void* end) const {
    return xtensor_reads(*of, static_cast<const char*>(begin), static_cast<const char*>(end));
  }
};

// The coordinate along X, whose extent is `size` where X does not say it.
template <class X> constexpr auto position_along(index_t size) {
  if constexpr (is_static_extent<X>) return position_node<X>{};
  else return slice<axis_of<X>>(position_node<axis_of<X>>{}, index_t{0}, size);
}
template <class F, class... X, std::size_t... I>
auto of_positions(F f, shape<X...>, const std::array<index_t, sizeof...(X)>& extents, std::index_sequence<I...>) {
  if constexpr (sizeof...(X) == 0) {
    auto call = [f](int) { return f(); };  // an operation has an operand
    return mapped<decltype(call), constant<int>>{call, {{{constant<int>(0)}}}};
  } else return pointwise(std::move(f), position_along<X>(extents[I])...);
}

template <class E> concept computed_by_xtensor = any_xtensor<std::remove_cvref_t<E>> && !xtensor_in_memory<std::remove_cvref_t<E>>;
}  // namespace detail

/// Axes for an xtensor expression: `named<Query[128], Feature[64]>(xt::sin(a) + b)`. xtensor computes an element wherever
/// heed's loops need one, which is once a use: without SIMD, and a reduction inside it is computed again for every element.
/// Where that costs too much, name `xt::eval(e)`. What the expression refers to must outlive it, as xtensor says.
/// Throws shape_error where its shape is not that of the axes.
template <class... X, detail::computed_by_xtensor E> auto named(E&& e) {
  using S = shape<X...>;
  using T = std::decay_t<E>;
  static_assert(extents_of_axes<X...>,
                "named: every axis needs an extent: Query[128], or Query[] where it is known at run time");
  static_assert(distinct_axes<S>, "named: an axis stands twice; heed::prime<A> is a second axis of the same kind as A");
  static_assert(arithmetic_elements<typename T::value_type>, "named: an xtensor expression of arithmetic elements is needed");
  if constexpr (!extents_of_axes<X...> || !distinct_axes<S> || !arithmetic_elements<typename T::value_type>) {
    return typename detail::ill_shaped_for<E>::type{};
  } else {
    // A type of this function: xt must not be among the namespaces that calls with a heed expression look into.
    struct reader : detail::xtensor_reader<T, std::index_sequence_for<X...>> {};
    auto extents = row_major_layout<S>::static_extents;
    reader f;
    f.of = std::make_shared<const T>(std::forward<E>(e));
    detail::fit_extents(S{}, extents, *f.of);
    return detail::of_positions(std::move(f), S{}, extents, std::index_sequence_for<X...>{});
  }
}

}  // namespace heed

HEED_QUIET_END
