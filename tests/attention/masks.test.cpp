// Masks, biases and positions of the attention vocabulary, against what loops over coordinates give.
#include <heed/attention.hpp>

#include <algorithm>
#include <cmath>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
using square = tensor<bool, Query[7], Key[7]>;
using wide = tensor<bool, Query[3], Key[7]>;

// The mask in the tensor is f(query, key) everywhere.
template <class Mask, class F> bool is(const Mask& mask, F f) {
  for (int i = 0; i < extent<Query>(mask); ++i)
    for (int j = 0; j < extent<Key>(mask); ++j)
      if (mask(i, j) != f(i, j)) return false;
  return true;
}
}  // namespace

TEST_CASE("Masks say which keys a query sees") {
  square m;
  m = causal<Query, Key>();
  CHECK(is(m, [](int i, int j) { return j <= i; }));
  m = sliding_window<Query, Key>(2, 1);
  CHECK(is(m, [](int i, int j) { return j >= i - 2 && j <= i + 1; }));
  m = prefix_lm<Query, Key>(3);
  CHECK(is(m, [](int i, int j) { return j < 3 || j <= i; }));
  m = (causal<Query, Key>() && !padding<Key>(2)) || !causal<Query, Key>();
  CHECK(is(m, [](int i, int j) { return (j <= i && j >= 2) || j > i; }));

  wide w;
  w = causal<Query, Key>(top_left);
  CHECK(is(w, [](int i, int j) { return j <= i; }));
  w = causal<Query, Key>(bottom_right);
  CHECK(is(w, [](int i, int j) { return j <= i + 4; }));
  w = sliding_window<Query, Key>(2, 0, bottom_right);
  CHECK(is(w, [](int i, int j) { return j >= i + 2 && j <= i + 4; }));
  static_assert(std::is_same_v<value_type_of<node_of<decltype(causal<Query, Key>())>>, bool>);
}

TEST_CASE("Documents, and lengths of a batch") {
  tensor<int, Query[7]> ids{0, 0, 0, 1, 1, 2, 2};
  square m;
  m = same_document<Query, Key>(ids);
  CHECK(is(m, [&](int i, int j) { return ids(i) == ids(j); }));
  tensor<int, Key[7]> keys{0, 0, 0, 1, 1, 2, 2};
  m = same_document<Query, Key>(keys) && causal<Query, Key>();
  CHECK(is(m, [&](int i, int j) { return ids(i) == ids(j) && j <= i; }));

  tensor<int, Batch[2]> lengths{3, 0};
  tensor<bool, Batch[2], Key[4]> there = padding<Key>(lengths);
  CHECK(values(there) == near{1, 1, 1, 0, 0, 0, 0, 0});
}

TEST_CASE("A causal mask is square, or says how it is meant") {
  tensor<float, Query[], Key[]> scores{sized<Query>(3), sized<Key>(4)}, out = scores;
  CHECK_THROWS_WITH(where(causal<Query, Key>(), scores, -inf),
                    "causal<Query, Key>(): Query is 3 and Key is 4; write causal<Query, Key>(top_left) or causal<Query, Key>(bottom_right)");
  CHECK_THROWS_AS(where(!(padding<Key>(2) && causal<Query, Key>()), scores, -inf), shape_error);
  CHECK_THROWS_AS(where(prefix_lm<Query, Key>(2), scores, -inf), shape_error);
  tensor<bool, Query[], Key[]> shown{sized<Query>(3), sized<Key>(4)};
  CHECK_THROWS_AS((shown = causal<Query, Key>()), shape_error);
  CHECK_THROWS_AS((out *= !causal<Query, Key>()), shape_error);
  static_assert(!heed::detail::verdict_of_assignment<shape<Query[3], Value[4]>, decltype(causal<Query, Key>()), assign_op::set>::ok);
  using oblong = tensor<float, Query[3], Key[4]>;
  static_assert(!well_shaped<decltype(where(causal<Query, Key>(), oblong{}, -inf))>);
  static_assert(!well_shaped<decltype(where(!causal<Query, Key>() || padding<Key>(2), oblong{}, -inf))>);
  static_assert(well_shaped<decltype(where(causal<Query, Key>(top_left), oblong{}, -inf))>);
  using queries = tensor<float, Query[3], Feature[2]>;
  using keys = tensor<float, Key[4], Feature[2]>;
  static_assert(!well_shaped<decltype(attention<Key, Feature>(queries{}, keys{}, keys{}, causal<Query, Key>()))>);
  static_assert(!well_shaped<decltype(attention<Key, Feature>(queries{}, keys{}, keys{}, tensor<float, Query[4]>{}))>);
  // what is made of positions alone is asked when it meets scores
  auto bias = where(causal<Query, Key>(), 0.5f * position<Key>, -inf);
  static_assert(!well_shaped<decltype(oblong{} + bias)> && !well_shaped<decltype(2 * bias + oblong{})> && !well_shaped<decltype(oblong{} * causal<Query, Key>())>);
  static_assert(!well_shaped<decltype(attention<Key, Feature>(queries{}, keys{}, keys{}, bias))>);
  CHECK_THROWS_AS((scores + bias), shape_error);
  tensor<float, Query[2], Key[2]> even = 2 * bias + tensor<float, Query[2], Key[2]>{{1, 2}, {3, 4}};
  CHECK(values(even) == near{1, -HUGE_VAL, 3, 5});
  out = where(prefix_lm<Query, Key>(1, bottom_right), scores, -inf);
  CHECK(values(out) == near{0, 0, -HUGE_VAL, -HUGE_VAL, 0, 0, 0, -HUGE_VAL, 0, 0, 0, 0});
}

