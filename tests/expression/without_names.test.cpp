// Sentences for calls without axes are in the way of nobody's functions.
#include <support/catch.hpp>

#include <heed/heed.hpp>

namespace {
struct Query {};
struct Feature {};
struct Head {};
using pair = heed::tensor<float, Query[2]>;

// A user's functions with names of heed's, as they are usually declared.
int concat(const pair&, const pair&) { return 1; }
int at(const pair&, int) { return 2; }
template <class T> int slice(const T&, int, int) { return 3; }
template <class T> int split(const T&) { return 4; }
template <class T> int shift(T, int, float) { return 5; }
int reverse(const auto&) { return 6; }
template <class T, class U> int gather(T&&, U&&) { return 7; }

TEST_CASE("a user's functions of the same names come first") {
  pair x{1, 2};
  CHECK(concat(x, x) == 1);
  CHECK(at(x, 0) == 2);
  CHECK(slice(x, 0, 1) == 3);
  CHECK(split(x) == 4);
  CHECK(shift(x, 1, 0.f) == 5);
  CHECK(reverse(x) == 6);
  CHECK(gather(x, x) == 7);
  CHECK(concat(pair{1, 2}, pair{3, 4}) == 1);
}

TEST_CASE("what names its axes is not taken for what does not") {
  heed::tensor<float, Query[2], Feature[4]> x{{1, 2, 3, 4}, {5, 6, 7, 8}};
  static_assert(heed::well_shaped<decltype(heed::at<Query>(x, 1))>);
  static_assert(heed::well_shaped<decltype(heed::slice<Feature>(x, 1, 2))>);
  static_assert(heed::well_shaped<decltype(heed::slice<Feature, 1, 2>(x))>);
  static_assert(heed::has_axes<decltype(heed::split<Feature, Head[2], Feature[2]>(x)), Query[2], Head[2], Feature[2]>);
  static_assert(heed::has_axes<decltype(heed::broadcast<Head[3]>(x)), Query[2], Feature[4], Head[3]>);
  static_assert(heed::has_axes<decltype(heed::dot<Feature>(x, x)), Query[2]>);
  CHECK(eval(heed::dot<Feature>(x, x))(1) == 25 + 36 + 49 + 64);
}

// What is refused in a sentence is still asked without an error.
template <class X> concept has_brackets = requires(X x) { x[0]; };
static_assert(!has_brackets<pair> && !has_brackets<const pair>);
}  // namespace
