// tensor: owns its elements, in row-major order of its axes.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include <heed/axes/algebra.hpp>
#include <heed/config.hpp>
#include <heed/tensor/assignment.hpp>
#include <heed/tensor/concepts.hpp>
#include <heed/tensor/element.hpp>
#include <heed/tensor/layout.hpp>
#include <heed/tensor/nested_list.hpp>
#include <heed/tensor/rules.hpp>
#include <heed/tensor/storage.hpp>

HEED_SENTENCES_BEGIN
namespace heed {

/// Elements of arithmetic type T along the axes X: `tensor<float, Query[1024], Key[], Feature[64]>`. Owns them in
/// row-major order of X, aligned to 64 bytes, zero-filled. Without axes it is one value, `t()`.
///
/// Copying copies the elements. Moving hands the memory on: what is left may be assigned to or destroyed. Pointers into
/// a tensor and views of it hold until it is destroyed, moved from, moved into, or resized.
template <class T, class... X> class tensor {
  static_assert(arithmetic_elements<T>,
                "tensor: elements are of an arithmetic type, without const: float, double, int, bool ...");
  static_assert(extents_of_axes<X...>,
                "tensor: every axis needs an extent: Query[128], or Query[] where it is known at run time");
  static_assert((axis_is_empty_struct<axis_of<X>> && ...), "tensor: an axis is an empty struct, and defined before it is used, as in struct Query {};");
  static_assert(distinct_axes<shape<X...>>,
                "tensor: an axis stands twice; heed::prime<A> is a second axis of the same kind as A");

 public:
  using element_type = T;
  using value_type = T;
  using shape_type = shape<X...>;
  using layout_type = row_major_layout<shape_type>;
  using heed_operand = void;
  static constexpr std::size_t rank = sizeof...(X);
  using extents_type = std::array<index_t, rank>;

  /// Zero-filled. Run-time axes have extent 0.
  tensor() = default;
  tensor(const tensor&) = default;
  tensor& operator=(const tensor&) = default;
  tensor(tensor&& other) noexcept
      : storage_(std::move(other.storage_)), layout_(std::exchange(other.layout_, layout_type{})) {}
  tensor& operator=(tensor&& other) noexcept {
    if (this == &other) return *this;
    storage_ = std::move(other.storage_);
    layout_ = std::exchange(other.layout_, layout_type{});
    return *this;
  }

  /// `tensor<float, Head[8], Key[], Feature[64]>(sized<Key>(n))`: the size of each run-time axis once, in any order.
  /// Throws shape_error for a negative size.
  template <class A, class... B>
  explicit tensor(sized_axis<A> size, sized_axis<B>... sizes)
      : tensor(checked_layout(detail::with_sizes(shape_type{}, layout_type{}.extents(), size, sizes...))) {
    static_assert(run_time_axis_of<A, shape_type> && (run_time_axis_of<B, shape_type> && ...),
                  "tensor: sized<Axis>(n) is for run-time axes of the tensor, those written Axis[]");
    static_assert(distinct_axes<axis_list<A, B...>>, "tensor: sized<Axis>(n) is given twice for one axis");
    if constexpr (run_time_axis_of<A, shape_type> && (run_time_axis_of<B, shape_type> && ...))
      static_assert(all_run_time_axes_sized<axis_list<A, B...>, shape_type>,
                    "tensor: a run-time axis has no size; give sized<Axis>(n) for each axis written Axis[]");
  }

  /// Nested braces, one level for each axis; run-time axes have as many entries as the first list at their level.
  /// Throws shape_error where a list is longer or shorter than its axis.
  tensor(detail::nested_list<T, rank> values) requires(rank > 0) {
    extents_type extents = layout_type::static_extents;
    detail::measure_list<0>(values, extents);
    detail::check_list<0>(shape_type{}, values, extents);
    resize_to(extents);
    detail::copy_list(values, data());
  }

  // Values in a row where there are several axes, or sizes as in other libraries.
  template <class... N> requires(rank != 1 && sizeof...(N) > 1 && (std::is_arithmetic_v<N> && ...)) explicit tensor(N...) {
    static_assert(one_level_of_braces<rank>, "tensor: values stand in one level of braces for each axis, as in {{1, 2}, {3, 4}}; the size of a run-time axis is sized<Axis>(n)");
  }

  template <detail::bare_elements C> tensor(const C&) {
    static_assert(detail::container_has_axes<C>, "tensor: a container has no axes; name them, as in t = heed::named<Query[128]>(container)");
  }

  /// The value of an expression, matched by name; run-time axes get its extents. A number fills static axes.
  template <other_operand<tensor> E, class V = detail::verdict_of_assignment<shape<X...>, E, assign_op::set>, holds<V> ok = answer<V>>
  tensor(const E& expression) : tensor(detail::for_overwrite{}, layout_type{}.extents()) {
    static_assert(ok, HEED_SENTENCE("operator=: the expression must have the axes of the target, with the same extents, or none", V, axis_list<>, shape_type, detail::axes_of_assigned<shape_type, E>));
    if constexpr (std::is_arithmetic_v<E>) {
      static_assert(all_run_time_axes_sized<axis_list<>, shape_type>,
                    "tensor: a number gives a run-time axis no size; write t(sized<Axis>(n)), and then t = number");
    }
    assign(expression);
  }

  /// Unspecified elements, for results that are about to be written.
  tensor(detail::for_overwrite, const extents_type& extents)
      : tensor(checked_layout(extents), detail::for_overwrite{}) {}

  /// The value of an expression; run-time axes are resized. A number fills.
  template <other_operand<tensor> E, class V = detail::verdict_of_assignment<shape<X...>, E, assign_op::set>, holds<V> ok = answer<V>>
  tensor& operator=(const E& expression) {
    static_assert(ok, HEED_SENTENCE("operator=: the expression must have the axes of the target, with the same extents, or none", V, axis_list<>, shape_type, detail::axes_of_assigned<shape_type, E>));
    storage_.resize(layout_.size());  // has an effect only after a move
    assign(expression);
    return *this;
  }
  template <detail::bare_elements C> tensor& operator=(const C&) {
    static_assert(detail::container_has_axes<C>, "operator=: a container has no axes; name them, as in t = heed::named<Query[128]>(container)");
    return *this;
  }
  /// The right side is broadcast along axes that it lacks.
  template <expression_operand E, class V = detail::verdict_of_assignment<shape<X...>, E, assign_op::add>, holds<V> ok = answer<V>>
  tensor& operator+=(const E& e) {
    static_assert(ok, HEED_SENTENCE("operator+=: the expression must have no axis that the target does not have, and the same extents", V, axis_list<>, shape_type, detail::axes_of_assigned<shape_type, E>));
    return compound<assign_op::add>(e);
  }
  template <expression_operand E, class V = detail::verdict_of_assignment<shape<X...>, E, assign_op::subtract>, holds<V> ok = answer<V>>
  tensor& operator-=(const E& e) {
    static_assert(ok, HEED_SENTENCE("operator-=: the expression must have no axis that the target does not have, and the same extents", V, axis_list<>, shape_type, detail::axes_of_assigned<shape_type, E>));
    return compound<assign_op::subtract>(e);
  }
  template <expression_operand E, class V = detail::verdict_of_assignment<shape<X...>, E, assign_op::multiply>, holds<V> ok = answer<V>>
  tensor& operator*=(const E& e) {
    static_assert(ok, HEED_SENTENCE("operator*=: the expression must have no axis that the target does not have, and the same extents", V, axis_list<>, shape_type, detail::axes_of_assigned<shape_type, E>));
    return compound<assign_op::multiply>(e);
  }
  template <expression_operand E, class V = detail::verdict_of_assignment<shape<X...>, E, assign_op::divide>, holds<V> ok = answer<V>>
  tensor& operator/=(const E& e) {
    static_assert(ok, HEED_SENTENCE("operator/=: the expression must have no axis that the target does not have, and the same extents", V, axis_list<>, shape_type, detail::axes_of_assigned<shape_type, E>));
    return compound<assign_op::divide>(e);
  }
  template <detail::bare_elements C> tensor& operator+=(const C&) {
    static_assert(detail::container_has_axes<C>, "operator+=: a container has no axes; name them, as in heed::named<Query[128]>(container)");
    return *this;
  }
  template <detail::bare_elements C> tensor& operator-=(const C&) {
    static_assert(detail::container_has_axes<C>, "operator-=: a container has no axes; name them, as in heed::named<Query[128]>(container)");
    return *this;
  }
  template <detail::bare_elements C> tensor& operator*=(const C&) {
    static_assert(detail::container_has_axes<C>, "operator*=: a container has no axes; name them, as in heed::named<Query[128]>(container)");
    return *this;
  }
  template <detail::bare_elements C> tensor& operator/=(const C&) {
    static_assert(detail::container_has_axes<C>, "operator/=: a container has no axes; name them, as in heed::named<Query[128]>(container)");
    return *this;
  }
  void operator=(const tensor&) const = delete;
  // A const tensor says so itself, where an expression is assigned: a deleted function would be a list of candidates.
  template <other_operand<tensor> E, class Target = const tensor> void operator=(const E&) const { static_assert(target_is_writable<Target>, "operator=: the target is const"); }
  template <expression_operand E, class Target = const tensor> void operator+=(const E&) const { static_assert(target_is_writable<Target>, "operator+=: the target is const"); }
  template <expression_operand E, class Target = const tensor> void operator-=(const E&) const { static_assert(target_is_writable<Target>, "operator-=: the target is const"); }
  template <expression_operand E, class Target = const tensor> void operator*=(const E&) const { static_assert(target_is_writable<Target>, "operator*=: the target is const"); }
  template <expression_operand E, class Target = const tensor> void operator/=(const E&) const { static_assert(target_is_writable<Target>, "operator/=: the target is const"); }

  T* data() HEED_LIFETIMEBOUND { return storage_.data(); }
  const T* data() const HEED_LIFETIMEBOUND { return storage_.data(); }
  constexpr index_t size() const { return layout_.size(); }
  constexpr const layout_type& layout() const { return layout_; }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }

