// view: memory that someone else owns, with axes. Copying a view copies the reference; assigning to it copies elements.
#pragma once

#include <cstddef>
#include <type_traits>

#include <heed/config.hpp>
#include <heed/tensor/assignment.hpp>
#include <heed/tensor/concepts.hpp>
#include <heed/tensor/element.hpp>
#include <heed/tensor/layout.hpp>
#include <heed/tensor/rules.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

/// Elements of type T (const where they may only be read) at a pointer, with the axes, extents and strides of a layout.
/// The memory must outlive the view. A view never points elsewhere: `=` writes elements, also between two views. What a
/// `const` view refers to can be written, as with std::span; a view of const elements cannot.
template <class T, class Layout> class view {
 public:
  using element_type = std::remove_const_t<T>;
  using value_type = element_type;
  using shape_type = typename Layout::shape_type;
  using layout_type = Layout;
  using heed_operand = void;
  static constexpr std::size_t rank = Layout::rank;
  static_assert(arithmetic_elements<element_type>,
                "view: elements are of an arithmetic type: float, double, int, bool ...");

  constexpr explicit view(T* data, const Layout& layout = {}) : data_(data), layout_(layout) {}
  constexpr view(const view&) = default;
  /// A view of the same memory that cannot write it.
  template <detail::without_const_of<T> U>
  constexpr view(const view<U, Layout>& other) : data_(other.data()), layout_(other.layout()) {}

  /// Writes the value of an expression, matched by name, into the elements. A number fills.
  template <expression_operand E, class V = detail::verdict_of_assignment<typename Layout::shape_type, E, assign_op::set>, holds<V> ok = answer<V>>
  const view& operator=(const E& e) const {
    static_assert(ok, HEED_SENTENCE("operator=: the expression must have the axes of the target, with the same extents, or none", V, axis_list<>, shape_type, detail::axes_of_assigned<shape_type, E>));
    static_assert(elements_are_writable<T>, "assignment to a view of const elements");
    return assign<assign_op::set>(e);
  }
  const view& operator=(const view& other) const {
    static_assert(elements_are_writable<T>, "assignment to a view of const elements");
    return assign<assign_op::set>(other);
  }
  /// The right side is broadcast along axes that it lacks.
  template <expression_operand E, class V = detail::verdict_of_assignment<typename Layout::shape_type, E, assign_op::add>, holds<V> ok = answer<V>>
  const view& operator+=(const E& e) const {
    static_assert(ok, HEED_SENTENCE("operator+=: the expression must have no axis that the target does not have, and the same extents", V, axis_list<>, shape_type, detail::axes_of_assigned<shape_type, E>));
    static_assert(elements_are_writable<T>, "assignment to a view of const elements");
    return assign<assign_op::add>(e);
  }
  template <expression_operand E, class V = detail::verdict_of_assignment<typename Layout::shape_type, E, assign_op::subtract>, holds<V> ok = answer<V>>
  const view& operator-=(const E& e) const {
    static_assert(ok, HEED_SENTENCE("operator-=: the expression must have no axis that the target does not have, and the same extents", V, axis_list<>, shape_type, detail::axes_of_assigned<shape_type, E>));
    static_assert(elements_are_writable<T>, "assignment to a view of const elements");
    return assign<assign_op::subtract>(e);
  }
  template <expression_operand E, class V = detail::verdict_of_assignment<typename Layout::shape_type, E, assign_op::multiply>, holds<V> ok = answer<V>>
  const view& operator*=(const E& e) const {
    static_assert(ok, HEED_SENTENCE("operator*=: the expression must have no axis that the target does not have, and the same extents", V, axis_list<>, shape_type, detail::axes_of_assigned<shape_type, E>));
    static_assert(elements_are_writable<T>, "assignment to a view of const elements");
    return assign<assign_op::multiply>(e);
  }
  template <expression_operand E, class V = detail::verdict_of_assignment<typename Layout::shape_type, E, assign_op::divide>, holds<V> ok = answer<V>>
  const view& operator/=(const E& e) const {
    static_assert(ok, HEED_SENTENCE("operator/=: the expression must have no axis that the target does not have, and the same extents", V, axis_list<>, shape_type, detail::axes_of_assigned<shape_type, E>));
    static_assert(elements_are_writable<T>, "assignment to a view of const elements");
    return assign<assign_op::divide>(e);
  }

  /// The first element.
  constexpr T* data() const { return data_; }
  /// The number of elements.
  constexpr index_t size() const { return layout_.size(); }
  constexpr const Layout& layout() const { return layout_; }

  /// The element at a position, one index for each axis in their order. In debug builds an index outside its extent throws
  /// std::out_of_range.
  template <bool checked = detail::checks_bounds, class... I> constexpr T& operator()(I... i) const {
    static_assert(one_number_for_each_axis<sizeof...(I), shape_type>,
                  "an element is addressed by one index for each axis, in the order of the axes");
    static_assert((std::is_integral_v<I> && ...), "an element is addressed by integers");
    if constexpr (sizeof...(I) == rank) return data_[detail::element_offset<checked>(layout_, i...)];
    else return *data_;
  }

  template <class I> T& operator[](I) const = HEED_DELETED("an element is x(i, j), with one index for each axis; at<Axis>(x, i) fixes one axis");

  /// The value, where there are no axes.
  constexpr operator std::remove_const_t<T>() const requires(rank == 0) { return *data_; }
  template <detail::scalar_of_rank<rank> U> constexpr explicit operator U() const { return static_cast<U>(*data_); }
  template <detail::resizable_container C> constexpr operator C() const {
    static_assert(detail::container_has_axes<C>, "a container has no axes; name them, as in heed::named<Query[128]>(container) = x");
    __builtin_unreachable();
  }

 private:
  template <assign_op Op, class E> const view& assign(const E& expression) const {
    if constexpr (elements_are_writable<T>) {
      view target = *this;
      assign_expression(target, expression, assign_op_constant<Op>{});
    }
    return *this;
  }

  T* data_;
  [[no_unique_address]] Layout layout_;
};

/// A view of all of a tensor, or the view itself. The tensor must outlive it.
template <class T, class... X> constexpr auto as_view(tensor<T, X...>& x) {
  return view<T, typename tensor<T, X...>::layout_type>(x.data(), x.layout());
}
template <class T, class... X> constexpr auto as_view(const tensor<T, X...>& x) {
  return view<const T, typename tensor<T, X...>::layout_type>(x.data(), x.layout());
}
template <class T, class... X> void as_view(const tensor<T, X...>&&) = delete;
template <class T, class Layout> constexpr view<T, Layout> as_view(const view<T, Layout>& x) { return x; }

}  // namespace heed
HEED_SENTENCES_END
