// Where a plan asks for nothing but addresses and its targets' strides when it runs: all extents are constants of it, and every operand
// lies as its type says. Then there is nothing to work out, of temporaries neither; that counts where the whole computation takes less than a microsecond.
#pragma once

#include <heed/eval/bind.hpp>
#include <heed/eval/fitted_target.hpp>

namespace heed::detail {

/// How an operand lies, whose extents and strides its type knows; its data is not there.
template <class T> inline constexpr bound_leaf static_leaf = [] {
  bound_leaf l;
  l.element_size = sizeof(typename T::element_type);
  l.rank = static_cast<int>(T::layout_type::rank);
  for (std::size_t k = 0; k < T::layout_type::rank; ++k) {
    l.extent[k] = T::layout_type::static_extents[k];
    l.stride[k] = T::layout_type::static_strides[k];
  }
  return l;
}();

/// Where a collector puts what only pointers are asked of: the first element of each leaf, the memory that it lies in, and how it lies there
/// (nullptr: in a way that only it knows).
struct pointer_arrays {
  const void** data;
  memory_range* memory;
  const bound_leaf** lies;
  double* constants;

  template <class T> void leaf(std::size_t i, const T& t) {
    data[i] = t.data();
    memory[i] = memory_of(t);
    if constexpr (is_static<T>) lies[i] = &static_leaf<T>;
    else lies[i] = nullptr;
  }
  template <class T> static constexpr bool is_static = T::layout_type::has_static_extents && T::layout_type::has_static_strides;
  template <class T> static memory_range memory_of(const T& t) {
    constexpr int rank = static_cast<int>(T::layout_type::rank);
    if constexpr (is_static<T>) {
      constexpr byte_range bytes = bytes_of(static_leaf<T>.extent, static_leaf<T>.stride, rank, static_leaf<T>.element_size);
      return bytes.from(t.data());
    } else {
      index_t extent[rank + 1]{}, stride[rank + 1]{};
      for (std::size_t k = 0; k < T::layout_type::rank; ++k) {
        extent[k] = t.layout().extent(k);
        stride[k] = t.layout().stride(k);
      }
      return range_of(t.data(), extent, stride, rank, sizeof(typename T::element_type));
    }
  }
};

template <planner::place Count> struct bound_pointers {
  // (all are written by the collector: to zero them before takes as long as a small product)
  const void* data[Count.leaf > 0 ? Count.leaf : 1];
  memory_range memory[Count.leaf > 0 ? Count.leaf : 1];
  const bound_leaf* lies[Count.leaf > 0 ? Count.leaf : 1];

  // constants: not in here, because their address is given away, and all of this would have to be in memory.
  template <class E> void collect(const E& node, double* constants) {
    pointer_arrays arrays{data, memory, lies, constants};
    collector<pointer_arrays> all{arrays};
    all.of(node, no_lets{});
  }
};

/// Whether what is shared by type is the same by value, too, of operands that lie as their types say.
template <planner::place Count, class E> bool shares_pointers(const E& node) {
  constexpr auto& s = planner::detail::sharing_of<E>;
  double constants[Count.constant + 1];
  bound_pointers<Count> values;
  values.collect(node, constants);
  for (int i = 0; i < Count.leaf; ++i)
    if (s.leaf[i] != i && (values.data[i] != values.data[s.leaf[i]] || values.lies[i] == nullptr)) return false;
  for (int i = 0; i < Count.constant; ++i)
    if (!(constants[i] == constants[s.constant[i]])) return false;
  return true;
}

/// Elements from the first of what an access reads to where it begins, all extents being constants; unknown_stride: that only its layout says, or a slot.
template <class G, class Lists> constexpr index_t start_of(const G& g, const Lists& t, const planner::access& a) {
  using of = planner::access::of;
  index_t start = 0, along[planner::leaf::max_rank]{};
  if (a.what == of::temporary) {  // row-major in its own variables
    const planner::temporary_entry& e = t.temporaries[static_cast<std::size_t>(a.target)];
    index_t inside = 1;
    for (int k = e.rank - 1; k >= 0; --k) {
      along[k] = inside;
      inside *= t.extents[static_cast<std::size_t>(e.order[k])].constant;
    }
  }
  for (int k = 0; k < a.maps; ++k) {
    const planner::affine& m = g.maps[a.first_map + k];
    if (m.slot_count > 0) return planner::unknown_stride;
    if (m.offset == 0) continue;
    if (a.what == of::leaf) along[k] = g.leaves[a.target].stride[k];
    else if (a.what == of::coordinate) along[k] = 1;
    if (along[k] == planner::unknown_stride || a.what == of::target) return planner::unknown_stride;
    start += along[k] * m.offset;
  }
  return start;
}
/// Bytes from the first of a plan's temporaries to number `temporary`, all extents being constants; lines of the cache of its own for each, and one after it.
template <class Lists> constexpr index_t offset_of_temporary(const Lists& t, int temporary) {
  index_t offset = 0;
  for (int i = 0; i < temporary; ++i) {
    const planner::temporary_entry& e = t.temporaries[static_cast<std::size_t>(i)];
    index_t bytes = e.element_bytes;
    for (int k = 0; k < e.rank; ++k) bytes *= t.extents[static_cast<std::size_t>(e.order[k])].constant;
    offset += static_cast<index_t>(kernel::scratch_arena::in_lines(static_cast<std::size_t>(bytes) + 64));
  }
  return offset;
}
/// Bytes from where a leaf, or the first temporary, lies to where an access to it begins; a coordinate where all variables are 0.
template <class G, class Lists> constexpr index_t begin_of(const G& g, const Lists& t, const planner::access& a) {
  using of = planner::access::of;
  if (a.what == of::coordinate) return start_of(g, t, a);
  if (a.what == of::leaf) return start_of(g, t, a) * planner::bytes_of(g.leaves[a.target].type);
  if (a.what == of::temporary) return offset_of_temporary(t, a.target) + start_of(g, t, a) * t.temporaries[static_cast<std::size_t>(a.target)].element_bytes;
  return 0;
}

/// Whether plan P, of an expression with so many of everything, needs only its operands' pointers, its constants, memory of a known size and its targets.
template <class P> constexpr bool needs_only_pointers(const planner::place& count) {
  constexpr auto& g = P::value.g;
  const auto& t = planner::tables_of<P>::lists;
  constexpr planner::table_sizes size = planner::tables_of<P>::sizes;
  if (count.slot > 0 || count.function > 0 || count.look_up > 0) return false;
  using of = planner::access::of;
  for (int i = 0; i < size.axes; ++i) {
    const planner::axis_entry& x = t.axes[static_cast<std::size_t>(i)];
    const of what = t.accesses[static_cast<std::size_t>(x.access)].what;
    if (x.strides > 0 && what != of::target && what != of::value) return false;
  }
  for (int v = 0; v < size.extents; ++v)
    if (g.variables[v].derived || t.extents[static_cast<std::size_t>(v)].constant <= 0) return false;
  for (int a = 0; size.starts > 0 && a < size.accesses; ++a)
    if (start_of(g, t, g.accesses[a]) == planner::unknown_stride) return false;
  return true;
}

/// Memory for all temporaries of a plan.
template <index_t Bytes> struct temporaries_memory {
  kernel::scratch_arena::part memory{};
  char* const begin = memory.take(static_cast<std::size_t>(Bytes));
};
template <> struct temporaries_memory<0> { static constexpr char* begin = nullptr; };

// An entry of a plan's strides, with the target (-1: nobody asks for it, a value is read where it is stored) and its axis; whether it is the first for its term.
struct stride_part {
  planner::stride_entry entry;
  std::int16_t target;
  std::size_t axis;
  bool first;
};
template <class Lists> constexpr stride_part stride_part_of(const Lists& t, int x) {
  int before = 0;
  std::size_t axis = 0;
  while (before + t.axes[axis].strides <= x) before += t.axes[axis++].strides;
  const planner::stride_entry& entry = t.strides[static_cast<std::size_t>(x)];
  bool first = true;
  for (std::size_t k = 0; k < static_cast<std::size_t>(x); ++k) first = first && t.strides[k].term != entry.term;
  const planner::access_entry& a = t.accesses[static_cast<std::size_t>(t.axes[axis].access)];
  return {entry, a.what == planner::access::of::target ? a.target : std::int16_t{-1}, static_cast<std::size_t>(t.axes[axis].axis), first};
}
/// Accesses A, strides X and extents V of plan P; to: its targets, stride_of(target, axis) in these; temporaries: the first.
template <class P, class Values, class Stride, int... A, int... X, int... V>
HEED_INLINE void set_pointers(kernel::run_data<P, std::tuple<>>& data, const Values& values, void* const* to, char* temporaries, const Stride& stride_of, kernel::indices<A...>, kernel::indices<X...>, kernel::indices<V...>) {
  using of = planner::access::of;
  constexpr auto& lists = planner::tables_of<P>::lists;
  // (a number that is asked only where it is one: clang warns of what is not read, too)
  constexpr auto number = [](const planner::access_entry& a, of what) { return a.what == what ? a.target : 0; };
  constexpr index_t begin[] = {begin_of(P::value.g, lists, P::value.g.accesses[A])..., 0};
  ((lists.accesses[A].what == of::coordinate ? void(data.coordinate[A] = begin[A]) : void(),
    kernel::write_word<const void*>(data.base[A], lists.accesses[A].what == of::leaf        ? static_cast<const char*>(values.data[number(lists.accesses[A], of::leaf)]) + begin[A]
                                                  : lists.accesses[A].what == of::target    ? to[number(lists.accesses[A], of::target)]
                                                  : lists.accesses[A].what == of::temporary ? temporaries + begin[A]
                                                                                            : nullptr)), ...);
  constexpr stride_part parts[] = {stride_part_of(lists, X)..., {}};
  ((data.stride[parts[X].entry.term] = (parts[X].first ? 0 : data.stride[parts[X].entry.term]) + stride_of(parts[X].target, parts[X].axis) * parts[X].entry.coefficient), ...);
  ((data.extent[V] = lists.extents[V].constant), ...);
  (void)stride_of;
}

/// The memory of an operand or a target, and how it lies there.
struct placed {
  const void* data;
  const bound_leaf* lies;  // nullptr: in a way that only the operand knows
  bound_leaf leaf() const {
    bound_leaf l = *lies;
    l.data = data;
    return l;
  }
};
template <class T> const bound_leaf* how_it_lies(const T& t, bound_leaf& memory) {
  if constexpr (pointer_arrays::is_static<T>) return &static_leaf<T>;
  else {
    describe_leaf(t, memory);
    return &memory;
  }
}
/// Whether one of these operands would be overwritten by a target before it is read.
HEED_RARE inline bool overwrites(const planner::run_tables& t, const placed* operands, int count, const bound_leaf& target) {
  for (int l = 0; l < count; ++l) {
    if (operands[l].lies == nullptr) return true;  // (it may)
    const bound_leaf leaf = operands[l].leaf();
    if (range_of(leaf).overlaps(range_of(target)) && !read_in_place(t, leaf, l, target)) return true;
  }
  return false;
}
/// Runs a plan that is bound already, by run(state), where operands share memory with targets: those that are overwritten too early are computed beside themselves. base, stride: what
/// has been written for them.
HEED_RARE inline void run_over_operands(const planner::run_tables& t, const placed* operands, int operand_count, const placed* targets, int target_count, const void** base, index_t* stride,
                                        void (*run)(const void*), const void* state) {
  kernel::scratch_arena::part memory;
  bound_leaf beside[8];
  bool is_beside[8]{};
  for (int r = 0; r < target_count; ++r) {
    const bound_leaf target = beside[r] = targets[r].leaf();
    is_beside[r] = overwrites(t, operands, operand_count, target);
    if (!is_beside[r]) continue;
    take_beside(beside[r], memory);
    point_elsewhere(t, r, target.stride, beside[r], base, stride);
  }
  run(state);
  for (int r = 0; r < target_count; ++r)
    if (is_beside[r]) copy_result(beside[r], targets[r].leaf());
}

/// Runs plan P.
template <class P, planner::place Count, class E, class How, class... Target> void run_from_pointers(const E& node, const How& how, Target&... target) {
  double constants[Count.constant + 1];
  bound_pointers<Count> values;
  values.collect(node, constants);
  void* const to[] = {const_cast<std::remove_cv_t<typename Target::element_type>*>(target.data())...};
  const temporaries_memory<offset_of_temporary(planner::tables_of<P>::lists, planner::tables_of<P>::sizes.temporaries)> temporaries;
  // (Extents are constants of the loops, and there are no slots and no look-ups: none of them is asked for, but extents by what goes through whole temporaries.)
  constexpr int extents = planner::tables_of<P>::sizes.temporaries > 0 ? planner::tables_of<P>::sizes.extents : 0;
  kernel::run_data<P, std::tuple<>> data;
  if constexpr (Count.constant > 0) data.constants = constants;
  set_pointers<P>(data, values, to, temporaries.begin, [&](int number, std::size_t axis) HEED_INLINED {
    index_t stride = 0;
    int n = 0;
    ((n++ == number ? void(stride = target.layout().stride(axis)) : void()), ...);
    return stride;
  }, kernel::indices_to<planner::tables_of<P>::sizes.accesses>{}, kernel::indices_to<planner::tables_of<P>::sizes.strides>{}, kernel::indices_to<extents>{});
  if constexpr (Count.leaf > 0) {
    const memory_range written[] = {pointer_arrays::memory_of(target)...};
    bool overlap = false;
    for (const memory_range& w : written)
      for (const memory_range& read : values.memory) overlap = overlap || w.overlaps(read);
    if (overlap) {  // (rare, and with a copy of what was collected, so that that can stay in registers)
      placed operands[Count.leaf];
      for (int l = 0; l < Count.leaf; ++l) operands[l] = {values.data[l], values.lies[l]};
      bound_leaf described[sizeof...(Target)];
      int r = 0;
      const placed targets[] = {{target.data(), how_it_lies(target, described[r++])}...};
      struct what {
        const How& how;
        const kernel::run_data<P, std::tuple<>>& data;
      } const state{how, data};
      return run_over_operands(planner::tables_of<P>::value, operands, Count.leaf, targets, int{sizeof...(Target)}, data.base, data.stride,
                               [](const void* s) { static_cast<const what*>(s)->how(static_cast<const what*>(s)->data); }, &state);
    }
  }
  how(data);
}

}  // namespace heed::detail
