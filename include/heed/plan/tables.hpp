// What a plan is asked when it runs, before the loops start: which leaf, target or temporary every access points into, and what its
// strides and extents are made of. Tables as long as they must be, read by one function for all expressions; the rest of a plan is
// constants in the loops, and no memory of the program.
#pragma once

#include <array>

#include <heed/plan/address.hpp>
#include <heed/plan/nest.hpp>

namespace heed::planner {

/// The extent of a variable: the constant, or an axis of a leaf, or a slot.
struct extent_entry {
  index_t constant = dynamic;
  extent_source source{};
  index_t times = 1;
};
/// A part of the stride of a term that is known only now: (the stride of the axis) × coefficient × slot.
struct stride_entry {
  std::int16_t term = 0, slot = -1;
  index_t coefficient = 0;
};
/// A part of where an access begins: (the stride of the axis) × factor × slot × slot.
struct start_entry {
  std::int16_t slot = -1, by = -1;
  index_t factor = 0;
};
/// An axis of what an access points into, where it has an entry of either kind.
struct axis_entry {
  std::int16_t access = 0, axis = 0;
  std::int16_t strides = 0, starts = 0;  // how many entries
};
struct access_entry {
  access::of what = access::of::leaf;
  std::int16_t target = 0;
};
struct temporary_entry {
  std::int16_t order[8]{};
  std::int16_t rank = 0, element_bytes = 0;
};
/// Axis `read` of a leaf that may be overwritten while it is read must lie as axis `written` of the target does.
struct place_entry {
  std::int16_t leaf = 0, read = 0, written = 0;
};

struct table_sizes {
  int extents = 0, strides = 0, starts = 0, axes = 0, accesses = 0, temporaries = 0, places = 0;
};

/// The tables, wherever they lie.
struct run_tables {
  const extent_entry* extents;
  const stride_entry* strides;
  const start_entry* starts;
  const axis_entry* axes;
  const access_entry* accesses;
  const temporary_entry* temporaries;
  const place_entry* places;
  std::uint64_t in_place;  // the leaves that may be overwritten where their places agree
  table_sizes size;
};

namespace detail {
// The leaves (the first 64) that are only read element by element, each where it is written if they lie as the target does.
template <class P> constexpr std::uint64_t leaves_in_place(const P& p) {
  if (p.nest_count != 1 || p.results != 1) return 0;
  const auto& g = p.g;
  const access& written = g.accesses[p.result_access[0]];
  bool folded[P::capacity]{};
  for (int n = g.size - 1; n >= 0; --n)
    for (int k = 0; k < g.nodes[n].edges; ++k)
      if (g.is(n, kind::fold) || folded[n]) folded[g.child(n, k)] = true;
  std::uint64_t yes = ~std::uint64_t{0};
  for (int n = 0; n < g.size; ++n) {
    if (!g.is(n, kind::leaf)) continue;
    const access& a = g.accesses[g.nodes[n].item];
    if (a.target >= 64) continue;
    int joined_more = 0;  // axes that are joined with others, in the leaf more than in the target
    for (int k = 0; k < a.maps && k < written.maps; ++k)
      joined_more += (g.maps[a.first_map + k].used() == 0 ? 1 : 0) - (g.maps[written.first_map + k].used() == 0 ? 1 : 0);
    bool same = !folded[n] && a.maps == written.maps && joined_more == 0;
    for (int k = 0; same && k < a.maps; ++k) {
      bool found = false;
      for (int w = 0; w < written.maps; ++w) found = found || same_map(g.maps[a.first_map + k], g.maps[written.first_map + w]);
      same = found;
    }
    if (!same) yes &= ~one(a.target);
  }
  return yes;
}

// Calls the functions of `to` with every entry, in order.
template <class P, class To> constexpr void list_entries(const P& p, To& to) {
  const auto& g = p.g;
  for (int i = 0; i < g.variable_count; ++i) {
    const variable& v = g.variables[i];
    const bool is_data = v.how == variable::how::data;
    const bool is_known = v.extent != dynamic || (v.derived && !is_data);
    to.extent({is_known ? v.extent : dynamic, is_known ? extent_source{} : is_data ? v.size_from : v.source, v.times});
  }
  for (int i = 0; i < g.access_count; ++i) {
    const access& a = g.accesses[i];
    to.access({a.what, a.target});
    for (int k = 0; k < a.maps; ++k) {
      const affine& m = g.maps[a.first_map + k];
      axis_entry axis{static_cast<std::int16_t>(i), static_cast<std::int16_t>(k)};
      for (int t = 0; t < m.count; ++t)
        for (int j = a.first_term; j < a.first_term + a.terms; ++j)
          if (g.terms[j].variable == m.terms[t].variable && g.terms[j].coefficient == unknown_stride) {
            to.stride({static_cast<std::int16_t>(j), m.terms[t].slot, m.terms[t].coefficient});
            ++axis.strides;
          }
      if (m.offset != 0) {
        to.start({-1, -1, m.offset});
        ++axis.starts;
      }
      for (int s = 0; s < m.slot_count; ++s) {
        to.start({m.slots[s].slot, m.slots[s].by, m.slots[s].factor});
        ++axis.starts;
      }
      if (axis.strides > 0 || axis.starts > 0) to.axis(axis);
    }
  }
  for (int i = 0; i < p.temporary_count; ++i) {
    const temporary& t = p.temporaries_list[i];
    temporary_entry e{{}, t.rank, static_cast<std::int16_t>(bytes_of(t.type))};
    for (int k = 0; k < t.rank; ++k) e.order[k] = t.order[k];
    to.temporary(e);
  }
  const std::uint64_t in_place = leaves_in_place(p);
  if (in_place == 0) return;
  const access& written = g.accesses[p.result_access[0]];
  for (int n = 0; n < g.size; ++n) {
    if (!g.is(n, kind::leaf)) continue;
    const access& a = g.accesses[g.nodes[n].item];
    if (a.target >= 64 || !has(in_place, a.target)) continue;
    for (int k = 0; k < a.maps; ++k) {
      if (g.maps[a.first_map + k].used() == 0) continue;  // joined with another
      int w = 0;
      while (!same_map(g.maps[a.first_map + k], g.maps[written.first_map + w])) ++w;
      to.place({a.target, static_cast<std::int16_t>(k), static_cast<std::int16_t>(w)});
    }
  }
}

struct entry_counter {
  table_sizes n{};
  constexpr void extent(const extent_entry&) { ++n.extents; }
  constexpr void stride(const stride_entry&) { ++n.strides; }
  constexpr void start(const start_entry&) { ++n.starts; }
  constexpr void axis(const axis_entry&) { ++n.axes; }
  constexpr void access(const access_entry&) { ++n.accesses; }
  constexpr void temporary(const temporary_entry&) { ++n.temporaries; }
  constexpr void place(const place_entry&) { ++n.places; }
};
template <table_sizes N> struct entry_lists {
  template <class T, int Count> using list = std::array<T, static_cast<std::size_t>(Count + 1)>;  // (none is empty)
  list<extent_entry, N.extents> extents{};
  list<stride_entry, N.strides> strides{};
  list<start_entry, N.starts> starts{};
  list<axis_entry, N.axes> axes{};
  list<access_entry, N.accesses> accesses{};
  list<temporary_entry, N.temporaries> temporaries{};
  list<place_entry, N.places> places{};
};
template <table_sizes N> struct entry_writer {
  entry_lists<N>& to;
  table_sizes n{};
  static constexpr auto& next(auto& list, int& count) { return list[static_cast<std::size_t>(count++)]; }
  constexpr void extent(const extent_entry& e) { next(to.extents, n.extents) = e; }
  constexpr void stride(const stride_entry& e) { next(to.strides, n.strides) = e; }
  constexpr void start(const start_entry& e) { next(to.starts, n.starts) = e; }
  constexpr void axis(const axis_entry& e) { next(to.axes, n.axes) = e; }
  constexpr void access(const access_entry& e) { next(to.accesses, n.accesses) = e; }
  constexpr void temporary(const temporary_entry& e) { next(to.temporaries, n.temporaries) = e; }
  constexpr void place(const place_entry& e) { next(to.places, n.places) = e; }
};
template <class P> constexpr table_sizes count_entries(const P& p) {
  entry_counter c;
  list_entries(p, c);
  return c.n;
}
template <table_sizes N, class P> constexpr entry_lists<N> entries_of(const P& p) {
  entry_lists<N> l;
  entry_writer<N> w{l};
  list_entries(p, w);
  return l;
}
}  // namespace detail

/// The tables of planned expression P.
template <class P> struct tables_of {
  static constexpr table_sizes sizes = detail::count_entries(P::value);
  static constexpr auto lists = detail::entries_of<sizes>(P::value);
  static constexpr run_tables value{lists.extents.data(),     lists.strides.data(), lists.starts.data(),
                                    lists.axes.data(),        lists.accesses.data(), lists.temporaries.data(),
                                    lists.places.data(),      detail::leaves_in_place(P::value), sizes};
};

}  // namespace heed::planner
