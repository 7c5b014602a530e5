// What generated programs call: operands with reproducible elements, and results held against the reference.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#ifndef HEED_REFERENCE_ONLY  // to try the generator itself where planned evaluation is of no interest
#include <heed/heed.hpp>
#endif
#include <heed/eval/error_bound.hpp>
#include <heed/eval/in_float64.hpp>
#include <heed/expression/extent.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/normalise.hpp>
#include <heed/tensor/named.hpp>
#include <heed/tensor/slice.hpp>

#include <support/axes.hpp>
#include <support/catch.hpp>

struct Hidden {};
struct Tap {};
struct Elements {};  // of memory that is named

namespace generated {

// A small generator of numbers: the same everywhere, unlike std's distributions.
struct numbers {
  std::uint64_t state;
  explicit numbers(unsigned seed) : state(seed * 0x9E3779B97F4A7C15u + 0x2545F4914F6CDD1Du) {}
  double operator()() {  // in [0, 1)
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return static_cast<double>((state * 0x2545F4914F6CDD1Du) >> 11) * 0x1p-53;
  }
};

/// Elements in [low, high]; a share of them is -inf.
template <class Tensor> void fill(Tensor& t, unsigned seed, double low, double high, double excluded = 0) {
  using T = typename Tensor::element_type;
  numbers next(seed);
  for (heed::index_t i = 0; i < t.size(); ++i) {
    double x = low + (high - low) * next();
    if constexpr (std::is_integral_v<T>) x = std::floor(low + (high - low + 1) * next());
    if (excluded > 0 && next() < excluded) x = -std::numeric_limits<double>::infinity();
    t.data()[i] = static_cast<T>(x);
  }
}

/// A tensor with elements of its own.
template <class Tensor> auto copy_of(const Tensor& t) {
  if constexpr (heed::view_like<Tensor>) return heed::eval(t);
  else return t;
}
inline double halved(double x) { return x / 2; }
inline constexpr float scale = 1.25f;

/// A target that has the element type of an expression: `target<decltype(e), Key[7], Query[3]>`.
template <class E, class... X> using target = heed::tensor<heed::value_type_of<heed::node_of<E>>, X...>;

// The first elements that rounding does not explain, as text; empty where there are none.
inline std::string differences(const double* found, const double* value, const double* bound, heed::index_t n) {
  std::string text;
  int wrong = 0;
  for (heed::index_t i = 0; i < n; ++i) {
    if (heed::is_within_bound(found[i], value[i], bound[i])) continue;
    if (++wrong <= 4)
      text += "element " + std::to_string(i) + " is " + std::to_string(found[i]) + ", not " + std::to_string(value[i]) + " within " + std::to_string(bound[i]) + "\n";
  }
  return wrong == 0 ? "" : text + std::to_string(wrong) + " of " + std::to_string(n) + " elements differ";
}

/// Holds a tensor or view, whatever the order of its axes, against a reference with its bounds.
template <class Found, class Reference> void compare(const Found& found, const Reference& reference) {
  decltype(reference.value) same_order;
  heed::detail::assign_reference(same_order, heed::in_float64(found), heed::assign_op::set);
  REQUIRE(same_order.layout() == reference.value.layout());
  CHECK(differences(same_order.data(), reference.value.data(), reference.bound.data(), same_order.size()) == "");
}

#ifdef HEED_REFERENCE_ONLY
template <class E> auto evaluate(const E& e) { return heed::eval(heed::in_float64(e)); }
template <class Target, class E> void write(Target&& t, const E& e, heed::assign_op o = heed::assign_op::set) {
  heed::detail::assign_reference(t, heed::in_float64(e), o);
}
#else
template <class E> auto evaluate(const E& e) { return heed::eval(e); }
template <class Target, class E> void write(Target&& t, const E& e) { t = e; }
#endif

/// eval(e).
template <class E> void check_eval(const E& e) {
  auto found = evaluate(e);
#ifndef HEED_REFERENCE_ONLY
  static_assert(std::is_same_v<typename decltype(found)::element_type, heed::value_type_of<heed::node_of<E>>>);
#endif
  compare(found, heed::eval_with_bound(e));
}

/// target = e, which may stand in e.
template <class Target, class E> void check_assign(Target&& t, const E& e) {
  const auto reference = heed::eval_with_bound(e);
  write(t, e);
  compare(t, reference);
}

/// target += e and the like: `whole` is what it is to be. Only that operator's own code is compiled.
template <heed::assign_op o, class Target, class E, class Whole> void check_compound(Target&& t, const E& e, const Whole& whole) {
  const auto reference = heed::eval_with_bound(whole);
#ifdef HEED_REFERENCE_ONLY
  write(t, e, o);
#else
  if constexpr (o == heed::assign_op::add) t += e;
  else if constexpr (o == heed::assign_op::subtract) t -= e;
  else if constexpr (o == heed::assign_op::multiply) t *= e;
  else t /= e;
#endif
  compare(t, reference);
}

/// eval(a, b).
template <class A, class B> void check_both(const A& a, const B& b) {
#ifdef HEED_REFERENCE_ONLY
  check_eval(a), check_eval(b);
#else
  auto [x, y] = heed::eval(a, b);
  compare(x, heed::eval_with_bound(a));
  compare(y, heed::eval_with_bound(b));
#endif
}
/// assign(to(x, y...), a, b...).
template <class... X, class... E> void check_assign_all(const heed::target_list<X...>& targets, const E&... e) {
  heed::assign(targets, e...);
  std::apply([&](const auto&... x) { (compare(x, heed::eval_with_bound(e)), ...); }, targets.targets);
}
/// eval(par(e)): the same bits for any number of threads.
template <class E> void check_parallel(const E& e) {
  const auto one = heed::eval(heed::par(e, 1)), three = heed::eval(heed::par(e, 3));
  REQUIRE(one.size() == three.size());
  CHECK((one.size() == 0 || std::memcmp(one.data(), three.data(), static_cast<std::size_t>(one.size()) * sizeof(*one.data())) == 0));
  compare(three, heed::eval_with_bound(e));
}

}  // namespace generated
