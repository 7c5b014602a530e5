// Running sums that are carried: where everything that reads one reads it at the point that its own loops are at, the nests that make it and those that
// read it run together, point by point along the axis of the sum, and it is stored for one point. (Causal attention with no weights that add up to one,
// dot<Feature>(q, cumsum<Token>(k * v)), keeps {Feature, Value} and not {Token, Feature, Value}.)
#pragma once

#include <heed/plan/address.hpp>
#include <heed/plan/reads.hpp>
#include <heed/plan/sums.hpp>

namespace heed::planner::detail {

/// Nests first to last of a plan, as one loop around all.
template <int N> class nests_together {
 public:
  constexpr nests_together(program<N>& plan, int from, int to) : p(plan), g(plan.g), first(from), last(to) {}

  /// Whether they can be; then they are.
  constexpr bool run() {
    if (last - first >= most_nests || any_scattered() || any_looked_up()) return false;
    for (int i = first; i <= last; ++i)
      if (p.nests[i].around_count > 0 || p.nests[i].in_blocks >= 0) return false;
    const int sums = count_sums([](const temporary&) { return true; });
    loops axes[most_loops]{}, batch[8]{};
    int count = 0, batches = 0;
    bool found = false;
    const nest_facts& end = p.nests[last];
    for (int k = 0; k < end.outer_count; ++k) {
      loops here;
      if (!follow(end.outer[k], here)) continue;
      if (const int n = sums_along(here); n == sums) axes[0] = here, found = true;
      else if (n == 0 && !is_any_turned(here)) batch[batches++] = here;
    }
    if (!found || !are_worth_carrying()) return false;
    axes[count++] = from_the_start(axes[0]);
    for (int k = 0; k < batches && count < most_loops; ++k) {
      axes[count] = batch[k];
      if (points_at_once(axes, count + 1) >= least_inside) ++count;
    }
    for (int i = first; i <= last; ++i) {
      nest_facts& n = p.nests[i];
      n.around_count = static_cast<std::int16_t>(count);
      for (int k = 0; k < count; ++k) n.around[k] = axes[k == count - 1 ? 0 : k + 1].of[i - first].variable;
      n.turned = axes[0].of[i - first].turned;
      n.alone_up_to = 0;  // (what a run decides, it would decide at each point)
    }
    p.nests[first].together = static_cast<std::int16_t>(last - first + 1);
    for (int t = 0; t < p.temporary_count; ++t)
      if (is_made_here(t) && !is_read_later(t)) carry(t);
    return true;
  }

 private:
  static constexpr int most_nests = 8, most_loops = nest_facts::most_around;

  program<N>& p;
  graph<N>& g;
  int first, last;

  constexpr bool is_made_here(int t) const { return p.temporaries_list[t].rank >= 0 && p.temporaries_list[t].made_by >= first && p.temporaries_list[t].made_by <= last; }
  constexpr bool is_sum(int t) const { return g.is(p.temporaries_list[t].node, kind::scan); }
  constexpr bool any_scattered() const {
    for (int t = 0; t < p.temporary_count; ++t)
      if (g.is(p.temporaries_list[t].node, kind::scatter) && is_made_here(t)) return true;
    return false;
  }
  // (Integers are checked when all are there.)
  constexpr bool any_looked_up() const {
    for (int v = 0; v < g.variable_count; ++v)
      if (g.variables[v].data >= 0 && g.accesses[g.variables[v].data].what == access::of::temporary && is_made_here(g.accesses[g.variables[v].data].target)) return true;
    return false;
  }

  // The axis of a temporary that is variable v; -1: none.
  constexpr int axis_of(const temporary& t, int v) const {
    for (int k = 0; k < t.rank; ++k)
      if (t.order[k] == v) return k;
    return -1;
  }
  // What one axis is in each nest: a variable, -1 where that is not known yet, and whether it is gone through from its end.
  struct loop {
    std::int16_t variable = -1;
    bool turned = false;
    constexpr bool operator==(const loop&) const = default;
  };
  struct loops { loop of[most_nests]{}; };
  // The loop that a map is and nothing else.
  constexpr loop only_loop(const affine& m) const {
    if (m.count != 1 || m.terms[0].slot >= 0 || m.slot_count != 0) return {};
    const std::int16_t v = m.terms[0].variable;
    if (m.terms[0].coefficient == 1 && m.offset == 0) return {v, false};
    return m.terms[0].coefficient == -1 && g.extent(v) != dynamic && m.offset == g.extent(v) - 1 ? loop{v, true} : loop{};
  }
  constexpr bool is_same_length(int v, int w) const {
    return v == w || (g.variables[v].extent == g.variables[w].extent && g.variables[v].source == g.variables[w].source && g.variables[v].times == g.variables[w].times);
  }
  // What variable v of the last nest is in each of them, by what they read of each other; false: something is read elsewhere, or it is no loop of all.
  constexpr bool follow(int v, loops& here) const {
    const int count = last - first + 1;
    here = {};
    here.of[count - 1].variable = static_cast<std::int16_t>(v);
    bool fits = true;
    for (bool again = true; again && fits;) {
      again = false;
      for (int i = first; i <= last; ++i)
        for_reads(p, i, [&](const access& a) {
          const temporary& t = p.temporaries_list[a.target];
          if (t.made_by < first) return;
          loop &reader = here.of[i - first], &maker = here.of[t.made_by - first];
          if (reader.variable >= 0 && maker.variable < 0) {
            for (int k = 0; k < a.maps; ++k)
              if (const loop x = only_loop(g.maps[a.first_map + k]); x.variable == reader.variable && is_same_length(t.order[k], x.variable)) {
                maker = {t.order[k], x.turned != reader.turned};
                again = true;
              }
          } else if (maker.variable >= 0) {
            const int k = axis_of(t, maker.variable);
            loop x = k < 0 ? loop{} : only_loop(g.maps[a.first_map + k]);
            x.turned = x.turned != maker.turned;
            if (x.variable < 0 || (reader.variable >= 0 && reader != x) || !is_same_length(maker.variable, x.variable)) fits = false;
            else if (reader.variable < 0) reader = x, again = true;
          }
        });
    }
    for (int i = 0; i < count && fits; ++i) fits = here.of[i].variable >= 0 && is_loop(p.nests[first + i], here.of[i].variable);
    return fits;
  }
  static constexpr bool is_loop(const nest_facts& n, int v) {
    for (int o = 0; o < n.output_count; ++o)
      if (!has(n.outputs[o].axes, v)) return false;
    return has(n.outer_set(), v);
  }
  template <class F> constexpr int count_sums(F f) const {
    int n = 0;
    for (int t = 0; t < p.temporary_count; ++t) n += is_made_here(t) && is_sum(t) && f(p.temporaries_list[t]);
    return n;
  }
  // Whether the first of the sums is gone through from its end.
  constexpr bool is_turned(const loops& here) const {
    for (int t = 0; t < p.temporary_count; ++t)
      if (is_made_here(t) && is_sum(t)) return here.of[p.temporaries_list[t].made_by - first].turned;
    return false;
  }
  // How many of the sums run along it, in the direction of the first.
  constexpr int sums_along(const loops& here) const {
    return count_sums([&](const temporary& t) { return here.of[t.made_by - first] == loop{g.nodes[t.node].item, is_turned(here)}; });
  }
  static constexpr bool is_any_turned(const loops& here) {
    for (const loop& x : here.of)
      if (x.turned) return true;
    return false;
  }
  // The sums themselves run from the start on.
  constexpr loops from_the_start(loops along) const {
    const bool turned = is_turned(along);
    for (int i = first; i <= last; ++i) along.of[i - first].turned = along.of[i - first].turned != turned;
    return along;
  }
  // Elements of the largest of the sums for one point of these loops.
  constexpr double points_at_once(const loops* axes, int count) const {
    double most = 0;
    count_sums([&](const temporary& t) {
      vars inside = g.nodes[t.node].free;
      for (int k = 0; k < count; ++k) inside &= ~one(axes[k].of[t.made_by - first].variable);
      if (const double n = estimated_points(g, inside); n > most) most = n;
      return true;
    });
    return most;
  }
  constexpr bool is_read_later(int t) const {
    bool found = false;
    for (int i = last + 1; i < p.nest_count; ++i) for_reads(p, i, [&](const access& a) { found = found || a.target == t; });
    return found;
  }
  // Nobody else reads the sums, and one of them is worth it.
  constexpr bool are_worth_carrying() const {
    for (int t = 0; t < p.temporary_count; ++t)
      if (is_made_here(t) && is_sum(t) && is_read_later(t)) return false;
    return count_sums([&](const temporary& t) { return is_worth_carrying(p, t.node); }) > 0;
  }

  // Temporary t, a sum or what is read with it, without the axis along which the sums run.
  constexpr void carry(int t) {
    temporary& one = p.temporaries_list[t];
    const nest_facts& maker = p.nests[one.made_by];
    const int gone = axis_of(one, maker.around[maker.around_count - 1]);
    for (int k = gone; k + 1 < one.rank; ++k) one.order[k] = one.order[k + 1];
    --one.rank;
    one.carried = true;
    index_t strides[8]{};
    set_strides(g, one, strides);
    for (int i = 0; i < g.access_count; ++i) {
      access& a = g.accesses[i];
      if (a.what != access::of::temporary || a.target != t) continue;
      for (int k = gone; k + 1 < a.maps; ++k) g.maps[a.first_map + k] = g.maps[a.first_map + k + 1];
      --a.maps;
      set_terms(g, a, strides);
    }
  }
};

// The last nest that reads a running sum which nests first to last make.
template <int N> constexpr int last_reader(const program<N>& p, int first, int last) {
  int found = last;
  for (int i = first + 1; i < p.nest_count; ++i)
    for_reads(p, i, [&](const access& a) {
      const temporary& t = p.temporaries_list[a.target];
      if (p.g.is(t.node, kind::scan) && t.made_by >= first && t.made_by <= last) found = i > found ? i : found;
    });
  return found;
}
// The first of the nests just before nest `first` that are read by nests to `last` and by no others.
template <int N> constexpr int first_maker(const program<N>& p, int first, int last) {
  while (first > 0 && p.nests[first - 1].around_count == 0) {
    int readers = 0;
    bool later = false;
    for (int i = first; i < p.nest_count; ++i)
      for_reads(p, i, [&](const access& a) {
        if (p.temporaries_list[a.target].made_by == first - 1) ++readers, later = later || i > last;
      });
    if (readers == 0 || later) break;
    --first;
  }
  return first;
}
template <int N> constexpr bool makes_sum(const program<N>& p, int i) {
  for (int o = 0; o < p.nests[i].output_count; ++o)
    if (p.nests[i].outputs[o].temporary && p.g.is(p.nests[i].outputs[o].node, kind::scan)) return true;
  return false;
}
// Moves before nest `first` what stands between it and nest `last`, makes no sum, and reads nothing that is made from there on: the projected queries that a sum is multiplied by.
// Gives the number that nest `first` has then.
template <int N> constexpr int move_others_before(program<N>& p, int first, int last) {
  for (int t = 0; t < p.temporary_count; ++t)
    if (p.g.is(p.temporaries_list[t].node, kind::scatter)) return first;
  for (int v = 0; v < p.g.variable_count; ++v)
    if (p.g.variables[v].data >= 0 && p.g.accesses[p.g.variables[v].data].what == access::of::temporary) return first;
  for (int i = first + 1; i <= last; ++i) {
    bool waits = makes_sum(p, i);
    for_reads(p, i, [&](const access& a) { waits = waits || p.temporaries_list[a.target].made_by >= first; });
    if (waits) continue;
    const nest<N> moved = p.nests[i];
    for (int k = i; k > first; --k) p.nests[k] = p.nests[k - 1];
    p.nests[first] = moved;
    for (int t = 0; t < p.temporary_count; ++t) {
      std::int16_t& made_by = p.temporaries_list[t].made_by;
      if (made_by == i) made_by = static_cast<std::int16_t>(first);
      else if (made_by >= first && made_by < i) ++made_by;
    }
    ++first;
  }
  return first;
}
// For each running sum the nests from what is made for it alone to the last that reads it, or another that is made between.
template <int N> constexpr void carry_sums(program<N>& p) {
  for (int t = 0; t < p.temporary_count && !p.overflow; ++t) {
    const temporary& sum = p.temporaries_list[t];
    if (sum.rank < 0 || sum.carried || !p.g.is(sum.node, kind::scan)) continue;
    int last = sum.made_by;
    for (int before = -1; before != last;) {
      before = last;
      last = last_reader(p, sum.made_by, last);
    }
    if (last == sum.made_by) continue;
    const int maker = move_others_before(p, sum.made_by, last);
    bool done = false;
    for (int first = first_maker(p, maker, last); !done && first <= maker; ++first) done = nests_together<N>(p, first, last).run();
  }
}

}  // namespace heed::planner::detail
