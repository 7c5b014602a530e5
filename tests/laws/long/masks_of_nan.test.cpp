// A block is left out where it is proved that nothing in it counts. Comparisons with what is no number, or may be none, prove nothing.
#include <limits>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/catch.hpp>

using namespace heed;

TEST_CASE("comparisons of a number of each batch, which may be NaN or infinite") {
  constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const auto q = numbers(tensor<float, Batch[5], Query[9], Feature[16]>{}, 1);
  const auto k = numbers(tensor<float, Batch[5], Key[200], Feature[16]>{}, 2);
  tensor<float, Batch[5]> c;
  c.data()[0] = 1;
  c.data()[1] = nan;
  c.data()[2] = infinity;
  c.data()[3] = -infinity;
  c.data()[4] = 0;
  const auto scores = dot<Feature>(q, k);
  const auto at = cast<float>(position<Key>);
  const auto both = [&](const auto& condition) {
    CHECK(agrees(sum<Key>(where(condition, 0.f, scores))));
    CHECK(agrees(sum<Key>(where(condition, scores, 0.f))));
    CHECK(agrees(softmax<Key>(where(condition, -infinity, scores))));
    CHECK(agrees(max<Key>(where(!condition, scores, -infinity))));
  };
  both(c < 3.f);
  both(c != c);
  both(c * at < 3.f);
  both(c * at <= cast<float>(position<Query>));
  both(3.f > c + at);
  both(c - at >= 100.f);
  both(abs(c * at) >= 0.f);
  both(exp(c * at) >= 0.f);
  both(tanh(c * at) <= 1.f);
  both(maximum(c * at, 3.f) >= 3.f);
  both(minimum(c / 2.f, at) <= 3.f);
  both(-(c * at) == at * c);
}

TEST_CASE("comparisons of scores of which some are NaN") {
  const auto q = numbers(tensor<float, Query[9], Feature[16]>{}, 1);
  auto k = numbers(tensor<float, Key[200], Feature[16]>{}, 2);
  k.data()[3 * 16 + 5] = std::numeric_limits<float>::quiet_NaN();
  const auto scores = dot<Feature>(q, k);
  CHECK(agrees(sum<Key>(where(abs(scores) >= 0.f, scores, 0.f))));
  CHECK(agrees(sum<Key>(where(tanh(scores) <= 1.f, 0.f, scores))));
  CHECK(agrees(softmax<Key>(where(scores <= std::numeric_limits<float>::infinity(), scores, -std::numeric_limits<float>::infinity()))));
}

// (The planner divides infinity by infinity: what that gives is no constant expression.)
TEST_CASE("a quotient whose operands are bounded by infinity, under a mask") {
  const auto q = numbers(tensor<float, Query[33], Feature[16]>{}, 1);
  const auto k = numbers(tensor<float, Key[70], Feature[16]>{}, 2);
  tensor<bool, Query[33], Key[70]> there;
  for (index_t i = 0; i < there.size(); ++i) there.data()[i] = i % 7 != 3;
  const auto biased = dot<Feature>(q, k) / 8.f - abs(position<Query> - position<Key>) * 0.1f;
  const auto soft_sign = let(biased, [](auto s) { return s / (1 + abs(s)); });
  CHECK(agrees(softmax<Key>(where(there, soft_sign, -4.f))));
  CHECK(agrees(let(softmax<Key>(where(there, soft_sign, -4.f)), [](auto p) { return sum<Key>(p * p); })));
  CHECK(agrees(softmax<Key>(where(position<Key> <= position<Query>, soft_sign, -inf))));
}
