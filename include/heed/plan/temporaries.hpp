// Temporaries: values stored over all their axes, each made by a nest of its own before the nest that reads it.
#pragma once

#include <heed/plan/address.hpp>
#include <heed/plan/choose_lane.hpp>
#include <heed/plan/divide.hpp>
#include <heed/plan/equivalent.hpp>
#include <heed/plan/factor.hpp>
#include <heed/plan/few_lanes.hpp>
#include <heed/plan/functions_of_rows.hpp>
#include <heed/plan/looked_up_rows.hpp>
#include <heed/plan/walks.hpp>

namespace heed::planner {

namespace detail {

inline constexpr int lanes_to_choose = -2;
template <int N> constexpr void plan_nest(program<N>& p, const output* outputs, int count, int preferred_lane, int lanes = lanes_to_choose);

// The lanes of the nest that makes a line (plan/relative_positions.hpp), in the order in which it is read.
template <int N> constexpr int lane_of_line(const graph<N>& g, vars axes) {
  for (int v = 0; v < g.variable_count; ++v)
    if (has(axes, v) && is_of_line(g.variables[v])) return v;
  return lanes_to_choose;
}

template <int N> constexpr void make_temporaries(program<N>& p, const int* nodes, int count, int read_along = -1);

// How node n, a value that is stored in temporary t in the order of its variables there, is read.
template <int N> constexpr void read_temporary(program<N>& p, int n, int t) {
  affine maps[8]{};
  const temporary& stored = p.temporaries_list[t];
  for (int k = 0; k < stored.rank; ++k) maps[k].add(stored.order[k], 1);
  index_t strides[8]{};
  set_strides(p.g, stored, strides);
  p.access_of[n] = static_cast<std::int16_t>(make_access(p.g, access::of::temporary, t, maps, stored.rank, strides));
  p.temporary_of[n] = static_cast<std::int16_t>(t);
}

// The variable along which the elements that are taken to one place lie side by side; -1: there is none.
template <int N> constexpr int side_by_side(const program<N>& p, int x, vars among) {
  const graph<N>& g = p.g;
  if (g.is(x, kind::constant)) return -1;
  const int acc = p.temporary_of[x] >= 0 ? p.access_of[x] : g.nodes[x].item;
  for (int v = 0; v < g.variable_count; ++v)
    if (has(g.nodes[x].free & among, v) && stride_along(g, g.accesses[acc], v) == 1 && !is_irregular_along(g, g.accesses[acc], v)) return v;
  return -1;
}
// Stores folds of what stands at places (kind::scatter): of what lies in memory once the nests so far have run; no nest makes them (kernel/scatter.hpp).
template <int N> constexpr void make_scattered(program<N>& p, int n) {
  graph<N>& g = p.g;
  if (p.temporary_of[n] >= 0) return;
  const scattered_along along(g.nodes[n]);
  vars of_ids = 0, places = 0;
  for (int k = 0; k < along.count; ++k) {
    of_ids |= g.nodes[g.child(n, 1 + k)].free;
    places |= one(along.at[k]);
  }
  for (int k = 0; k <= along.count && !p.overflow; ++k)
    if (const int c = g.child(n, k); !g.is(c, kind::constant) && (!g.is(c, kind::leaf) || may_be_nowhere(g, g.accesses[g.nodes[c].item]))) make_temporaries(p, &c, 1);
  if (p.overflow || p.temporary_count == program<N>::nest_capacity) {
    p.overflow = p.g.lacks_room = true;
    return;
  }
  const int inner = side_by_side(p, g.child(n, 0), g.nodes[n].free & ~of_ids & ~places);
  temporary& t = p.temporaries_list[p.temporary_count];
  t.node = static_cast<std::int16_t>(n);
  t.type = g.nodes[n].type;
  t.made_by = static_cast<std::int16_t>(p.nest_count - 1);
  for (int v = 0; v < g.variable_count; ++v)
    if (has(g.nodes[n].free & ~places, v) && v != inner) t.order[t.rank++] = static_cast<std::int16_t>(v);
  for (int k = 0; k < along.count; ++k) t.order[t.rank++] = along.at[k];
  if (inner >= 0) t.order[t.rank++] = static_cast<std::int16_t>(inner);
  read_temporary(p, n, p.temporary_count++);
}

// Stores the values of nodes[0..count) over all their axes, in one nest; a value that is there already under other names of
// its variables is shared. read_along: the variable along which they are read, if that is known.
template <int N> constexpr void make_temporaries(program<N>& p, const int* nodes, int count, int read_along) {
  graph<N>& g = p.g;
  output outputs[6]{};
  int made = 0;
  for (int i = 0; i < count; ++i) {
    const int n = nodes[i];
    if (g.is(n, kind::scatter)) make_scattered(p, n);
    if (p.temporary_of[n] >= 0 || p.overflow) continue;
    for (int t = 0; t < p.temporary_count && p.temporary_of[n] < 0; ++t) {
      std::int16_t to[64]{};
      const temporary& old = p.temporaries_list[t];
      if (old.rank < 0 || g.nodes[n].what != g.nodes[old.node].what || g.nodes[n].code != g.nodes[old.node].code || g.nodes[n].edges != g.nodes[old.node].edges) continue;
      for (auto& x : to) x = -1;
      std::int16_t partner[N]{};
      for (int k = 0; k <= n; ++k) partner[k] = -1;
      if (!equivalent(g, n, old.node, to, partner)) continue;
      // this node's variables in the order of the stored ones
      affine maps[8]{};
      for (int k = 0; k < old.rank; ++k)
        for (int v = 0; v < 64; ++v)
          if (to[v] == old.order[k]) maps[k].add(v, 1);
      index_t strides[8]{};
      set_strides(g, old, strides);
      p.access_of[n] = static_cast<std::int16_t>(make_access(g, access::of::temporary, t, maps, old.rank, strides));
      p.temporary_of[n] = static_cast<std::int16_t>(t);
    }
    if (p.temporary_of[n] >= 0) continue;
    const bool full = p.temporary_count == program<N>::nest_capacity;
    if (full || made == 6) {
      p.overflow = true;
      p.g.lacks_room = p.g.lacks_room || full;
      return;
    }
    p.temporaries_list[p.temporary_count].node = static_cast<std::int16_t>(n);
    p.temporaries_list[p.temporary_count].rank = -1;  // not there yet
    outputs[made++] = {static_cast<std::int16_t>(n), static_cast<std::int16_t>(p.temporary_count++), true, g.nodes[n].free};
  }
  if (made == 0) return;
  int lanes = lane_of_line(g, g.nodes[outputs[0].node].free);
  if (lanes < 0 && read_along >= 0 && (g.nodes[outputs[0].node].folded == 0 || g.is(outputs[0].node, kind::scan))) lanes = read_along;
  plan_nest(p, outputs, made, read_along, lanes);
  if (p.overflow) return;
  const int lane = p.nests[p.nest_count - 1].lane;
  for (int i = 0; i < made; ++i) {
    temporary& t = p.temporaries_list[outputs[i].target];
    const int n = outputs[i].node;
    t.rank = 0;
    if (p.temporary_of[n] >= 0) continue;  // a temporary of this nest needed it already: there it is
    t.type = g.nodes[n].type;
    t.made_by = static_cast<std::int16_t>(p.nest_count - 1);
    for (int v = 0; v < g.variable_count; ++v)
      if (has(g.nodes[n].free, v) && v != lane) t.order[t.rank++] = static_cast<std::int16_t>(v);
    if (lane >= 0 && has(g.nodes[n].free, lane)) t.order[t.rank++] = static_cast<std::int16_t>(lane);
    read_temporary(p, n, outputs[i].target);
  }
}

// Values to store that need the partial results of a walk of this very nest: then the partial results are stored first, all
// of them by one pass, and both read them. (Weights normalised over A and B, contracted over B.)
template <int N> constexpr void mark_needed(const program<N>& p, int n, seen_nodes<N>& seen) {
  if (!seen.enter(n) || p.temporary_of[n] >= 0) return;
  for (int i = 0; i < p.g.nodes[n].edges; ++i) mark_needed(p, p.g.child(n, i), seen);
}
template <int N> constexpr bool store_partial_folds(program<N>& p, const placed_values<N>& d, vars targets) {
  const graph<N>& g = p.g;
  if (g.nesting_count == 0) return false;
  seen_nodes<N> needed;  // by what is to be stored
  for (int i = 0; i < d.request_count; ++i) mark_needed(p, d.requests[i], needed);
  const auto walked = [&](int f) {
    bool partial = false;
    for (int i = 0; i < g.nesting_count; ++i) partial = partial || g.nestings[i].inner == g.nodes[f].bound;
    // (only where computing it again costs more than storing it)
    return partial && d.roles[f] == role::at_lanes && p.temporary_of[f] < 0 && (g.nodes[f].free & ~targets) == 0 && estimated_points(g, g.nodes[f].bound) >= 8;
  };
  vars pass = 0;
  for (int f = 0; f < g.size && pass == 0; ++f)
    if (walked(f) && needed.entered(f)) pass = g.nodes[f].bound;
  if (pass == 0) return false;
  // Folds that read what is to be stored from partial results of this pass are of a later one.
  const auto is_later = [&](int f) {
    seen_nodes<N> below;
    mark_needed(p, f, below);
    for (int i = 0; i < d.request_count; ++i) {
      if (!below.entered(d.requests[i])) continue;
      seen_nodes<N> of_request;
      mark_needed(p, d.requests[i], of_request);
      for (int k = 0; k < g.size; ++k)
        if (of_request.entered(k) && g.nodes[k].bound == pass && walked(k)) return true;
    }
    return false;
  };
  int group[6]{}, count = 0;
  for (int f = 0; f < g.size && count < 6; ++f) {
    const bool partial = g.is(f, kind::fold) && g.nodes[f].bound == pass && p.temporary_of[f] < 0 && (g.nodes[f].free & ~targets) == 0;
    if (partial && (walked(f) || needed.entered(f)) && !is_later(f)) group[count++] = f;
  }
  if (count == 0) return false;
  make_temporaries(p, group, count);
  return true;
}

// Whether a value is made of a fold of one pass with fold f, a context and its normaliser: over the same variables, one with all axes of the
// other, and with exponentials of both. (Not a fold that f itself is made of: that pass comes before.)
template <int N> constexpr bool has_pass_of(const program<N>& p, int n, int f, const seen_nodes<N>& below_f, seen_nodes<N>& seen) {
  const graph<N>& g = p.g;
  if (!seen.enter(n) || p.temporary_of[n] >= 0 || (g.nodes[n].folded & g.nodes[f].bound) != g.nodes[f].bound) return false;
  if (g.is(n, kind::fold) && n != f && g.nodes[n].bound == g.nodes[f].bound && ((g.nodes[n].free & ~g.nodes[f].free) == 0 || (g.nodes[f].free & ~g.nodes[n].free) == 0) && !below_f.entered(n)) {
    seen_nodes<N> shared;
    if (shares_work(g, g.child(n, 0), g.nodes[f].bound, below_f, shared)) return true;
  }
  for (int i = 0; i < g.nodes[n].edges; ++i)
    if (has_pass_of(p, g.child(n, i), f, below_f, seen)) return true;
  return false;
}
template <int N> constexpr bool is_of_pass(const program<N>& p, int f, int n) {
  if (!p.g.is(f, kind::fold) || p.g.nodes[n].folded == 0) return false;
  seen_nodes<N> below_f, seen;
  mark_below(p.g, f, below_f);
  return has_pass_of(p, n, f, below_f, seen);
}

// Stores what the placed values ask for, in nests before: values of the same variables or of one pass in one, if their folds have a variable in
// common. What would be walked here, but is of one pass with them, is stored with them: the normaliser that a projected context is divided by.
template <int N> constexpr void make_requested(program<N>& p, const placed_values<N>& d) {
  for (int i = 0; i < d.request_count; ++i) {
    const int first = d.requests[i];
    if (p.temporary_of[first] >= 0) continue;
    int group[6]{}, count = 0;
    const auto walked_apart = [&](int a, int b) { return a != b && p.g.nodes[a].folded != 0 && p.g.nodes[b].folded != 0 && (p.g.nodes[a].folded & p.g.nodes[b].folded) == 0; };
    // (no fold that is stored is over an axis of the others: that may be a loop around all)
    vars axes = 0, bound = 0;
    const auto joins = [&](int n) {
      if (((axes | p.g.nodes[n].free) & (bound | p.g.nodes[n].bound)) != 0) return;
      axes |= p.g.nodes[n].free;
      bound |= p.g.nodes[n].bound;
      group[count++] = n;
    };
    for (int k = i; k < d.request_count && count < 6; ++k)
      if (const int n = d.requests[k]; p.temporary_of[n] < 0 && (p.g.nodes[n].free == p.g.nodes[first].free || is_of_pass(p, n, first) || is_of_pass(p, first, n)) && !walked_apart(first, n) &&
          (k == i || (p.g.hint_of(n) == hint_code::none && p.g.hint_of(first) == hint_code::none)))
        joins(n);
    for (int f = 0; f < p.g.size && count < 6; ++f)
      if (d.roles[f] == role::at_lanes && p.temporary_of[f] < 0 && (p.g.nodes[f].free & ~p.g.nodes[first].free) == 0 && is_of_pass(p, f, first)) joins(f);
    make_temporaries(p, group, count, d.read_along[i] - 1);
  }
}

template <int N> constexpr void plan_nest(program<N>& p, const output* outputs, int count, int preferred_lane, int lanes) {
  vars axes = 0;
  for (int i = 0; i < count; ++i) axes |= outputs[i].axes;
  if (count == 1 && lanes == lanes_to_choose)
    if (const folded_rows rows(p, outputs[0].node, axes); !rows.others) make_temporaries(p, rows.at, rows.count);
  for (int lane = lanes; !p.overflow;) {
    if (lane == lanes_to_choose) lane = choose_lane(p, outputs, count, axes, preferred_lane);
    if (const looked_up_rows rows(p, outputs, count, lane); rows.count > 0) {
      make_temporaries(p, rows.at, 1);
      lane = lanes;
      continue;
    }
    const int size = p.g.size, edges = p.g.edges, constants = p.g.constant_count;
    value_placer<N> placer(p, outputs, count, lane, preferred_lane);
    placer.run();
    if (!p.overflow && placer.d.request_count > 0) {  // then values are placed again, knowing what is stored
      if (store_partial_folds(p, placer.d, axes)) lane = lanes;
      else make_requested(p, placer.d);
      continue;
    }
    if (!p.overflow) walk_maker<N>(p, placer.n, placer.d).run();
    if (p.overflow && !p.g.overflow) {  // more than one nest has room for
      p.overflow = false;
      p.g.size = size;
      p.g.edges = edges;
      p.g.constant_count = constants;
      const int middle = find_middle(p, outputs, count);
      if (middle < 0) p.overflow = true;
      else make_temporaries(p, &middle, 1);
      continue;  // (along the same lanes: to choose them is most of what planning costs)
    }
    if (p.nest_count == program<N>::nest_capacity) p.overflow = p.g.lacks_room = true;
    else {
      const index_t few = few_lanes(p, placer.n), lanes_inside = lane < 0 ? dynamic : p.g.extent(lane);
      if (lanes_inside == dynamic) placer.n.alone_up_to = few;
      else placer.n.alone = placer.n.alone || lanes_inside <= few;
      p.nests[p.nest_count++] = placer.n;
    }
    return;
  }
}

}  // namespace detail

}  // namespace heed::planner
