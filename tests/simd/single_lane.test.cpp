// Rows times one vector and times a few: of any length, of elements of any type, added to what is there or not.
#include <cmath>
#include <cstdint>
#include <vector>

#include <heed/simd/few_lanes.hpp>
#include <support/catch.hpp>

using namespace heed;

namespace {
// Small whole numbers, whose sums of products float has exactly.
template <class T> std::vector<T> numbers(index_t n, int seed) {
  std::vector<T> x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>((i * 37 + static_cast<std::size_t>(seed) * 11) % 17);
  return x;
}

// Calls f with the place of every result, and checks what it has written: to[r, l] (+)= sum over s of rows[r, s] * lane[s, l].
template <class T, class From, class F>
bool is_product(index_t row_count, index_t steps, index_t lanes, index_t row_stride, index_t step_stride, index_t lane_stride, index_t lane_apart, F&& f) {
  const auto rows = numbers<From>((row_count + 1) * row_stride + (steps + 1) * step_stride, 1);
  const auto lane = numbers<T>((steps + 1) * lane_stride + lanes * lane_apart, 2);
  constexpr index_t to_stride = 7;
  for (const bool accumulate : {false, true}) {
    std::vector<T> to(static_cast<std::size_t>(row_count * to_stride) + 1, T(3));
    f(to.data(), to_stride, lane.data(), rows.data(), accumulate);
    for (index_t r = 0; r < row_count; ++r)
      for (index_t l = 0; l < to_stride; ++l) {
        T expected = accumulate || l >= lanes ? T(3) : T(0);
        for (index_t s = 0; l < lanes && s < steps; ++s)
          expected += static_cast<T>(rows[static_cast<std::size_t>(r * row_stride + s * step_stride)]) * lane[static_cast<std::size_t>(s * lane_stride + l * lane_apart)];
        if (to[static_cast<std::size_t>(r * to_stride + l)] != expected) return false;
      }
  }
  return true;
}

template <class T, class From> void check_rows() {
  for (const index_t steps : {1, 15, 64, 67, 200})
    for (const index_t row_count : {1, 2, 5, 21}) {
      const index_t row_stride = steps + 3;
      CAPTURE(steps, row_count);
      CHECK(is_product<T, From>(row_count, steps, 1, row_stride, 1, 1, 1, [&](T* to, index_t to_stride, const T* lane, const From* rows, bool accumulate) {
        simd::multiply_rows_by_vector(to, to_stride, lane, rows, row_stride, row_count, steps, accumulate);
      }));
      for (const index_t lanes : {2, 3, 4})
        CHECK(is_product<T, From>(row_count, steps, lanes, row_stride, 1, 1, steps + 1, [&](T* to, index_t to_stride, const T* lane, const From* rows, bool accumulate) {
          simd::multiply_rows_by_vectors(to, to_stride, lanes, lane, steps + 1, rows, row_stride, row_count, steps, accumulate);
        }));
      CHECK(is_product<T, From>(row_count, steps, 1, row_stride, 2, 3, 1, [&](T* to, index_t to_stride, const T* lane, const From* rows, bool accumulate) {
        simd::multiply_apart_by_vector(to, to_stride, lane, 3, rows, row_stride, 2, row_count, steps, accumulate);
      }));
    }
}
template <class T, class From> void check_columns() {
  constexpr index_t size = static_cast<index_t>(simd::batch<T>::size);
  for (const index_t columns : {index_t{3}, size, 4 * size, 5 * size, 7 * size + 1, 8 * size, 16 * size, index_t{1024} + 3})
    for (const index_t steps : {0, 1, 6, 41}) {
      const index_t step_stride = columns + 2;
      CAPTURE(columns, steps);
      CHECK(is_product<T, From>(columns, steps, 1, 1, step_stride, 8, 1, [&](T* to, index_t to_stride, const T* lane, const From* rows, bool accumulate) {
        simd::multiply_columns_by_vector(to, to_stride, lane, 8, rows, step_stride, columns, steps, accumulate);
      }));
      for (const index_t lanes : {2, 3, 4})
        CHECK(is_product<T, From>(columns, steps, lanes, 1, step_stride, 8, 1, [&](T* to, index_t to_stride, const T* lane, const From* rows, bool accumulate) {
          simd::multiply_columns_by_vectors(to, to_stride, lanes, lane, 8, rows, step_stride, columns, steps, accumulate);
        }));
      CHECK(is_product<T, From>(columns, steps, 2, 1, step_stride, 8, 1, [&](T* to, index_t to_stride, const T* lane, const From* rows, bool accumulate) {
        if (!simd::multiply_columns_by_two_vectors(to, to_stride, lane, 8, rows, step_stride, columns, steps, accumulate))
          simd::multiply_columns_by_vectors(to, to_stride, 2, lane, 8, rows, step_stride, columns, steps, accumulate);
      }));
    }
}
}  // namespace

TEST_CASE("Rows that lie side by side, times one vector and times two to four") {
  check_rows<float, float>();
  check_rows<double, double>();
  check_rows<float, std::int8_t>();
  check_rows<double, std::uint16_t>();
}

TEST_CASE("Columns, times one vector and times two to four") {
  check_columns<float, float>();
  check_columns<double, double>();
  check_columns<float, std::uint8_t>();
  check_columns<double, float>();
}
