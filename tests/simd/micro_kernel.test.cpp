// The micro-kernel by itself: rows and steps that lie together, pages apart or neither, in numbers that fill no block.
#include <support/catch.hpp>

#include <cmath>
#include <vector>

#include <heed/simd/micro_kernel.hpp>

using heed::index_t;

namespace {

struct layout {
  index_t row_stride, step_stride;
};

template <class T> T number(index_t i) { return static_cast<T>((i * 37 % 23) - 11) / T(8); }

// Where lanes of T are `V` registers of W, and there are so many rows and steps: the greatest difference from sums by hand.
template <class T, int R, int V, int W, bool Alone, index_t RowStride, index_t StepStride>
double worst_error(layout l, index_t rows, index_t steps, bool accumulate) {
  constexpr index_t width = V * W;
  std::vector<T> operand(static_cast<std::size_t>((rows - 1) * l.row_stride + std::max<index_t>(steps - 1, 0) * l.step_stride + 1));
  std::vector<T> lanes(static_cast<std::size_t>(steps * width)), found(static_cast<std::size_t>((rows + 1) * width));
  index_t n = 0;
  for (T& x : operand) x = number<T>(++n);
  for (T& x : lanes) x = number<T>(++n);
  for (T& x : found) x = number<T>(++n);
  std::vector<T> exact = found;
  for (index_t r = 0; r < rows; ++r)
    for (index_t k = 0; k < width; ++k) {
      double sum = accumulate ? static_cast<double>(exact[static_cast<std::size_t>(r * width + k)]) : 0;
      for (index_t s = 0; s < steps; ++s)
        sum += static_cast<double>(operand[static_cast<std::size_t>(r * l.row_stride + s * l.step_stride)]) * static_cast<double>(lanes[static_cast<std::size_t>(s * width + k)]);
      exact[static_cast<std::size_t>(r * width + k)] = static_cast<T>(sum);
    }
  heed::simd::fetch_queue next;
  heed::simd::multiply_panel<R, V, W, Alone, heed::simd::any_stride, RowStride, StepStride, heed::simd::any_count, heed::simd::any_count>(
      found.data(), width, lanes.data(), width, operand.data(), l.row_stride, l.step_stride, rows, steps, accumulate, next);
  double worst = 0;  // of the row after the last, too, which is to be left alone
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double difference = std::abs(static_cast<double>(found[i]) - static_cast<double>(exact[i]));
    if (!(difference <= worst)) worst = difference;
  }
  return worst;
}

template <class T, int R, int V, int W, bool Alone> void check_layouts() {
  using heed::simd::any_stride;
  constexpr index_t page = 4096 / static_cast<index_t>(sizeof(T));
  for (const index_t rows : {index_t{1}, index_t{5}, index_t{6}, index_t{13}, index_t{29}})
    for (const index_t steps : {index_t{1}, index_t{7}, index_t{16}, index_t{37}})
      for (const bool accumulate : {false, true}) {
        CAPTURE(R, V, W, Alone, rows, steps, accumulate, sizeof(T));
        for (const index_t stride : {steps, steps + 3, page, 2 * page, page + 5}) {
          CAPTURE(stride);
          CHECK(worst_error<T, R, V, W, Alone, any_stride, any_stride>({stride, 1}, rows, steps, accumulate) < 1e-4);
          CHECK(worst_error<T, R, V, W, Alone, any_stride, 1>({stride, 1}, rows, steps, accumulate) < 1e-4);
        }
        for (const index_t stride : {rows, rows + 70, page, 2 * page, page + 5}) {
          CAPTURE(stride);
          CHECK(worst_error<T, R, V, W, Alone, any_stride, any_stride>({1, stride}, rows, steps, accumulate) < 1e-4);
          CHECK(worst_error<T, R, V, W, Alone, 1, any_stride>({1, stride}, rows, steps, accumulate) < 1e-4);
        }
        CHECK(worst_error<T, R, V, W, Alone, any_stride, any_stride>({2, 2 * rows + 1}, rows, steps, accumulate) < 1e-4);
        CHECK(worst_error<T, R, V, W, Alone, page, 1>({page, 1}, rows, steps, accumulate) < 1e-4);
        CHECK(worst_error<T, R, V, W, Alone, 1, page>({1, page}, rows, steps, accumulate) < 1e-4);
      }
}

}  // namespace

TEST_CASE("the micro-kernel: any strides, any number of rows and steps, with and without what is asked for ahead") {
  constexpr int floats = static_cast<int>(heed::simd::batch<float>::size), doubles = static_cast<int>(heed::simd::batch<double>::size);
  check_layouts<float, 12, 1, floats, true>();
  check_layouts<float, 16, 1, floats, true>();
  check_layouts<float, 12, 1, floats, false>();
  check_layouts<float, 6, 2, floats, true>();
  check_layouts<float, 4, 3, floats, false>();
  check_layouts<double, 12, 1, doubles, true>();
  check_layouts<double, 6, 2, doubles, true>();
}

TEST_CASE("Many rows side by side, their steps so far apart that they are read some steps at a time") {
  using heed::simd::any_stride;
  constexpr int floats = static_cast<int>(heed::simd::batch<float>::size);
  for (const index_t steps : {index_t{0}, index_t{32}, index_t{97}})
    for (const index_t rows : {index_t{131}, index_t{260}})
      for (const bool accumulate : {false, true}) {
        CAPTURE(rows, steps, accumulate);
        CHECK(worst_error<float, 6, 4, floats, false, any_stride, any_stride>({1, 1024}, rows, steps, accumulate) < 1e-4);
        CHECK(worst_error<float, 6, 4, floats, false, 1, 1280>({1, 1280}, rows, steps, accumulate) < 1e-4);
        CHECK(worst_error<float, 8, 3, floats, true, 1, 768>({1, 768}, rows, steps, accumulate) < 1e-4);
      }
}
