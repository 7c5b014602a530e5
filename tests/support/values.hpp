// Comparing all elements of a tensor with numbers that a test writes down.
#pragma once

#include <cmath>
#include <ostream>
#include <vector>

#include <support/catch.hpp>

/// The elements in the order of memory, as double.
template <class Tensor> std::vector<double> values(const Tensor& t) {
  std::vector<double> all;
  for (heed::index_t i = 0; i < t.size(); ++i) all.push_back(static_cast<double>(t.data()[i]));
  return all;
}

/// `CHECK(values(t) == near{1, 2, NAN})`: equal up to rounding of the stated size; NaN equals NaN.
struct near {
  std::vector<double> expected;
  double relative = 1e-13;

  near(std::initializer_list<double> numbers) : expected(numbers) {}
  explicit near(std::vector<double> numbers, double tolerance = 1e-13)
      : expected(std::move(numbers)), relative(tolerance) {}

  friend bool operator==(const std::vector<double>& found, const near& wanted) {
    if (found.size() != wanted.expected.size()) return false;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const double a = found[i], b = wanted.expected[i];
      if (a == b || (std::isnan(a) && std::isnan(b))) continue;
      if (!(std::fabs(a - b) <= wanted.relative * std::fmax(std::fabs(b), 1))) return false;
    }
    return true;
  }
  friend std::ostream& operator<<(std::ostream& out, const near& n) {
    out << "near {";
    for (const double e : n.expected) out << ' ' << e;
    return out << " }";
  }
};
