// Keys over two axes, as the pixels of images or of their windows have, and few queries or many: one walk, in which nothing is stored. (But one query's scores are,
// where all of them are folded to one number: few beside the keys.)
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Image {};
struct Row {};
struct Column {};
constexpr index_t images = 3;

template <class E> void is_one_walk(const E& e) {
  static_assert(plan_of<E>.temporaries == 0);
  CHECK(agrees(e));
}
// Queries of these axes, each image its own.
template <index_t Rows, index_t Columns, class... Q> void check_queries() {
  const auto q = numbers(tensor<float, Image[images], Q..., Feature[6]>{}, 1);
  const auto k = numbers(tensor<float, Image[images], Row[Rows], Column[Columns], Feature[6]>{}, 2);
  const auto v = numbers(tensor<float, Image[images], Row[Rows], Column[Columns], Value[4]>{}, 3);
  const auto scores = dot<Feature>(q, k);
  is_one_walk(dot<Row, Column>(softmax<Row, Column>(scores), v));
  if constexpr (((size_of_extent<Q> == 1) && ...)) {
    CHECK(agrees(logsumexp<Row, Column>(scores)));
    CHECK(agrees(sum<Row, Column>(relu(scores))));
  } else {
    is_one_walk(logsumexp<Row, Column>(scores));
    is_one_walk(sum<Row, Column>(relu(scores)));
  }
  is_one_walk(dot<Row, Column>(softmax<Row, Column>(where(position<Row> <= position<Column>, scores, -inf)), v));
}
}  // namespace

TEST_CASE("Few queries for each image") {
  check_queries<5, 7, Query[1]>();
  check_queries<5, 7, Query[2]>();
  check_queries<9, 3, Query[7]>();
  check_queries<1, 20, Query[3]>();
}

TEST_CASE("Queries over two axes, each with fewer than a vector has") {
  check_queries<7, 7, prime<Row>[7], prime<Column>[7]>();
  check_queries<4, 6, prime<Row>[3], prime<Column>[5]>();
}

TEST_CASE("Windows of an image, which lie apart in it") {
  const auto image = numbers(tensor<float, Row[6], Column[12], Feature[4]>{}, 1);
  const auto windows = split<Column, Image[4], prime<Column>[3]>(split<Row, Head[2], prime<Row>[3]>(image));
  const auto keys = rename<prime<Row>, Row>(rename<prime<Column>, Column>(windows));
  const auto context = dot<Row, Column>(softmax<Row, Column>(dot<Feature>(windows, keys)), rename<Feature, Value>(keys));  // Liu et al. 2021, without their bias
  is_one_walk(context);
}
