// What overlapping windows would compute again for each of them, and pools of few elements: whether it is stored instead, over its own axes.
#pragma once

#include <heed/node/pointwise.hpp>
#include <heed/plan/own_axes.hpp>
#include <heed/shape/window.hpp>

namespace heed::planner::detail {

template <class X> inline constexpr bool is_window = false;
template <class X> inline constexpr bool is_split = false;
template <class A, class S, class X> inline constexpr bool is_split<split_axis<A, S, X>> = true;

// Whether sums may be exchanged with what X does.
template <class X> inline constexpr bool is_linear = true;
template <op O, class... X> inline constexpr bool is_linear<elementwise<O, X...>> = O == op::add || O == op::subtract || O == op::multiply || O == op::negate || O == op::divide;
template <class F, class... X> inline constexpr bool is_linear<mapped<F, X...>> = false;
template <fold_op O, class L, class X> inline constexpr bool is_linear<fold<O, L, X>> = O == fold_op::sum || O == fold_op::mean;
template <class T, class X, class B> inline constexpr bool is_linear<let_node<T, X, B>> = false;

constexpr double estimated_size(index_t extent) { return static_cast<double>(extent < 0 ? assumed_extent : extent); }
template <class... E> constexpr double estimated_size(shape<E...>) { return (1.0 * ... * estimated_size(size_of_extent<E>)); }

// The operations that one element of X takes where nothing below it is stored, and the elements of its largest operand.
struct estimated_work {
  double operations = 0, largest_operand = 0;
};
template <class X, class L> constexpr estimated_work work_of(const L* l);
// What X does itself, and how often it needs each of its operands.
inline constexpr double operations_of_function = 8;
template <class X> struct own_work { static constexpr double operations = 0, times = 1; };
template <op O, class... X> struct own_work<elementwise<O, X...>> { static constexpr double operations = O >= op::exp ? operations_of_function : 1, times = 1; };
template <class F, class... X> struct own_work<mapped<F, X...>> { static constexpr double operations = operations_of_function, times = 1; };
template <fold_op O, class... A, class X> struct own_work<fold<O, axis_list<A...>, X>> {
  static constexpr double times = (1.0 * ... * estimated_size(size_in_shape<shape_of<X>, A>)), operations = times;
};
template <class... A, class X, class Y> struct own_work<contraction<axis_list<A...>, X, Y>> {
  static constexpr double times = (1.0 * ... * estimated_size(size_in_shape<union_of<shape_of<X>, shape_of<Y>>, A>)), operations = times;
};
template <class X, class L> constexpr estimated_work work_of_operands([[maybe_unused]] const L* l, child_list<>) { return {0, estimated_size(shape_of<X>{})}; }
template <class X, class L, class... Y> constexpr estimated_work work_of_operands(const L* l, child_list<Y...>) {
  estimated_work sum;
  const auto add = [&](const estimated_work& w) {
    sum.operations += w.operations;
    sum.largest_operand = w.largest_operand > sum.largest_operand ? w.largest_operand : sum.largest_operand;
  };
  (add(work_of<Y>(l)), ...);
  return {own_work<X>::operations + own_work<X>::times * sum.operations, sum.largest_operand};
}
template <class X> inline constexpr bool is_let_variable = false;
template <class Tag, class T, class S, bool W> inline constexpr bool is_let_variable<heed::variable<Tag, T, S, W>> = true;
// (Of what is bound by a let around only that much is known: whether it is a contraction, or dear. What is bound inside is counted there.)
template <class X, class L> constexpr estimated_work work_of(const L* l) {
  if constexpr (is_let_variable<X>) {
    const L* const around = let_of<X>::in(l);
    return {!around ? 0 : around->contracts ? static_cast<double>(assumed_extent) : around->dear ? operations_of_function : 0, estimated_size(shape_of<X>{})};
  }
  const estimated_work w = work_of_operands<X>(l, typename operands_of<X>::type{});
  return is_recomputed<X> ? estimated_work{0, w.largest_operand} : w;
}

// How the axes of X, as they are read here, stand to the folds around.
struct axes_read {
  double summed = 1;            // elements along axes that the sums around take as they are
  double folded = 1;            // elements along axes of which nothing is left in the result
  bool window_is_left = true;   // of each that is read through windows something is
};
template <class G, class... E> constexpr axes_read read_axes(const G& g, const axis_scope* a, shape<E...>) {
  axes_read r;
  [[maybe_unused]] const auto add = [&](const affine& to, index_t extent) {
    const vars used = base_variables(g, to.used());
    if (used == 0) return;
    const bool folded = (used & ~g.uses.bound) == 0;
    if (to.count == 1 && (used & ~g.uses.summed) == 0) r.summed *= estimated_size(extent);
    if (folded) r.folded *= estimated_size(extent);
    if (folded && to.count > 1) r.window_is_left = false;
  };
  (add(look_up(tag_of<axis_of<E>>, a)->to, size_of_extent<E>), ...);
  return r;
}

// A value that windows read several times costs less stored than computed again if that saves as many operations as these.
inline constexpr double least_repeated = 32;
// Elements that may be stored whatever they are, and along axes of which the folds around leave nothing.
inline constexpr double few_elements = 1 << 18, few_folded = 256;

// Of a fold, which windows share whole, these: a box filter of 4 x 4, from memory, too. (A smaller one is computed in registers.)
inline constexpr double least_of_fold = 12;
template <class X> inline constexpr bool is_fold = false;
template <fold_op O, class L, class X> inline constexpr bool is_fold<fold<O, L, X>> = true;

// Scores are not stored by surprise: under further folds what is stored is small, or no larger than what it is made of, or most of it is
// left in the result. (Run-time extents are not small. Of the sums of small scores another order is found.)
template <class X, class G> constexpr bool may_be_stored(const G& g, const axis_scope* a, const let_scope<G>* l, bool sums) {
  if (g.uses.folds <= 1) return true;
  const double size = estimated_size(shape_of<X>{});
  if (static_size<shape_of<X>> != dynamic && size <= few_elements && !sums) return true;
  if (!is_let_variable<X> && size <= work_of<X>(l).largest_operand) return true;
  const axes_read read = read_axes(g, a, shape_of<X>{});
  return read.window_is_left && read.folded <= few_folded;
}
// Whether what X multiplies lies in memory.
template <class X> struct multiplies_leaves {
  template <class... Y> static constexpr bool all(child_list<Y...>) { return (multiplies_leaves<Y>::value && ...); }
  static constexpr bool value = all(typename operands_of<X>::type{});
};
template <class L, class X, class Y> struct multiplies_leaves<contraction<L, X, Y>> {
  static constexpr bool value = !is_let_variable<X> && !is_let_variable<Y> && work_of<X>(static_cast<const let_scope<graph<1>>*>(nullptr)).operations + work_of<Y>(static_cast<const let_scope<graph<1>>*>(nullptr)).operations == 0;
};
// Whether to store X takes less than to compute it for each of the windows that have it. Not a contraction whose sum may be exchanged with
// the sums around it, and has fewer terms than they, nor what only scales: the planner finds that order.
template <class X, class G> constexpr bool is_worth_storing(const G& g, [[maybe_unused]] const axis_scope* a, const let_scope<G>* l, bool contracts, [[maybe_unused]] bool sums) {
  if (is_recomputed<X>) return false;
  if constexpr (is_let_variable<X>) return (contracts && (!sums || let_of<X>::in(l)->plain)) || (!contracts && let_of<X>::in(l)->dear && (g.uses.overlap - 1) * operations_of_function >= least_repeated);
  else if (contracts && !sums) return true;  // (of a product at each tap the micro-kernel would see too little)
  else {
    const double operations = work_of<X>(l).operations;
    if (is_fold<X> && !contracts) return (g.uses.overlap - 1) * operations >= least_of_fold;
    // (of a computed operand the tokens are the lanes of the product; the attention that reads it would have them, too, and waits for more than one walk)
    if (sums && contracts && !multiplies_leaves<X>::value) return false;
    if (sums && (contracts ? read_axes(g, a, shape_of<X>{}).summed >= operations : operations < operations_of_function)) return false;
    return (g.uses.overlap - 1) * operations >= least_repeated;
  }
}

// Whether X, which stands in windows or parts of axes, is computed once and stored, rather than for each that has it: where windows
// overlap, and contractions of which few are pooled, of which the micro-kernel would see too few at a time.
template <class X, class G> constexpr bool stores_repeated(const G& g, const axis_scope* a, const let_scope<G>* l) {
  const uses_of_value& u = g.uses;
  const bool overlap = u.overlap > 1;
  if (!overlap && !(u.pooled > 1 && u.pooled <= 16)) return false;
  if constexpr (typename operands_of<X>::type{}.empty && !is_let_variable<X>) return false;
  else {
    const bool contracts = contracts_here<X>::in(l), sums = u.linear && is_linear<X>;
    return (overlap ? is_worth_storing<X>(g, a, l, contracts, sums) : contracts && !sums) && may_be_stored<X>(g, a, l, sums);
  }
}

// A fold over the windows of an axis and over more is the fold over the windows of folds over the others: of a box of n x m elements, n + m
// operations for each and not n m. (Where what the windows have in common is worth storing; of sums rounded in another order.)
template <class T, class Kept, class... A> struct without_axis;
template <class T, class... K> struct without_axis<T, axis_list<K...>> { using type = axis_list<K...>; };
template <class T, class... K, class A, class... R> struct without_axis<T, axis_list<K...>, A, R...>
    : std::conditional_t<std::is_same_v<T, A>, without_axis<T, axis_list<K...>, R...>, without_axis<T, axis_list<K..., A>, R...>> {};
template <fold_op O, class L, class X> struct window_of_folds { static constexpr bool value = false; };
template <fold_op O, class... F, class A, class E, index_t S, index_t D, class X>
  requires(sizeof...(F) > 1 && (std::is_same_v<F, axis_of<E>> || ...) && !(std::is_same_v<F, A> || ...))
struct window_of_folds<O, axis_list<F...>, windowed<A, E, S, D, X>> {
  using others = typename without_axis<axis_of<E>, axis_list<>, F...>::type;
  using type = fold<O, axis_list<axis_of<E>>, windowed<A, E, S, D, fold<O, others, X>>>;
  static constexpr bool is_nested = O == fold_op::sum || O == fold_op::mean || O == fold_op::max || O == fold_op::min || O == fold_op::any_of || O == fold_op::all_of;
  static constexpr bool value = is_nested && (estimated_size(size_of_extent<E>) / static_cast<double>(S) - 1) * own_work<fold<O, others, X>>::times >= least_of_fold;
};

}  // namespace heed::planner::detail
