// Neighbours, each point's own: what is summed of rows that are looked up is summed along the rows, whatever stands around it.
#include <cstdint>
#include <limits>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Node {};
struct Neighbour {};
struct Group {};

template <class T> T some_ids(T ids, index_t below) {
  for (index_t i = 0; i < ids.size(); ++i) ids.data()[i] = static_cast<int>((i * 7 + i / 5) % below);
  return ids;
}
constexpr auto attend = [](const auto& q, const auto& k, const auto& v) { return dot<Neighbour>(softmax<Neighbour>(dot<Feature>(q, k) / 3.f), v); };

// A number for each neighbour is stored, and none for each of its features.
template <class E> constexpr bool stores_one_for_each = plan_of<E>.temporaries > 0 && plan_of<E>.temporary_bytes <= 3 * 4 * 37 * 9 * 2;

const auto features = numbers(tensor<float, Node[37], Feature[33]>{}, 1);
const auto queries = numbers(tensor<float, Node[37], Feature[33]>{}, 2);
const auto neighbours = some_ids(tensor<int, Node[37], Neighbour[9]>{}, 37);
}  // namespace

TEST_CASE("attention to neighbours stores a score for each") {
  const auto near = gather<Node>(features, neighbours);
  auto attention = attend(queries, near, near);
  static_assert(stores_one_for_each<decltype(attention)>);
  CHECK(agrees(attention));
  // (graph attention: scores of both ends)
  const auto a = numbers(tensor<float, Feature[33]>{}, 3), b = numbers(tensor<float, Feature[33]>{}, 4);
  auto of_ends = let(dot<Feature>(features, a) + dot<Feature>(near, b), [&](auto s) { return dot<Neighbour>(softmax<Neighbour>(where(s > 0, s, 0.2f * s)), near); });
  static_assert(stores_one_for_each<decltype(of_ends)>);
  CHECK(agrees(of_ends));
  CHECK(agrees(max<Neighbour>(dot<Feature>(queries, near))));
  CHECK(agrees(logsumexp<Neighbour>(-sum<Feature>(abs(queries - near)))));
  CHECK(agrees(sum<Neighbour>(sqrt(sum<Feature>(let(queries - near, [](auto d) { return d * d; }))))));
  CHECK(agrees(argmax<Neighbour>(dot<Feature>(queries, near) * rsqrt(sum<Feature>(near * near)))));
}

TEST_CASE("a small table, whose sums are computed for every row, and looked up") {
  const auto few = numbers(tensor<float, Node[19], Feature[33]>{}, 7);
  const auto of_few = some_ids(tensor<int, Node[37], Neighbour[9]>{}, 19);
  auto attention = attend(queries, gather<Token>(rename<Node, Token>(few), of_few), gather<Token>(rename<Node, Token>(few), of_few));
  static_assert(plan_of<decltype(attention)>.temporaries == 4);
  CHECK(agrees(attention));
  // (values that are no rows of each query's own: at most the sums are stored)
  const auto v = numbers(tensor<float, Neighbour[9], Value[5]>{}, 8);
  auto relative = dot<Neighbour>(softmax<Neighbour>(dot<Feature>(queries, gather<Token>(rename<Node, Token>(few), of_few))), v);
  static_assert(plan_of<decltype(relative)>.temporaries <= 1);
  CHECK(agrees(relative));
}

