// What is thrown where sizes that are known only at run time do not fit together.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <heed/axes/axis.hpp>
#include <heed/axes/name.hpp>

namespace heed {

/// Run-time extents that disagree, a size that does not fit its axes, a range or a look-up outside its axis.
/// Thrown before anything is written; `what()` is a sentence that names the operation, the axes and both sizes.
struct shape_error : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

namespace detail {
// `Query[128], Feature[]` for messages.
template <class... X> std::string extents_as_text(shape<X...>) {
  std::string text;
  auto append = [&](std::string_view axis, index_t size) {
    if (!text.empty()) text += ", ";
    text.append(axis).append(size == dynamic ? "[]" : "[" + std::to_string(size) + "]");
  };
  (append(axis_name<axis_of<X>>, size_of_extent<X>), ...);
  return text;
}

[[noreturn]] inline void throw_out_of_range(std::string_view axis, index_t index, index_t extent) {
  throw std::out_of_range(std::string(axis) + " is " + std::to_string(index) + ", outside its extent " + std::to_string(extent));
}
}  // namespace detail
}  // namespace heed
