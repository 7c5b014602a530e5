// The reference evaluator: every node is computed by itself, over all of its axes, by plain loops.
//
// It shares nothing with the planner but the meaning of the nodes, so that each is evidence about the other. Scalar is
// double, or `bounded` for a running error analysis.
#pragma once

#include <optional>
#include <utility>

#include <heed/eval/check_messages.hpp>
#include <heed/eval/reference/bounded_fold.hpp>
#include <heed/eval/reference/dense.hpp>
#include <heed/eval/reference/user_function.hpp>
#include <heed/shape/in_float64.hpp>
#include <heed/shape/run_time.hpp>

namespace heed::detail {

/// A let's definition, as extents ask for it, and its value, once it is known.
template <class Scalar, class Tag, class X, class Outer> struct let_value : let_scope<Tag, X, Outer> {
  mutable std::optional<dense<Scalar>> value{};
};

template <class Scalar> class reference_evaluator {
  using array = dense<Scalar>;
  struct condition {
    array value;
    bool holds;
  };
  extents_in_scope scope_;
  std::vector<condition> conditions_;

 public:
  explicit reference_evaluator(extents_in_scope scope = {}) : scope_(std::move(scope)) {}

  /// All elements of a node, its axes in the order of its shape. Lets: the definitions around it, innermost first.
  template <class N, class Lets> array value(const N& node, const Lets& lets) {
    const std::size_t outside = scope_.depth();
    push_closed(node, shape_of<N>{}, lets);
    array result = of(node, lets);
    scope_.shrink(outside);
    return result;
  }

 private:
  // Axes that have their extent from the node itself hide those of the same name around it.
  template <class N, class... X, class Lets> void push_closed(const N& node, shape<X...>, const Lets& lets) {
    (push_if_closed<axis_of<X>>(node, lets), ...);
  }
  template <class A, class N, class Lets> void push_if_closed(const N& node, const Lets& lets) {
    if constexpr (!is_open<extent_in_shape<shape_of<N>, A>>) scope_.push(key_of<A>, extent_at_run_time<A>(node, lets));
  }
  // The extents of a node's axes: its own, and for open ones what is given from around it.
  template <class N> array empty() {
    array result{keys_of(shape_of<N>{}), {}, {}};
    for (const axis_key axis : result.axes) result.extents.push_back(scope_.extent(axis));
    return result;
  }
  // The value of an operand whose axis A has the extent `extent` if nothing else gives it one.
  template <class A, class X, class Lets> array value_with(const X& x, index_t extent, const Lets& lets) {
    const std::size_t outside = scope_.depth();
    scope_.push(key_of<A>, extent);
    array result = value_unguarded(x, lets);
    scope_.shrink(outside);
    return result;
  }

  // Leaves.
  template <class Tensor> array stored(const Tensor& x) {
    using layout_type = std::remove_cvref_t<decltype(x.layout())>;
    array result{keys_of(typename layout_type::shape_type{}), {}, {}};
    index_list strides;
    for (std::size_t i = 0; i < layout_type::rank; ++i) {
      result.extents.push_back(x.layout().extent(i));
      strides.push_back(x.layout().stride(i));
    }
    for_each_position<1>(result.extents, {strides},
                         [&](const auto& at) { result.elements.emplace_back(static_cast<double>(x.data()[at[0]])); });
    return result;
  }
  template <class T, class L> array of(const reference<T>& n, const L&) { return stored(n.get()); }
  template <class T, class L> array of(const held<T>& n, const L&) { return stored(n.get()); }
  template <class T, class L> array of(const viewed<T>& n, const L&) { return stored(n.get()); }
  template <class T, class L> array of(const constant<T>& n, const L&) {
    return {{}, {}, {Scalar(static_cast<double>(n.value))}};
  }
  template <class X, class L> array of(const position_node<X>& n, const L&) {
    array result = empty<std::remove_cvref_t<decltype(n)>>();
    for (index_t i = 0; i < result.extents[0]; ++i) result.elements.emplace_back(static_cast<double>(i));
    return result;
  }
  template <class A, class L> array of(const length_node<A>&, const L&) {
    return {{}, {}, {Scalar(static_cast<double>(scope_.extent(key_of<A>)))}};
  }

  // Point-wise nodes. A scalar takes the type of what it meets (T), which for an error bound is a rounding.
  template <class T, class X, class L> array operand_value(const X& x, const L& lets) { return value(x, lets); }
  template <class T, class U, class L> array operand_value(const constant<U>& x, const L&) {
    array result{{}, {}, {Scalar(0)}};
    set_constant<T>(result.elements[0], x.value);
    return result;
  }
  template <class N, std::size_t Count, class F> array map(const std::array<array, Count>& operands, F f) {
    array result = empty<N>();
    std::array<index_list, Count> strides;
    for (std::size_t k = 0; k < Count; ++k) strides[k] = operands[k].strides(result.axes);
    for_each_position<Count>(result.extents, strides, [&](const auto& at) {
      std::array<Scalar, Count> a;
      for (std::size_t k = 0; k < Count; ++k) a[k] = operands[k].elements[static_cast<std::size_t>(at[k])];
      result.elements.push_back(f(a.data()));
    });
    return result;
  }
  template <class T, class... X, std::size_t... I, class L>
  std::array<array, sizeof...(X)> operand_values(const children<X...>& x, std::index_sequence<I...>, const L& lets) {
    return {operand_value<T>(get<I>(x), lets)...};
  }
  template <op O, class... X, class L> array of(const elementwise<O, X...>& n, const L& lets) {
    using N = elementwise<O, X...>;
    using own = value_type_of<N>;
    using common = typename promote_all<element_of<X>...>::type::type;
    using T = std::conditional_t<is_comparison(O), common, own>;
    constexpr precision p = precision_of<own>();
    return map<N>(operand_values<T>(n.of, std::index_sequence_for<X...>{}, lets),
                  [&](const Scalar* a) { return elementwise_value(O, p, a); });
  }
  template <class F, class... X, class L> array of(const mapped<F, X...>& n, const L& lets) {
    using N = mapped<F, X...>;
    const user_call<F, value_type_of<X>...> call{n.function};
    constexpr precision p = precision_of<value_type_of<N>>();
    std::array<array, sizeof...(X)> operands = own_values(n.of, std::index_sequence_for<X...>{}, lets);
    return map<N>(operands, [&](const Scalar* a) { return mapped_value(p, call, a); });
  }
  template <class... X, std::size_t... I, class L>
  std::array<array, sizeof...(X)> own_values(const children<X...>& x, std::index_sequence<I...>, const L& lets) {
    return {operand_value<value_type_of<X>>(get<I>(x), lets)...};
  }
  template <class T, class X, class L> array of(const converted<T, X>& n, const L& lets) {
    array result = value(n.of, lets);
    constexpr precision p = precision_of<T>();
    for (Scalar& e : result.elements) e = converted_value<T, value_type_of<X>>(p, e);
    return result;
  }

  // A condition that guards a branch is known to the look-ups in it, through point-wise nodes and sums over other axes.
  template <class C, class X, class Y, class L> array of(const elementwise<op::where, C, X, Y>& n, const L& lets) {
    using N = elementwise<op::where, C, X, Y>;
    using T = value_type_of<N>;
    constexpr precision p = precision_of<T>();
    std::array<array, 3> operands;
    operands[0] = operand_value<bool>(get<0>(n.of), lets);
    conditions_.push_back({operands[0], true});
    operands[1] = operand_value<T>(get<1>(n.of), lets);
    conditions_.back().holds = false;
    operands[2] = operand_value<T>(get<2>(n.of), lets);
    conditions_.pop_back();
    return map<N>(operands, [&](const Scalar* a) { return elementwise_value(op::where, p, a); });
  }
  // The value of an operand whose axes A are other axes than those of the same name around it.
  template <class... A, class X, class Lets> array value_inside(axis_list<A...>, const X& x, const Lets& lets) {
    std::vector<condition> around = conditions_;
    std::erase_if(conditions_, [](const condition& c) { return ((c.value.place(key_of<A>) < c.value.axes.size()) || ...); });
    array result = value(x, lets);
    conditions_ = std::move(around);
    return result;
  }
  // The same where none of them has a meaning.
  template <class X, class Lets> array value_unguarded(const X& x, const Lets& lets) {
    std::vector<condition> around = std::exchange(conditions_, {});
    array result = value(x, lets);
    conditions_ = std::move(around);
    return result;
  }

  // Look-ups. An id that is outside is an error where every condition with no axes but the ids' lets it be used.
  template <class A> void check_ids(std::string_view call, const array& ids, index_t extent) {
    std::vector<char> used(ids.elements.size(), 1);
    for (const condition& c : conditions_) {
      if (!std::all_of(c.value.axes.begin(), c.value.axes.end(), [&](axis_key axis) { return ids.place(axis) < ids.axes.size(); })) continue;
      for_each_position<2>(ids.extents, {ids.strides(ids.axes), c.value.strides(ids.axes)}, [&](const auto& at) {
        if ((as_double(c.value.elements[static_cast<std::size_t>(at[1])]) != 0) != c.holds) used[static_cast<std::size_t>(at[0])] = 0;
      });
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      const double id = as_double(ids.elements[i]);
      if (used[i] && (id < 0 || id >= static_cast<double>(extent))) throw_id_outside(call, axis_name<A>, static_cast<index_t>(id), extent);
    }
  }
  template <class A, class X, class I, class L> array of(const gather_node<A, X, I>& n, const L& lets) {
    const array x = value_unguarded(n.of, lets), ids = value_unguarded(n.ids, lets);
    const index_t step = x.stride(key_of<A>), extent = x.extents[x.place(key_of<A>)];
    check_ids<A>("gather", ids, extent);
    array result = empty<gather_node<A, X, I>>();
    index_list along = x.strides(result.axes);
    if (const std::size_t own = result.place(key_of<A>); own < along.size()) along[own] = 0;  // the ids' axis, not the table's
    for_each_position<2>(result.extents, {along, ids.strides(result.axes)}, [&](const auto& at) {
      const Scalar& id = ids.elements[static_cast<std::size_t>(at[1])];
      const double place = as_double(id);
      const bool inside = place >= 0 && place < static_cast<double>(extent);
      result.elements.push_back(chosen_by(id, inside ? x.elements[static_cast<std::size_t>(at[0] + static_cast<index_t>(place) * step)] : Scalar(0)));
    });
    return result;
  }
  template <class E, class I, class L> array of(const one_hot_node<E, I>& n, const L& lets) {
    const array ids = value_unguarded(n.ids, lets);
    array result = empty<one_hot_node<E, I>>();
    check_ids<axis_of<E>>("one_hot", ids, scope_.extent(key_of<axis_of<E>>));
    index_list counting(result.axes.size(), 0);
    counting[result.place(key_of<axis_of<E>>)] = 1;
    for_each_position<2>(result.extents, {counting, ids.strides(result.axes)}, [&](const auto& at) {
      const Scalar& id = ids.elements[static_cast<std::size_t>(at[1])];
      result.elements.push_back(chosen_by(id, Scalar(as_double(id) == static_cast<double>(at[0]) ? 1 : 0)));
    });
    return result;
  }

  // Folds: the elements along the folded axes, one after the other, for every position along the others.
  template <fold_op O, class... A, class X, class L> array of(const fold<O, axis_list<A...>, X>& n, const L& lets) {
    using N = fold<O, axis_list<A...>, X>;
    const array x = value_inside(axis_list<A...>{}, n.of, lets);
    array result = empty<N>();
    const index_list folded{x.extents[x.place(key_of<A>)]...};
    const index_list along = x.strides(keys_of(axis_list<A...>{}));
    constexpr precision p = precision_of<value_type_of<N>>();
    for_each_position<1>(result.extents, {x.strides(result.axes)}, [&](const auto& at) {
      const std::vector<Scalar> terms = gathered(x, folded, along, at[0]);
      result.elements.push_back(fold_value(O, p, terms.data(), terms.size()));
    });
    return result;
  }
  template <class... A, class X, class Y, class L> array of(const contraction<axis_list<A...>, X, Y>& n, const L& lets) {
    using N = contraction<axis_list<A...>, X, Y>;
    // an operand may have the axis from the other: dot<Key>(position<Key>, x)
    const index_list folded{contracted_extent<A>(n, lets)...};
    const std::size_t outside = scope_.depth();
    std::size_t i = 0;
    (scope_.push(key_of<A>, folded[i++]), ...);
    const array x = value_inside(axis_list<A...>{}, n.left, lets), y = value_inside(axis_list<A...>{}, n.right, lets);
    scope_.shrink(outside);
    array result = empty<N>();
    const key_list axes_of_sum = keys_of(axis_list<A...>{});
    const index_list along_x = x.strides(axes_of_sum), along_y = y.strides(axes_of_sum);
    constexpr precision p = precision_of<value_type_of<N>>();
    for_each_position<2>(result.extents, {x.strides(result.axes), y.strides(result.axes)}, [&](const auto& at) {
      const std::vector<Scalar> left = gathered(x, folded, along_x, at[0]), right = gathered(y, folded, along_y, at[1]);
      result.elements.push_back(dot_value(p, left.data(), right.data(), left.size()));
    });
    return result;
  }
  template <class A, class N, class L> static index_t contracted_extent(const N& n, const L& lets) {
    const index_t left = extent_at_run_time<A>(n.left, lets);
    return left >= 0 ? left : extent_at_run_time<A>(n.right, lets);
  }

  // Index maps: the operand's elements under other positions.
  template <class From, class To, class X, class L> array of(const renamed<From, To, X>& n, const L& lets) {
    array x = value_with<From>(n.of, scope_.extent(key_of<To>), lets);
    std::replace(x.axes.begin(), x.axes.end(), key_of<From>, key_of<To>);
    return x;
  }
  template <class N, class A> array part(const array& x, index_t begin) {
    array result = empty<N>();
    result.elements = gathered(x, result.extents, x.strides(result.axes), begin * x.stride(key_of<A>));
    return result;
  }
  template <class A, class X, class L> array of(const fixed_at<A, X>& n, const L& lets) {
    return part<fixed_at<A, X>, A>(value_with<A>(n.of, n.index + 1, lets), n.index);
  }
  template <class A, index_t Begin, index_t Count, class X, class L>
  array of(const sliced<A, Begin, Count, X>& n, const L& lets) {
    return part<sliced<A, Begin, Count, X>, A>(value_with<A>(n.of, Begin + Count, lets), Begin);
  }
  template <class A, class X, class L> array of(const sliced_at_run_time<A, X>& n, const L& lets) {
    return part<sliced_at_run_time<A, X>, A>(value_with<A>(n.of, n.begin + n.count, lets), n.begin);
  }
  template <class A, class... P, class X, class L> array of(const split_axis<A, shape<P...>, X>& n, const L& lets) {
    const array x = value_with<A>(n.of, static_size<shape<P...>>, lets);
    array result = empty<split_axis<A, shape<P...>, X>>();
    index_list strides = x.strides(result.axes);
    index_t stride = x.stride(key_of<A>);
    const key_list parts = keys_of(shape<P...>{});
    for (std::size_t i = parts.size(); i-- > 0;) {
      const std::size_t at = result.place(parts[i]);
      strides[at] = stride;
      stride *= result.extents[at];
    }
    result.elements = gathered(x, result.extents, strides);
    return result;
  }
  template <class A, class... P, class X, class L> array of(const merged_axes<A, axis_list<P...>, X>& n, const L& lets) {
    const array x = value(n.of, lets);
    array result = empty<merged_axes<A, axis_list<P...>, X>>();
    key_list order;  // the axes of the result, the parts in the place of A
    for (const axis_key axis : result.axes)
      if (axis == key_of<A>) (order.push_back(key_of<P>), ...);
      else order.push_back(axis);
    index_list extents;
    for (const axis_key axis : order) extents.push_back(x.extents[x.place(axis)]);
    result.elements = gathered(x, extents, x.strides(order));
    return result;
  }
  template <class E, class X, class L> array of(const broadcasted<E, X>& n, const L& lets) {
    const array x = value(n.of, lets);
    array result = empty<broadcasted<E, X>>();
    result.elements = gathered(x, result.extents, x.strides(result.axes));
    return result;
  }

  // Windows, reversals, diagonals.
  template <class N, class A, class Tap> array windows(const array& x, index_t stride, index_t dilation) {
    array result = empty<N>();
    index_list strides = x.strides(result.axes);
    strides[result.place(key_of<A>)] = x.stride(key_of<A>) * stride;
    strides[result.place(key_of<Tap>)] = x.stride(key_of<A>) * dilation;
    result.elements = gathered(x, result.extents, strides);
    return result;
  }
  template <class A, class E, index_t S, index_t D, class X, class L> array of(const windowed<A, E, S, D, X>& n, const L& lets) {
    return windows<windowed<A, E, S, D, X>, A, axis_of<E>>(value(n.of, lets), S, D);
  }
  template <class A, class E, class X, class L> array of(const windowed_at_run_time<A, E, X>& n, const L& lets) {
    return windows<windowed_at_run_time<A, E, X>, A, axis_of<E>>(value(n.of, lets), n.stride, n.dilation);
  }
  template <class A, class X, class L> array of(const reversed<A, X>& n, const L& lets) {
    const array x = value(n.of, lets);
    array result = empty<reversed<A, X>>();
    index_list strides = x.strides(result.axes);
    strides[result.place(key_of<A>)] *= -1;
    result.elements = gathered(x, result.extents, strides, x.stride(key_of<A>) * (x.extents[x.place(key_of<A>)] - 1));
    return result;
  }
  template <class A, class B, class Out, class X, class L> array of(const diagonal_of<A, B, Out, X>& n, const L& lets) {
    const index_t extent = scope_.extent(key_of<Out>);
    const std::size_t outside = scope_.depth();
    scope_.push(key_of<B>, extent);
    const array x = value_with<A>(n.of, extent, lets);
    scope_.shrink(outside);
    array result = empty<diagonal_of<A, B, Out, X>>();
    index_list strides = x.strides(result.axes);
    strides[result.place(key_of<Out>)] = x.stride(key_of<A>) + x.stride(key_of<B>);
    result.elements = gathered(x, result.extents, strides);
    return result;
  }

  // Shift, concat, stack. Along axis A the elements of one position of the axes before it lie side by side.
  template <class A, class X, class F, class L> array of(const shifted<A, X, F>& n, const L& lets) {
    using N = shifted<A, X, F>;
    const array x = value(n.of, lets), fill = operand_value<value_type_of<N>>(n.fill, lets);
    array result = empty<N>();
    const std::vector<Scalar> there = gathered(x, result.extents, x.strides(result.axes));
    const std::vector<Scalar> instead = gathered(fill, result.extents, fill.strides(result.axes));
    const index_t extent = result.extents[result.place(key_of<A>)];
    index_t inner = 1;
    for (std::size_t i = result.place(key_of<A>) + 1; i < result.extents.size(); ++i) inner *= result.extents[i];
    for (index_t e = 0; e < static_cast<index_t>(there.size()); ++e) {
      const index_t i = e / inner % extent, from = i - n.by;
      const bool inside = from >= 0 && from < extent;
      result.elements.push_back(inside ? there[static_cast<std::size_t>(e - n.by * inner)] : instead[static_cast<std::size_t>(e)]);
    }
    return result;
  }
  template <class A, class X, class Y, class L> array of(const concatenated<A, X, Y>& n, const L& lets) {
    const std::array<array, 2> operands{value(n.left, lets), value(n.right, lets)};
    array result = empty<concatenated<A, X, Y>>();
    const std::size_t at = result.place(key_of<A>);
    std::array<std::vector<Scalar>, 2> parts;
    std::array<std::ptrdiff_t, 2> length{};
    for (std::size_t k = 0; k < 2; ++k) {
      index_list extents = result.extents;
      extents[at] = operands[k].extents[operands[k].place(key_of<A>)];
      parts[k] = gathered(operands[k], extents, operands[k].strides(result.axes));
      length[k] = product_of(index_list(extents.begin() + static_cast<std::ptrdiff_t>(at), extents.end()));
    }
    const index_t outer = product_of(index_list(result.extents.begin(), result.extents.begin() + static_cast<std::ptrdiff_t>(at)));
    for (index_t o = 0; o < outer; ++o)
      for (std::size_t k = 0; k < 2; ++k)
        result.elements.insert(result.elements.end(), parts[k].begin() + o * length[k], parts[k].begin() + (o + 1) * length[k]);
    return result;
  }
  template <class A, class... X, class L> array of(const stacked<A, X...>& n, const L& lets) {
    using N = stacked<A, X...>;
    const std::array<array, sizeof...(X)> operands = operand_values<value_type_of<N>>(n.of, std::index_sequence_for<X...>{}, lets);
    array result = empty<N>();
    const index_list extents(result.extents.begin() + 1, result.extents.end());
    const key_list axes(result.axes.begin() + 1, result.axes.end());
    for (const array& x : operands) {
      const std::vector<Scalar> one = gathered(x, extents, x.strides(axes));
      result.elements.insert(result.elements.end(), one.begin(), one.end());
    }
    return result;
  }

  template <class A, class X, class L> array of(const running_sum<A, X>& n, const L& lets) {
    using N = running_sum<A, X>;
    const array x = value(n.of, lets);
    array result = empty<N>();
    result.elements = gathered(x, result.extents, x.strides(result.axes));
    const index_t stride = result.stride(key_of<A>), extent = result.extents[result.place(key_of<A>)];
    constexpr precision p = precision_of<value_type_of<N>>();
    for (index_t e = 0; e < static_cast<index_t>(result.elements.size()); ++e) {
      if (e / stride % extent == 0) continue;
      const std::array<Scalar, 2> both{result.elements[static_cast<std::size_t>(e - stride)], result.elements[static_cast<std::size_t>(e)]};
      result.elements[static_cast<std::size_t>(e)] = elementwise_value(op::add, p, both.data());
    }
    return result;
  }

  // Lets. The definition is computed where it is first used, and once, unless it has a position or length whose extent
  // depends on where it is used.
  template <class Tag, class X, class Body, class L> array of(const let_node<Tag, X, Body>& n, const L& lets) {
    return value(n.body, let_value<Scalar, Tag, X, L>{{n.definition, lets}});
  }
  template <class Tag, class T, class S, bool W, class X, class Outer>
  array of(const variable<Tag, T, S, W>&, const let_value<Scalar, Tag, X, Outer>& let) {
    if (let.value) return *let.value;
    array result;
    if (scope_.is_closed([&] { result = value_unguarded(let.definition, let.outer); })) let.value = result;
    return result;
  }
  template <class Tag, class T, class S, bool W, class Other, class X, class Outer>
  requires(!std::is_same_v<Tag, Other>)
  array of(const variable<Tag, T, S, W>& n, const let_value<Scalar, Other, X, Outer>& let) { return of(n, let.outer); }

  template <class H, class X, class L> array of(const hinted<H, X>& n, const L& lets) { return value(n.of, lets); }
  template <class X, class L> array of(const in_float64_node<X>& n, const L& lets) { return value(n.of, lets); }
};

/// All elements of an expression, computed by plain loops. `scope` has the extents that its target gives to open axes.
template <class Scalar, class N> dense<Scalar> evaluate_reference(const N& node, extents_in_scope scope = {}) {
  return reference_evaluator<Scalar>(std::move(scope)).value(node, no_lets{});
}

}  // namespace heed::detail
