// Some vectors of a block of lanes, multiplied: those that are left out stay as they are, and so does the row after the last.
#include <support/catch.hpp>

#include <cmath>
#include <vector>

#include <heed/kernel/panel.hpp>

using heed::index_t;

namespace {

constexpr int size = static_cast<int>(heed::simd::batch<float>::size), vectors = 5;
constexpr index_t width = index_t{vectors} * size, rows = 13, steps = 7;

// What stands in a block of rows × width after these vectors of it were multiplied, with so many lanes inside; expected: by hand.
struct blocks {
  std::vector<float> found, expected;
};
template <int Pair, bool Halved, index_t RowStride, index_t Rows> blocks multiplied(int from, int end, index_t valid, bool accumulate) {
  std::vector<float> lanes(static_cast<std::size_t>(steps * width)), other(static_cast<std::size_t>(rows * steps));
  blocks b;
  b.found.resize(static_cast<std::size_t>((rows + 1) * width));
  int n = 0;
  const auto number = [&] { return static_cast<float>(++n * 37 % 23 - 11) / 8.f; };
  for (auto* some : {&lanes, &other, &b.found})
    for (float& x : *some) x = number();
  b.expected = b.found;
  for (index_t r = 0; r < rows; ++r)
    for (index_t k = index_t{from} * size; k < index_t{end} * size; ++k) {
      float& to = b.expected[static_cast<std::size_t>(r * width + k)];
      double sum = accumulate ? static_cast<double>(to) : 0;
      for (index_t s = 0; s < steps; ++s)
        sum += static_cast<double>(other[static_cast<std::size_t>(r * steps + s)]) * static_cast<double>(lanes[static_cast<std::size_t>(s * width + k)]);
      to = static_cast<float>(sum);
    }
  const heed::kernel::multiplied_block<float> block{lanes.data(), width, other.data(), steps, 1, rows, steps};
  heed::simd::fetch_queue next;
  heed::kernel::multiply_vectors<Pair, 6, size, false, Halved, width, RowStride, RowStride == heed::simd::any_stride ? heed::simd::any_stride : 1, Rows, Rows == heed::simd::any_count ? heed::simd::any_count : steps>(
    b.found.data(), block, from, end, valid, accumulate, next);
  return b;
}

double worst_error(const blocks& b, index_t inside) {
  double worst = 0;
  for (std::size_t i = 0; i < b.found.size(); ++i) {
    if (static_cast<index_t>(i) % width >= inside && static_cast<index_t>(i) / width < rows) continue;
    const double difference = std::abs(static_cast<double>(b.found[i]) - static_cast<double>(b.expected[i]));
    if (!(difference <= worst)) worst = difference;
  }
  return worst;
}

}  // namespace

TEST_CASE("vectors of a block: any of them, in pairs or one after the other") {
  using heed::simd::any_count, heed::simd::any_stride;
  for (int from = 0; from <= vectors; ++from)
    for (int end = from; end <= vectors; ++end)
      for (const bool accumulate : {false, true}) {
        CAPTURE(from, end, accumulate);
        CHECK(worst_error(multiplied<0, false, any_stride, any_count>(from, end, width, accumulate), width) < 1e-5);
        CHECK(worst_error(multiplied<4, false, any_stride, any_count>(from, end, width, accumulate), width) < 1e-5);
        CHECK(worst_error(multiplied<4, false, steps, any_count>(from, end, width, accumulate), width) < 1e-5);
        CHECK(worst_error(multiplied<4, false, steps, rows>(from, end, width, accumulate), width) < 1e-5);
      }
}

TEST_CASE("the last vector of a block: half a register, where no more lanes are inside") {
  using heed::simd::any_count, heed::simd::any_stride;
  if constexpr (heed::simd::has_half_registers)
    for (int end = 1; end <= vectors; ++end)
      for (index_t inside = 1; inside <= size; ++inside)
        for (const bool accumulate : {false, true}) {
          const index_t valid = index_t{end - 1} * size + inside;
          CAPTURE(end, inside, accumulate);
          const blocks b = multiplied<0, true, any_stride, any_count>(0, end, valid, accumulate);
          CHECK(worst_error(b, valid) < 1e-5);
          // what is not inside is finite: it takes part in products
          for (const float x : b.found) CHECK(std::isfinite(x));
        }
  else SUCCEED("there are no half registers");
}