TEST_CASE("heads, wherever they stand") {
  const auto inside = numbers(tensor<float, Node[37], Head[2], Feature[33]>{}, 1);
  const auto outside = numbers(tensor<float, Head[2], Node[37], Feature[33]>{}, 2);
  auto of_inside = attend(inside, gather<Node>(inside, neighbours), gather<Node>(outside, neighbours));
  auto of_outside = attend(outside, gather<Node>(outside, neighbours), gather<Node>(inside, neighbours));
  static_assert(stores_one_for_each<decltype(of_inside)> && stores_one_for_each<decltype(of_outside)>);
  CHECK(agrees(of_inside));
  CHECK(agrees(of_outside));
  CHECK(equal(eval(par(of_inside, 3)), eval(of_inside)));
  // several queries share the features of a head; neighbours of each head's own
  const auto grouped = numbers(tensor<float, Node[37], Head[2], Group[3], Feature[33]>{}, 3);
  CHECK(agrees(attend(grouped, gather<Node>(inside, neighbours), gather<Node>(inside, neighbours))));
  const auto own = some_ids(tensor<int, Node[37], Head[2], Neighbour[5]>{}, 37);
  CHECK(agrees(attend(outside, gather<Node>(outside, own), gather<Node>(inside, own))));
  const auto [context, lse] = eval(of_inside, logsumexp<Neighbour>(dot<Feature>(inside, gather<Node>(inside, neighbours)) / 3.f));
  CHECK(all_close(context, in_float64(of_inside), 1e-5, 1e-6));
  CHECK(all_close(lse, in_float64(logsumexp<Neighbour>(dot<Feature>(inside, gather<Node>(inside, neighbours)) / 3.f)), 1e-5, 1e-6));
}

// Heads that share keys, which each query has chosen.
template <index_t Heads> void check_shared() {
  CAPTURE(Heads);
  const auto q = numbers(tensor<float, Node[11], Head[Heads], Feature[33]>{}, 3);
  const auto chosen = some_ids(tensor<int, Node[11], Neighbour[9]>{}, 37);
  auto attention = attend(q, gather<Token>(rename<Node, Token>(features), chosen), gather<Token>(rename<Node, Token>(features), chosen));
  static_assert(Heads != 3 || plan_of<decltype(attention)>.temporaries == 0);
  CHECK(agrees(attention));
  const auto some = numbers(tensor<float, Node[11], Head[], Feature[33]>(sized<Head>(Heads)), 4);
  CHECK(agrees(attend(some, gather<Token>(rename<Node, Token>(features), chosen), gather<Token>(rename<Node, Token>(features), chosen))));
}

TEST_CASE("heads that share the rows of a query have the lanes, and the rows are copied a block at a time") {
  check_shared<1>();
  check_shared<3>();
  check_shared<16>();
  check_shared<40>();
  // of another type, beside what scales them; keys that lie the other way
  tensor<std::int8_t, Token[37], Feature[33]> small;
  for (index_t i = 0; i < small.size(); ++i) small.data()[i] = static_cast<std::int8_t>(i * 37 % 101 - 50);
  const auto q = numbers(tensor<float, Node[11], Head[6], Feature[33]>{}, 3);
  const auto chosen = some_ids(tensor<int, Node[11], Neighbour[9]>{}, 37);
  const auto scale = numbers(tensor<float, Token[37]>{}, 5);
  const auto near = gather<Token>(cast<float>(small), chosen);
  CHECK(agrees(attend(q, near * gather<Token>(scale, chosen), near)));
  CHECK(agrees(dot<Neighbour>(softmax<Neighbour>(dot<Feature>(q, near) / 100.f), near)));
  const tensor<float, Feature[33], Token[37]> turned = rename<Node, Token>(features);
  CHECK(agrees(attend(q, gather<Token>(turned, chosen), gather<Token>(turned, chosen))));
  // several queries share a list; in float64; more rows than a copy has room for
  const auto of_batch = numbers(tensor<float, Batch[2], Query[7], Feature[33]>{}, 6);
  const auto shared = some_ids(tensor<int, Batch[2], Neighbour[300]>{}, 37);
  CHECK(agrees(attend(of_batch, gather<Node>(features, shared), gather<Node>(features, shared))));
  const tensor<double, Node[37], Feature[33]> exact = features;
  CHECK(agrees(attend(cast<double>(of_batch), gather<Node>(exact, shared), gather<Node>(exact, shared))));
  // (the lists may be empty)
  for (const index_t count : {0, 1, 200}) {
    const auto some = some_ids(tensor<int, Batch[2], Neighbour[]>(sized<Neighbour>(count)), 37);
    CHECK(agrees(attend(of_batch, gather<Node>(features, some), gather<Node>(features, some))));
  }
}

