// What the reference evaluator stores for every node: all elements, row-major, under axes that are known by a key.
//
// The axes are data here and not types, so that the loops below are written and compiled once for every expression.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <heed/axes/algebra.hpp>
#include <heed/axes/name.hpp>
#include <heed/tensor/shape_error.hpp>

namespace heed::detail {

/// An axis as a value: one address for each.
using axis_key = const std::string_view*;
template <class A> inline constexpr axis_key key_of = &axis_name<A>;

using index_list = std::vector<index_t>;
using key_list = std::vector<axis_key>;

/// The axes of a shape or a list as data, a table for each, so that what works with them is compiled once for all.
struct axis_table {
  const axis_key* keys;
  const index_t* extents;  // static ones; dynamic or open where the type does not know them
  std::size_t count;
  static constexpr index_t open = -2;

  key_list all() const { return {keys, keys + count}; }
};
template <class S> struct table_of_axes;
template <class... X> struct table_of_axes<shape<X...>> {
  static constexpr axis_key keys[] = {key_of<axis_of<X>>..., nullptr};
  static constexpr index_t extents[] = {(is_open<X> ? axis_table::open : size_of_extent<X>)..., 0};
  static constexpr axis_table value{keys, extents, sizeof...(X)};
  static constexpr bool has_run_time = ((!is_open<X> && size_of_extent<X> == dynamic) || ...);
};
template <class... A> struct table_of_axes<axis_list<A...>> {
  static constexpr axis_key keys[] = {key_of<A>..., nullptr};
  static constexpr axis_table value{keys, nullptr, sizeof...(A)};
};
/// Of the axes of a node, or of those that a fold names.
template <class S> inline constexpr const axis_table& axes_in = table_of_axes<S>::value;

inline index_t product_of(const index_t* first, const index_t* last) {
  index_t product = 1;
  for (; first < last; ++first) product *= *first;
  return product;
}
inline index_t product_of(const index_list& numbers) { return product_of(numbers.data(), numbers.data() + numbers.size()); }

/// The elements of one node.
template <class Scalar> struct dense {
  key_list axes;
  index_list extents;
  std::vector<Scalar> elements;

  std::size_t place(axis_key axis) const {
    return static_cast<std::size_t>(std::find(axes.begin(), axes.end(), axis) - axes.begin());
  }
  /// How far apart neighbours along an axis are; 0 along an axis that is not here: that is broadcasting.
  index_t stride(axis_key axis) const {
    const std::size_t at = place(axis);
    index_t stride = at == axes.size() ? 0 : 1;
    for (std::size_t i = at + 1; i < axes.size(); ++i) stride *= extents[i];
    return stride;
  }
  index_list strides(const key_list& along) const {
    index_list all;
    for (const axis_key axis : along) all.push_back(stride(axis));
    return all;
  }
};

/// Calls f with the offsets of every position, the last axis running fastest; N arrays are walked at once.
template <std::size_t N, class F>
void for_each_position(const index_list& extents, const std::array<index_list, N>& strides, F f) {
  if (product_of(extents) == 0) return;
  std::array<index_t, N> offsets{};
  if (extents.empty()) return f(offsets);
  const auto step = [&](std::size_t axis, index_t count) {
    for (std::size_t k = 0; k < N; ++k) offsets[k] += strides[k][axis] * count;
  };
  const std::size_t last = extents.size() - 1;
  index_list position(last, 0);
  for (;;) {
    for (index_t i = 0; i < extents[last]; ++i, step(last, 1)) f(offsets);
    step(last, -extents[last]);
    std::size_t d = last;
    for (; d > 0; --d) {
      step(d - 1, 1);
      if (++position[d - 1] < extents[d - 1]) break;
      step(d - 1, -extents[d - 1]);
      position[d - 1] = 0;
    }
    if (d == 0) return;
  }
}

/// The elements of x at `offset` plus every position of these extents and strides: what every index map comes down to.
template <class Scalar>
std::vector<Scalar> gathered(const dense<Scalar>& x, const index_list& extents, const index_list& strides,
                             index_t offset = 0) {
  std::vector<Scalar> elements;
  elements.reserve(static_cast<std::size_t>(product_of(extents)));
  for_each_position<1>(extents, {strides}, [&](const auto& at) {
    elements.push_back(x.elements[static_cast<std::size_t>(offset + at[0])]);
  });
  return elements;
}

/// What a fold takes: the elements along some axes of x, one after the other. If they do not lie so, x is copied once into an
/// order in which they do; along an axis that x lacks they are written down for each position instead.
template <class Scalar> class elements_along {
 public:
  elements_along(const dense<Scalar>& x, const key_list& folded, const index_list& extents)
      : x_(x), extents_(extents), size_(static_cast<std::size_t>(product_of(extents))) {
    const auto is_in = [](axis_key axis, const key_list& axes) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); };
    if (!std::all_of(folded.begin(), folded.end(), [&](axis_key axis) { return is_in(axis, x.axes); })) along_ = x.strides(folded);
    else if (x.strides(folded) != dense<Scalar>{folded, extents, {}}.strides(folded)) {
      for (std::size_t i = 0; i < x.axes.size(); ++i)
        if (!is_in(x.axes[i], folded)) copy_.axes.push_back(x.axes[i]), copy_.extents.push_back(x.extents[i]);
      copy_.axes.insert(copy_.axes.end(), folded.begin(), folded.end());
      copy_.extents.insert(copy_.extents.end(), extents.begin(), extents.end());
      copy_.elements = gathered(x, copy_.extents, x.strides(copy_.axes));
    }
  }
  std::size_t size() const { return size_; }
  /// How far positions along the other axes are apart, for `from`.
  index_list strides(const key_list& axes) const { return ordered().strides(axes); }
  /// Those of one position; they stay there until this is called again.
  const Scalar* from(index_t offset) {
    if (along_.empty()) return ordered().elements.data() + offset;
    terms_ = gathered(x_, extents_, along_, offset);
    return terms_.data();
  }

 private:
  const dense<Scalar>& ordered() const { return copy_.axes.empty() ? x_ : copy_; }

  const dense<Scalar>& x_;
  index_list extents_, along_;
  std::size_t size_;
  dense<Scalar> copy_;
  std::vector<Scalar> terms_;
};

