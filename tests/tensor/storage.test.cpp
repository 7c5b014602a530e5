#include <support/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include <heed/axes/axis.hpp>
#include <heed/tensor/storage.hpp>

namespace {
using namespace heed;

bool is_aligned(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer) % tensor_alignment == 0; }

TEST_CASE("memory is aligned and zero-filled") {
  for (index_t n : {1, 3, 100, 1000000}) {
    const storage<float, dynamic> memory(n);
    CHECK(is_aligned(memory.data()));
    CHECK(memory.data()[0] == 0);
    CHECK(memory.data()[n - 1] == 0);
  }
  const storage<bool, 7> small(7);
  CHECK(is_aligned(small.data()));
  CHECK_FALSE(small.data()[6]);
}

TEST_CASE("large memory, which has large pages where there are any, is aligned, zero-filled and as long as was asked for") {
  std::vector<storage<float, dynamic>> all;
  for (index_t n : {index_t{1} << 20, (index_t{1} << 20) + 1, (index_t{1} << 21) + 12345})
    for (int copy = 0; copy < 3; ++copy) {
      auto& memory = all.emplace_back(n);
      CHECK(is_aligned(memory.data()));
      CHECK(std::all_of(memory.data(), memory.data() + n, [](float x) { return x == 0; }));
      std::fill_n(memory.data(), n, static_cast<float>(n + copy));
    }
  for (const auto& memory : all) CHECK(memory.data()[0] == memory.data()[(1 << 20) - 1]);
  const auto copied = all.back();
  CHECK(copied.data() != all.back().data());
  CHECK(std::equal(copied.data(), copied.data() + (1 << 21) + 12345, all.back().data()));
}

TEST_CASE("small static memory is inside the object, large memory is not") {
  static_assert(std::is_same_v<storage<float, 64>, detail::inline_storage<float, 64>>);
  static_assert(std::is_same_v<storage<float, 65>, detail::heap_storage<float>>);
  static_assert(std::is_same_v<storage<double, 64>, detail::heap_storage<double>>);
  static_assert(sizeof(storage<float, 1 << 24>) <= 64);
}

TEST_CASE("no elements, no memory") {
  storage<float, dynamic> none(0), copy(none);
  CHECK(none.data() == nullptr);
  CHECK(copy.data() == nullptr);
  none.resize(2);
  CHECK(none.data() != nullptr);
}

TEST_CASE("memory that suffices is kept") {
  storage<float, dynamic> a(10), b(4);
  float* const address = a.data();
  a.resize(3);
  a.resize(10);
  CHECK(a.data() == address);
  b.data()[3] = 5;
  a = b;
  CHECK(a.data() == address);
  CHECK(a.data()[3] == 5);
  const auto& same = a;
  a = same;
  CHECK(a.data()[3] == 5);
}

TEST_CASE("moving hands the memory on") {
  storage<float, dynamic> a(10), b(4);
  float* const address = a.data();
  b = std::move(a);
  CHECK(b.data() == address);
  storage<float, dynamic> c = std::move(b);
  CHECK(c.data() == address);
  b = c;  // what is left can be assigned to
  CHECK(b.data() != nullptr);
}

TEST_CASE("more than there are addresses") {
  CHECK_THROWS_AS((storage<double, dynamic>(PTRDIFF_MAX / 2)), std::bad_alloc);
  CHECK_THROWS_AS((storage<float, dynamic>(PTRDIFF_MAX / 4)), std::bad_alloc);
}
}  // namespace
