// Folds of what stands at places of another axis: places of other types, sizes and batches (scattered.test.cpp: values and errors).
#include <cstdint>

#include <support/graph.hpp>

using namespace heed;

TEST_CASE("Integers and elements of other types, and sizes at run time") {
  const auto check = [](const auto& at, const auto& values) {
    CHECK(scattered_agrees(sum<Edge>(where(at == position<Node[nodes]>, values, 0))));
    CHECK(scattered_agrees(max<Edge>(where(at == position<Node[nodes]>, values, -3))));
  };
  const auto check_every = [&](const auto& at, const auto& values) {
    check(at, values);
    CHECK(agrees(sum<Edge>(where(at == position<Node>, values, 0) + 0 * position<Node[nodes]>)));
    CHECK(scattered_agrees(dot<Edge>(at == position<Node[nodes]>, values)));
    tensor<float, Node[], Feature[19]> sums(sized<Node>(nodes));
    sums = sum<Edge>(where(at == position<Node>, values, 0));
    CHECK(heed::all_close(sums, sum<Edge>(where(at == position<Node[nodes]>, values, 0)), 1e-5, 1e-5));
  };
  for (const index_t n : {0, 1, 2, 333}) {
    const auto few = numbers(tensor<float, Edge[], Feature[19]>{sized<Edge>(n)}, 6);
    check_every(places<std::int8_t>(n), few);
    check(places<std::uint8_t>(n), few);
    check_every(places<std::uint64_t>(n), cast<double>(few));
    check(places<std::int64_t>(n, 5), few);
    check(places<short>(n, 2), eval(cast<std::int64_t>(9 * few)));
  }
}

TEST_CASE("Places of a batch") {
  tensor<int, Batch[3], Edge[40]> place = (position<Edge> * 31 + position<Batch>) % 65 - 2;
  const auto value = numbers(tensor<float, Batch[3], Edge[40], Feature[17]>{}, 7);
  CHECK(scattered_agrees(sum<Edge>(where(place == position<Node[60]>, value, 0))));
  CHECK(scattered_agrees(sum<Batch, Edge>(where(place == position<Node[60]>, value, 0))));
  CHECK(scattered_agrees(max<Batch, Edge>(where(place == position<Node[60]>, value, -9))));
  CHECK(agrees(dot<Edge>(place == position<Node[600]>, eval(at<Feature>(value, 1)))));
  CHECK(agrees(sum<Edge>(where(place == position<Node[600]>, 1, 0))));
  const auto sums = sum<Edge>(where(place == position<Node[60]>, value, 0));
  CHECK(heed::equal(eval(par(sums, 2)), eval(sums)));
  // where a value knows the place itself there is a loop over all
  const auto of_pairs = numbers(tensor<float, Edge[40], Node[60]>{}, 8);
  CHECK(agrees(sum<Edge>(where(place == position<Node[60]>, of_pairs, 0))));
  CHECK_FALSE(is_scattered(sum<Edge>(where(place == position<Node[60]>, of_pairs, 0))));
  // nor is an array of pairs stored for it
  const auto pairs = rename<Feature, Value>(numbers(tensor<float, Feature[400]>{}, 11)) * numbers(tensor<float, Key[400]>{}, 12);
  CHECK_FALSE(is_scattered(sum<Value, Key>(where(abs(position<Value> - position<Key>) == position<Node[400]>, pairs, 0))));
  CHECK_FALSE(is_scattered(recomputed(sum<Edge>(where(place == position<Node[60]>, value, 0)))));
}