/// The extents that the nodes around a node give to axes: what `position` and `length` ask. Inner ones hide outer ones.
class extents_in_scope {
 public:
  void push(axis_key axis, index_t extent) { known_.push_back({axis, extent}); }
  std::size_t depth() const { return known_.size(); }
  void shrink(std::size_t depth) { known_.resize(depth); }

  index_t extent(axis_key axis) {
    if (const entry* e = find(axis)) return e->extent;
    fail(shape_error("position<" + std::string(*axis) + ">: nothing gives " + std::string(*axis) + " an extent"));
  }

  // The length of an axis, which `where` asks for. Where nothing around gives the axis an extent, it is that of the folds over it in the
  // least part of the expression that has both, if they agree, and not of folds below these: known when everything is computed again.
  index_t length(axis_key axis, const void* where) {
    if (const entry* e = find(axis)) return e->extent;
    asked_folds_ = true;
    for (const question& q : asked_)
      if (q.axis == axis && q.where == where) return q.extent >= 0 ? q.extent : extent(axis);
    asked_.push_back({axis, where, open});
    return 1;
  }
  void fold(axis_key axis, index_t extent) { folded_.push_back({axis, extent}); }
  std::size_t lengths_asked() const { return asked_.size(); }
  std::size_t folds() const { return folded_.size(); }
  void forget_below(const axis_table& axes, std::size_t first) {
    const auto is_below = [&](const entry& e) { return std::find(axes.keys, axes.keys + axes.count, e.axis) != axes.keys + axes.count; };
    folded_.erase(std::remove_if(folded_.begin() + static_cast<std::ptrdiff_t>(first), folded_.end(), is_below), folded_.end());
  }
  void find_lengths(std::size_t asked_before, std::size_t folds_before) {
    for (std::size_t i = asked_before; i < asked_.size(); ++i) {
      if (asked_[i].extent != open) continue;
      for (std::size_t k = folds_before; k < folded_.size(); ++k)
        if (index_t& e = asked_[i].extent; folded_[k].axis == asked_[i].axis) e = e == open || e == folded_[k].extent ? folded_[k].extent : several;
    }
  }

  // Whether what is computed between the two calls asks for nothing that stood here before: then its result does not depend on where it is used.
  struct use_before {
    std::size_t outermost_used, inside;
    bool asked_folds;
  };
  use_before begin_closed() {
    return {std::exchange(outermost_used_, std::numeric_limits<std::size_t>::max()), depth(), std::exchange(asked_folds_, false)};
  }
  bool end_closed(const use_before& before) {
    const bool closed = outermost_used_ >= before.inside && !asked_folds_;
    asked_folds_ = asked_folds_ || before.asked_folds;
    outermost_used_ = std::min(before.outermost_used, outermost_used_);
    return closed;
  }

 private:
  static constexpr index_t open = -1, several = -2;
  struct entry {
    axis_key axis;
    index_t extent;
  };
  struct question {
    axis_key axis;
    const void* where;
    index_t extent;
  };
  const entry* find(axis_key axis) {
    for (std::size_t i = known_.size(); i-- > 0;) {
      if (known_[i].axis != axis) continue;
      outermost_used_ = std::min(outermost_used_, i);
      return &known_[i];
    }
    return nullptr;
  }
  std::vector<entry> known_, folded_;
  std::vector<question> asked_;
  bool asked_folds_ = false;
  std::size_t outermost_used_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace heed::detail