  /// The element at a position, one index for each axis in their order. In debug builds an index outside its extent throws
  /// std::out_of_range.
  template <bool checked = detail::checks_bounds, class... I> T& operator()(I... i) {
    static_assert(one_number_for_each_axis<sizeof...(I), shape_type>, "an element is addressed by one index for each axis, in the order of the axes");
    static_assert((std::is_integral_v<I> && ...), "an element is addressed by integers");
    return data()[offset<checked>(i...)];
  }
  template <bool checked = detail::checks_bounds, class... I> const T& operator()(I... i) const {
    static_assert(one_number_for_each_axis<sizeof...(I), shape_type>, "an element is addressed by one index for each axis, in the order of the axes");
    static_assert((std::is_integral_v<I> && ...), "an element is addressed by integers");
    return data()[offset<checked>(i...)];
  }

  template <class I> T& operator[](I) const = HEED_DELETED("an element is x(i, j), with one index for each axis; at<Axis>(x, i) fixes one axis");

  /// The value, where there are no axes.
  operator T() const requires(rank == 0) { return *data(); }
  template <detail::scalar_of_rank<rank> U> explicit operator U() const { return static_cast<U>(*data()); }
  template <detail::resizable_container C> constexpr operator C() const {
    static_assert(detail::container_has_axes<C>, "a container has no axes; name them, as in heed::named<Query[128]>(container) = x");
    __builtin_unreachable();
  }

