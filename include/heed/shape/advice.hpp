// What to write instead: an axis whose name is close to the one that is missing, or a rename that seems to be forgotten.
#pragma once

#include <cstddef>
#include <string_view>

#include <heed/axes/algebra.hpp>
#include <heed/axes/name.hpp>

namespace heed {

// Beside the facts of a rule, for a person to read: types without members.
namespace rule {
/// There is an axis A, whose name is close.
template <class A> struct did_you_mean;
/// rename<From, To> makes it fit, for each To.
template <class From, class... To> struct rename_forgotten;
}  // namespace rule

namespace detail {
// How far two names are apart: insertions, deletions and replacements of letters, without regard to case.
constexpr std::size_t distance_of_names(std::string_view a, std::string_view b) {
  if (a.size() > 40 || b.size() > 40) return 40;
  constexpr auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  std::size_t row[41] = {};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t before = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = before + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      before = row[j];
      const std::size_t shifted = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      row[j] = replaced < shifted ? replaced : shifted;
    }
  }
  return row[b.size()];
}

// Advice is a list of such types, empty or of one. All of this is instantiated only where there is an error.
template <class... T> struct advice {};

// The first axis whose name is close to A's; none where one has the very name (in another namespace).
template <class A, class... X> constexpr index_t close_axis() {
  index_t found = -1, i = 0;
  [[maybe_unused]] const auto look = [&](std::string_view there) {
    if (found < 0 && distance_of_names(axis_name<A>, there) * 3 <= axis_name<A>.size()) found = i;
    ++i;
  };
  if ((... || (axis_name<A> == axis_name<axis_of<X>>))) return -1;
  (look(axis_name<axis_of<X>>), ...);
  return found;
}
template <class S, index_t I> struct meant_at { using type = advice<rule::did_you_mean<axis_of<typename nth<S, I>::type>>>; };
template <class S> struct meant_at<S, -1> { using type = advice<>; };
template <class A, class S> struct close_name;
template <class A, class... X> struct close_name<A, shape<X...>> : meant_at<shape<X...>, close_axis<A, X...>()> {};

// The one axis of S with the extent N that is not in Taken; -1 where there is none, or more than one.
template <class Taken, index_t N, class... X> constexpr index_t only_axis_of_extent() {
  index_t found = -1, i = 0, count = 0;
  ((size_of_extent<X> == N && N != dynamic && !contains_axis<Taken, axis_of<X>> ? void((found = i, ++count)) : void(), ++i), ...);
  return count == 1 ? found : -1;
}
template <class A, class S, index_t I> struct renamed_to { using type = advice<rule::rename_forgotten<axis_of<typename nth<S, I>::type>, A>>; };
template <class A, class S> struct renamed_to<A, S, -1> { using type = advice<>; };
template <class A, class S, index_t I> struct renamed_from { using type = advice<rule::rename_forgotten<A, axis_of<typename nth<S, I>::type>>>; };
template <class A, class S> struct renamed_from<A, S, -1> { using type = advice<>; };

// A is missing in S; Other, which S is to meet, has it.
template <class A, class S, class Other> struct to_be_renamed { using type = advice<>; };
template <class A, class... X, class Other> requires(contains_axis<Other, A>) struct to_be_renamed<A, shape<X...>, Other>
    : renamed_to<A, shape<X...>, only_axis_of_extent<Other, size_in_shape<Other, A>, X...>()> {};
// A of S is missing in the target T: was it to be one of T's?
template <class A, class S, class T> struct to_be_named;
template <class A, class S, class... X> struct to_be_named<A, S, shape<X...>>
    : renamed_from<A, shape<X...>, only_axis_of_extent<S, size_in_shape<S, A>, X...>()> {};

template <class First, class Second> struct first_advice { using type = First; };
template <class Second> struct first_advice<advice<>, Second> { using type = Second; };

// Of a list of axes those that are missing, in place of one that is too many.
template <class... A> struct some_axes {};
template <class L, class S, class... Found> struct axes_not_in { using type = some_axes<Found...>; };
template <template <class...> class L, class A, class... R, class S, class... Found> struct axes_not_in<L<A, R...>, S, Found...>
    : std::conditional_t<contains_axis<S, axis_of<A>>, axes_not_in<L<R...>, S, Found...>, axes_not_in<L<R...>, S, Found..., axis_of<A>>> {};
template <class Extra, class Missing> struct split_up { using type = advice<>; };
template <class A, class M, class... More> struct split_up<some_axes<A>, some_axes<M, More...>> { using type = advice<rule::rename_forgotten<A, M, More...>>; };
template <class S, class W> using expected_instead = typename split_up<typename axes_not_in<S, W>::type, typename axes_not_in<W, S>::type>::type;

// A rule with its facts and the advice beside them.
template <template <class...> class Rule, class Advice, class... Facts> struct advised;
template <template <class...> class Rule, class... T, class... Facts> struct advised<Rule, advice<T...>, Facts...> { using type = Rule<Facts..., T...>; };
}  // namespace detail

}  // namespace heed
