// Folds of folds: late interaction, the distance to the nearest, sums over all pairs. No array of all pairs is stored, whichever axes the result has.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Doc {};
struct Place {};

// Stores an element for each row, and no pair.
template <class E> constexpr bool stores_rows = plan_of<E>.temporary_bytes <= 4 * 4 * (7 * 37 + 41);

template <index_t D, index_t Q, index_t K, index_t F> void agree() {
  const auto q = numbers(tensor<float, Query[Q], Feature[F]>{}, 1);
  const auto k = numbers(tensor<float, Doc[D], Key[K], Feature[F]>{}, 2);
  const auto x = numbers(tensor<float, Doc[D], Query[Q], Place[3]>{}, 3);
  const auto y = numbers(tensor<float, Doc[D], Key[K], Place[3]>{}, 4);
  const auto every = [&](const auto& e) {
    static_assert(stores_rows<std::decay_t<decltype(e)>>);
    CHECK(agrees(e));
  };
  auto distance = [&] { return sum<Place>((x - y) * (x - y)); };
  every(sum<Query>(max<Key>(dot<Feature>(q, k))));
  every(sum<Query, Doc>(max<Key>(dot<Feature>(q, k))));
  every(mean<Query>(min<Key>(norm<Place>(x - y))));
  every(let(distance(), [](auto d) { return mean<Query>(min<Key>(d)) + mean<Key>(min<Query>(d)); }));
  every(max<Query>(min<Key>(distance())));
  every(sum<Query, Key>(exp(-distance())));
  every(mean<Query, Key>(sqrt(distance())));
  every(sum<Query, Key>(exp(-distance()) * at<Feature>(q, 0) * at<Place>(y, 1)));
  every(sum<Query, Key, Doc>(at<Place>(x, 1) * exp(-distance()) * at<Place>(y, 1)));
  every(dot<Query>(at<Feature>(q, 0), dot<Key>(at<Place>(y, 1), exp(-distance()))));
  every(max<Query, Key, Doc>(distance()));
  every(sum<Query, Key, Doc>(relu(dot<Feature>(q, k))));
  every(logsumexp<Query, Key>(-distance()));
  every(let(dot<Feature>(q, k), [](auto m) { return sqrt(sum<Query, Key>(m * m)); }));
}
}  // namespace

TEST_CASE("folds of folds agree and store no pairs") {
  agree<7, 37, 41, 19>();
  agree<1, 1, 41, 2>();
}

TEST_CASE("the same with lengths that are known when it runs, none and one among them") {
  for (const index_t docs : {0, 1, 9})
    for (const index_t queries : {1, 33}) {
      const index_t keys = queries == 1 ? 21 : docs;
      const auto q = numbers(tensor<float, Query[], Feature[19]>(sized<Query>(queries)), 1);
      const auto k = numbers(tensor<float, Doc[], Key[], Feature[19]>(sized<Doc>(docs), sized<Key>(keys)), 2);
      CHECK(agrees(sum<Query>(max<Key>(dot<Feature>(q, k)))));
      CHECK(agrees(sum<Query, Key>(relu(dot<Feature>(q, k)))));
      CHECK(agrees(sum<Query, Key, Doc>(relu(dot<Feature>(q, k)))));
      CHECK(agrees(max<Query>(min<Key>(sum<Feature>((q - k) * (q - k))))));
      CHECK(agrees(max<Query, Key>(sum<Feature>((q - k) * (q - k)))));
    }
}

TEST_CASE("heads that are batched: products stay the micro-kernel's") {
  const auto q = numbers(tensor<float, Head[3], Query[40], Feature[16]>{}, 1);
  const auto k = numbers(tensor<float, Head[3], Key[50], Feature[16]>{}, 2);
  auto scores = dot<Feature>(q, k);
  static_assert(plan_of<decltype(logsumexp<Query, Key>(scores))>.temporary_bytes <= 4 * 2 * 3 * 50);
  CHECK(agrees(logsumexp<Query, Key>(scores)));
  CHECK(agrees(max<Query, Key>(scores)));
  CHECK(agrees(max<Head, Query, Key>(scores)));
  CHECK(agrees(sum<Query, Key>(softmax<Query, Key>(scores) * scores)));
  CHECK(agrees(mean<Query>(logsumexp<Key>(scores)) + mean<Key>(logsumexp<Query>(scores))));
}