TEST_CASE("Biases and positions") {
  tensor<float, Head[4], Query[3], Key[3]> bias = alibi<Head, Query, Key>();
  for (int h = 0; h < 4; ++h)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) CHECK(bias(h, i, j) == Approx(-std::pow(2., -2. * (h + 1)) * std::abs(i - j)));

  // learned, by distance from -2 to 2
  tensor<float, Head[2], Transient[5]> table{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}};
  tensor<float, Head[2], Query[4], Key[6]> relative = relative_position<Query, Key, Transient>(table);
  for (int h = 0; h < 2; ++h)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 6; ++j) CHECK(relative(h, i, j) == table(h, std::max(-2, std::min(2, j - i)) + 2));

  // all distances: from query 2 and key 0 to query 0 and key 2
  tensor<float, Head[2], Query[3], Key[3]> toeplitz;
  const auto addressed = relative_position<Query, Key[3], Transient>(table);
  static_assert(plan_of<decltype(addressed)>.temporaries == 0);
  toeplitz = addressed;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) CHECK(toeplitz(1, i, j) == table(1, j - i + 2));

  tensor<float, Token[5], Model[6]> x = sinusoidal<Token, Model>();
  for (int t = 0; t < 5; ++t)
    for (int m = 0; m < 6; ++m) {
      const double angle = t / std::pow(10000., 2 * (m / 2) / 6.);
      CHECK(x(t, m) == Approx(m % 2 == 0 ? std::sin(angle) : std::cos(angle)).margin(1e-6));
    }

  tensor<float, Token[5], Head[2], Feature[6]> f, turned;
  for (index_t i = 0; i < f.size(); ++i) f.data()[i] = std::sin(static_cast<float>(i));
  turned = rotary<Token, Feature>(f, 100, 3);
  for (int t = 0; t < 5; ++t)
    for (int i = 0; i < 3; ++i) {
      const double angle = (t + 3) / std::pow(100., 2 * i / 6.), a = f(t, 1, 2 * i), b = f(t, 1, 2 * i + 1);
      CHECK(turned(t, 1, 2 * i) == Approx(a * std::cos(angle) - b * std::sin(angle)).margin(1e-5));
      CHECK(turned(t, 1, 2 * i + 1) == Approx(b * std::cos(angle) + a * std::sin(angle)).margin(1e-5));
    }
}

TEST_CASE("the context has the axes in the order of the formula") {
  const tensor<float, Head[2], Query[3], Feature[4]> q;
  const tensor<float, Head[2], Key[5], Feature[4]> k;
  const tensor<float, Head[2], Key[5], Value[6]> v;
  const tensor<bool, Query[3], Key[5]> mask;
  const tensor<float, Query[3], Key[5]> bias;
  using as_scores = shape<Head[2], Query[3], Value[6]>;
  static_assert(std::is_same_v<shape_of<decltype(attention<Key, Feature>(q, k, v, bias))>, as_scores>);
  static_assert(std::is_same_v<shape_of<decltype(attention<Key, Feature>(q, k, v, causal<Query, Key>(top_left)))>, as_scores>);
  static_assert(std::is_same_v<shape_of<decltype(attention<Key, Feature>(q, k, v, mask))>, shape<Query[3], Head[2], Value[6]>>);
}
