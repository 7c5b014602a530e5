// What is thrown where sizes that are known only at run time do not fit together.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include <heed/axes/axis.hpp>
#include <heed/axes/name.hpp>
#include <heed/tensor/fail.hpp>

namespace heed {

/// Run-time extents that disagree, a size that does not fit its axes, a range or a look-up outside its axis.
/// Thrown before anything is written (without exceptions: handed to HEED_ON_ERROR, then the program is aborted); `what()` is a sentence that names the operation, the axes and both sizes.
struct shape_error : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

namespace detail {
// `Query[128], Feature[]` for messages; `sizes` in the order of the axes.
template <class... X> std::string extents_as_text(shape<X...>, const std::array<index_t, sizeof...(X)>& sizes) {
  const std::array<std::string_view, sizeof...(X)> names = {axis_name<axis_of<X>>...};
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text.append(i > 0 ? ", " : "").append(names[i]);
    // g++ 12 warns of what it believes to overlap in "[" + std::to_string(…) (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651)
    text.append("[").append(sizes[i] == dynamic ? std::string() : std::to_string(sizes[i])).append("]");
  }
  return text;
}

[[noreturn]] inline void throw_out_of_range(std::string_view axis, index_t index, index_t extent) {
  fail(std::out_of_range(std::string(axis) + " is " + std::to_string(index) + ", outside its extent " +
                          std::to_string(extent)));
}
}  // namespace detail
}  // namespace heed
