// Folds over operands with different axes that are no products: distances, and sums and maxima of other functions of pairs.
#include <array>

#include <laws/inputs.hpp>
#include <support/agrees.hpp>
#include <support/values.hpp>

using namespace heed;
using generated::check_eval;
using generated::fill;

namespace {
template <class X, class Y> void check_folds(const X& x, const Y& y) {
  check_eval(sum<Feature>((x - y) * (x - y)));
  check_eval(sum<Feature>(abs(x - y)));
  check_eval(max<Feature>(minimum(x, y)));
  check_eval(mean<Feature>(exp(x + y)));            // not light: a row at a time
  check_eval(var<Feature>(x - y));
  check_eval(argmin<Feature>(abs(x - y)));
  check_eval(any_of<Feature>(x > y));
  check_eval(prod<Feature>(1 + x * y / 16));
}
}  // namespace

TEST_CASE("Folds over pairs of points, by rows and lanes that are whole and ragged") {
  tensor<float, Query[9], Feature[21]> x;
  tensor<float, Key[50], Feature[21]> y;
  fill(x, 1, -1, 1), fill(y, 2, -1, 1);
  check_folds(x, y);
  check_folds(y, x);
  tensor<double, Feature[21], Key[50]> by_columns;
  by_columns = y;
  check_folds(x, by_columns);
}

TEST_CASE("Folds over pairs of points with run-time extents, in chunks of many rows, and over more than a block") {
  for (const auto [queries, keys, features] : {std::array<index_t, 3>{700, 17, 5}, {1, 1, 1}, {3, 29, 600}, {0, 4, 2}, {2, 3, 0}}) {
    tensor<float, Query[], Feature[]> x(sized<Query>(queries), sized<Feature>(features));
    tensor<float, Key[], Feature[]> y(sized<Key>(keys), sized<Feature>(features));
    fill(x, 1, -1, 1), fill(y, 2, -1, 1);
    CAPTURE(queries, keys, features);
    check_eval(sum<Feature>((x - y) * (x - y)));
    check_eval(max<Feature>(minimum(x, y)));
    check_eval(sum<Feature>(maximum(x - y, 0)));
  }
}

TEST_CASE("Several axes of rows, and distances under a softmax") {
  tensor<float, Head[3], Query[5], Feature[8]> x;
  tensor<float, Key[26], Feature[8]> y;
  tensor<float, Key[26], Value[6]> v;
  fill(x, 1, -1, 1), fill(y, 2, -1, 1), fill(v, 3, -1, 1);
  const auto distances = sum<Feature>((x - y) * (x - y));
  check_eval(distances);
  check_eval(dot<Key>(softmax<Key>(-distances), v));
  check_eval(sum<Key>(exp(-sqrt(distances)) * v));
}

TEST_CASE("Weights of distances are kept for a block of points, as those of products are") {
  const auto x = numbers(tensor<float, Token[133], Feature[7]>{}, 1);
  const auto centres = numbers(tensor<float, Key[19], Feature[7]>{}, 2);
  const auto spread = [&](auto d) { return sum<Feature>(d * d); };
  auto responsibilities = softmax<Key>(-let(x - centres, spread));
  auto students = normalize<Key>(1.f / (1.f + let(x - centres, spread)));
  auto nearest = let(sum<Feature>(abs(x - centres)), [](const auto& d) { return d - min<Key>(d); });
  static_assert(plan_of<decltype(responsibilities)>.temporaries == 0 && plan_of<decltype(students)>.temporaries == 0 && plan_of<decltype(nearest)>.temporaries == 0);
  CHECK(agrees(responsibilities));
  CHECK(agrees(students));
  CHECK(agrees(nearest));
  CHECK(agrees(softmax<Token>(-let(x - centres, spread))));
  // of operands that are products themselves, stored before (additive scores)
  const auto projection = numbers(tensor<float, Feature[7], Value[9]>{}, 5);
  auto additive = softmax<Key>(sum<Value>(tanh(dot<Feature>(x, projection) + dot<Feature>(centres, projection))));
  static_assert(plan_of<decltype(additive)>.temporary_bytes <= 133 * 9 * 4);
  CHECK(agrees(additive));
  const auto many = numbers(tensor<float, Key[5000], Feature[2]>{}, 3);
  CHECK(agrees(softmax<Key>(-sum<Feature>(abs(slice<Feature, 0, 2>(slice<Token, 0, 3>(x)) - many)))));
  const auto some = numbers(tensor<float, Token[], Feature[7]>{sized<Token>(21)}, 4);
  CHECK(agrees(softmax<Key>(-let(some - centres, spread))));
  const auto others = numbers(tensor<float, Key[], Feature[7]>{sized<Key>(21)}, 4);
  CHECK(agrees(softmax<Key>(-let(x - others, spread))));
}

TEST_CASE("Folds with the same rows share functions: weights of every feature") {
  const auto bias = numbers(tensor<float, Query[67], Key[41]>{}, 1);
  const auto k = numbers(tensor<float, Key[41], Feature[13]>{}, 2);
  const auto v = numbers(tensor<float, Key[41], Feature[13]>{}, 3);
  CHECK(agrees(dot<Key>(normalize<Key>(exp(bias + k)), v)));
  CHECK(agrees(let(exp(bias + k), [&](const auto& e) { return dot<Key>(e, v) / sum<Key>(e); })));
  CHECK(agrees(let(tanh(bias * k), [&](const auto& t) { return max<Key>(t) - min<Key>(t) + prod<Key>(t) * sum<Key>(t * v); })));
  CHECK(agrees(let(exp(bias + k), [&](const auto& e) { return dot<Key>(where(position<Key> <= position<Query>, e, 0.f), v) / sum<Key>(e * e); })));
}
