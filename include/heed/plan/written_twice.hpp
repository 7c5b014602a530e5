// Rule 0, within one expression: `auto e = exp(s - max<Key>(s)); e / sum<Key>(e)` has e twice, and s four times. Types cannot tell
// whether two parts of one type are one value; this says where they most likely are. (plan/share.hpp is what comes of it.)
#pragma once

#include <heed/node/fold.hpp>
#include <heed/node/let.hpp>
#include <heed/node/pointwise.hpp>
#include <heed/plan/flatten.hpp>

namespace heed::planner {

/// A part of an expression, in the order in which they are written: what is below it follows it, up to `end`.
struct written_part {
  enum class is : std::uint8_t { other, elementwise, fold, contraction, let } what = is::other;
  op code{};            // of an elementwise one
  bool comparable = false;  // computed, from leaves, without functions and run-time slots; and there is another of its form
  std::uint32_t form = 0;   // the same for the same types
  tag type{};
  place at, size;
  std::int16_t end = 0;
};

namespace detail {
/// Lists an expression's parts: into nothing, only counts them. (One class and one function for each type: there are many.)
template <class N, class Operands = typename operands_of<N>::type> struct part_list;
template <class N, class... X> struct part_list<N, child_list<X...>> {
  static constexpr void add(written_part* all, int& count, place at) {
    const int own = count++;
    const place first = at;
    ((part_list<X>::add(all, count, at), at = at + count_of<X>), ...);
    if (all == nullptr) return;
    written_part& p = all[own];
    set_kind(p, static_cast<const N*>(nullptr));
    p.end = static_cast<std::int16_t>(count);
    p.form = static_cast<std::uint32_t>(p.what) * 64 + static_cast<std::uint32_t>(p.code) + 1;
    for (int k = own + 1; k < count; k = all[k].end) p.form = p.form * 2654435761u + all[k].form;
    if constexpr (constexpr place size = count_of<N>; sizeof...(X) > 0 && size.leaf > 0 && size.function == 0 && size.slot == 0) {
      p.comparable = true;
      p.type = tag_of<N>;
      p.at = first;
      p.size = size;
    }
  }

 private:
  static constexpr void set_kind(written_part&, const void*) {}
  template <op O, class... Y> static constexpr void set_kind(written_part& p, const elementwise<O, Y...>*) {
    p.what = written_part::is::elementwise;
    p.code = O;
  }
  template <fold_op O, class L, class Y> static constexpr void set_kind(written_part& p, const fold<O, L, Y>*) { p.what = written_part::is::fold; }
  template <class L, class Y, class Z> static constexpr void set_kind(written_part& p, const contraction<L, Y, Z>*) { p.what = written_part::is::contraction; }
  template <class T, class Y, class B> static constexpr void set_kind(written_part& p, const let_node<T, Y, B>*) { p.what = written_part::is::let; }
};

/// Leaves those comparable that have a form of which there are several: numbers are compared in no time, and types are not. Whether there are any.
template <int Room> constexpr bool keep_forms_of_several(written_part* all, int count) {
  constexpr unsigned places = 2 * Room + 1;
  std::int16_t first[places]{};  // a part of each form, and 1
  bool several[Room]{}, any = false;
  for (int n = 0; n < count; ++n) {
    if (!all[n].comparable) continue;
    unsigned at = all[n].form % places;
    while (first[at] != 0 && all[first[at] - 1].form != all[n].form) at = at + 1 == places ? 0 : at + 1;
    if (first[at] == 0) first[at] = static_cast<std::int16_t>(n + 1);
    else several[n] = several[first[at] - 1] = any = true;
  }
  for (int n = 0; n < count; ++n) all[n].comparable = several[n];
  return any;
}

/// Calls same(a, b) for parts a and b that are taken to be one value.
class written_twice {
 public:
  constexpr written_twice(const written_part* parts, int how_many) : all(parts), count(how_many) {}

  template <class F> constexpr void run(F&& same) const {
    for (int n = 0; n < count; ++n) {
      const bool point_wise = is(n, what::elementwise);
      if (!point_wise && !is(n, what::contraction)) continue;
      for (int a = n + 1; a < all[n].end; a = all[a].end)
        for (int b = all[a].end; b < all[n].end; b = all[b].end) {
          if (point_wise) compare(n, a, b, same);
          else if (all[a].comparable && all[a].type == all[b].type) same(all[a], all[b]);  // dot<Feature>(y, y)
        }
    }
  }

