// Look-ups. An id that is outside is an error where every condition with no axes but the ids' lets it be used.
#pragma once

#include <heed/eval/check_messages.hpp>
#include <heed/eval/reference/bounded.hpp>
#include <heed/eval/reference/loops.hpp>

namespace heed::detail::loops {

template <class Scalar> HEED_SHARED void check_ids(evaluator<Scalar>& run, std::string_view call, axis_key axis_looked_up, const dense<Scalar>& ids, index_t extent) {
  std::vector<char> used(ids.elements.size(), 1);
  for (const auto& c : run.conditions) {
    if (!std::all_of(c.value.axes.begin(), c.value.axes.end(), [&](axis_key axis) { return ids.place(axis) < ids.axes.size(); })) continue;
    for_each_position<2>(ids.extents, {ids.strides(ids.axes), c.value.strides(ids.axes)}, [&](const auto& at) {
      if ((as_double(c.value.elements[static_cast<std::size_t>(at[1])]) != 0) != c.holds) used[static_cast<std::size_t>(at[0])] = 0;
    });
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    const double id = as_double(ids.elements[i]);
    if (used[i] && (id < 0 || id >= static_cast<double>(extent))) throw_id_outside(call, *axis_looked_up, static_cast<index_t>(id), extent);
  }
}
template <class Scalar, class A, class X, class I, class L>
dense<Scalar> computed(evaluator<Scalar>& run, const gather_node<A, X, I>& n, const L& lets) {
  const dense<Scalar> x = value_unguarded(run, n.of, lets), ids = value_unguarded(run, n.ids, lets);
  const index_t step = x.stride(key_of<A>), extent = x.extents[x.place(key_of<A>)];
  check_ids(run, "gather", key_of<A>, ids, extent);
  dense<Scalar> result = run.empty(axes_in<shape_of<gather_node<A, X, I>>>);
  index_list along = x.strides(result.axes);
  if (const std::size_t own = result.place(key_of<A>); own < along.size()) along[own] = 0;  // the ids' axis, not the table's
  for_each_position<2>(result.extents, {along, ids.strides(result.axes)}, [&](const auto& at) {
    const Scalar& id = ids.elements[static_cast<std::size_t>(at[1])];
    const double place = as_double(id);
    const bool inside = place >= 0 && place < static_cast<double>(extent);
    result.elements.push_back(chosen_by(id, inside ? x.elements[static_cast<std::size_t>(at[0] + static_cast<index_t>(place) * step)] : Scalar(0)));
  });
  return result;
}
template <class Scalar, class E, class I, class L> dense<Scalar> computed(evaluator<Scalar>& run, const one_hot_node<E, I>& n, const L& lets) {
  const dense<Scalar> ids = value_unguarded(run, n.ids, lets);
  dense<Scalar> result = run.empty(axes_in<shape_of<one_hot_node<E, I>>>);
  check_ids(run, "one_hot", key_of<axis_of<E>>, ids, run.scope.extent(key_of<axis_of<E>>));
  index_list counting(result.axes.size(), 0);
  counting[result.place(key_of<axis_of<E>>)] = 1;
  for_each_position<2>(result.extents, {counting, ids.strides(result.axes)}, [&](const auto& at) {
    const Scalar& id = ids.elements[static_cast<std::size_t>(at[1])];
    result.elements.push_back(chosen_by(id, Scalar(as_double(id) == static_cast<double>(at[0]) ? 1 : 0)));
  });
  return result;
}

}  // namespace heed::detail::loops
