// Coordinates and addresses, as they are made while the graph is read: variables, affine maps of them, and accesses, each once.
#pragma once

#include <heed/plan/reach.hpp>

namespace heed::planner::detail {

template <class G> constexpr int find_variable(G& g, variable v) {
  if (!v.derived) v.source = g.same_length(v.source);
  for (int i = 0; i < g.variable_count; ++i) {
    const variable& o = g.variables[i];
    if (!o.derived && o.axis == v.axis && o.extent == v.extent && o.source == v.source && o.copy == v.copy && o.digit == v.digit) return i;
  }
  if (g.variable_count == 64) { g.overflow = true; return 0; }
  g.variables[g.variable_count] = v;
  return g.variable_count++;
}

// A variable for an axis that is bound here (or is one of the target's), not one of `live`; several where it was refined.
template <class G> constexpr affine bind_axis(G& g, tag a, std::string_view name, index_t size, extent_source source, vars live) {
  const refinement* r = nullptr;
  for (int i = 0; i < g.refinement_count; ++i)
    if (g.refinements[i].axis == a && g.refinements[i].whole == size) r = &g.refinements[i];
  for (std::int16_t copy = 0;; ++copy) {
    affine out;
    if (!r) {
      const int v = find_variable(g, {a, name, size, source, copy, -1});
      out.add(v, 1);
    } else {
      index_t weight = size;
      for (int p = 0; p < r->parts; ++p) {
        weight /= r->part[p];
        if (r->part[p] == 1) continue;
        out.add(find_variable(g, {a, r->name[p], r->part[p], {}, copy, static_cast<std::int16_t>(p)}), weight);
      }
    }
    if ((out.used() & live) == 0 || g.overflow) return out;
  }
}

constexpr bool same_map(const affine& a, const affine& b) {
  if (a.count != b.count || a.offset != b.offset || a.slot_count != b.slot_count) return false;
  for (int i = 0; i < a.count; ++i)
    if (a.terms[i].variable != b.terms[i].variable || a.terms[i].coefficient != b.terms[i].coefficient || a.terms[i].slot != b.terms[i].slot)
      return false;
  for (int i = 0; i < a.slot_count; ++i)
    if (a.slots[i].slot != b.slots[i].slot || a.slots[i].factor != b.slots[i].factor || a.slots[i].by != b.slots[i].by) return false;
  return true;
}

// A variable that is computed from map m: one that is there already, or a new one.
template <class G> constexpr int derive(G& g, const affine& m, variable v, index_t divisor) {
  v.derived = true;
  for (int i = 0; i < g.variable_count; ++i) {
    const variable& o = g.variables[i];
    if (o.derived && o.how == v.how && o.axis == v.axis && o.extent == v.extent && o.digit == v.digit && o.source.where == v.source.where &&
        o.source.axis == v.source.axis && g.divisor[i] == divisor && same_map(g.maps[o.source.number], m))
      return i;
  }
  if (g.variable_count == 64 || g.map_count == G::half) return g.is_full();
  g.address_overflow = g.address_overflow || m.full;
  v.source.number = static_cast<std::int16_t>(g.map_count);
  g.maps[g.map_count++] = m;
  g.variables[g.variable_count] = v;
  g.divisor[g.variable_count] = divisor;
  return g.variable_count++;
}

// A map × the value of a slot. What already has a slot beside each factor becomes a variable of its own.
template <class G> constexpr affine times_slot(G& g, const affine& m, int slot) {
  const std::int16_t by = static_cast<std::int16_t>(slot);
  affine out;
  bool fits = m.slot_count + (m.offset != 0) <= affine::slot_capacity;
  for (int i = 0; i < m.count; ++i) fits = fits && m.terms[i].slot < 0;
  for (int i = 0; i < m.slot_count; ++i) fits = fits && m.slots[i].by < 0;
  if (!fits) {
    out.add(derive(g, m, {.axis = {}, .source = {extent_source::from::slot, 0, by}, .how = variable::how::scale}, 1), 1);
    return out;
  }
  for (int i = 0; i < m.count; ++i) out.add(m.terms[i].variable, m.terms[i].coefficient, by);
  if (m.offset != 0) out.add_slot(by, m.offset);
  for (int i = 0; i < m.slot_count; ++i) out.add_slot(m.slots[i].slot, m.slots[i].factor, by);
  return out;
}

// The terms of an access whose maps are set, from its first on. strides: of the target's axes.
template <class G> constexpr void set_terms(G& g, access& a, const index_t* strides) {
  a.terms = 0;
  for (int k = 0; k < a.maps; ++k) {
    const affine& m = g.maps[a.first_map + k];
    for (int t = 0; t < m.count; ++t) {
      const int v = m.terms[t].variable, end = a.first_term + a.terms;
      int at = a.first_term;
      while (at < end && g.terms[at].variable != v) ++at;
      if (at == end) g.terms[at] = {static_cast<std::int16_t>(v), 0}, ++a.terms;
      index_t& c = g.terms[at].coefficient;
      c = c == unknown_stride || strides[k] == unknown_stride || m.terms[t].slot >= 0 ? unknown_stride : c + strides[k] * m.terms[t].coefficient;
    }
  }
}
// An access for maps m[0..count): one that is there already, or a new one. strides: of the target's axes.
template <class G> constexpr int make_access(G& g, typename access::of what, int target, const affine* m, int count, const index_t* strides) {
  for (int i = 0; i < g.access_count; ++i) {
    const access& o = g.accesses[i];
    if (o.what != what || o.target != target || o.maps != count) continue;
    bool same = true;
    for (int k = 0; k < count; ++k) same = same && same_map(g.maps[o.first_map + k], m[k]);
    if (same) return i;
  }
  int terms = 0;
  for (int k = 0; k < count; ++k) {
    g.address_overflow = g.address_overflow || m[k].full;
    terms += m[k].count;
  }
  if (g.access_count == G::half || g.map_count + count > G::half || g.term_count + terms > G::most_terms) return g.is_full();
  access a;
  a.what = what;
  a.target = static_cast<std::int16_t>(target);
  a.first_map = static_cast<std::int16_t>(g.map_count);
  a.maps = static_cast<std::int16_t>(count);
  for (int k = 0; k < count; ++k) g.maps[g.map_count++] = m[k];
  a.first_term = static_cast<std::int16_t>(g.term_count);
  set_terms(g, a, strides);
  g.term_count += a.terms;
  g.accesses[g.access_count] = a;
  return g.access_count++;
}
template <class G> constexpr vars variables_of(const G& g, const access& a) {
  vars s = 0;
  for (int t = 0; t < a.terms; ++t) s |= one(g.terms[a.first_term + t].variable);
  return base_variables(g, s);
}

constexpr affine from_slot(int slot) {
  affine m;
  m.slots[0] = {static_cast<std::int16_t>(slot), 1};
  m.slot_count = 1;
  return m;
}
template <class G> constexpr int make_position(G& g, const affine& to) {
  const index_t stride = 1;
  const int acc = make_access(g, access::of::coordinate, 0, &to, 1, &stride);
  return g.make({.what = kind::position, .type = scalar::i32, .operand = scalar::i32, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}, nullptr, 0);
}

}  // namespace heed::planner::detail