  /// New sizes for run-time axes; the others stay. Elements whose position is within the old and the new extents keep
  /// their values, the rest is 0.
  template <class... A> void resize(sized_axis<A>... sizes) {
    static_assert((run_time_axis_of<A, shape_type> && ...),
                  "resize: only run-time axes of the tensor can be resized, those written Axis[]");
    static_assert(distinct_axes<axis_list<A...>>, "resize: sized<Axis>(n) is given twice for one axis");
    const auto extents = detail::with_sizes(shape_type{}, layout_.extents(), sizes...);
    if (extents == layout_.extents()) return;
    tensor resized(checked_layout(extents));
    detail::copy_common<0>(layout_, data(), resized.layout_, resized.data());
    *this = std::move(resized);
  }
  template <class... N> requires(sizeof...(N) > 0 && (std::is_arithmetic_v<N> && ...)) void resize(N...) {
    static_assert(sizes_have_axes<N...>, "resize: a size belongs to an axis, as in x.resize(heed::sized<Query>(n))");
  }
  /// For assignments: new extents in the order of the axes, static ones unchanged. Unless all extents stay, the elements
  /// are unspecified afterwards. Memory that suffices is kept.
  void resize_to(const extents_type& extents) {
    const layout_type resized = checked_layout(extents);
    storage_.resize(resized.size());
    layout_ = resized;
  }

 private:
  template <class... Overwrite> explicit tensor(const layout_type& layout, Overwrite... overwrite)
      : storage_(layout.size(), overwrite...), layout_(layout) {}

  static layout_type checked_layout(const extents_type& extents) {
    if constexpr (!layout_type::has_static_extents) detail::check_extents<T>(shape_type{}, extents);
    return layout_type(extents);
  }
  template <bool checked, class... I> constexpr index_t offset(I... i) const {
    if constexpr (sizeof...(I) == rank && (std::is_integral_v<I> && ...)) return detail::element_offset<checked>(layout_, i...);
    else return 0;
  }
  template <class E> void assign(const E& expression) {
    if constexpr (std::is_arithmetic_v<E>)
      for (T& element : *this) element = static_cast<T>(expression);
    else assign_expression(*this, expression, assign_op_constant<assign_op::set>{});
  }
  template <assign_op Op, class E> tensor& compound(const E& expression) {
    assign_expression(*this, expression, assign_op_constant<Op>{});
    return *this;
  }

  storage<T, static_size<shape_type>> storage_{layout_type{}.size()};  // first: what may throw is assigned before sizes
  [[no_unique_address]] layout_type layout_;
};

}  // namespace heed
HEED_SENTENCES_END
