// operator<<: a tensor, a view or the value of an expression as text, with its axes.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <array>
#include <cstddef>
#include <ios>
#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <heed/eval/evaluate.hpp>

namespace heed {

namespace detail {
// bool, int32, uint8, float64: as explain says it.
template <class T> std::string element_name() {
  if constexpr (std::is_same_v<T, bool>) return "bool";
  else return (std::is_floating_point_v<T> ? "float" : std::is_signed_v<T> ? "int" : "uint") + std::to_string(8 * sizeof(T));
}

// Elements as nested braces, the last axis in one line. Of an axis longer than `whole` only the ends are shown.
template <class T> class printed_elements {
 public:
  static constexpr index_t whole = 12, end = 4;

  printed_elements(std::ostream& to, const T* data, std::size_t rank, const index_t* extents, const index_t* strides)
      : out(to), first(data), dimensions(rank), extent(extents), stride(strides) {
    number.copyfmt(to);
    number.width(0);
    number.setf(std::ios_base::boolalpha);
    visit(0, 0, [&](index_t offset) {
      const std::string text = text_of(offset);
      width = text.size() > width ? text.size() : width;
    });
    open(0, 0);
  }

 private:
  std::ostream& out;
  const T* first;
  std::size_t dimensions;
  const index_t* extent;
  const index_t* stride;
  std::ostringstream number;  // with the stream's precision and flags
  std::size_t width = 0;

  std::string text_of(index_t offset) {
    number.str("");
    number << +first[offset];  // a char is a number
    return number.str();
  }
  bool skips_after(std::size_t axis, index_t i) const { return extent[axis] > whole && i == end - 1; }
  template <class F> void visit(std::size_t axis, index_t offset, F f) {
    if (axis == dimensions) return f(offset);
    for (index_t i = 0; i < extent[axis]; ++i) {
      visit(axis + 1, offset + i * stride[axis], f);
      if (skips_after(axis, i)) i = extent[axis] - end - 1;
    }
  }
  void open(std::size_t axis, index_t offset) {
    if (axis == dimensions) {
      const std::string text = text_of(offset);
      out << (dimensions > 0 ? std::string(width - text.size(), ' ') : "") << text;
      return;
    }
    const std::string between = axis + 1 == dimensions ? ", " : ",\n" + std::string(axis + 1, ' ');
    out << '{';
    for (index_t i = 0; i < extent[axis]; ++i) {
      if (i > 0) out << between;
      open(axis + 1, offset + i * stride[axis]);
      if (skips_after(axis, i)) {
        out << between << "...";
        i = extent[axis] - end - 1;
      }
    }
    out << '}';
  }
};
template <> inline std::string printed_elements<bool>::text_of(index_t offset) { return first[offset] ? "true" : "false"; }
}  // namespace detail

/// The element type and the axes of x, and below them its elements as nested braces in the order of the axes; long axes are
/// elided. An expression is evaluated. A value without axes is printed as the number that it is. Precision and flags are the
/// stream's.
///
///     float32 {Query[2], Feature[3]}
///     {{1, 2, 3},
///      {4, 5, 6}}
// (more constrained than the deleted one of expression/other_calls.hpp)
template <named_operand X> requires(named_operand<X> && true) std::ostream& operator<<(std::ostream& out, const X& x) {
  if constexpr (tensor_or_view<X>) {
    using layout = typename X::layout_type;
    using element = typename X::element_type;
    const auto extents = x.layout().extents(), strides = x.layout().strides();
    if constexpr (layout::rank > 0)
      out << detail::element_name<element>() << " {" << detail::extents_as_text(typename X::shape_type{}, extents) << "}\n";
    detail::printed_elements<element>(out, x.data(), layout::rank, extents.data(), strides.data());
    return out;
  } else if constexpr (is_ill_shaped<X>) return out;
  else return out << eval(x);
}

}  // namespace heed

HEED_QUIET_END
