// Error bounds of folds, products, conversions and the user's own functions: the rest of bounded.hpp.
#pragma once

#include <vector>

#include <heed/eval/reference/bounded.hpp>

namespace heed::detail {

// The error of adding n terms, in any order and in any number of partial sums that are rescaled on the way.
inline bounded sum_of(const precision& p, const bounded* x, std::size_t n) {
  double value = 0, error = 0, size = 0;
  for (std::size_t i = 0; i < n; ++i) {
    value += x[i].value;
    error += x[i].error;
    size += std::fabs(x[i].value);
  }
  if (error == unbounded || !std::isfinite(value)) return bounded(value, error == unbounded ? unbounded : 0);
  const double terms = static_cast<double>(n);
  return finished(
      p, value, error + (size + error > p.largest * 0.999 ? unbounded : 0) + rounding(p, size, 2 * (terms + 8), false));
}

inline bounded mean_of(const precision& p, const bounded* x, std::size_t n) {
  const bounded total = sum_of(p, x, n);
  return divide_bounded(p, total.value / static_cast<double>(n), total, bounded(static_cast<double>(n)));
}

inline bounded var_of(const precision& p, const bounded* x, std::size_t n) {
  const bounded mean = mean_of(p, x, n);
  std::vector<bounded> squares(n);
  for (std::size_t i = 0; i < n; ++i) {
    const bounded deviation = add_bounded(p, x[i].value - mean.value, x[i], mean);
    squares[i] = multiply_bounded(p, deviation, deviation);
  }
  return mean_of(p, squares.data(), n);
}

// The place of the best of n: whatever rounding may make the best may be chosen.
inline bounded place_of(fold_op o, const precision& p, const bounded* x, std::size_t n) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = x[i].value;
  const double place = fold_value(o, p, values.data(), n);
  const bounded& best = x[static_cast<std::size_t>(place)];
  double error = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const bool settled = best.exact() && x[i].exact();
    const double behind = o == fold_op::argmax ? best.value - x[i].value : x[i].value - best.value;
    const bool possible = !settled && (std::fmax(best.error, x[i].error) == unbounded || behind <= best.error + x[i].error);
    if (possible) error = std::fmax(error, std::fabs(static_cast<double>(i) - place));
  }
  return bounded(place, error);
}

/// The fold of n elements, as for double.
inline bounded fold_value(fold_op o, const precision& p, const bounded* x, std::size_t n) {
  switch (o) {
    case fold_op::sum: return sum_of(p, x, n);
    case fold_op::mean: return mean_of(p, x, n);
    case fold_op::var: return var_of(p, x, n);
    case fold_op::prod: {
      bounded product(1);
      for (std::size_t i = 0; i < n; ++i) product = multiply_bounded(p, product, x[i]);
      return product;
    }
    case fold_op::max:
    case fold_op::min: {
      bounded best(o == fold_op::max ? p.lowest : p.highest);
      for (std::size_t i = 0; i < n; ++i) {
        const double better =
            o == fold_op::max ? maximum_of(best.value, x[i].value) : minimum_of(best.value, x[i].value);
        best = bounded(better, std::fmax(best.error, x[i].error));
      }
      return extremum_bounded(best.value, best, best);
    }
    case fold_op::argmax:
    case fold_op::argmin: return place_of(o, p, x, n);
    case fold_op::any_of:
    case fold_op::all_of: {
      const op step = o == fold_op::any_of ? op::logical_or : op::logical_and;
      bounded result(o == fold_op::any_of ? 0 : 1);
      for (std::size_t i = 0; i < n; ++i) {
        const std::array<double, 2> values{result.value, x[i].value};
        result = logical_bounded(step, elementwise_value(step, p, values.data()), result, x[i]);
      }
      return result;
    }
  }
  return bounded(0, unbounded);
}

/// The sum of n products, as for double.
inline bounded dot_value(const precision& p, const bounded* a, const bounded* b, std::size_t n) {
  std::vector<bounded> products(n);
  for (std::size_t i = 0; i < n; ++i) products[i] = multiply_bounded(p, a[i], b[i]);
  return sum_of(p, products.data(), n);
}

template <class T, class From> bounded converted_value(const precision& p, const bounded& x) {
  const double value = converted_value<T, From>(p, x.value);
  if constexpr (std::is_same_v<T, bool>) return bounded(value, comparison_unsure(x, bounded(0)) ? 1 : 0);
  else if constexpr (!std::is_integral_v<T>) return finished(p, value, x.error + rounding(p, value, 1, false));
  else if constexpr (std::is_integral_v<From>) return bounded(value, x.error);
  else return over_interval(p, x, 0, [](double e) { return std::trunc(e); });
}

inline double as_double(const bounded& x) { return x.value; }
inline double error_of(const bounded& x) { return x.error; }
inline bounded chosen_by(const bounded& id, const bounded& found) { return id.exact() ? found : bounded(found.value, unbounded); }

template <class T, class U> void set_constant(bounded& x, U value) {
  const double stored = static_cast<double>(static_cast<T>(value)), given = static_cast<double>(value);
  x = bounded(given, stored == given || std::isnan(given) ? 0 : std::fabs(stored - given));
}

// A function that nobody has analysed: how it differs within the operands' errors, and from its own evaluation in the
// operands' own types. An estimate, as the function may be anything between.
template <class Call> bounded mapped_value(const precision& p, const Call& call, const bounded* a) {
  std::array<double, Call::count> values{};
  for (std::size_t i = 0; i < Call::count; ++i) values[i] = a[i].value;
  const double value = call.in_float64(values.data());
  auto difference = [&](double other) {
    const bool same = other == value || (std::isnan(other) && std::isnan(value));
    return same ? 0 : std::isfinite(other - value) ? std::fabs(other - value) : unbounded;
  };
  double error = 4 * difference(call.in_own_types(values.data())) + rounding(p, value, 16, value != 0);
  for (std::size_t i = 0; i < Call::count; ++i) {
    if (a[i].exact()) continue;
    if (a[i].error == unbounded) return bounded(value, unbounded);
    double change = 0;
    for (const double step : {-a[i].error, a[i].error}) {
      auto moved = values;
      moved[i] += step;
      change = std::fmax(change, difference(call.in_float64(moved.data())));
    }
    error += 2 * change;
  }
  return finished(p, value, error);
}

}  // namespace heed::detail
