// Rule 0: between the results of one evaluation, parts that look the same are taken to be the same, which is decided once,
// when they run, by comparing leaves and constants; a second plan stands by for the case that they are not.
#pragma once

#include <heed/node/results.hpp>
#include <heed/plan/flatten.hpp>

namespace heed::planner {

/// Which leaves and constants of later results stand where an earlier result has them, in a part of the same type.
template <int Leaves, int Constants> struct sharing {
  std::int16_t leaf[Leaves + 1]{};
  std::int16_t constant[Constants + 1]{};
  bool any = false;
};

namespace detail {
struct seen_part {
  tag type{};
  place at;
};
struct seen_parts {
  seen_part at[256]{};
  int count = 0;
};

// Visits a tree from the top; f says whether to go below.
template <class N, class F> constexpr void visit_parts(place at, F& f) {
  constexpr place size = count_of<N>;
  // what has functions or run-time slots is not compared
  const bool below = (size.leaf == 0 && size.constant == 0) ? false : f(tag_of<N>, at, size, size.function == 0 && size.slot == 0);
  if (!below) return;
  [&]<class... X>(child_list<X...>) {
    [[maybe_unused]] place p = at;
    ((visit_parts<X>(p, f), p = p + count_of<X>), ...);
  }(typename operands_of<N>::type{});
}
}  // namespace detail

template <class... E, int Leaves = detail::total<E...>().leaf, int Constants = detail::total<E...>().constant>
constexpr auto find_sharing(children<E...>*) {
  sharing<Leaves, Constants> s;
  for (int i = 0; i < Leaves; ++i) s.leaf[i] = static_cast<std::int16_t>(i);
  for (int i = 0; i < Constants; ++i) s.constant[i] = static_cast<std::int16_t>(i);
  detail::seen_parts seen;
  place at;
  auto one_result = [&]<class X>(X*) {
    const int earlier = seen.count;
    auto match = [&](tag type, const place& p, const place& size, bool comparable) {
      if (!comparable) return true;
      for (int k = 0; k < earlier; ++k)
        if (seen.at[k].type == type) {
          for (int i = 0; i < size.leaf; ++i) s.leaf[p.leaf + i] = s.leaf[seen.at[k].at.leaf + i];
          for (int i = 0; i < size.constant; ++i) s.constant[p.constant + i] = s.constant[seen.at[k].at.constant + i];
          s.any = true;
          return false;
        }
      return true;
    };
    detail::visit_parts<X>(at, match);
    auto add = [&](tag type, const place& p, const place& size, bool comparable) {
      if (comparable && size.leaf > 0 && seen.count < 256) seen.at[seen.count++] = {type, p};
      return true;
    };
    detail::visit_parts<X>(at, add);
    at = at + detail::count_of<X>;
  };
  (one_result(static_cast<E*>(nullptr)), ...);
  return s;
}

}  // namespace heed::planner
