#include <cmath>
#include <limits>

#include <heed/eval/in_float64.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/normalise.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
template <class E> std::vector<double> run(const E& expression) { return values(eval(in_float64(expression))); }
// rows: ordinary; all excluded; one excluded; large
const tensor<double, Query[4], Key[3]> s{
    {1, 2, 3}, {-infinity, -infinity, -infinity}, {0, -infinity, 0}, {1e4, -1e4, 1e4 - 1}};
const double total = std::exp(-2.) + std::exp(-1.) + 1, e1 = std::exp(-1.);
}  // namespace

TEST_CASE("softmax: weights are 0 where all scores are -inf") {
  CHECK(run(softmax<Key>(s)) == near{std::exp(-2.) / total, e1 / total, 1 / total, 0, 0, 0, 0.5, 0, 0.5, 1 / (1 + e1), 0, e1 / (1 + e1)});
  CHECK(run(sum<Query, Key>(softmax<Query, Key>(s))) == near{1});
}

TEST_CASE("log_softmax: -inf where all scores are, and exact where the weight vanishes") {
  CHECK(run(log_softmax<Key>(s)) == near{-2 - std::log(total), -1 - std::log(total), -std::log(total), -infinity, -infinity, -infinity,
                                        std::log(0.5), -infinity, std::log(0.5), -std::log1p(e1), -2e4 - std::log1p(e1), -1 - std::log1p(e1)});
}

TEST_CASE("logsumexp is -inf where all are, and inf where one is") {
  CHECK(run(logsumexp<Key>(s)) == near{3 + std::log(total), -infinity, std::log(2), 1e4 + std::log1p(e1)});
  tensor<double, Query[5], Key[3]> t{{1, infinity, 2}, {infinity, infinity, infinity}, {-infinity, infinity, 0}, {infinity, NAN, 1}, {0, 0, 0}};
  CHECK(run(logsumexp<Key>(t)) == near{infinity, infinity, infinity, NAN, std::log(3)});
  CHECK(run(logsumexp<Query>(t)) == near{infinity, NAN, infinity});
}

TEST_CASE("normalize: the weights are 0 where the sum is 0; of integers they are floats") {
  const tensor<double, Query[2], Key[2]> phi{{1, 3}, {0, 0}};
  CHECK(run(normalize<Key>(phi)) == near{0.25, 0.75, 0, 0});
  CHECK(run(normalize<Key>(cast<int>(phi))) == near{0.25, 0.75, 0, 0});
  CHECK(run(normalize<Key>(phi > 0)) == near{0.5, 0.5, 0, 0});
}

TEST_CASE("norm is the square root of the sum of squares") {
  const tensor<int, Query[2], Key[2]> t{{3, 4}, {0, 0}};
  CHECK(run(norm<Key>(t)) == near{5, 0});
  CHECK(run(norm<Key, Query>(t * 1)) == near{5});
}

TEST_CASE("NaN in, NaN out") {
  const tensor<double, Key[2]> t{NAN, 1};
  CHECK(run(softmax<Key>(t)) == near{NAN, NAN});
  CHECK(run(log_softmax<Key>(t)) == near{NAN, NAN});
  CHECK(run(logsumexp<Key>(t)) == near{NAN});
  CHECK(run(normalize<Key>(t)) == near{NAN, NAN});
  CHECK(run(norm<Key>(t)) == near{NAN});
}

TEST_CASE("Normalisers nest, also over one another's results") {
  CHECK(run(softmax<Key>(softmax<Key>(s * 0))) == near(std::vector<double>(run(softmax<Key>(softmax<Key>(s * 0))))));
  const tensor<double, Key[2]> t{0, std::log(3.)};
  CHECK(run(softmax<Key>(softmax<Key>(t))) == near{1 / (1 + std::exp(0.5)), 1 / (1 + std::exp(-0.5))});
  CHECK(run(softmax<Key>(t - logsumexp<Key>(t))) == near{0.25, 0.75});
  CHECK(run(let(softmax<Key>(t), [](auto w) { return softmax<Key>(w) * normalize<Key>(w * w) / norm<Key>(w); })) ==
        near{0.1 / (1 + std::exp(0.5)) / std::sqrt(0.625), 0.9 / (1 + std::exp(-0.5)) / std::sqrt(0.625)});
}
