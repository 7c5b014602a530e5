// Index variables, affine maps of them, and how memory is read by such maps.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include <heed/axes/axis.hpp>
#include <heed/plan/scalar.hpp>
#include <heed/plan/tag.hpp>

namespace heed::planner {

/// A set of index variables.
using vars = std::uint64_t;
constexpr vars one(int v) { return vars{1} << v; }
constexpr bool has(vars s, int v) { return (s >> v & 1) != 0; }

/// Where the extent of a variable comes from when it is not static.
struct extent_source {
  enum class from : std::uint8_t { nothing, leaf, slot, difference } where = from::nothing;
  std::int16_t number = 0;  // the leaf, the slot, or the variable
  std::int16_t axis = 0;    // of the leaf; the variable whose coordinates are subtracted from those of the other
  constexpr bool operator==(const extent_source&) const = default;
};

struct variable {
  tag axis{};  // identity of the axis struct
  std::string_view name{};
  index_t extent = dynamic;
  extent_source source{};
  std::int16_t copy = 0;    // 0, or a number that keeps two variables of one axis apart
  std::int16_t digit = -1;  // of a merged axis that was refined: which part this is
  // a variable that is computed from others, when the map is not affine: its map is number source.number
  bool derived = false;
  enum class how : std::uint8_t {
    digit,  // (map / divisor) % extent
    scale,  // map * the slot source.axis
    clamp,  // map, or the nearest coordinate in [0, extent); where the extent is not static, it is in the slot source.axis
    data,   // what an integer says; the map has the variables that the integer depends on
  } how = how::digit;
  std::int16_t data_node = -1;     // of how::data: the integer,
  std::int16_t data = -1;          // and the access that it is read by: to a leaf, or to a temporary once it is planned
  scalar data_type = scalar::i32;
  extent_source size_from{};       // what it must be less than, where that is not static
  bool marks = false;              // of a one-hot value: for messages
  std::int16_t joined = 0;         // 1 + the variable outside it that it is one with (plan/join_axes.hpp),
  index_t times = 1;               // and how many there are then for each that the source counts
};

/// Relative positions as an axis (plan/relative_positions.hpp).
struct relative_position {};
constexpr bool is_of_line(const variable& v) { return v.axis == tag_of<relative_position>; }

/// The extent of a variable as a slot.
constexpr std::int16_t slot_of_extent(int v) { return static_cast<std::int16_t>(-2 - v); }

/// variable × coefficient, × the value of a run-time slot where there is one (a stride that is chosen at run time)
struct term {
  std::int16_t variable = 0;
  index_t coefficient = 0;
  std::int16_t slot = -1;
};

/// An affine map: terms + offset + the values of run-time slots × their factors (× those of a second slot, `by`).
struct affine {
  static constexpr int capacity = 8, slot_capacity = 8;
  term terms[capacity]{};
  int count = 0;
  index_t offset = 0;
  struct {
    std::int16_t slot = 0;
    index_t factor = 0;
    std::int16_t by = -1;
  } slots[slot_capacity]{};
  int slot_count = 0;
  bool full = false;  // something did not fit

  constexpr void add(int v, index_t c, std::int16_t slot = -1) {
    for (int i = 0; i < count; ++i)
      if (terms[i].variable == v && terms[i].slot == slot) { terms[i].coefficient += c; return; }
    if (count == capacity) full = true;
    else terms[count++] = {static_cast<std::int16_t>(v), c, slot};
  }
  constexpr void add_slot(std::int16_t slot, index_t factor, std::int16_t by = -1) {
    if (slot_count == slot_capacity) full = true;
    else slots[slot_count++] = {slot, factor, by};
  }
  constexpr void add(const affine& o, index_t factor) {
    for (int i = 0; i < o.count; ++i) add(o.terms[i].variable, o.terms[i].coefficient * factor, o.terms[i].slot);
    offset += o.offset * factor;
    for (int i = 0; i < o.slot_count; ++i) add_slot(o.slots[i].slot, o.slots[i].factor * factor, o.slots[i].by);
    full = full || o.full;
  }
  constexpr vars used() const {
    vars s = 0;
    for (int i = 0; i < count; ++i) s |= one(terms[i].variable);
    return s;
  }
};

/// A stride that is only known when the expression runs.
inline constexpr index_t unknown_stride = std::numeric_limits<index_t>::min();

/// How a leaf (or a temporary, or a position) is read: for every variable a stride, in elements.
struct access {
  enum class of : std::uint8_t { leaf, temporary, coordinate, target, value } what = of::leaf;
  std::int16_t target = 0;     // the leaf, the temporary, the result, the node whose value it is; of a coordinate nothing
  std::int16_t first_map = 0;  // maps[first_map + axis]: the affine map of each axis of the target
  std::int16_t maps = 0;
  std::int16_t first_term = 0;  // terms: one a variable, coefficient = stride or unknown_stride
  std::int16_t terms = 0;
};

}  // namespace heed::planner
