#include <support/catch.hpp>

#include <stdexcept>
#include <type_traits>

#include <heed/tensor/slice.hpp>

namespace {
using namespace heed;
struct Head {};
struct Query {};
struct Key {};
struct Feature {};

template <class X> using shape_of_view = typename X::shape_type;

// Head, Query, Feature = 2, 3, 4; the element at h, q, f is 100 h + 10 q + f.
tensor<int, Head[2], Query[3], Feature[4]> counted() {
  tensor<int, Head[2], Query[3], Feature[4]> x;
  for (int h = 0; h < 2; ++h)
    for (int q = 0; q < 3; ++q)
      for (int f = 0; f < 4; ++f) x(h, q, f) = 100 * h + 10 * q + f;
  return x;
}

TEST_CASE("at fixes an axis, which is then gone") {
  auto x = counted();
  const auto y = at<Query>(x, 2);
  static_assert(std::is_same_v<shape_of_view<decltype(at<Query>(x, 2))>, shape<Head[2], Feature[4]>>);
  static_assert(std::is_empty_v<decltype(at<Query>(x, 2))::layout_type>);
  CHECK(y(1, 3) == 123);
  CHECK(at<Feature>(at<Head>(x, 1), 3)(0) == 103);
  CHECK(at<Head>(at<Query>(at<Feature>(x, 1), 2), 0)() == 21);
  y(0, 0) = -1;
  CHECK(x(0, 2, 0) == -1);
}

TEST_CASE("slice takes a part of an axis") {
  auto x = counted();
  const auto fixed = slice<Query, 1, 2>(x);
  static_assert(std::is_same_v<shape_of_view<decltype(slice<Query, 1, 2>(x))>, shape<Head[2], Query[2], Feature[4]>>);
  static_assert(std::is_empty_v<decltype(slice<Query, 1, 2>(x))::layout_type>);
  CHECK(fixed(1, 1, 3) == 123);
  const auto open = slice<Feature>(x, 1, 3);
  static_assert(std::is_same_v<shape_of_view<decltype(slice<Feature>(x, 1, 3))>, shape<Head[2], Query[3], Feature[]>>);
  CHECK(open.layout().extents() == std::array<index_t, 3>{2, 3, 3});
  CHECK(open(1, 2, 2) == 123);
  CHECK(slice<Head>(x, 2, 0).size() == 0);
  CHECK(at<Query>(slice<Query, 1, 2>(slice<Head>(x, 1, 1)), 1)(0, 0) == 120);
}

TEST_CASE("strides that are known at run time are kept") {
  tensor<int, Head[2], Key[], Feature[2]> x(sized<Key>(3));
  x(1, 2, 0) = 5;
  CHECK(at<Key>(x, 2)(1, 0) == 5);
  CHECK(at<Head>(x, 1)(2, 0) == 5);
  CHECK(slice<Key, 1, 2>(x)(1, 1, 0) == 5);
  CHECK(slice<Head>(slice<Key>(x, 2, 1), 1, 1)(0, 0, 0) == 5);
}

TEST_CASE("const tensors give const views") {
  const auto x = counted();
  static_assert(std::is_same_v<decltype(at<Query>(x, 2).data()), const int*>);
  static_assert(std::is_same_v<decltype(slice<Query, 0, 1>(x).data()), const int*>);
  CHECK(slice<Query>(x, 2, 1)(1, 0, 3) == 123);
}

template <class X> concept has_at = requires(X&& x) { at<Query>(static_cast<X&&>(x), 0); };
template <class X> concept has_slice = requires(X&& x) { slice<Query>(static_cast<X&&>(x), 0, 1); };

TEST_CASE("temporary tensors have no views") {
  using t = tensor<int, Query[3]>;
  static_assert(has_at<t&> && has_at<const t&> && !has_at<t> && !has_at<const t>);
  static_assert(has_slice<t&> && !has_slice<t>);
  static_assert(has_at<view<int, t::layout_type>> && !has_at<int> && !has_at<const char*>);
}

TEST_CASE("a slice that leaves its axis is refused") {
  tensor<int, Key[], Query[3]> x(sized<Key>(4));
  CHECK_THROWS_WITH(slice<Query>(x, 2, 2), "slice<Query>: 2 from 2 is outside Query, which is 3");
  CHECK_THROWS_AS(slice<Query>(x, -1, 2), shape_error);
  CHECK_THROWS_AS(slice<Query>(x, 0, -1), shape_error);
  CHECK_THROWS_AS(slice<Query>(x, 4, 0), shape_error);
  CHECK_THROWS_AS((slice<Key, 2, 3>(x)), shape_error);
  CHECK((slice<Key, 2, 2>(x).size()) == 6);
  CHECK_THROWS_WITH(at<Key>(x, 4), "at<Key>: 4 is outside Key, which is 4");
  CHECK_THROWS_AS(at<Query>(x, -1), shape_error);
}

TEST_CASE("extents, in constant expressions where they are static") {
  tensor<int, Key[], Query[3]> x(sized<Key>(4));
  static_assert(extent<Query>(x) == 3);
  static_assert(std::is_same_v<decltype(extent<Key>(x)), index_t>);
  CHECK(extent<Key>(x) == 4);
  CHECK(extent<Query>(counted()) == 3);
  CHECK(extent<Key>(slice<Key>(x, 1, 2)) == 2);
}
}  // namespace
