#include <support/catch.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include <heed/tensor/named.hpp>
#include <heed/tensor/slice.hpp>
#include <heed/tensor/tensor.hpp>

namespace {
// An array with axes of its own, as an interop header would meet it: column-major.
struct columns {
  double* first;
  long rows, cols;
};
}  // namespace

template <> struct heed::memory_access<columns> {
  static double* data(const columns& x) { return x.first; }
  static std::size_t rank(const columns&) { return 2; }
  static index_t extent(const columns& x, std::size_t dimension) { return dimension == 0 ? x.rows : x.cols; }
  static index_t stride(const columns& x, std::size_t dimension) { return dimension == 0 ? 1 : x.rows; }
  template <class Shape> static constexpr std::array<index_t, Shape::rank> static_strides() {
    std::array<index_t, Shape::rank> strides{};
    strides.fill(dynamic_stride);
    strides[0] = 1;
    return strides;
  }
};

namespace {
using namespace heed;
struct Head {};
struct Query {};
struct Key {};
struct Feature {};

std::vector<float> counted(std::size_t n) {
  std::vector<float> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  return x;
}

TEST_CASE("pointers") {
  auto memory = counted(12);
  auto x = named<Query[3], Feature[4]>(memory.data());
  CHECK(x(2, 1) == 9);
  static_assert(sizeof(x) == sizeof(float*));
  x(2, 1) = -1;
  CHECK(memory[9] == -1);
  const float* const read_only = memory.data();
  static_assert(std::is_same_v<decltype(named<Query[3]>(read_only).data()), const float*>);
  float one = 3;
  CHECK(named(&one)() == 3);
}

TEST_CASE("containers") {
  auto memory = counted(12);
  const auto& same = memory;
  std::array<double, 6> array{0, 1, 2, 3, 4, 5};
  float matrix[3][4] = {{}, {0, 1}};
  CHECK(named<Query[3], Feature[4]>(memory)(1, 1) == 5);
  CHECK(named<Query[3], Feature[2]>(array)(2, 1) == 5);
  CHECK(named<Query[3], Feature[4]>(matrix)(1, 1) == 1);
  CHECK(named<Head[3], Query[2], Feature[2]>(matrix)(1, 0, 1) == 1);
  CHECK(named<Query[3], Feature[4]>(std::span<float>(memory))(1, 1) == 5);
  CHECK(named<Query[3], Feature[4]>(std::span<const float, 12>(memory))(1, 1) == 5);
  static_assert(std::is_same_v<decltype(named<Query[12]>(memory).data()), float*>);
  static_assert(std::is_same_v<decltype(named<Query[12]>(same).data()), const float*>);
  static_assert(std::is_same_v<decltype(named<Query[12]>(std::span<const float>(memory)).data()), const float*>);
  static_assert(std::is_same_v<decltype(named<Query[12]>(static_cast<const float (&)[3][4]>(matrix)).data()), const float*>);
}

TEST_CASE("run-time axes, given or from the size of the container") {
  auto memory = counted(12);
  const auto given = named<Key[], Feature[4]>(memory.data(), sized<Key>(2));
  CHECK(given.size() == 8);
  CHECK(given(1, 3) == 7);
  const auto follows = named<Head[2], Key[], Feature[2]>(memory);
  CHECK(extent<Key>(follows) == 3);
  CHECK(follows(1, 2, 1) == 11);
  const auto both = named<Key[], Query[]>(memory, sized<Key>(4));
  CHECK(extent<Query>(both) == 3);
  std::vector<float> none;
  CHECK(named<Key[], Feature[4]>(none).size() == 0);
  CHECK(named<Key[], Feature[4]>(static_cast<float*>(nullptr), sized<Key>(0)).size() == 0);
}

TEST_CASE("strides") {
  auto memory = counted(12);
  const auto part = named<Query[3], Feature[2]>(memory, strided<Query>(4));
  CHECK(part(2, 1) == 9);
  const auto turned = named<Feature[4], Query[3]>(memory, strided<Feature>(1), strided<Query>(4));
  CHECK(turned(3, 2) == 11);
  const auto around = named<Head[2], Query[3], Feature[1]>(memory.data(), strided<Query>(2));
  CHECK(around(1, 1, 0) == 8);
  const auto reversed = named<Query[12]>(&memory[11], strided<Query>(-1));
  CHECK(reversed(2) == 9);
  const auto open = named<Key[], Feature[2]>(memory, sized<Key>(3), strided<Key>(5));
  CHECK(open(2, 1) == 11);
  static_assert(decltype(part)::layout_type::static_strides == std::array<index_t, 2>{dynamic_stride, 1});
}

TEST_CASE("tensors and views under other axes") {
  tensor<float, Query[3], Feature[4]> t;
  t(2, 1) = 5;
  CHECK(named<Key[12]>(t)(9) == 5);
  CHECK(named<Key[], Head[2]>(slice<Feature, 1, 2>(t))(2, 0) == 5);
}

TEST_CASE("arrays with axes of their own") {
  std::array<double, 6> memory{0, 1, 2, 3, 4, 5};
  const columns array{memory.data(), 2, 3};
  const auto x = named<Query[], Feature[3]>(array);
  CHECK(extent<Query>(x) == 2);
  CHECK(x(1, 2) == 5);
  CHECK(x(0, 1) == 2);
  static_assert(decltype(x)::layout_type::static_strides[0] == 1);
  CHECK_THROWS_WITH((named<Query[2], Feature[2]>(array)), "named<Query[2], Feature[2]>: dimension 1 of the array is 3");
  CHECK_THROWS_WITH(named<Query[6]>(array), "named<Query[6]>: there are 1 axes and the array has 2");
}

TEST_CASE("memory that does not fit is refused") {
  auto memory = counted(12);
  CHECK_THROWS_WITH((named<Query[3], Feature[3]>(memory)),
                    "named<Query[3], Feature[3]>: these are 9 elements and the memory has 12");
  CHECK_THROWS_AS((named<Query[4], Feature[4]>(memory)), shape_error);
  CHECK_THROWS_WITH((named<Key[], Feature[5]>(memory)),
                    "named<Key[], Feature[5]>: the memory has 12 elements, which is no multiple of 5");
  CHECK_THROWS_AS((named<Key[], Query[]>(memory, sized<Query>(0))), shape_error);
  CHECK_THROWS_AS((named<Key[], Feature[4]>(memory, sized<Key>(4))), shape_error);
  CHECK_THROWS_AS((named<Key[], Feature[4]>(memory.data(), sized<Key>(-1))), shape_error);
  CHECK_THROWS_AS((named<Key[], Feature[4]>(memory.data(), sized<Key>(PTRDIFF_MAX / 2))), shape_error);
  CHECK_THROWS_WITH((named<Query[3], Feature[3]>(memory, strided<Query>(5))),
                    "named<Query[3], Feature[3]>: with these strides it reaches from element 0 to 12 and the memory has 12");
  CHECK_THROWS_AS((named<Query[12]>(memory, strided<Query>(-1))), shape_error);
  CHECK_THROWS_WITH(named<Query[3]>(static_cast<float*>(nullptr)), "named<Query[3]>: the pointer is null");
}
}  // namespace
