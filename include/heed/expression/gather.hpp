// gather and one_hot: look-ups by integers that are data.
#pragma once

#include <heed/expression/pointwise.hpp>
#include <heed/shape/gather.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

namespace detail {
template <class A, class T> struct gathering {
  template <class S, class R> struct on { using type = gather_verdict<A, T, S, R>; };
  template <class N, class I> constexpr gather_node<A, N, I> operator()(N table, I ids) const { return {std::move(table), std::move(ids)}; }
};
template <class E, class T> struct marking {
  template <class S> struct on { using type = one_hot_verdict<E, T, S>; };
  template <class I> constexpr one_hot_node<E, I> operator()(I ids) const { return {std::move(ids), count}; }
  index_t count;
};
template <class A, class I> using gathering_by = gathering<A, typename element_type_of<I>::type>;
template <class E, class I> using marking_by = marking<E, typename element_type_of<I>::type>;
}  // namespace detail

/// Axis A of the table replaced by the axes of the integers `ids`, tensor or expression: table {Vocab, Model} and ids {Token} give
/// {Token, Model}. Axes that both have, beside A, are matched by name. An id outside A throws shape_error before anything is written,
/// unless a `where` around this very call, whose condition has no axes but those of ids, does not take it.
template <class Axis, named_operand X, named_operand I, class V = detail::verdict_on<detail::gathering_by<Axis, I>, X, I>, holds<V> ok = answer<V>>
constexpr auto gather(X&& table, I&& ids) -> detail::result_of<V, detail::gathering_by<Axis, I>, X, I> {
  static_assert(ok, HEED_SENTENCE("gather<Axis>(table, ids): table must have the axis, ids must be integers, and an axis that both have must be of one extent", V,
                                  axis_list<Axis>, shape_of_operand<X>, shape_of_operand<I>));
  return detail::make<V>(detail::gathering_by<Axis, I>{}, std::forward<X>(table), std::forward<I>(ids));
}

/// Whether the coordinate along a further axis, E = A[n], which comes last, is the id: bool. An id outside A throws as for `gather`.
/// dot<A>(one_hot<A[n]>(ids), table) is gather<A>(table, ids), and planned as such.
template <class E, named_operand I, class V = detail::verdict_on<detail::marking_by<E, I>, I>, holds<V> ok = answer<V>> requires is_static_extent<E>
constexpr auto one_hot(I&& ids) -> detail::result_of<V, detail::marking_by<E, I>, I> {
  static_assert(ok, HEED_SENTENCE("one_hot<Axis[n]>(ids): ids must be integers, and not have the axis yet", V, axis_list<E>, shape_of_operand<I>));
  return detail::make<V>(detail::marking_by<E, I>{size_of_extent<E>}, std::forward<I>(ids));
}
/// The same with an extent known at run time: the result has A[].
template <class Axis, named_operand I, detail::integer N, class V = detail::verdict_on<detail::marking_by<Axis[], I>, I>, holds<V> ok = answer<V>>
  requires(!is_extent<Axis>)
constexpr auto one_hot(I&& ids, N count) -> detail::result_of<V, detail::marking_by<Axis[], I>, I> {
  static_assert(ok, HEED_SENTENCE("one_hot<Axis>(ids, n): ids must be integers, and not have the axis yet", V, axis_list<Axis>, shape_of_operand<I>));
  return detail::make<V>(detail::marking_by<Axis[], I>{static_cast<index_t>(count)}, std::forward<I>(ids));
}

}  // namespace heed
HEED_SENTENCES_END
