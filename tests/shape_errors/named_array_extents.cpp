// expect: array_has_extents<
// expect: sizes<4, 3>
// expect-line: named: the array has other extents, or another number of dimensions
// max-lines: 9
#include <array>

#include <heed/heed.hpp>

struct Query {};
struct Feature {};

// As xtensor_fixed, Eigen's matrices and mdspan say what their types know.
struct matrix { float elements[4][3]; };
template <> struct heed::memory_access<matrix> {
  static float* data(matrix& m) { return m.elements[0]; }
  static std::size_t rank(const matrix&) { return 2; }
  static index_t extent(const matrix&, std::size_t dimension) { return dimension == 0 ? 4 : 3; }
  static index_t stride(const matrix&, std::size_t dimension) { return dimension == 0 ? 3 : 1; }
  static constexpr std::array<index_t, 2> static_extents() { return {4, 3}; }
};
matrix m;

#ifndef HEED_FIXED
auto x = heed::named<Query[4], Feature[4]>(m);
#else
auto x = heed::named<Query[4], Feature[3]>(m);
#endif
