// Where a plan asks for nothing but addresses and its targets' strides when it runs: all extents are constants of it, and every operand
// lies as its type says. Then there is nothing to work out; that counts where the whole computation takes less than a microsecond.
#pragma once

#include <heed/eval/bind.hpp>
#include <heed/eval/fitted_target.hpp>

namespace heed::detail {

/// Where a collector puts what only pointers are asked of: the first element of each leaf, the memory that it lies in, and the leaf itself,
/// for when that is asked after all.
struct pointer_arrays {
  const void** data;
  memory_range* memory;
  const void** tensor;
  void (**describe)(const void* tensor, bound_leaf&);
  double* constants;

  template <class T> void leaf(std::size_t i, const T& t) {
    data[i] = t.data();
    memory[i] = memory_of(t);
    tensor[i] = &t;
    describe[i] = [](const void* x, bound_leaf& l) { describe_leaf(*static_cast<const T*>(x), l); };
  }
  template <class T> static memory_range memory_of(const T& t) {
    constexpr int rank = static_cast<int>(T::layout_type::rank);
    index_t extent[rank + 1]{}, stride[rank + 1]{};
    for (std::size_t k = 0; k < T::layout_type::rank; ++k) {
      extent[k] = t.layout().extent(k);
      stride[k] = t.layout().stride(k);
    }
    return range_of(t.data(), extent, stride, rank, sizeof(typename T::element_type));
  }
};

template <planner::place Count> struct bound_pointers {
  // (all are written by the collector: to zero them before takes as long as a small product)
  const void* data[Count.leaf + 1];
  memory_range memory[Count.leaf + 1];
  const void* tensor[Count.leaf + 1];
  void (*describe[Count.leaf + 1])(const void*, bound_leaf&);

  // constants: not in here, because their address is given away, and all of this would have to be in memory.
  template <class E> bound_pointers(const E& node, double* constants) {
    pointer_arrays arrays{data, memory, tensor, describe, constants};
    collector<pointer_arrays> collect{arrays};
    collect_results<E>::run(node, collect);
  }
  /// The same as what any plan takes.
  void describe_all(bound_leaf* leaves) const {
    for (int i = 0; i < Count.leaf; ++i) describe[i](tensor[i], leaves[i]);
  }
};

/// Whether plan P, of an expression with so many of everything, needs only its operands' pointers, its constants and its targets.
template <class P> constexpr bool needs_only_pointers(const planner::place& count) {
  const auto& t = planner::tables_of<P>::lists;
  constexpr planner::table_sizes size = planner::tables_of<P>::sizes;
  if (count.slot > 0 || count.function > 0 || count.look_up > 0 || size.starts > 0 || size.temporaries > 0) return false;
  for (int i = 0; i < size.axes; ++i)
    if (t.accesses[static_cast<std::size_t>(t.axes[static_cast<std::size_t>(i)].access)].what != planner::access::of::target) return false;
  for (int v = 0; v < size.extents; ++v)
    if (P::value.g.variables[v].derived || t.extents[static_cast<std::size_t>(v)].constant <= 0) return false;
  return true;
}

// Entry X of a plan's strides, with the target and its axis; whether it is the first for its term.
struct stride_part {
  planner::stride_entry entry;
  std::int16_t target;
  std::size_t axis;
  bool first;
};
template <class P, int X> constexpr stride_part stride_part_of() {
  const auto& t = planner::tables_of<P>::lists;
  int before = 0;
  std::size_t axis = 0;
  while (before + t.axes[axis].strides <= X) before += t.axes[axis++].strides;
  bool first = true;
  for (std::size_t k = 0; k < X; ++k) first = first && t.strides[k].term != t.strides[X].term;
  return {t.strides[X], t.accesses[static_cast<std::size_t>(t.axes[axis].access)].target, static_cast<std::size_t>(t.axes[axis].axis), first};
}

/// The addresses and strides of plan P; to: of its targets, stride_of(target, axis) in these.
template <class P, class Values, class Stride> HEED_INLINE void set_pointers(kernel::run_data<P, std::tuple<>>& data, const Values& values, void* const* to, const Stride& stride_of) {
  using of = planner::access::of;
  constexpr auto& lists = planner::tables_of<P>::lists;
  constexpr planner::table_sizes size = planner::tables_of<P>::sizes;
  [&]<int... A>(std::integer_sequence<int, A...>) {
    // (the number of a temporary is no number of a target: clang warns of what is not read, too)
    ((lists.accesses[A].what == of::coordinate ? void(data.coordinate[A] = 0) : void(),
      kernel::write_word<const void*>(data.base[A], lists.accesses[A].what == of::leaf     ? values.data[lists.accesses[A].target]
                                                    : lists.accesses[A].what == of::target ? to[lists.accesses[A].what == of::target ? lists.accesses[A].target : 0]
                                                                                           : nullptr)), ...);
  }(std::make_integer_sequence<int, size.accesses>{});
  [&]<int... X>(std::integer_sequence<int, X...>) {
    ([&] {
      constexpr stride_part part = stride_part_of<P, X>();
      data.stride[part.entry.term] = (part.first ? 0 : data.stride[part.entry.term]) + stride_of(part.target, part.axis) * part.entry.coefficient;
    }(), ...);
  }(std::make_integer_sequence<int, size.strides>{});
}

/// Runs plan P, unless an operand and a target share memory: then nothing is done, and the answer is false.
template <class P, planner::place Count, class E, class How, class... Target>
bool run_from_pointers(const E& node, const How& how, Target&... target) {
  double constants[Count.constant + 1];
  const bound_pointers<Count> values(node, constants);
  const memory_range written[] = {pointer_arrays::memory_of(target)...};
  for (const memory_range& w : written)
    for (int l = 0; l < Count.leaf; ++l)
      if (w.overlaps(values.memory[static_cast<std::size_t>(l)])) return false;
  void* const to[] = {const_cast<std::remove_cv_t<typename Target::element_type>*>(target.data())...};
  kernel::run_data<P, std::tuple<>> data;  // extents are constants, there are no slots and no look-ups: none of them is asked for
  if constexpr (Count.constant > 0) data.constants = constants;
  set_pointers<P>(data, values, to, [&](int number, std::size_t axis) HEED_INLINED {
    index_t stride = 0;
    int n = 0;
    ((n++ == number ? void(stride = target.layout().stride(axis)) : void()), ...);
    return stride;
  });
  how(data);
  return true;
}

/// The same where a target lies in memory that is read: rare, and a function of its own, so that what is collected there can stay in registers.
template <class P, planner::place Count, class E, class How, class... Target> HEED_SHARED void run_over_operands(E node, const How& how, Target&... target) {
  double constants[Count.constant + 1];
  const bound_pointers<Count> values(node, constants);
  bound_leaf leaves[Count.leaf + 1];
  values.describe_all(leaves);
  kernel::scratch_arena::part memory;
  bound_target targets[] = {bind_target(target)...};
  constexpr int ranks[] = {static_cast<int>(Target::layout_type::rank)...};
  constexpr index_t sizes[] = {static_cast<index_t>(sizeof(typename Target::element_type))...};
  bool beside[sizeof...(Target)];
  void* to[sizeof...(Target)];
  for (std::size_t r = 0; r < sizeof...(Target); ++r) {
    beside[r] = move_aside(planner::tables_of<P>::value, leaves, Count.leaf, false, targets[r], ranks[r], sizes[r], memory);
    to[r] = targets[r].data;
  }
  kernel::run_data<P, std::tuple<>> data;
  if constexpr (Count.constant > 0) data.constants = constants;
  set_pointers<P>(data, values, to, [&](int number, std::size_t axis) HEED_INLINED { return targets[number].stride[axis]; });
  how(data);
  std::size_t r = 0;
  ((beside[r] ? copy_result(static_cast<const typename Target::element_type*>(targets[r].data), target, 0, 0) : void(), ++r), ...);
}

}  // namespace heed::detail
