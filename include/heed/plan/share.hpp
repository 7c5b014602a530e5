// Rule 0: between the results of one evaluation, parts that look the same are taken to be the same, and so are some within one expression
// (plan/written_twice.hpp). It is decided once, when they run, by comparing leaves and constants; a second plan stands by for the case that they are not.
#pragma once

#include <heed/node/results.hpp>
#include <heed/plan/flatten.hpp>
#include <heed/plan/written_twice.hpp>

namespace heed::planner {

/// Which leaves and constants stand where an earlier part of the same type has them: their numbers there, or their own.
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
  constexpr bool operand_itself = std::is_same_v<typename operands_of<N>::type, child_list<>>;
  // what has functions or run-time slots is not compared
  const bool below = (size.leaf == 0 && size.constant == 0) ? false : f(tag_of<N>, at, size, size.function == 0 && size.slot == 0, operand_itself);
  if (!below) return;
  [&]<class... X>(child_list<X...>) {
    [[maybe_unused]] place p = at;
    ((visit_parts<X>(p, f), p = p + count_of<X>), ...);
  }(typename operands_of<N>::type{});
}
}  // namespace detail

// What result X has twice; `at`, where it begins, goes past it.
namespace detail {
template <class X> constexpr int count_parts() {
  int n = 0;
  part_list<X>::add(nullptr, n, {});
  return n;
}
}  // namespace detail
template <class X, class S> constexpr void find_written_twice(S& s, place& at) {
  constexpr int room = detail::count_parts<X>();
  written_part parts[room]{};
  int count = 0;
  detail::part_list<X>::add(parts, count, at);
  if (detail::keep_forms_of_several<room>(parts, count))
    detail::written_twice(parts, count).run([&](const written_part& a, const written_part& b) {
      for (int i = 0; i < a.size.leaf; ++i) s.leaf[b.at.leaf + i] = s.leaf[a.at.leaf + i];
      for (int i = 0; i < a.size.constant; ++i) s.constant[b.at.constant + i] = s.constant[a.at.constant + i];
      s.any = true;
    });
  at = at + detail::count_of<X>;
}

template <class... E, int Leaves = detail::total<E...>().leaf, int Constants = detail::total<E...>().constant>
constexpr auto find_sharing(children<E...>*) {
  sharing<Leaves, Constants> s;
  for (int i = 0; i < Leaves; ++i) s.leaf[i] = static_cast<std::int16_t>(i);
  for (int i = 0; i < Constants; ++i) s.constant[i] = static_cast<std::int16_t>(i);
  place at;
  (find_written_twice<E>(s, at), ...);
  at = {};
  detail::seen_parts seen;
  auto one_result = [&]<class X>(X*) {
    const int earlier = seen.count;
    bool done[Leaves + 1]{}, taken[Leaves + 1]{};  // leaves of this result in such parts; what they are of earlier ones
    const auto match = [&](tag type, const place& p, const place& size, bool alone) {
      for (int k = 0; k < earlier; ++k) {
        if (seen.at[k].type != type) continue;
        const place& from = seen.at[k].at;
        if (alone && taken[s.leaf[from.leaf]]) continue;
        for (int i = 0; i < size.leaf; ++i) {
          s.leaf[p.leaf + i] = s.leaf[from.leaf + i];
          done[p.leaf + i] = true;
          if (!alone) taken[s.leaf[p.leaf + i]] = true;
        }
        for (int i = 0; i < size.constant; ++i) s.constant[p.constant + i] = s.constant[from.constant + i];
        s.any = true;
        return true;
      }
      return false;
    };
    auto computed = [&](tag type, const place& p, const place& size, bool comparable, bool operand_itself) { return operand_itself || !comparable || !match(type, p, size, false); };
    detail::visit_parts<X>(at, computed);
    // An operand beside these: where its type is that of one in them, it is more likely another (the gradient's mean beside lse).
    auto itself = [&](tag type, const place& p, const place& size, bool comparable, bool operand_itself) {
      if (operand_itself && comparable && size.leaf == 1 && !done[p.leaf]) match(type, p, size, true);
      return true;
    };
    detail::visit_parts<X>(at, itself);
    auto add = [&](tag type, const place& p, const place& size, bool comparable, bool) {
      if (comparable && size.leaf > 0 && seen.count < 256) seen.at[seen.count++] = {type, p};
      return true;
    };
    detail::visit_parts<X>(at, add);
    at = at + detail::count_of<X>;
  };
  if constexpr (sizeof...(E) > 1) (one_result(static_cast<E*>(nullptr)), ...);
  // what is an earlier one that is one still earlier
  for (int i = 0; i < Leaves; ++i) s.leaf[i] = s.leaf[s.leaf[i]];
  for (int i = 0; i < Constants; ++i) s.constant[i] = s.constant[s.constant[i]];
  return s;
}

}  // namespace heed::planner
