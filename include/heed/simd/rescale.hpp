// Partial results that are relative to a running maximum, when that has grown.
#pragma once

#include <limits>

#include <heed/simd/arithmetic.hpp>

HEED_UNSET_BEGIN
namespace heed::simd {

/// factor^power, for a power of at least 1.
template <class B> HEED_INLINE B power_of(const B& factor, int power) {
  B x = factor;
  for (int k = 1; k < power; ++k) x = multiply(x, factor);
  return x;
}

/// values[row][lane] *= exp(before[lane] - now[lane])^power for the W·Vectors lanes of each row, in vectors [first, last) of W; nothing in a vector
/// whose maxima have not changed or had seen nothing: there is nothing to rescale yet. One that has seen nothing counts as the lowest number.
template <int W, int Vectors, class T>
HEED_LOOPS HEED_SHARED void rescale(T* values, index_t rows, const T* before, const T* now, int power, int first, int last) {
  for (index_t j = first; j < last; ++j) {
    bool grown = false, begun = false;
    for (index_t i = j * W; i < (j + 1) * W; ++i) {
      grown = grown || !(before[i] == now[i]);
      begun = begun || !(before[i] == -std::numeric_limits<T>::infinity());
    }
    if (!grown || !begun) continue;
    const auto lowest = all<T, W>(std::numeric_limits<T>::lowest());
    const auto change = exp_of_nonpositive(subtract(maximum(load<T, W>(before + j * W), lowest), maximum(load<T, W>(now + j * W), lowest)));
    const auto factor = power_of(change, power);
    T* x = values + j * W;
    for (index_t r = 0; r < rows; ++r, x += W * Vectors) multiply(load<T, W>(x), factor).store(x);
  }
}
/// The same of one lane: all these values.
template <int W, class T> HEED_LOOPS HEED_SHARED void rescale_all(T* values, index_t count, T before, T now, int power) {
  if (before == now || before == -std::numeric_limits<T>::infinity()) return;
  constexpr T lowest = std::numeric_limits<T>::lowest();
  const auto change = exp_of_nonpositive(subtract(maximum(all<T, W>(before), all<T, W>(lowest)), maximum(all<T, W>(now), all<T, W>(lowest))));
  const T factor = first_of(power_of(change, power));
  for (index_t i = 0; i < count; ++i) values[i] *= factor;
}

}  // namespace heed::simd
HEED_UNSET_END