 private:
  using what = enum written_part::is;
  constexpr bool is(int n, what w) const { return all[n].what == w; }
  constexpr bool within(int n, int top) const { return n >= top && n < all[top].end; }

  // What operands a and b of n have in common, the largest parts first.
  template <class F> constexpr void compare(int n, int a, int b, F&& same) const {
    for (int y = b; y < all[b].end;) {
      int x = all[y].comparable ? a : all[a].end;
      while (x < all[a].end && !(all[x].comparable && all[x].type == all[y].type)) ++x;
      if (x == all[a].end) {
        ++y;
        continue;
      }
      if (!is_second_of_two(b, y) && likely(n, a, x, b, y)) same(all[x], all[y]);
      y = all[y].end;
    }
  }
  // Whether y is in the second of two operands that would be nothing, one or twice the first if they were one value: log(p) - log(q).
  constexpr bool is_second_of_two(int top, int y) const {
    for (int n = top; n != y; n = below(n, y)) {
      const int first = n + 1, second = first < all[n].end ? all[first].end : first;
      if (is(n, what::elementwise) && all[n].code != op::multiply && all[n].code != op::where && second < all[n].end && within(y, second) && all[first].comparable &&
          all[first].type == all[second].type) return true;
    }
    return false;
  }
  // Whether x, below operand a of n, and y, below operand b, are one value.
  constexpr bool likely(int n, int a, int x, int b, int y) const {
    const bool weights = is_with_weights(x);
    if (folds(a, x) || folds(b, y)) return !weights || (is_alone(a, x) && is_alone(b, y));  // a value and its own fold: s - max<Key>(s)
    switch (all[n].code) {
      case op::where: return true;
      case op::multiply:
        if (x == a && y == b) return true;  // a square
        break;
      case op::divide: return x != a || y != b;
      default:  // a x + b y of one value would be (a + b) x
        if (is_linear(a, x) && is_linear(b, y)) return false;
    }
    return !weights;  // silu(dot(x, w1)) * dot(x, w2): of products with weights there often are several
  }
  // Whether something from `top` down to part x, itself not, folds it: a let whose body has a fold does.
  constexpr bool folds(int top, int x) const {
    for (int n = top; n != x; n = below(n, x)) {
      if (is(n, what::fold) || is(n, what::contraction)) return true;
      if (is(n, what::let))
        for (int k = all[n + 1].end; k < all[n].end; ++k)
          if (within(x, n + 1) && (is(k, what::fold) || is(k, what::contraction))) return true;
    }
    return false;
  }
  // Whether nothing renames it or multiplies it by something else, as the queries that are projected beside a gate.
  constexpr bool is_alone(int top, int x) const {
    for (int n = top; n != x; n = below(n, x))
      if (is(n, what::contraction) || is(n, what::other)) return false;
    return true;
  }
  constexpr bool is_linear(int top, int x) const {
    for (int n = top; n != x; n = below(n, x)) {
      if (!is(n, what::elementwise)) return false;
      switch (all[n].code) {
        case op::add: case op::subtract: case op::negate: break;
        case op::multiply: case op::divide:
          for (int k = n + 1; k < all[n].end; ++k)
            if (!within(k, below(n, x)) && all[k].type == all[x].type) return false;  // x * x
          break;
        default: return false;
      }
    }
    return true;
  }
  // Whether it is a product with something that lies in memory, weights perhaps, renamed and scaled perhaps.
  constexpr bool is_with_weights(int x) const {
    for (int n = x; n < all[x].end; ++n) {
      if (is(n, what::contraction)) return lies_in_memory(n + 1) || lies_in_memory(all[n + 1].end);
      if (is(n, what::fold) || is(n, what::let) || (is(n, what::elementwise) && all[n].code != op::multiply && all[n].code != op::divide)) return false;
    }
    return false;
  }
  constexpr bool lies_in_memory(int x) const {
    for (int n = x; n < all[x].end; ++n)
      if (!is(n, what::other)) return false;
    return true;
  }
  // The operand of n that x is in.
  constexpr int below(int n, int x) const {
    int k = n + 1;
    while (!within(x, k)) k = all[k].end;
    return k;
  }

  const written_part* all;
  int count;
};
}  // namespace detail

}  // namespace heed::planner
