// What run-time checks say: the operation as the user wrote it, the axis, and both extents.
#pragma once

#include <string>
#include <string_view>

#include <heed/axes/axis.hpp>
#include <heed/axes/name.hpp>
#include <heed/node/op.hpp>
#include <heed/tensor/assignment.hpp>
#include <heed/tensor/shape_error.hpp>

namespace heed::detail {

constexpr std::string_view word_for(op o) {
  switch (o) {
    case op::add: return "operator+";
    case op::subtract: return "operator-";
    case op::multiply: return "operator*";
    case op::divide: return "operator/";
    case op::remainder: return "operator%";
    case op::equal: return "operator==";
    case op::not_equal: return "operator!=";
    case op::less: return "operator<";
    case op::less_equal: return "operator<=";
    case op::greater: return "operator>";
    case op::greater_equal: return "operator>=";
    case op::logical_and: return "operator&&";
    case op::logical_or: return "operator||";
    case op::where: return "where";
    case op::minimum: return "minimum";
    case op::maximum: return "maximum";
    case op::pow: return "pow";
    default: return "a function of one operand";  // which nothing can be wrong with
  }
}

constexpr std::string_view ordinal(std::size_t i) {
  constexpr std::string_view words[] = {"first operand", "second operand", "third operand", "fourth operand"};
  return i < 4 ? words[i] : "later operand";
}
constexpr std::string_view side(std::size_t i) { return i == 0 ? "left operand" : "right operand"; }

// How an operation and its operands are called.
template <op O> struct elementwise_words {
  static std::string name() { return std::string(word_for(O)); }
  static std::string_view operand(std::size_t i) { return word_for(O).starts_with("operator") ? side(i) : ordinal(i); }
};
struct pointwise_words {
  static std::string name() { return "pointwise"; }
  static std::string_view operand(std::size_t i) { return ordinal(i); }
};
template <class L> struct dot_words;
template <class A, class... R> struct dot_words<axis_list<A, R...>> {
  static std::string name() {
    std::string text = "dot<" + std::string(axis_name<A>);
    ((text += ", " + std::string(axis_name<R>)), ...);
    return text + ">";
  }
  static std::string_view operand(std::size_t i) { return side(i); }
};

template <class A> struct shift_words {
  static std::string name() { return "shift<" + std::string(axis_name<A>) + ">"; }
  static std::string_view operand(std::size_t i) { return ordinal(i); }
};
template <class A> struct concat_words {
  static std::string name() { return "concat<" + std::string(axis_name<A>) + ">"; }
  static std::string_view operand(std::size_t i) { return ordinal(i); }
};
template <class A> struct stack_words {
  static std::string name() { return "stack<" + std::string(axis_name<A>) + ">"; }
  static std::string_view operand(std::size_t i) { return ordinal(i); }
};

constexpr std::string_view assignment_name(assign_op o) {
  switch (o) {
    case assign_op::set: return "operator=";
    case assign_op::add: return "operator+=";
    case assign_op::subtract: return "operator-=";
    case assign_op::multiply: return "operator*=";
    case assign_op::divide: return "operator/=";
  }
  return "operator=";
}

// `dot<Feature>: Feature is 64 in the left operand and 32 in the right`: "operand" is said once.
[[noreturn]] inline void throw_extents_differ(std::string_view call, std::string_view axis, std::string_view where,
                                              index_t extent, std::string_view elsewhere, index_t other) {
  constexpr std::string_view said = " operand";
  if (elsewhere.ends_with(said)) elsewhere.remove_suffix(said.size());
  fail(shape_error(std::string(call) + ": " + std::string(axis) + " is " + std::to_string(extent) + " in the " +
                    std::string(where) + " and " + std::to_string(other) + " in the " + std::string(elsewhere)));
}
[[noreturn]] inline void throw_index_outside(std::string_view axis, index_t index, index_t extent) {
  const std::string name(axis);
  fail(shape_error("at<" + name + ">: " + std::to_string(index) + " is outside " + name +
                    (extent >= 0 ? ", which is " + std::to_string(extent) : std::string())));
}
// As slices of tensors say it.
[[noreturn]] inline void throw_slice_outside(std::string_view axis, index_t begin, index_t count, index_t extent) {
  const std::string name(axis);
  fail(shape_error("slice<" + name + ">: " + std::to_string(count) + " from " + std::to_string(begin) +
                    " is outside " + name + (extent >= 0 ? ", which is " + std::to_string(extent) : std::string())));
}
[[noreturn]] inline void throw_parts_differ(std::string_view axis, index_t extent, const std::string& parts,
                                            index_t size) {
  const std::string name(axis);
  fail(shape_error("split<" + name + ", " + parts + ">: the parts make " + std::to_string(size) + ", and " + name +
                    " is " + std::to_string(extent)));
}
[[noreturn]] inline void throw_parts_leave_rest(std::string_view axis, index_t extent, const std::string& parts, index_t others) {
  const std::string name(axis);
  fail(shape_error("split<" + name + ", " + parts + ">: the parts make a multiple of " + std::to_string(others) + ", and " + name +
                    " is " + std::to_string(extent)));
}
[[noreturn]] inline void throw_window_outside(std::string_view axis, std::string_view tap, index_t taps, index_t span, index_t extent) {
  const std::string name(axis);
  fail(shape_error("window<" + name + ", " + std::string(tap) + "[" + std::to_string(taps) + "]>: the window spans " +
                    std::to_string(span) + ", and " + name + " is " + std::to_string(extent)));
}
[[noreturn]] inline void throw_step_below_one(std::string_view axis, std::string_view tap, index_t taps, std::string_view step, index_t value) {
  fail(shape_error("window<" + std::string(axis) + ", " + std::string(tap) + "[" + std::to_string(taps) + "]>: the " + std::string(step) +
                    " is at least 1, not " + std::to_string(value)));
}
[[noreturn]] inline void throw_no_diagonal(std::string_view a, std::string_view b, std::string_view out, index_t extent, index_t other) {
  const std::string first(a), second(b);
  fail(shape_error("diagonal<" + first + ", " + second + ", " + std::string(out) + ">: " + first + " is " + std::to_string(extent) + " and " +
                    second + " is " + std::to_string(other)));
}
[[noreturn]] inline void throw_id_outside(std::string_view call, std::string_view axis, index_t id, index_t extent) {
  const std::string name(axis);
  fail(shape_error(std::string(call) + "<" + name + ">: the id " + std::to_string(id) + " is outside " + name + ", which is " + std::to_string(extent)));
}
// How gather and its operands are called.
template <class A> struct gather_words {
  static std::string name() { return "gather<" + std::string(axis_name<A>) + ">"; }
  static std::string_view operand(std::size_t i) { return i == 0 ? "table" : "ids"; }
};
[[noreturn]] inline void throw_empty_axis(std::string_view call, std::string_view axis) {
  fail(shape_error(std::string(call) + "<" + std::string(axis) + ">: " + std::string(axis) + " is 0, and nothing has no place"));
}
[[noreturn]] inline void throw_negative_extent(std::string_view call, std::string_view axis, index_t extent) {
  fail(shape_error(std::string(call) + "<" + std::string(axis) +
                    ">: the extent is negative: " + std::to_string(extent)));
}

}  // namespace heed::detail
