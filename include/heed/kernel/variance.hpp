// Partial results of a variance: how steps are taken, how they are merged.
#pragma once

#include <heed/simd/arithmetic.hpp>
#include <heed/simd/compare.hpp>

namespace heed::kernel {

/// Mean, sum of squared deviations from it, and count, of each lane (Welford 1962).
template <class T, int W> struct welford {
  using batch = simd::lanes_of<T, W>;
  batch mean, squares, count;

  static HEED_INLINE batch all(T x) { return simd::all<T, W>(x); }

  static HEED_INLINE void step(welford& a, const batch& x) {
    a.count = simd::add(a.count, all(1));
    const batch share = simd::divide(all(1), a.count);  // waits for no element: the mean's chain has no division
    const batch d = simd::subtract(x, a.mean);
    a.mean = simd::multiply_add(d, share, a.mean);
    a.squares = simd::multiply_add(d, simd::subtract(x, a.mean), a.squares);
  }
  static HEED_INLINE welford choose(const simd::mask<W>& inside, const welford& a, const welford& b) {
    return {simd::select(inside, a.mean, b.mean), simd::select(inside, a.squares, b.squares), simd::select(inside, a.count, b.count)};
  }
  /// Two partial results as one (Chan, Golub, LeVeque 1979).
  static HEED_INLINE welford merged(const welford& a, const welford& b) {
    const batch count = simd::add(a.count, b.count), share = simd::divide(b.count, simd::maximum(count, all(1))), d = simd::subtract(b.mean, a.mean);
    return {simd::multiply_add(d, share, a.mean), simd::add(simd::add(a.squares, b.squares), simd::multiply(d, simd::multiply(d, simd::multiply(a.count, share)))), count};
  }
};

// What n elements with this sum of deviations, and of their squares, deviate from their mean, and the mean from the origin. (One alone may be far
// from an origin 0; what is no number stays so.)
template <class T, int W, bool R>
HEED_INLINE simd::lanes<T, W, R> squares_from_mean(const simd::lanes<T, W, R>& squares, const simd::lanes<T, W, R>& sum, const simd::lanes<T, W, R>& shift, const simd::lanes<T, W, R>& count) {
  const auto zero = simd::subtract(sum, sum);
  const auto several = simd::compare(count, simd::all<T, W>(1), [](const auto& n, const auto& one) { return n > one; });
  return simd::select(several, simd::maximum(simd::subtract(squares, simd::multiply(sum, shift)), zero), zero);
}

/// The same while a row is walked, which divides by nothing on its way: sums of deviations from an origin, and of their squares. What is far
/// from the origin, beside the variance, costs digits: each lane begins with the mean of what there is already; where that is nothing, all begin
/// with the mean of the row's first elements, one for each lane.
template <class T, int W> struct deviations {
  using batch = simd::lanes_of<T, W>;
  batch origin, squares, count, sum;

  static HEED_INLINE void step(deviations& a, const batch& x) {
    const batch d = simd::subtract(x, a.origin);
    a.sum = simd::add(a.sum, d);
    a.squares = simd::multiply_add(d, d, a.squares);
  }
  static HEED_INLINE deviations choose(const simd::mask<W>& inside, const deviations& a, const deviations& b) {
    return {b.origin, simd::select(inside, a.squares, b.squares), simd::select(inside, a.count, b.count), simd::select(inside, a.sum, b.sum)};
  }
  static HEED_INLINE welford<T, W> from_mean(const deviations& a) {
    const batch shift = simd::divide(a.sum, simd::maximum(a.count, simd::all<T, W>(1)));
    return {simd::add(a.origin, shift), squares_from_mean(a.squares, a.sum, shift, a.count), a.count};
  }
  static HEED_INLINE void move_origin(deviations& a) {
    const welford<T, W> moved = from_mean(a);
    a = {moved.mean, moved.squares, moved.count, simd::all<T, W>(0)};
  }
};
/// What `step` leaves to be counted, once for many of them.
template <class T, int W> HEED_INLINE void add_steps(deviations<T, W>& a, index_t steps) { a.count = simd::add(a.count, simd::all<T, W>(static_cast<T>(steps))); }
/// After the first of so many steps of each of them. If there was nothing before, the origin was 0, and the sums are the elements. 0 steps: after a
/// counted one of some lanes.
template <int Wide, class T, int W> HEED_INLINE void begin_deviations(deviations<T, W> (&a)[Wide], index_t steps) {
  if (steps == 0) {
    for (int v = 0; v < Wide; ++v) deviations<T, W>::move_origin(a[v]);
    return;
  }
  if (a[0].count.get(0) == T(0)) {
    auto sum = a[0].sum;
    for (int v = 1; v < Wide; ++v) sum = simd::add(sum, a[v].sum);
    const auto origin = simd::multiply(simd::sum_of_lanes(sum), simd::all<T, W>(T(1) / (Wide * W)));
    for (int v = 0; v < Wide; ++v) {
      const auto d = simd::subtract(a[v].sum, origin);
      a[v] = {origin, simd::multiply(d, d), a[v].count, d};
    }
  }
  for (int v = 0; v < Wide; ++v) add_steps(a[v], steps);
}

/// The variance of what all lanes have seen, in each lane: deviations from the first lane's origin.
template <int Count, class T, int W> HEED_INLINE simd::lanes_of<T, W> variance_of_lanes(const deviations<T, W> (&a)[Count]) {
  using batch = simd::lanes_of<T, W>;
  const batch origin = simd::all<T, W>(a[0].origin.get(0)), zero = simd::all<T, W>(0);
  batch sum = zero, squares = zero, count = zero;
  for (const auto& x : a) {
    const batch d = simd::subtract(x.origin, origin), of_all = simd::multiply(d, x.count);
    squares = simd::add(squares, simd::multiply_add(d, simd::add(simd::add(x.sum, x.sum), of_all), x.squares));
    sum = simd::add(sum, simd::add(x.sum, of_all));
    count = simd::add(count, x.count);
  }
  sum = simd::sum_of_lanes(sum);
  count = simd::sum_of_lanes(count);
  const batch share = simd::divide(simd::all<T, W>(1), count);  // (waits for no element)
  return simd::multiply(squares_from_mean(simd::sum_of_lanes(squares), sum, simd::multiply(sum, share), count), share);
}

}  // namespace heed::kernel
