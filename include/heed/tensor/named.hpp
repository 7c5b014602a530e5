// named: axes for memory that someone else owns.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include <heed/tensor/element.hpp>
#include <heed/tensor/fit.hpp>
#include <heed/tensor/layout.hpp>
#include <heed/tensor/memory.hpp>
#include <heed/tensor/rules.hpp>
#include <heed/tensor/shape_error.hpp>
#include <heed/tensor/view.hpp>

namespace heed {

/// A stride, counted in elements, for `named`: `named<Query[128], Feature[64]>(pointer, strided<Query>(80))`.
template <class A> struct strided_axis { index_t stride; };
template <class A, detail::integer N> constexpr strided_axis<A> strided(N stride) { return {static_cast<index_t>(stride)}; }

namespace detail {
template <class O, class S> inline constexpr bool option_fits = false;
template <class A, class S> inline constexpr bool option_fits<sized_axis<A>, S> = run_time_axis_of<A, S>;
template <class A, class S> inline constexpr bool option_fits<strided_axis<A>, S> = axis_is_in<A, S>;
template <class O, class... Options> inline constexpr bool is_given = (std::is_same_v<O, Options> || ...);
template <class X, class... Options> inline constexpr bool lacks_size =
    is_extent<X> && !is_static_extent<X> && !is_given<sized_axis<axis_of<X>>, Options...>;
template <class... Options> inline constexpr bool all_differ = true;
template <class O, class... Options> inline constexpr bool all_differ<O, Options...> =
    !is_given<O, Options...> && all_differ<Options...>;

template <class... X, class A, std::size_t N>
constexpr void take_option(shape<X...> all, std::array<index_t, N>& extents, std::array<index_t, N>&,
                           sized_axis<A> given) {
  put_size(all, extents, given);
}
template <class... X, class A, std::size_t N>
constexpr void take_option(shape<X...>, std::array<index_t, N>&, std::array<index_t, N>& strides,
                           strided_axis<A> given) {
  strides[static_cast<std::size_t>(index_of_axis<shape<X...>, A>)] = given.stride;
}

// The strides of `named<X...>` over memory of type C that the type of its result knows.
template <class C, class Shape, class... Options> struct named_strides;
template <class C, class... X, class... Options> struct named_strides<C, shape<X...>, Options...> {
  static constexpr auto known() {
    using S = shape<X...>;
    if constexpr (requires { access_of<C>::template static_strides<S>(); }) {
      return access_of<C>::template static_strides<S>();
    } else {
      return strides_from_extents(S{}, {(shaped_memory<C> || is_given<strided_axis<axis_of<X>>, Options...>)...});
    }
  }
  static constexpr std::array<index_t, sizeof...(X)> value = known();
};

// The extents that the type of an array knows; void where it knows not even how many there are.
template <index_t... N> struct sizes {};
template <class C, class I> struct sizes_by_index;
template <class C, std::size_t... I> struct sizes_by_index<C, std::index_sequence<I...>> {
  using type = sizes<access_of<C>::static_extents()[I]...>;
};
template <class C> struct sizes_in_type { using type = void; };
template <class C> requires requires { access_of<C>::static_extents(); }
struct sizes_in_type<C> : sizes_by_index<C, std::make_index_sequence<access_of<C>::static_extents().size()>> {};
}  // namespace detail

/// An array whose type knows these sizes (`dynamic`: not that one) can have the axes of S: as many, and where both know an
/// extent the same.
template <class S, class Sizes> inline constexpr bool array_has_extents = false;
template <class S> inline constexpr bool array_has_extents<S, void> = true;
template <class... X, index_t... N> requires(sizeof...(X) == sizeof...(N))
inline constexpr bool array_has_extents<shape<X...>, detail::sizes<N...>> = (sizes_agree(size_of_extent<X>, N) && ...);

/// Memory of type C has as many elements as static axes take, where its type knows how many.
template <class S, class C> inline constexpr bool memory_has_elements = true;
template <class... X, class C> requires(elements_in_type<C> != dynamic && (is_static_extent<X> && ...))
inline constexpr bool memory_has_elements<shape<X...>, C> = (index_t{1} * ... * size_of_extent<X>) == elements_in_type<C>;
/// An array of several dimensions, T[n][m], and as many axes: of the same extents, in this order.
template <class S, class C, class I = std::make_index_sequence<S::rank>> inline constexpr bool dimensions_are_axes = true;
template <class... X, class C, std::size_t... I> requires(sizeof...(X) > 1 && std::rank_v<C> == sizeof...(X))
inline constexpr bool dimensions_are_axes<shape<X...>, C, std::index_sequence<I...>> = (sizes_agree(size_of_extent<X>, static_cast<index_t>(std::extent_v<C, I>)) && ...);

/// A container has axes; a pointer may be to one value.
template <std::size_t Rank, bool container> inline constexpr bool axes_are_named = Rank > 0 || !container;

/// The options of `named` are sized<A>(n) for its run-time axes and strided<A>(n) for any of its axes, each once.
template <class S, class... Options> inline constexpr bool options_fit =
    (detail::option_fits<Options, S> && ...) && detail::all_differ<Options...>;

/// Every run-time axis of S has a size, from the options or from the memory.
template <bool known, class S, class... Options> inline constexpr bool run_time_axes_sized = known;

/// Axes for memory that someone else owns, which must outlive the view; nothing is copied. The order written is the order
/// in memory, row-major.
///
///     auto x    = named<Query[128], Feature[64]>(pointer_or_container);
///     auto rows = named<Key[], Feature[64]>(pointer, sized<Key>(n));
///     auto all  = named<Key[], Feature[64]>(vector);                           // one run-time axis: from the size
///     auto part = named<Query[128], Feature[64]>(pointer, strided<Query>(80)); // rows that start 80 elements apart
///
/// An axis with no stride of its own goes row-major around those after it. A const container gives a view of const
/// elements; a container that is about to die is refused. Throws shape_error where the size of a container is not that
/// of the axes (with `strided`: is too small), and for a null pointer to elements.
template <class... X, class M, class... Options> constexpr auto named(M&& memory, Options... options) {
  using S = shape<X...>;
  using C = std::remove_reference_t<M>;
  constexpr std::size_t unsized = (std::size_t{0} + ... + std::size_t{detail::lacks_size<X, Options...>});
  constexpr bool strided = (detail::is_given<strided_axis<axis_of<X>>, Options...> || ...);
  constexpr bool shaped = detail::shaped_memory<C>, container = detail::sized_memory<C> && !shaped;
  constexpr bool sizes_known = unsized == 0 || shaped || (unsized == 1 && container && !strided);
  static_assert((axis_is_empty_struct<axis_of<X>> && ...), "named: an axis is an empty struct, and defined before it is used, as in struct Query {};");
  static_assert(extents_of_axes<X...>,
                "named: every axis needs an extent: Query[128], or Query[] where it is known at run time");
  static_assert(distinct_axes<S>, "named: an axis stands twice; heed::prime<A> is a second axis of the same kind as A");
  static_assert(axes_are_named<sizeof...(X), container>, "named<Axes...>(container): name the axes, as in named<Query[128], Feature[64]>(container)");
  static_assert(readable_memory<C>, "named: a pointer or a container of arithmetic elements is needed");
  if constexpr (readable_memory<C>)
    static_assert(memory_outlives_call<M>, "named: the container is about to die, and its elements with it; give it a name first");
  static_assert(options_fit<S, Options...>,
                "named: after the memory come sized<Axis>(n) for axes written Axis[], and strided<Axis>(n), each once");
  static_assert(!(shaped && strided), "named: this array has strides of its own");
  static_assert(array_has_extents<S, typename detail::sizes_in_type<C>::type>,
                "named: the array has other extents, or another number of dimensions");
  constexpr bool ok = extents_of_axes<X...> && distinct_axes<S> && readable_memory<C> && options_fit<S, Options...> &&
                      array_has_extents<S, typename detail::sizes_in_type<C>::type>;
  if constexpr (ok && !strided) {
    static_assert(dimensions_are_axes<S, C>, "named: the dimensions of the array are other extents than those of the axes, in their order");
    if constexpr (dimensions_are_axes<S, C>)
      static_assert(memory_has_elements<S, std::remove_cv_t<C>>, "named: the memory has more or fewer elements than the axes");
  }
  if constexpr (ok)
    static_assert(run_time_axes_sized<sizes_known, S, Options...>,
                  "named: a run-time axis has no size; give sized<Axis>(n) (the size of a container gives one axis)");

  if constexpr (!ok || !sizes_known) {
    return typename detail::ill_shaped_for<M>::type{};
  } else {
    using where = typename detail::layout_with<S, detail::named_strides<C, S, Options...>>::type;
    using element = element_of_memory<C>;
    auto extents = where::static_extents, strides = extents;
    strides.fill(dynamic_stride);
    (detail::take_option(S{}, extents, strides, options), ...);
    detail::check_extents<element>(S{}, extents);
    if constexpr (shaped) {
      detail::fit_extents(S{}, extents, memory);
      for (std::size_t i = 0; i < S::rank; ++i)
        strides[i] = static_cast<index_t>(detail::access_of<C>::stride(memory, i));
    } else {
      if constexpr (container && !strided) detail::fit_size(S{}, extents, detail::access_of<C>::size(memory));
      detail::complete_strides(extents, strides);
      if constexpr (container && strided)
        detail::fit_strides(S{}, extents, strides, detail::access_of<C>::size(memory));
    }
    const view<element, where> result(detail::element_pointer(memory), where(extents, strides));
    if (result.data() == nullptr && result.size() != 0) detail::throw_unfit(S{}, extents, "the pointer is null");
    return result;
  }
}

}  // namespace heed
