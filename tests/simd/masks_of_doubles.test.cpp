// Comparisons of doubles whose masks are those of floats: in a register, in half of one, in several.
#include <support/catch.hpp>

#include <limits>

#include <heed/heed.hpp>
#include <heed/simd/compare.hpp>

using namespace heed;

namespace {
template <int W> void check_masks() {
  INFO(W << " lanes");
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (unsigned pattern = 0; pattern < 3000; ++pattern) {
    double x[W], y[W], chosen[W];
    float few[W], chosen_few[W];
    bool stored[W];
    for (int i = 0; i < W; ++i) {
      const unsigned bits = pattern * 2654435761u >> (i % 13);
      x[i] = (bits & 7) == 7 ? nan : static_cast<double>(bits & 3);
      y[i] = static_cast<double>((bits >> 3) & 3);
      few[i] = static_cast<float>(i);
    }
    const auto m = simd::compare(simd::load<double, W>(x), simd::load<double, W>(y), [](const auto& a, const auto& b) { return a > b; });
    simd::select(m, simd::load<double, W>(x), simd::load<double, W>(y)).store(chosen);
    simd::select(m, simd::load<float, W>(few), simd::all<float, W>(-1)).store(chosen_few);
    m.store(stored);
    bool right = true;
    for (int i = 0; i < W; ++i) {
      const bool greater = x[i] > y[i];
      right = right && stored[i] == greater && m.get(i) == greater && chosen[i] == (greater ? x[i] : y[i]) && chosen_few[i] == (greater ? few[i] : -1.f);
    }
    if (!right) FAIL_CHECK("pattern " << pattern);
  }
}
}  // namespace

TEST_CASE("Masks of doubles choose doubles and floats") {
  check_masks<4>();
  check_masks<8>();
  check_masks<16>();
  check_masks<32>();
}

struct Row {};
struct Column {};

TEST_CASE("The first of the largest doubles, also where some are NaN") {
  tensor<double, Row[5], Column[203]> x;
  for (index_t r = 0; r < 5; ++r)
    for (index_t c = 0; c < 203; ++c) x(r, c) = static_cast<double>((c * 37 + r * 11) % 50);
  x(3, 150) = x(3, 40) = x(4, 202) = std::numeric_limits<double>::quiet_NaN();
  tensor<int, Row[5]> largest = argmax<Column>(x), smallest = argmin<Column>(x);
  tensor<int, Column[203]> of_rows = argmax<Row>(x);
  for (index_t r = 0; r < 5; ++r) {
    index_t most = 0, least = 0;
    for (index_t c = 1; c < 203; ++c) {
      const double v = x(r, c), m = x(r, most), l = x(r, least);
      if (m == m && (v > m || v != v)) most = c;
      if (l == l && (v < l || v != v)) least = c;
    }
    CHECK(largest(r) == most);
    CHECK(smallest(r) == least);
  }
  for (index_t c = 0; c < 203; ++c) {
    index_t most = 0;
    for (index_t r = 1; r < 5; ++r)
      if (const double v = x(r, c), m = x(most, c); m == m && (v > m || v != v)) most = r;
    CHECK(of_rows(c) == most);
  }
}
