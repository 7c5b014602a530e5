#include <support/catch.hpp>

#include <array>
#include <type_traits>
#include <vector>

#if __has_include(<mdspan>)
#include <mdspan>
#endif

#include <heed/axes.hpp>
#include <heed/heed.hpp>
#include <heed/interop/mdspan.hpp>

// The members of std::mdspan that its interface promises, for compilers without it: two dimensions.
namespace mock {
struct layout_right {};
struct layout_left {};
struct layout_stride {};
template <std::size_t... E> struct extents {
  static constexpr std::size_t rank() { return sizeof...(E); }
  static constexpr std::size_t static_extent(std::size_t i) { return std::array{E...}[i]; }
  std::array<std::size_t, sizeof...(E)> sizes;
  constexpr std::size_t extent(std::size_t i) const { return sizes[i]; }
};
template <class T, class E, class L, class Handle = T*> struct mdspan {
  using element_type = T;
  using extents_type = E;
  using layout_type = L;
  struct mapping_type {};
  Handle first;
  E shape;
  std::array<std::size_t, 2> strides;
  constexpr Handle data_handle() const { return first; }
  constexpr const E& extents() const { return shape; }
  constexpr std::size_t stride(std::size_t i) const { return strides[i]; }
};
inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);
}  // namespace mock

namespace {
using namespace heed;
using axes::Feature, axes::Query;

TEST_CASE("mdspan, by its members") {
  std::vector<float> memory{1, 2, 3, 4, 5, 6};
  using known = mock::extents<2, 3>;
  using open = mock::extents<mock::dynamic_extent, 3>;
  const mock::mdspan<float, known, mock::layout_right> rows{memory.data(), {{2, 3}}, {3, 1}};
  const mock::mdspan<float, open, mock::layout_left> columns{memory.data(), {{2, 3}}, {1, 2}};
  const mock::mdspan<const float, open, mock::layout_stride> any{memory.data(), {{2, 3}}, {3, 1}};
  auto r = named<Query[2], Feature[3]>(rows);
  auto c = named<Query[], Feature[3]>(columns);
  auto a = named<Query[2], Feature[3]>(decltype(any)(any));  // it only refers to elements
  static_assert(decltype(r)::layout_type::static_strides == std::array<index_t, 2>{3, 1});
  static_assert(decltype(c)::layout_type::static_strides == std::array<index_t, 2>{1, dynamic_stride});
  static_assert(decltype(a)::layout_type::static_strides == std::array<index_t, 2>{dynamic_stride, dynamic_stride});
  static_assert(std::is_same_v<decltype(a.data()), const float*>);
  CHECK(r(1, 0) + c(1, 0) + a(1, 2) == 12);
  const tensor<float, Query[2]> products = dot<Feature>(c, r);
  CHECK(products(0) == 1 + 6 + 15);
  CHECK(products(1) == 8 + 20 + 36);
  r = r * 2;
  CHECK(memory[5] == 12);
  static_assert(!array_has_extents<shape<Query[2], Feature[4]>, detail::sizes_in_type<decltype(rows)>::type>);
  static_assert(array_has_extents<shape<Query[7], Feature[]>, detail::sizes_in_type<decltype(columns)>::type>);
  CHECK_THROWS_WITH((named<Query[7], Feature[3]>(columns)), "named<Query[7], Feature[3]>: dimension 0 of the array is 2");
  struct atomic {};
  static_assert(!readable_memory<mock::mdspan<float, known, mock::layout_right, atomic>>);
}

#if defined(__cpp_lib_mdspan)
TEST_CASE("std::mdspan") {
  std::vector<float> memory{1, 2, 3, 4, 5, 6};
  auto x = named<Query[], Feature[3]>(std::mdspan(memory.data(), std::extents<int, std::dynamic_extent, 3>(2)));
  static_assert(decltype(x)::layout_type::static_strides == std::array<index_t, 2>{3, 1});
  CHECK(x(1, 2) == 6);
}
#endif
}  // namespace
