// Integers of every size, with and without a sign, in as many lanes as nests have: against C++'s own operators, element by element.
#include <support/catch.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

#include <heed/simd/arithmetic.hpp>
#include <heed/simd/compare.hpp>

using namespace heed;

namespace {
// Numbers of all sizes, the least and the largest among them, and pairs that are equal.
template <class T> T number(unsigned i) {
  const std::uint64_t mixed = (i + 1) * 0x9e3779b97f4a7c15ull;
  switch (i % 7) {
    case 0: return std::numeric_limits<T>::max();
    case 1: return std::numeric_limits<T>::min();
    case 2: return static_cast<T>(i / 7 % 3);
    case 3: return static_cast<T>(-1);
    default: return static_cast<T>(mixed >> (mixed % 60));
  }
}
template <class T, int W> void check(unsigned seed) {
  using U = std::make_unsigned_t<T>;
  T x[W], y[W], sum[W], product[W], quotient[W], rest[W], chosen[W];
  double as_double[W];
  float as_float[W];
  bool less[W], at_most[W], equal[W], different[W];
  for (int i = 0; i < W; ++i) {
    x[i] = number<T>(seed + static_cast<unsigned>(i) * 5);
    y[i] = number<T>(seed * 3 + static_cast<unsigned>(i));
    if (std::is_signed_v<T> && y[i] == static_cast<T>(-1) && x[i] == std::numeric_limits<T>::min()) y[i] = 1;  // no quotient
  }
  const auto a = simd::load<T, W>(x), b = simd::load<T, W>(y);
  simd::add(a, b).store(sum);
  simd::multiply(a, b).store(product);
  simd::divide(a, b).store(quotient);
  simd::remainder(a, b).store(rest);
  simd::to<double>(a).store(as_double);
  simd::to<float>(a).store(as_float);
  const auto is_less = simd::compare(a, b, [](const auto& p, const auto& q) { return p < q; });
  is_less.store(less);
  simd::compare(a, b, [](const auto& p, const auto& q) { return p <= q; }).store(at_most);
  simd::compare(a, b, [](const auto& p, const auto& q) { return p == q; }).store(equal);
  simd::compare(a, b, [](const auto& p, const auto& q) { return p != q; }).store(different);
  simd::select(is_less, a, b).store(chosen);
  for (int i = 0; i < W; ++i) {
    const auto right = [&](bool agrees, const char* what) {
      if (!agrees) FAIL_CHECK(what << " of " << +x[i] << " and " << +y[i] << ", lane " << i << " of " << W);
    };
    right(sum[i] == static_cast<T>(static_cast<U>(static_cast<U>(x[i]) + static_cast<U>(y[i]))), "sum");
    right(product[i] == static_cast<T>(static_cast<U>(std::uint64_t{static_cast<U>(x[i])} * static_cast<U>(y[i]))), "product");
    right(quotient[i] == (y[i] == 0 ? T(0) : static_cast<T>(x[i] / y[i])), "quotient");
    right(rest[i] == (y[i] == 0 ? T(0) : static_cast<T>(x[i] % y[i])), "remainder");
    right(less[i] == (x[i] < y[i]) && is_less.get(i) == less[i], "less");
    right(at_most[i] == (x[i] <= y[i]), "at most");
    right(equal[i] == (x[i] == y[i]) && different[i] != equal[i], "equal");
    right(chosen[i] == (x[i] < y[i] ? x[i] : y[i]), "choice");
    right(as_double[i] == static_cast<double>(x[i]), "float64");
    right(as_float[i] == static_cast<float>(x[i]), "float32");
  }
}
}  // namespace

TEMPLATE_TEST_CASE("Integers compute, compare and convert as in C++", "", std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  constexpr int most = static_cast<int>(simd::batch<float>::size);  // as many as a register has of float32, or of float64, or half of that
  for (unsigned seed = 0; seed < 400; ++seed) {
    check<TestType, most>(seed);
    check<TestType, most / 2>(seed);
    if constexpr (simd::has_half_registers) check<TestType, most / 4>(seed);
  }
}