TEST_CASE("one query, few neighbours, short rows") {
  const auto query = numbers(tensor<float, Feature[33]>{}, 5);
  const auto some = some_ids(tensor<int, Neighbour[9]>{}, 37);
  CHECK(agrees(attend(query, gather<Node>(features, some), gather<Node>(features, some))));
  const auto one = some_ids(tensor<int, Node[37], Neighbour[1]>{}, 37);
  CHECK(agrees(attend(queries, gather<Node>(features, one), gather<Node>(features, one))));
  const auto coordinates = numbers(tensor<float, Node[37], Feature[3]>{}, 6);
  CHECK(agrees(attend(coordinates, gather<Node>(coordinates, neighbours), gather<Node>(features, neighbours))));
}

TEST_CASE("lists that are padded, and what stands behind their ends is never read") {
  auto padded = neighbours;
  for (index_t i = 0; i < padded.size(); i += 4) padded.data()[i] = -1;
  for (index_t j = 0; j < 9; ++j) padded(5, j) = -1;
  const auto near = gather<Node>(features, maximum(padded, 0));
  const auto alone = eval(dot<Neighbour>(softmax<Neighbour>(where(padded >= 0, dot<Feature>(queries, near), -inf)), near));
  for (index_t f = 0; f < 33; ++f) CHECK(alone(5, f) == 0);
  CHECK(agrees(dot<Neighbour>(softmax<Neighbour>(where(padded >= 0, dot<Feature>(queries, near), -inf)), near)));
  CHECK(agrees(dot<Neighbour>(softmax<Neighbour>(where(padded >= 0, dot<Feature>(queries, gather<Node>(features, where(padded >= 0, padded, 0))), -inf)), near)));
  CHECK(error_of(attend(queries, gather<Node>(features, padded), near)).find("-1") != std::string::npos);
  auto unknown = features;
  unknown(3, 7) = std::numeric_limits<float>::quiet_NaN();
  const auto spread = eval(attend(queries, gather<Node>(unknown, neighbours), gather<Node>(features, neighbours)));
  for (index_t i = 0; i < 37; ++i) {
    bool reads = false;
    for (index_t j = 0; j < 9; ++j) reads = reads || neighbours(i, j) == 3;
    CHECK((spread(i, 0) != spread(i, 0)) == reads);
  }
}

TEST_CASE("lengths that are known when it runs, and layers of the same") {
  for (const index_t nodes : {1, 23})
    for (const index_t count : {0, 1, 5, 20}) {
      const auto x = numbers(tensor<float, Node[], Feature[]>(sized<Node>(nodes), sized<Feature>(17)), 1);
      const auto ids = some_ids(tensor<int, Node[], Neighbour[]>(sized<Node>(nodes), sized<Neighbour>(count)), nodes);
      CHECK(agrees(attend(x, gather<Node>(x, ids), gather<Node>(x, ids))));
    }
  const auto once = attend(queries, gather<Node>(features, neighbours), gather<Node>(features, neighbours));
  CHECK(agrees(let(once, [&](auto h) { return h + attend(h, gather<Node>(h, neighbours), gather<Node>(h, neighbours)); })));
}

TEST_CASE("rows that are normalised as they are looked up are one nest") {
  const auto table = numbers(tensor<float, Node[37], Feature[33]>{}, 8);
  const auto ids = some_ids(tensor<int, Token[21]>{}, 37);
  auto normalised = let(gather<Node>(table, ids), [](auto t) { return (t - mean<Feature>(t)) * rsqrt(var<Feature>(t) + 1e-5f); });
  static_assert(plan_of<decltype(normalised)>.temporaries == 0);
  CHECK(agrees(normalised));
  const auto w = numbers(tensor<float, Feature[33], Value[19]>{}, 9);
  CHECK(agrees(dot<Feature>(normalised, w)));
  // nor is anything stored of a sum that only stands in a result
  const auto x = numbers(tensor<float, Token[21], Feature[33]>{}, 10);
  auto loss = let(dot<Feature>(x, table), [&](auto logits) { return logsumexp<Node>(logits) - gather<Node>(logits, ids); });
  static_assert(plan_of<decltype(loss)>.temporaries == 0);
  CHECK(agrees(loss));
}
