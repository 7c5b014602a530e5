// New tensors: zeros, ones, full, random_normal.
#pragma once

#include <cmath>
#include <cstdint>

#include <heed/tensor/tensor.hpp>

namespace heed {

namespace detail {
// A tensor with a size for each run-time axis. Unlike a tensor that is only declared, it has to be given all of them.
template <class T, class... X, class... A> tensor<T, X...> sized_tensor(sized_axis<A>... sizes) {
  if constexpr (sizeof...(A) > 0) return tensor<T, X...>(sizes...);
  else {
    static_assert(all_run_time_axes_sized<axis_list<>, shape<X...>>, "tensor: a run-time axis has no size; give sized<Axis>(n) for each axis written Axis[]");
    return {};
  }
}

// A seed's own generator: SplitMix64 (Steele, Lea and Flood 2014), the same numbers everywhere.
struct split_mix {
  using result_type = std::uint64_t;
  std::uint64_t state;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  constexpr result_type operator()() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
};
template <class G> concept random_generator = requires(G& g) { static_cast<double>(g() - g.min()); static_cast<double>(G::max() - G::min()); };

// Uniform in (0, 1], with 53 bits whatever the generator gives at a time.
template <class G> double uniform_of(G& generator) {
  double value = 0, scale = 1;
  while (scale < 9007199254740992.0) {
    value += static_cast<double>(generator() - G::min()) * scale;
    scale *= static_cast<double>(G::max() - G::min()) + 1;
  }
  return 1 - (value < scale ? value / scale : 0);
}
// Standard normal deviates in pairs (Box and Muller 1958): unlike std::normal_distribution the same with every library.
template <class T, class G> void fill_normal(T* to, index_t count, G& generator) {
  for (index_t i = 0; i < count; i += 2) {
    const double radius = std::sqrt(-2 * std::log(uniform_of(generator))), angle = 6.283185307179586 * uniform_of(generator);
    to[i] = static_cast<T>(radius * std::cos(angle));
    if (i + 1 < count) to[i + 1] = static_cast<T>(radius * std::sin(angle));
  }
}
}  // namespace detail

/// A tensor of zeros: zeros<float, Query[3], Key[]>(sized<Key>(n)). Each run-time axis needs its size.
template <class T, class... X, class... A> tensor<T, X...> zeros(sized_axis<A>... sizes) { return detail::sized_tensor<T, X...>(sizes...); }
/// A tensor of `value` everywhere: full<float, Query[3], Key[]>(0.5f, sized<Key>(n)).
template <class T, class... X, class U, class... A> requires std::is_arithmetic_v<U>
tensor<T, X...> full(U value, sized_axis<A>... sizes) {
  tensor<T, X...> t = detail::sized_tensor<T, X...>(sizes...);
  for (T& element : t) element = static_cast<T>(value);
  return t;
}
/// A tensor of ones.
template <class T, class... X, class... A> tensor<T, X...> ones(sized_axis<A>... sizes) { return full<T, X...>(1, sizes...); }

/// Independent standard normal deviates: random_normal<float, Model[64], Feature[8]>(seed). The same seed gives the same tensor,
/// with every compiler, up to rounding in log and cos.
template <class T, class... X, class Seed, class... A> requires std::is_integral_v<Seed>
tensor<T, X...> random_normal(Seed seed, sized_axis<A>... sizes) {
  static_assert(std::is_floating_point_v<T>, "random_normal<T, Axes...>: T must be float or double");
  tensor<T, X...> t = detail::sized_tensor<T, X...>(sizes...);
  detail::split_mix generator{static_cast<std::uint64_t>(seed)};
  detail::fill_normal(t.data(), t.size(), generator);
  return t;
}
template <class T, class... X> tensor<T, X...> random_normal() {
  static_assert(std::is_void_v<T>, "random_normal<T, Axes...>(seed): give a seed, an integer that says which numbers they are, or a generator");
  return {};
}
/// The same from a generator (std::mt19937 and the like), which moves on: two calls give different tensors.
template <class T, class... X, detail::random_generator G, class... A>
tensor<T, X...> random_normal(G& generator, sized_axis<A>... sizes) {
  static_assert(std::is_floating_point_v<T>, "random_normal<T, Axes...>: T must be float or double");
  tensor<T, X...> t = detail::sized_tensor<T, X...>(sizes...);
  detail::fill_normal(t.data(), t.size(), generator);
  return t;
}

}  // namespace heed
