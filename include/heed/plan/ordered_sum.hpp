// A sum of products in the cheapest order of its factors (plan/product_order.hpp), with or without the values of lets among them.
#pragma once

#include <heed/plan/product_order.hpp>

namespace heed::planner {

namespace detail {

/// A sum over `bound` of `body`: its factors, with those of sums among them, and what it takes as written and in the cheapest order of them.
template <int N> class ordered_sum {
 public:
  constexpr ordered_sum(graph<N>& graph_of, vars bound_by, scalar type_of, int value, bool through_lets = false) : g(graph_of), type(type_of), bound(bound_by), body(value) {
    f.through_lets = through_lets;
    collect();
    if (!fits || !has_choice()) { fits = false; return; }
    seen_nodes<N> seen;
    int weights = 0;
    for (int i = 0; i < f.count; ++i) weights += may_move(g, f.at[i], seen, f.largest_leaf) ? 0 : 1;
    may_reorder = weights == 0;
    around_weights = weights == 1;
    if (f.largest_leaf > f.largest) f.largest = f.largest_leaf;
    if (may_reorder || around_weights) compare();
  }
  constexpr int make() {
    if (fits && may_reorder && (least < written || as_one < written)) return with_outside(reordered());
    // (what is weighted is projected after: a few queries, or one)
    if (fits && around_weights && least < as_one && 2 * least < written) return with_outside(reordered());
    if (fits && !may_reorder && is_one_product(g, bound, f)) return with_outside(make_sum(g, f.bound, type, whole_product()));
    return make_sum(g, bound, type, body);
  }
  // Values of lets are one value for all of their uses. One that is no more than a factor here, and a sum, is taken apart all the same
  // where this sum takes less than half without it: `through` is the same sum with lets taken apart. (If another use needs the value, it is
  // there for this one, too, and the graph is read again: needs_lets in plan/lower.hpp.)
  constexpr bool stops_at_let() const { return f.stops_at_let; }
  constexpr bool does_without_lets(const ordered_sum& through) const {
    for (int i = 0; i < f.count; ++i) {
      bool stays = !g.of_let[f.at[i]];
      for (int k = 0; k < through.f.count; ++k) stays = stays || through.f.at[k] == f.at[i];
      if (stays) continue;
      if (g.apart_count == graph<N>::most_apart) return false;
      g.apart[g.apart_count++] = static_cast<std::int16_t>(f.at[i]);
    }
    return true;
  }
  constexpr bool is_beaten_by(const ordered_sum& through) const {
    if (!through.fits || !through.may_reorder || through.f.written_count <= f.written_count) return false;
    double mine = more;
    for (int i = 0; i < f.written_count; ++i) mine += 2 * estimated_points(g, f.written[i]);
    if (fits && may_reorder && least < mine) mine = least;
    return through.least < through.written && 2 * through.least < mine;
  }

 private:
  graph<N>& g;
  scalar type;
  vars bound;
  int body;
  factors_of_sum f;
  vars present = 0;    // the variables of all factors
  bool fits = true, may_reorder = false;
  bool around_weights = false;  // all but one factor may move, and that is summed first, where it stands
  double more = 0;     // what a sum of more than two factors takes beside its multiply-adds
  double written = 0, least = 0, as_one = 0;

  constexpr void collect() {
    f.bound = bound;
    take_apart(g, body, type, f);
    vars points = bound;
    int varying = 0;
    for (int i = 0; i < f.count; ++i)
      if ((g.nodes[f.at[i]].free & bound) != 0) {
        points |= g.nodes[f.at[i]].free;
        ++varying;
      }
    // what is no matrix product multiplies more than two factors for each point (x * a * y: better x * sum(a * y))
    int different = 0;
    for (int i = 0; i < f.count; ++i) {
      bool is_new = (g.nodes[f.at[i]].free & bound) != 0;
      for (int k = 0; k < i; ++k) is_new = is_new && g.nodes[f.at[k]].free != g.nodes[f.at[i]].free;
      different += is_new ? 1 : 0;
    }
    more = different > 2 && !has_rows_and_lanes(g, points & ~bound, f) ? (different - 2) * estimated_points(g, points) : 0;
    f.add_written(points, points & ~bound, varying > 1);
    f.add_value(estimated_points(g, points & ~bound));
    while (f.fits && take_sum_apart(g, type, f)) {}
    int inside = 0;
    for (int i = 0; i < f.count && f.fits; ++i) {
      if ((g.nodes[f.at[i]].free & f.bound) == 0) {
        if (f.outside.count == 16) f.fits = false;
        else f.outside.add({f.at[i]});
      } else f.at[inside++] = f.at[i];
    }
    f.count = inside;
    for (int i = 0; i < f.count; ++i) present |= g.nodes[f.at[i]].free;
    fits = f.fits && (f.bound & ~present) == 0;  // (not a sum over what nothing has)
  }
  constexpr bool has_choice() const { return g.reordered_count < graph<N>::most_reordered && product_order<N>(g, type, f).has_choice(); }
  constexpr void compare() {
    product_order<N> order(g, type, f);
    order.find();
    written = more;
    bool again = false;  // a value is computed for a loop around it
    const vars whole = present & ~f.bound;
    for (int i = 0; i < f.written_count; ++i) {
      const double times = repeats(g, f.values[i], whole, f.largest_leaf);
      written += 2 * estimated_points(g, f.written[i]) * times;
      again = again || times > 1;
    }
    least = order.least();
    as_one = again ? 2 * estimated_points(g, present) : written;  // (as one product there is no value between)
  }
  constexpr int whole_product() const {
    int product = f.at[0];
    for (int i = 1; i < f.count; ++i) product = g.make(op::multiply, type, product, f.at[i]);
    return product;
  }
  constexpr int reordered() {
    reordered_product r;
    r.bound = f.bound;
    r.largest = f.largest;
    for (int i = 0; i < f.count; ++i) r.factor[r.factor_count++] = static_cast<std::int16_t>(f.at[i]);
    for (int i = 0; i < f.written_count; ++i) {
      r.written[r.written_count] = f.written[i];
      r.values[r.written_count] = f.values[i];
      r.products[r.written_count++] = f.products[i];
    }
    int result = -1;
    if (as_one < least) {
      r.chosen[r.chosen_count++] = present;
      result = make_sum(g, f.bound, type, whole_product());
    } else {
      product_order<N> order(g, type, f);
      order.find();
      result = zero_where_empty(g, f.bound, type, order.build(r));
    }
    r.node = static_cast<std::int16_t>(result);
    g.reordered[g.reordered_count++] = r;
    return result;
  }
  constexpr int with_outside(int result) {
    if (f.outside.count > 0) {
      factor_list whole;
      whole.add({result});
      for (int i = 0; i < f.outside.count; ++i) whole.add(f.outside.at[i]);
      result = product_of(g, type, whole);
    }
    return f.outside.negative ? g.make(op::negate, type, result) : result;
  }
};

}  // namespace detail

/// sum over `bound` of `body`, as make_sum makes it, in the cheapest order of its factors and of those of sums among them.
template <int N> constexpr int make_ordered_sum(graph<N>& g, vars bound, scalar type, int body) {
  if (g.keeps_order || !is_float(type) || g.nodes[body].type != type || detail::inner_of(g, bound) != 0 || g.overflow) return make_sum(g, bound, type, body);
  detail::ordered_sum<N> sum(g, bound, type, body);
  if (sum.stops_at_let()) {
    detail::ordered_sum<N> through(g, bound, type, body, true);
    if (sum.is_beaten_by(through) && sum.does_without_lets(through)) return through.make();
  }
  return sum.make();
}

}  // namespace heed::planner