TEST_CASE("products of three factors are summed one after the other") {
  const auto x = numbers(tensor<float, Token[53], Feature[19]>{}, 1);
  const auto w = numbers(tensor<float, Feature[19], Place[23]>{}, 2);
  const auto y = numbers(tensor<float, Token[53], Place[23]>{}, 3);
  const auto square = numbers(tensor<float, Feature[23], Place[23]>{}, 4);
  const auto each = numbers(tensor<float, Token[53], Feature[19], Place[23]>{}, 5);
  CHECK(agrees(sum<Feature, Place>(x * w * y)));
  CHECK(agrees(sum<Feature, Place>(rename<Place, Feature>(y) * square * y)));
  CHECK(agrees(sum<Feature, Place>(x * each * y)));
  CHECK(agrees(sum<Token, Feature, Place>(x * each * y)));
  // as many multiplications as the sums one after the other
  static_assert(plan_of<decltype(sum<Feature, Place>(x * w * y))>.flops == 2 * 53 * (19 * 23 + 23) || plan_of<decltype(sum<Feature, Place>(x * w * y))>.flops == 2 * 53 * (19 * 23 + 19));
}

TEST_CASE("lanes run along what is long: small matrices, sequences of states, maps of channels") {
  const auto a = numbers(tensor<float, Token[100], Query[3], Feature[3]>{}, 1);
  const auto b = numbers(tensor<float, Token[100], Feature[3], Value[3]>{}, 2);
  CHECK(agrees(dot<Feature>(a, b)));
  const auto states = numbers(tensor<float, Token[29], Key[31]>{}, 3);
  const auto moves = numbers(tensor<float, Key[31], Value[31]>{}, 4);
  static_assert(plan_of<decltype(logsumexp<Key>(states + moves))>.temporaries == 0);
  static_assert(plan_of<decltype(logsumexp<Key>(states + moves))>.passes == 1);
  CHECK(agrees(logsumexp<Key>(states + moves)));
  const auto image = numbers(tensor<float, Head[5], Query[18], Key[35]>{}, 5);
  const auto taps = numbers(tensor<float, Head[5], Feature[3], Value[3]>{}, 6);
  CHECK(agrees(dot<Feature, Value>(window<Key, Value[3]>(window<Query, Feature[3]>(image)), taps)));
}

TEST_CASE("a sequence is pooled by its own scores: one pass over it, lanes along its features") {
  const auto x = numbers(tensor<float, Token[70], Key[9], Feature[150]>{}, 1);
  const auto u = numbers(tensor<float, Feature[150]>{}, 2);
  const auto w = numbers(tensor<float, Feature[150], Place[23]>{}, 3);
  const auto to_score = numbers(tensor<float, Place[23]>{}, 4);
  CHECK(agrees(dot<Key>(softmax<Key>(dot<Feature>(x, u)), x)));
  CHECK(agrees(dot<Key>(softmax<Key>(dot<Place>(tanh(dot<Feature>(x, w)), to_score)), x)));
  CHECK(agrees(dot<Key>(softmax<Key>(mean<Feature>(x)), x)));
  CHECK(agrees(dot<Feature>(x, u)));
  CHECK(agrees(dot<Token>(x, softmax<Token>(dot<Feature>(x, u)))));
  // what is stored is a number for each key, and not the keys
  static_assert(plan_of<decltype(dot<Key>(softmax<Key>(dot<Feature>(x, u)), x))>.temporary_bytes <= 4 * 4 * 70 * 9);
  for (const index_t tokens : {0, 1, 17}) {
    const auto some = numbers(tensor<float, Token[], Key[], Feature[]>(sized<Token>(tokens), sized<Key>(21), sized<Feature>(150)), 5);
    CHECK(agrees(dot<Key>(softmax<Key>(dot<Feature>(some, u)), some)));
  }
}
