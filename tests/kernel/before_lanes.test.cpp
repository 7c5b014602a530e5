// What is dear and the same for all lanes of a row, the logarithm of a sum of weights: computed before a sweep goes through them.
#include <heed/heed.hpp>

#include <support/axes.hpp>
#include <support/cache.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
// Kullback and Leibler (1951): of the weights of one row against those of another.
const auto divergence = [](const auto& x, const auto& y) { return sum<Key>(softmax<Key>(x) * (log_softmax<Key>(x) - log_softmax<Key>(y))); };
// The standardised fourth moment.
const auto kurtosis = [](const auto& x) { return mean<Key>(pow((x - mean<Key>(x)) / sqrt(var<Key>(x) + 1e-5f), 4)); };

template <index_t Queries, index_t Keys> void fold_rows() {
  const auto x = numbers(tensor<float, Query[Queries], Key[Keys]>{}, 1), y = numbers(tensor<float, Query[Queries], Key[Keys]>{}, 2);
  CHECK(agrees(divergence(x, y)));
  CHECK(agrees(divergence(cast<double>(x), cast<double>(y))));
  CHECK(agrees(kurtosis(x)));
  CHECK(agrees(sum<Key>(abs(x - logsumexp<Key>(y)) * softmax<Key>(x))));
  // beside what is needed twice, and what is cheap
  CHECK(agrees(let(log_softmax<Key>(x), [&](auto l) { return sum<Key>(exp(l) * (l - log_softmax<Key>(y)) * (l + mean<Key>(y))); })));
  // of each row of a block, and of all of them
  const auto of_row = numbers(tensor<float, Query[Queries]>{}, 3);
  CHECK(agrees(sum<Query, Key>(abs(x - exp(of_row)))));
  CHECK(agrees(sum<Query, Key>(abs(x - sqrt(var<Query, Key>(y) + 1)))));
  CHECK(agrees(max<Key>(where(x > tanh(max<Key>(y)), x, y / sqrt(sum<Key>(y * y) + 1)))));
}
}  // namespace

TEST_CASE("Lanes of every length") {
  fold_rows<3, 1>();
  fold_rows<1, 7>();
  fold_rows<5, 64>();
  fold_rows<2, 67>();
  fold_rows<3, 1031>();
  fold_rows<3, 9001>();
}
TEST_CASE("known when they run") {
  for (const index_t keys : {1, 8, 300, 5000}) {
    const auto x = numbers(tensor<float, Query[3], Key[]>(sized<Key>(keys)), 1), y = numbers(tensor<float, Query[3], Key[]>(sized<Key>(keys)), 2);
    CHECK(agrees(divergence(x, y)));
    CHECK(agrees(kurtosis(x)));
  }
}
TEST_CASE("A function of yours is called for a row, not for each of its vectors") {
  int calls = 0;
  const auto counted = [&](float x) {
    ++calls;
    return x / 2;
  };
  const auto x = numbers(tensor<float, Query[2], Key[4096]>{}, 1), y = numbers(tensor<float, Query[2], Key[4096]>{}, 2);
  const auto formula = [&](const auto& f) { return sum<Key>(abs(x - f(mean<Key>(y)))); };
  const auto got = eval(formula([&](const auto& m) { return pointwise(counted, m); }));
  CHECK(calls <= 2 * 64);
  CHECK(agrees(formula([](const auto& m) { return m / 2; })));
  CHECK(all_close(got, formula([](const auto& m) { return m / 2; })));
}
