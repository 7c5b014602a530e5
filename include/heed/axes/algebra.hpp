// The algebra of shapes: which axes a list has, and what union, difference and replacement give.
// The only file that includes Boost.Hana. Hana's types stay inside the functions: what comes out is a `shape` or `axes`.
#pragma once

#include <boost/hana/bool.hpp>
#include <boost/hana/filter.hpp>
#include <boost/hana/fold_left.hpp>
#include <boost/hana/append.hpp>
#include <boost/hana/concat.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>
#include <boost/hana/unpack.hpp>

#include <heed/axes/axis.hpp>

namespace heed {
namespace detail {
namespace hana = boost::hana;

template <class A, class... X> constexpr index_t position_in() {
  index_t found = -1, i = 0;
  ((std::is_same_v<A, axis_of<X>> && found < 0 ? void(found = i) : void(), ++i), ...);
  return found;
}
template <class S, class A> struct index_in;
template <class... X, class A> struct index_in<shape<X...>, A> {
  static constexpr index_t value = position_in<A, X...>();
};
template <class... X, class A> struct index_in<axis_list<X...>, A> {
  static constexpr index_t value = position_in<A, X...>();
};

template <template <class...> class List> struct to_list {
  template <class... T> constexpr auto operator()(T...) const { return hana::type_c<List<typename T::type...>>; }
};
template <class... X> constexpr auto tuple_of(shape<X...>) { return hana::tuple_t<X...>; }
template <class... X> constexpr auto tuple_of(axis_list<X...>) { return hana::tuple_t<X...>; }
template <template <class...> class List, class Tuple> using list_from =
    typename decltype(hana::unpack(std::declval<const Tuple&>(), to_list<List>{}))::type;

template <class S, index_t I> struct nth;
template <class X, class... R, index_t I> struct nth<shape<X, R...>, I> : nth<shape<R...>, I - 1> {};
template <class X, class... R> struct nth<shape<X, R...>, 0> { using type = X; };
template <class S, class A, bool = (index_in<S, A>::value >= 0)> struct extent_in { using type = A; };
template <class S, class A> struct extent_in<S, A, true> : nth<S, index_in<S, A>::value> {};
}  // namespace detail

/// Where axis A stands in a shape or list of axes, -1 where it does not.
template <class S, class A> inline constexpr index_t index_of_axis = detail::index_in<S, A>::value;
template <class S, class A> inline constexpr bool contains_axis = index_of_axis<S, A> >= 0;
/// `Query[128]` for axis Query in a shape; the bare axis where it is not there.
template <class S, class A> using extent_in_shape = typename detail::extent_in<S, A>::type;
template <class S, class A> inline constexpr index_t size_in_shape = size_of_extent<extent_in_shape<S, A>>;
/// The I-th extent of a shape.
template <class S, std::size_t I> using extent_at = typename detail::nth<S, static_cast<index_t>(I)>::type;

namespace detail {
// Of two extents of one axis the one that says more: static, then known at run time, then open. Extents that differ are
// found before this is asked.
template <class X, class S, bool = contains_axis<S, axis_of<X>>> struct more_static { using type = X; };
template <class X, class S> struct more_static<X, S, true> {
  using other = extent_in_shape<S, axis_of<X>>;
  using type = std::conditional_t<is_open<X> || (size_of_extent<X> == dynamic && !is_open<other>), other, X>;
};

// Shapes one after the other.
template <class... S> struct joined { using type = shape<>; };
template <class... X> struct joined<shape<X...>> { using type = shape<X...>; };
template <class... X, class... Y, class... S> struct joined<shape<X...>, shape<Y...>, S...> : joined<shape<X..., Y...>, S...> {};
template <bool Keep, class X> using kept = std::conditional_t<Keep, shape<X>, shape<>>;

// Open axes (those that only a position brings) come last. (Every operator asks for a union: this one without Hana, whose filters
// are thirty functions for each.)
template <class S, class R> struct axes_union;
template <class... X, class... Y> struct axes_union<shape<X...>, shape<Y...>> {
  using left = shape<X...>;
  using right = shape<Y...>;
  template <class S, class A> static constexpr bool closes = contains_axis<S, A> && !is_open<extent_in_shape<S, A>>;
  using in_order = typename joined<shape<typename more_static<X, right>::type...>, kept<!contains_axis<left, axis_of<Y>>, Y>...>::type;
  template <class> struct open_last {
    using type = typename joined<kept<!is_open<X>, typename more_static<X, right>::type>..., kept<!is_open<Y> && !closes<left, axis_of<Y>>, Y>...,
                                 kept<is_open<X> && !closes<right, axis_of<X>>, X>..., kept<is_open<Y> && !contains_axis<left, axis_of<Y>>, Y>...>::type;
  };
  using type = typename std::conditional_t<(is_open<X> || ...) || (is_open<Y> || ...), open_last<void>, std::type_identity<in_order>>::type;
};
template <class... X> struct axes_union<shape<X...>, shape<>> { using type = shape<X...>; };
template <class... X> struct axes_union<shape<X...>, shape<X...>> { using type = shape<X...>; };
template <> struct axes_union<shape<>, shape<>> { using type = shape<>; };

template <class S, class L> struct axes_without;
template <class... X, class L> struct axes_without<shape<X...>, L> {
  static constexpr auto kept =
      hana::filter(hana::tuple_t<X...>, [](auto each) { return hana::bool_c<!contains_axis<L, axis_of<typename decltype(each)::type>>>; });
  using type = list_from<shape, decltype(kept)>;
};

template <class S, class A, class New> struct axis_replaced;  // New: a shape that stands where A stood
template <class... X, class A, class New> struct axis_replaced<shape<X...>, A, New> {
  static constexpr auto step = [](auto done, auto each) {
    using X1 = typename decltype(each)::type;
    if constexpr (std::is_same_v<axis_of<X1>, A>) return hana::concat(done, decltype(tuple_of(New{})){});
    else return hana::append(done, each);
  };
  using type = list_from<shape, decltype(hana::fold_left(hana::tuple_t<X...>, hana::tuple_t<>, step))>;
};
}  // namespace detail

/// The axes of both, in order of first appearance; of two extents the static one.
template <class S, class R> using union_of = typename detail::axes_union<S, R>::type;
/// The axes of S that are not in L (a shape or a list of axes).
template <class S, class L> using without = typename detail::axes_without<S, L>::type;
/// S with the extents of New where axis A stood.
template <class S, class A, class New> using with_axis_replaced = typename detail::axis_replaced<S, A, New>::type;

/// Whether no axis stands twice in the list.
template <class S> inline constexpr bool distinct_axes = true;
template <class X, class... R> inline constexpr bool distinct_axes<shape<X, R...>> =
    !contains_axis<shape<R...>, axis_of<X>> && distinct_axes<shape<R...>>;
template <class X, class... R> inline constexpr bool distinct_axes<axis_list<X, R...>> =
    !contains_axis<axis_list<R...>, X> && distinct_axes<axis_list<R...>>;

/// Whether every axis of S (a shape or axes) is in L.
template <class S, class L> inline constexpr bool axes_within = false;
template <class... X, class L> inline constexpr bool axes_within<shape<X...>, L> = (contains_axis<L, axis_of<X>> && ...);
template <class... X, class L> inline constexpr bool axes_within<axis_list<X...>, L> = (contains_axis<L, X> && ...);

/// Two extents agree unless both are static and differ.
constexpr bool sizes_agree(index_t a, index_t b) { return a == dynamic || b == dynamic || a == b; }

namespace detail {
// The first axis that both shapes have with different static sizes, as a pair of extents; void, void where there is none.
template <class X, class Y> struct extent_pair { using left = X; using right = Y; };
template <class S, class R> struct first_conflict : extent_pair<void, void> {};
template <class X, class... L, class R> struct first_conflict<shape<X, L...>, R>
    : std::conditional_t<contains_axis<R, axis_of<X>> && !sizes_agree(size_of_extent<X>, size_in_shape<R, axis_of<X>>),
                         extent_pair<X, extent_in_shape<R, axis_of<X>>>, first_conflict<shape<L...>, R>> {};
template <class S, class A> struct first_missing { using type = void; };
template <class S, class A, class... R> struct first_missing<S, axis_list<A, R...>>
    : std::conditional_t<contains_axis<S, A>, first_missing<S, axis_list<R...>>, std::type_identity<A>> {};
template <class S> struct product_of_sizes;
template <class... X> struct product_of_sizes<shape<X...>> {
  static constexpr index_t value = ((size_of_extent<X> == dynamic) || ...) ? dynamic : (index_t{1} * ... * size_of_extent<X>);
};
}  // namespace detail

/// The number of elements of a shape, `dynamic` where an extent is.
template <class S> inline constexpr index_t static_size = detail::product_of_sizes<S>::value;

namespace detail {
// The product of the extents of S that are static.
template <class S> inline constexpr index_t known_size = 1;
template <class... X> inline constexpr index_t known_size<shape<X...>> = (index_t{1} * ... * (size_of_extent<X> == dynamic ? 1 : size_of_extent<X>));
}  // namespace detail

}  // namespace heed
