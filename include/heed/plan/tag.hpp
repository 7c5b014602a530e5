// The identity of a type as a value that constant expressions can compare.
#pragma once

#include <cstdint>
#include <type_traits>

namespace heed::planner {

namespace detail {
template <class T> inline constexpr char address_of_type = 0;

// g++ does not compare addresses in constant expressions where -fsanitize=undefined is on
// (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=71962). There a type is known by a hash of its name: FNV-1a, 64 bits.
inline constexpr bool addresses_compare = __builtin_constant_p(&address_of_type<int> == &address_of_type<long>);

template <class T> constexpr std::uint64_t hash_of_name() {
  std::uint64_t h = 14695981039346656037u;
  for (const char* c = __PRETTY_FUNCTION__; *c != 0; ++c) h = (h ^ static_cast<unsigned char>(*c)) * 1099511628211u;
  return h;
}
template <class T> constexpr auto tag_value() {
  if constexpr (addresses_compare) return static_cast<const void*>(&address_of_type<T>);
  else return hash_of_name<T>();
}
}  // namespace detail

/// An axis, the tag of a let, the type of a part of an expression: equal exactly where the types are.
using tag = std::conditional_t<detail::addresses_compare, const void*, std::uint64_t>;
template <class T> inline constexpr tag tag_of = detail::tag_value<T>();

}  // namespace heed::planner
