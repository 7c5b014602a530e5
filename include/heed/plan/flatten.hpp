// First pass: read the graph off the expression's type. Index maps disappear into the addresses of leaves, reductions bind
// variables, a `let` becomes one node. How each family of nodes is read stands in the file of its name: leaf.hpp, index.hpp...
#pragma once

#include <heed/expression/operand.hpp>
#include <heed/plan/graph.hpp>

namespace heed::planner {

/// How many leaves, constants, functions, run-time slots and look-ups an expression has: where each part's begin.
struct place {
  int leaf = 0, constant = 0, function = 0, slot = 0, look_up = 0;
  constexpr place operator+(const place& o) const { return {leaf + o.leaf, constant + o.constant, function + o.function, slot + o.slot, look_up + o.look_up}; }
  constexpr std::int64_t as_number() const {
    std::int64_t n = 0;
    for (const int part : {leaf, constant, function, slot, look_up}) n = n * 8192 + part;
    return n;
  }
};

/// What an axis's name means here: the coordinate along it, and its extent.
struct axis_scope {
  tag axis;
  affine to;
  index_t size;
  extent_source source;
  const axis_scope* outer;
};
struct let_uses;
/// A let around this place.
template <class G> struct let_scope {
  let_uses* uses;
  tag let;
  bool contracts;  // whether the definition has a contraction: then it is computed once under whatever names it is used
  bool dear;       // or a function or a fold
  bool plain;      // whether what it multiplies lies in memory
  int (*value)(G&, const place&, const axis_scope*, const let_scope*);
  extent_source (*source)(tag axis, const place&, const let_scope*);
  place at;
  const let_scope* outer;
};

namespace detail {

template <class N> struct part;  // how a node of the expression is flattened, found by its type

// The operands of a node's type.
template <class... X> struct child_list { static constexpr bool empty = sizeof...(X) == 0; };
template <class N> struct operands_of { using type = child_list<>; };

// What a type has in it: a contraction, which is not computed twice lightly; a function or a fold, which windows do not compute again and again; or less.
enum class effort : char { little, dear, contraction };
template <class N> struct effort_of {
  template <class... X> static constexpr effort most(effort own, child_list<X...>) {
    ((effort_of<X>::value > own ? void(own = effort_of<X>::value) : void()), ...);
    return own;
  }
  static constexpr effort value = most(effort::little, typename operands_of<N>::type{});
};
template <op O, class... X> struct effort_of<elementwise<O, X...>> {
  static constexpr effort value = effort_of<void>::most(O >= op::exp ? effort::dear : effort::little, child_list<X...>{});
};
template <class F, class... X> struct effort_of<mapped<F, X...>> { static constexpr effort value = effort_of<void>::most(effort::dear, child_list<X...>{}); };
template <class N> inline constexpr bool contracts_anywhere = effort_of<N>::value == effort::contraction;

template <class N> inline constexpr place count_of = part<N>::count;

template <class... X> constexpr place total() {
  place p;
  ((p = p + count_of<X>), ...);
  return p;
}

template <class S> struct shape_facts;
template <class... X> struct shape_facts<shape<X...>> {
  static constexpr bool has([[maybe_unused]] tag a) { return ((tag_of<axis_of<X>> == a) || ...); }
  static constexpr bool has_closed([[maybe_unused]] tag a) { return ((!is_open<X> && tag_of<axis_of<X>> == a) || ...); }
  static constexpr bool has_at_run_time([[maybe_unused]] tag a) { return ((size_of_extent<X> == dynamic && !is_open<X> && tag_of<axis_of<X>> == a) || ...); }
};

template <class S> inline constexpr bool has_run_time_axis = false;
template <class... X> inline constexpr bool has_run_time_axis<shape<X...>> = ((size_of_extent<X> == dynamic && !is_open<X>) || ...);
/// Whether several operands may have an axis that is known when it runs.
template <class... X> inline constexpr bool share_run_time_axes = (has_run_time_axis<shape_of<X>> + ... + 0) > 1;

template <class S> inline constexpr bool has_static_extents = false;
template <class... X> inline constexpr bool has_static_extents<shape<X...>> = ((size_of_extent<X> >= 0) && ...);

constexpr const axis_scope* look_up(tag a, const axis_scope* s) {
  while (s && s->axis != a) s = s->outer;
  return s;
}

template <class G, class N> constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
  const int asked = g.lengths.asked_count, folds = g.lengths.fold_count;
  const int n = part<N>::flatten(g, p, a, l);
  if (g.lengths.asked_count > 0) g.lengths.find(asked, folds);
  return n;
}
/// Where the extent of an axis of N is known when it runs. (Nobody asks where all are static: then there is nothing to compile.)
template <class G, class N> constexpr extent_source source([[maybe_unused]] tag axis, [[maybe_unused]] const place& p, [[maybe_unused]] const let_scope<G>* l) {
  if constexpr (has_static_extents<shape_of<N>>) return {};
  else return part<N>::source(axis, p, l);
}

// What has several operands.
template <class... X> struct children_part {
  template <class G> static constexpr void flatten_all(G& g, place p, const axis_scope* a, const let_scope<G>* l, int* out) {
    ((*out++ = detail::flatten<G, X>(g, p, a, l), p = p + count_of<X>), ...);
  }
  /// Of operands that are combined element by element, or contracted: an axis that several have at run time is as long in each.
  template <class G> static constexpr void set_equal_lengths([[maybe_unused]] G& g, [[maybe_unused]] const place& at, [[maybe_unused]] const let_scope<G>* l) {
    if constexpr (share_run_time_axes<X...>) {
      place p = at;
      ((set_equal_lengths_of<X>(g, at, p, l, shape_of<X>{}), p = p + count_of<X>), ...);
    }
  }
  // Of an axis whose extent is known at run time: an operand that has it statically, a slice say, does not tell.
  template <class L> static constexpr extent_source source(tag axis, const place& at, const L* l) {
    place p = at;
    extent_source found;
    (((found.where == extent_source::from::nothing && shape_facts<shape_of<X>>::has_at_run_time(axis)) ? void(found = part<X>::source(axis, p, l)) : void(),
      p = p + count_of<X>), ...);
    return found;
  }

 private:
  template <class Y, class G, class... E> static constexpr void set_equal_lengths_of([[maybe_unused]] G& g, [[maybe_unused]] const place& first, [[maybe_unused]] const place& p,
                                                                           [[maybe_unused]] const let_scope<G>* l, shape<E...>) {
    [[maybe_unused]] auto set_one = [&](tag axis) {
      const extent_source a = source(axis, first, l), b = part<Y>::source(axis, p, l);
      if (a.where != extent_source::from::nothing && b.where != extent_source::from::nothing) g.set_equal(a, b);
    };
    (void(size_of_extent<E> == dynamic && !is_open<E> ? set_one(tag_of<axis_of<E>>) : void()), ...);
  }
};

}  // namespace detail

}  // namespace heed::planner
