// From the tables of a plan and the values of its expression to addresses, strides and extents. What is here is not a template: it is
// compiled once, however many expressions a program has.
#pragma once

#include <cstring>

#include <heed/kernel/scratch.hpp>
#include <heed/plan/joint_loops.hpp>
#include <heed/plan/tables.hpp>

namespace heed::detail {

/// A leaf, or a target, when the plan runs.
struct bound_leaf {
  const void* data = nullptr;
  index_t extent[planner::leaf::max_rank]{};
  index_t stride[planner::leaf::max_rank]{};
  index_t element_size = 0;
  int rank = 0;
};

/// Addresses of the elements of memory with a layout: from the lowest to one past the highest.
struct memory_range {
  const char* begin;
  const char* end;
  bool overlaps(const memory_range& o) const { return begin < o.end && o.begin < end; }
};
/// The same in bytes from where the data begin.
struct byte_range {
  index_t low = 0, high = 0;
  constexpr memory_range from(const void* data) const {
    if (low == high) return {nullptr, nullptr};
    return {static_cast<const char*>(data) + low, static_cast<const char*>(data) + high};
  }
};
constexpr byte_range bytes_of(const index_t* extent, const index_t* stride, int rank, index_t element_size) {
  index_t low = 0, high = 1;
  for (int i = 0; i < rank; ++i) {
    if (extent[i] == 0) return {};
    (stride[i] < 0 ? low : high) += (extent[i] - 1) * stride[i];
  }
  return {low * element_size, high * element_size};
}
inline memory_range range_of(const void* data, const index_t* extent, const index_t* stride, int rank, index_t element_size) {
  return bytes_of(extent, stride, rank, element_size).from(data);
}
inline memory_range range_of(const bound_leaf& l) { return range_of(l.data, l.extent, l.stride, l.rank, l.element_size); }

/// Whether leaf number `leaf` may be overwritten while it is read: every element is read where, and just before, it is written.
HEED_SHARED inline bool read_in_place(const planner::run_tables& t, const bound_leaf& l, int leaf, const bound_leaf& target) {
  if (l.data != target.data || leaf >= 64 || !planner::has(t.in_place, leaf)) return false;
  for (int i = 0; i < t.size.places; ++i) {
    const planner::place_entry& p = t.places[i];
    if (p.leaf == leaf && (l.stride[p.read] != target.stride[p.written] || l.extent[p.read] != target.extent[p.written])) return false;
  }
  return true;
}

/// Whether a leaf lies where the target does, and would be overwritten before it is read.
HEED_SHARED inline bool overwrites_leaf(const planner::run_tables& t, const bound_leaf* leaves, int count, const bound_leaf& target, const memory_range& mine) {
  for (int l = 0; l < count; ++l)
    if (range_of(leaves[l]).overlaps(mine) && !read_in_place(t, leaves[l], l, target)) return true;
  return false;
}

/// Gives a target memory beside it, row-major.
HEED_RARE inline void take_beside(bound_leaf& target, kernel::scratch_arena::part& memory) {
  index_t n = 1;
  for (int i = target.rank - 1; i >= 0; --i) {
    target.stride[i] = n;
    n *= target.extent[i];
  }
  target.data = memory.take(static_cast<std::size_t>(n * target.element_size));
}
/// Copies pieces of so many bytes, which stand one after another, to where they lie in the first `axes` axes of a target; where they end.
HEED_RARE inline const char* copy_pieces(const char* from, char* to, const bound_leaf& target, int axes, index_t bytes, int axis) {
  const index_t step = target.stride[axis] * target.element_size;
  for (index_t i = 0; i < target.extent[axis]; ++i, to += step) {
    if (axis + 1 < axes) from = copy_pieces(from, to, target, axes, bytes, axis + 1);
    else {
      if (bytes == 4) std::memcpy(to, from, 4);  // (no call for every float)
      else std::memcpy(to, from, static_cast<std::size_t>(bytes));
      from += bytes;
    }
  }
  return from;
}
/// Copies a result that was computed beside its target, row-major.
HEED_RARE inline void copy_result(const bound_leaf& from, const bound_leaf& target) {
  int axes = target.rank;
  index_t bytes = target.element_size;
  while (axes > 0 && target.stride[axes - 1] * target.element_size == bytes) bytes *= target.extent[--axes];
  char* const to = static_cast<char*>(const_cast<void*>(target.data));
  if (axes > 0) copy_pieces(static_cast<const char*>(from.data), to, target, axes, bytes, 0);
  else std::memcpy(to, from.data, static_cast<std::size_t>(bytes));
}

/// What a run works with, and what `bind` and `take_temporaries` write: the arrays of kernel::run_data.
struct run_arrays {
  const void** base;
  index_t* coordinate;
  index_t* stride;
  index_t* extent;
  index_t* length;  // extents before axes are joined, where any may be
};

/// Extents of all variables, strides that the plan does not know, and where every access begins; that of a temporary is counted from its
/// first element.
HEED_SHARED inline void bind(const planner::run_tables& t, const bound_leaf* leaves, const bound_leaf* targets, const index_t* slots, const run_arrays& to) {
  using of = planner::access::of;
  const auto slot = [&](int s) { return s == -1 ? 1 : s < 0 ? to.extent[planner::slot_of_extent(s)] : slots[s]; };
  for (int i = 0; i < t.size.extents; ++i) {
    const planner::extent_entry& e = t.extents[i];
    using from = planner::extent_source::from;
    if (e.constant != dynamic || e.source.where == from::nothing) to.extent[i] = e.constant;
    else if (e.source.where == from::leaf) to.extent[i] = e.times * leaves[e.source.number].extent[e.source.axis];
    else if (e.source.where == from::slot) to.extent[i] = e.times * slots[e.source.number];
    else to.extent[i] = to.extent[e.source.number] + to.extent[e.source.axis] > 0 ? to.extent[e.source.number] + to.extent[e.source.axis] - 1 : 0;
  }
  const planner::stride_entry* stride = t.strides;
  const planner::start_entry* start = t.starts;
  for (int i = 0; i < t.size.axes; ++i) {
    const planner::axis_entry& x = t.axes[i];
    const planner::access_entry& a = t.accesses[x.access];
    index_t along = a.what == of::coordinate || a.what == of::temporary ? 1 : 0;
    if (a.what == of::leaf) along = leaves[a.target].stride[x.axis];
    else if (a.what == of::target) along = targets[a.target].stride[x.axis];
    else if (a.what == of::temporary) {  // row-major in its own variables
      const planner::temporary_entry& whole = t.temporaries[a.target];
      for (int k = x.axis + 1; k < whole.rank; ++k) along *= to.extent[whole.order[k]];
    }
    for (const auto* end = stride + x.strides; stride != end; ++stride) to.stride[stride->term] += along * stride->coefficient * slot(stride->slot);
    for (const auto* end = start + x.starts; start != end; ++start) to.coordinate[x.access] += along * start->factor * slot(start->slot) * slot(start->by);
  }
  for (int i = 0; i < t.size.accesses; ++i) {
    const planner::access_entry& a = t.accesses[i];
    if (a.what == of::target) to.base[i] = targets[a.target].data;
    else if (a.what == of::leaf) {
      const bound_leaf& l = leaves[a.target];
      bool empty = false;
      for (int k = 0; k < l.rank; ++k) empty = empty || l.extent[k] == 0;
      to.base[i] = static_cast<const char*>(l.data) + (empty ? 0 : to.coordinate[i] * l.element_size);
    }
  }
}

/// Points all accesses to target number `target` of a plan that has been bound, and that writes targets from their first elements on, to other memory; before: the strides that it had.
HEED_RARE inline void point_elsewhere(const planner::run_tables& t, int target, const index_t* before, const bound_leaf& now, const void** base, index_t* stride) {
  const auto is_it = [&](int access) { return t.accesses[access].what == planner::access::of::target && t.accesses[access].target == target; };
  for (int i = 0; i < t.size.accesses; ++i)
    if (is_it(i)) base[i] = now.data;
  const planner::stride_entry* part = t.strides;
  for (int i = 0; i < t.size.axes; ++i) {
    const planner::axis_entry& x = t.axes[i];
    for (const auto* end = part + x.strides; part != end; ++part)
      if (is_it(x.access)) stride[part->term] += (now.stride[x.axis] - before[x.axis]) * part->coefficient;
  }
}

/// Joins axes that everything goes through as one: the outer is one step, and the inner has all elements of both.
HEED_SHARED inline void join_loops(const planner::joint_tables& t, const run_arrays& to) {
  for (int i = 0; i < t.variables; ++i) to.length[i] = to.extent[i];
  const auto along = [&](const planner::known_or_term& s) { return s.term < 0 ? s.known : to.stride[s.term]; };
  planner::vars done = 0;            // outer ones
  for (bool again = true; again;) {  // (three axes: the outermost with both others, once these are one)
    again = false;
    const planner::joint_access* access = t.accesses;
    for (const planner::joint_entry *e = t.joints, *end = e + t.count; e < end; access += e++->accesses) {
      index_t &outer = to.extent[e->outer], &inner = to.extent[e->inner];
      bool as_one = outer > 1 && inner > 0 && !planner::has(done, e->inner);
      for (int a = 0; as_one && a < e->accesses; ++a) as_one = along(access[a].outer) == inner * along(access[a].inner);
      if (!as_one) continue;
      inner *= outer;
      outer = 1;
      done |= planner::one(e->outer);
      again = true;
    }
  }
}

/// Memory for the temporaries, and where the accesses to them begin.
HEED_SHARED inline void take_temporaries(const planner::run_tables& t, kernel::scratch_arena::part& memory, const run_arrays& to) {
  for (int i = 0; i < t.size.temporaries; ++i) {
    const planner::temporary_entry& e = t.temporaries[i];
    index_t bytes = e.element_bytes;
    for (int k = 0; k < e.rank; ++k) bytes *= to.extent[e.order[k]];
    const char* const at = memory.take(static_cast<std::size_t>(bytes) + 64);
    for (int a = 0; a < t.size.accesses; ++a)
      if (t.accesses[a].what == planner::access::of::temporary && t.accesses[a].target == i) to.base[a] = at + to.coordinate[a] * e.element_bytes;
  }
}

}  // namespace heed::detail
