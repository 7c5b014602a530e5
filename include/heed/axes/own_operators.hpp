// heed's operators are templates that take any type and then ask whether it is an operand. Code of heed that adds numbers, joins
// strings and compares enumerations does not want to be asked, thousands of times in a unit: in its namespaces these declarations hide
// the operators of namespace heed. (Operands find theirs all the same, through their own namespace.)
#pragma once

namespace heed::detail {
struct nobody;
}  // namespace heed::detail

#define HEED_HIDE_OPERATORS                                                                                     \
  void operator+(const heed::detail::nobody&, const heed::detail::nobody&);                                     \
  void operator-(const heed::detail::nobody&, const heed::detail::nobody&);                                     \
  void operator-(const heed::detail::nobody&);                                                                  \
  void operator*(const heed::detail::nobody&, const heed::detail::nobody&);                                     \
  void operator/(const heed::detail::nobody&, const heed::detail::nobody&);                                     \
  void operator%(const heed::detail::nobody&, const heed::detail::nobody&);                                     \
  void operator==(const heed::detail::nobody&, const heed::detail::nobody&);                                    \
  void operator!=(const heed::detail::nobody&, const heed::detail::nobody&);                                    \
  void operator<(const heed::detail::nobody&, const heed::detail::nobody&);                                     \
  void operator<=(const heed::detail::nobody&, const heed::detail::nobody&);                                    \
  void operator>(const heed::detail::nobody&, const heed::detail::nobody&);                                     \
  void operator>=(const heed::detail::nobody&, const heed::detail::nobody&);                                    \
  void operator&&(const heed::detail::nobody&, const heed::detail::nobody&);                                    \
  void operator||(const heed::detail::nobody&, const heed::detail::nobody&);                                    \
  void operator!(const heed::detail::nobody&);

namespace heed::detail {
HEED_HIDE_OPERATORS
}
namespace heed::planner {
HEED_HIDE_OPERATORS
}
namespace heed::simd {
HEED_HIDE_OPERATORS
}
namespace heed::kernel {
HEED_HIDE_OPERATORS
}
#undef HEED_HIDE_OPERATORS
