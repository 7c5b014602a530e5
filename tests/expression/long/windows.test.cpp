// What overlapping windows read is computed once where that is less work, and folds over windows of several axes are folds of folds.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Row {}; struct Column {}; struct Down {}; struct Across {}; struct In {}; struct Mid {}; struct Tap {};
const auto image = numbers(tensor<float, Row[19], Column[23]>{});
const auto channels = numbers(tensor<float, Row[9], Column[11], In[12]>{}, 2);
template <int N> const auto around = [](const auto& x) { return window<Row, Down[N]>(window<Column, Across[N]>(x)); };
template <class X> constexpr auto temporaries = plan_of<X>.temporaries;
}  // namespace

TEST_CASE("local attention projects each token once") {
  const auto x = numbers(tensor<float, Token[29], Model[16]>{});
  const auto wq = numbers(tensor<float, Model[16], Feature[8]>{}, 2), wk = numbers(tensor<float, Model[16], Feature[8]>{}, 3);
  const auto wv = numbers(tensor<float, Model[16], Value[8]>{}, 4);
  const auto attend = [](const auto& q, const auto& k, const auto& v) {
    return dot<Tap>(softmax<Tap>(dot<Feature>(q, window<Token, Tap[6]>(k)) / 3), window<Token, Tap[6]>(v));
  };
  constexpr auto projected = 2 * (24 + 29 + 29) * 16 * 8, attended = 4 * 24 * 6 * 8;
  auto local = attend(dot<Model>(slice<Token, 5, 24>(x), wq), dot<Model>(x, wk), dot<Model>(x, wv));
  static_assert(plan_of<decltype(local)>.flops == projected + attended);
  CHECK(agrees(local));
  auto in_lets = let(dot<Model>(x, wk), [&](auto k) { return let(dot<Model>(x, wv), [&](auto v) { return attend(dot<Model>(slice<Token, 5, 24>(x), wq), k, v); }); });
  static_assert(plan_of<decltype(in_lets)>.flops == projected + attended);
  CHECK(agrees(in_lets));
  auto normalised = attend(dot<Model>(slice<Token, 5, 24>(x), wq), let(dot<Model>(x, wk), [](auto k) { return k / norm<Feature>(k); }), dot<Model>(x, wv));
  static_assert(plan_of<decltype(normalised)>.flops == projected + attended + 2 * 29 * 8);
  CHECK(agrees(normalised));

  // of tokens that are computed, other orders are found
  CHECK(agrees(attend(dot<Model>(slice<Token, 5, 24>(x), wq), dot<Model>(x / norm<Model>(x), wk), dot<Model>(x, wv))));
  CHECK(agrees(let(dot<Model>(relu(x), wk), [&](auto k) { return attend(dot<Model>(slice<Token, 5, 24>(x), wq), k, dot<Model>(x, wv)); })));

  const tensor<float, Token[], Model[16]> tokens = x;
  CHECK(agrees(attend(dot<Model>(slice<Token>(tokens, 5, 24), wq), dot<Model>(tokens, wk), dot<Model>(tokens, wv))));
  for (const int stride : {1, 2, 7}) CHECK(agrees(max<Tap>(window<Token, Tap[6]>(dot<Model>(tokens, wk), stride))));
}

TEST_CASE("what is computed before a filter by channels is computed once") {
  const auto mix = numbers(tensor<float, In[12], Mid[10]>{});
  const auto filter = numbers(tensor<float, Down[3], Across[3], Mid[10]>{}, 2);
  auto filtered = sum<Down, Across>(around<3>(dot<In>(channels, mix)) * filter);
  static_assert(plan_of<decltype(filtered)>.flops == 2 * 10 * (9 * 11 * 12 + 7 * 9 * 9));
  CHECK(agrees(filtered));
  auto after = sum<Down, Across>(relu(around<3>(dot<In>(channels, mix))) * filter);
  static_assert(plan_of<decltype(after)>.flops == 2 * 10 * (9 * 11 * 12 + 7 * 9 * 9));
  CHECK(agrees(after));
  // of few channels the filters are multiplied before
  const auto all = numbers(tensor<float, Down[3], Across[3], Mid[10], Value[5]>{}, 3);
  const auto few = numbers(tensor<float, Row[9], Column[11], In[2]>{}, 4);
  auto multiplied = dot<Down, Across, Mid>(around<3>(dot<In>(few, slice<In, 0, 2>(mix))), all);
  static_assert(plan_of<decltype(multiplied)>.flops <= 2 * 9 * 5 * 2 * (10 + 7 * 9));
  CHECK(agrees(multiplied));
  CHECK(agrees(sum<Down, Across>(around<3>(recomputed(dot<In>(channels, mix))) * filter)));
}

TEST_CASE("an expensive value that windows read is stored") {
  auto waves = sum<Down>(window<Row, Down[7]>(exp(image)));
  static_assert(temporaries<decltype(waves)> == 1);
  CHECK(agrees(waves));
  auto cheap = sum<Down>(window<Row, Down[7]>(2 * image + 1));
  static_assert(temporaries<decltype(cheap)> == 0);
  CHECK(agrees(cheap));
  static_assert(temporaries<decltype(sum<Down>(window<Row, Down[7]>(recomputed(exp(image)))))> == 0);
  static_assert(temporaries<decltype(sum<Across>(window<Column, Across[21]>(image / 2 - image * image)))> == 0);
  auto apart = sum<Down>(window<Row, Down[7], 7>(exp(image)));
  static_assert(temporaries<decltype(apart)> == 0);
  CHECK(agrees(apart));
  auto named = let(exp(image), [](auto t) { return sum<Down>(window<Row, Down[7]>(t)) / max<Down>(window<Row, Down[7]>(t)); });
  static_assert(temporaries<decltype(named)> == 1);
  CHECK(agrees(named));
  const auto tokens = numbers(tensor<float, Token[19], Model[12]>{}, 4);
  CHECK(agrees(max<Tap>(window<Token, Tap[6]>(let(tokens - mean<Model>(tokens), [](auto t) { return let(exp(t), [&](auto u) { return u * t; }); })))));
  auto normalised = let(tokens / norm<Model>(tokens), [](auto t) { return max<Tap>(window<Token, Tap[6]>(t)); });
  static_assert(temporaries<decltype(normalised)> == 1);
  CHECK(agrees(normalised));
  const auto taps = numbers(tensor<float, Down[7]>{}, 2);
  auto separable = dot<Down>(window<Row, Down[7]>(dot<Across>(window<Column, Across[7]>(image), rename<Down, Across>(taps))), taps);
  static_assert(plan_of<decltype(separable)>.flops == 2 * 7 * 17 * (19 + 13));
  CHECK(agrees(separable));
}

TEST_CASE("scores are not stored for windows") {
  const auto q = numbers(tensor<float, Query[700], Feature[5]>{});
  const auto k = numbers(tensor<float, Key[702], Feature[5]>{}, 2);
  const auto v = numbers(tensor<float, Key[700], Value[3]>{}, 3);
  auto smoothed = dot<Key>(softmax<Key>(max<Tap>(window<Key, Tap[3]>(dot<Feature>(q, k)))), v);
  static_assert(temporaries<decltype(smoothed)> == 0);
  CHECK(agrees(smoothed));
  auto activated = dot<Key>(softmax<Key>(sum<Tap>(tanh(window<Key, Tap[3]>(dot<Feature>(q, k))))), v);
  static_assert(temporaries<decltype(activated)> == 0);
  CHECK(agrees(activated));
  auto inside = dot<Key>(softmax<Key>(sum<Tap>(window<Key, Tap[3]>(tanh(dot<Feature>(q, k))))), v);
  static_assert(temporaries<decltype(inside)> == 0);
  CHECK(agrees(inside));
  const tensor<float, Query[], Feature[5]> few_queries = slice<Query>(q, 0, 4);
  const tensor<float, Key[], Feature[5]> keys = k;
  auto unknown = dot<Key>(softmax<Key>(max<Tap>(window<Key, Tap[3]>(dot<Feature>(few_queries, keys)))), v);
  static_assert(temporaries<decltype(unknown)> == 0);
  CHECK(agrees(unknown));
}

TEST_CASE("folds over windows of several axes") {
  const auto box = around<9>(image);
  static_assert(temporaries<decltype(mean<Down, Across>(box))> == 1);
  CHECK(agrees(mean<Down, Across>(box)));
  CHECK(agrees(sum<Across, Down>(box)));
  CHECK(agrees(max<Down, Across>(box)));
  CHECK(agrees(min<Down, Across>(box * 2)));
  CHECK(agrees(any_of<Down, Across>(box > 3.f)));
  CHECK(agrees(all_of<Down, Across>(box > -3.f)));
  CHECK(agrees(logsumexp<Down, Across>(box)));
  CHECK(agrees(var<Down, Across>(box)));
  CHECK(agrees(max<Down, Across, In>(window<Row, Down[5], 2>(window<Column, Across[5], 2>(channels)))));
  CHECK(agrees(sum<Down, In>(window<Row, Down[5]>(channels))));
  CHECK(agrees(sum<Row, Down>(window<Row, Down[5]>(channels))));
  const auto with_nan = [] {
    auto x = image;
    x(3, 4) = NAN;
    x(12, 20) = inf;
    return x;
  }();
  CHECK(agrees(max<Down, Across>(around<9>(with_nan))));
  CHECK(agrees(mean<Down, Across>(around<9>(with_nan))));
  const tensor<float, Row[], Column[23]> rows = image;
  CHECK(agrees(mean<Down, Across>(around<9>(rows))));
  const auto counts = eval(cast<int>(image * 10));
  const auto sums = eval(sum<Down, Across>(around<9>(counts)));
  CHECK(equal(cast<double>(sums), eval(in_float64(sum<Down, Across>(around<9>(counts))))));
}

// Few taps are one sweep, with the partial results in registers.
TEST_CASE("filters of few taps") {
  const auto filter = numbers(tensor<float, Down[5], Across[3]>{});
  const auto patches = window<Row, Down[5]>(window<Column, Across[3]>(image));
  auto one = sum<Down, Across>(patches * filter);
  static_assert(temporaries<decltype(one)> == 0);
  CHECK(agrees(one));
  CHECK(agrees(let(patches, [&](auto p) { return sqrt(pow(sum<Down, Across>(p * filter), 2) + pow(max<Down, Across>(p), 2)); })));
  CHECK(agrees(max<Down, Across>(abs(patches - mean<Down, Across>(patches)))));
  CHECK(agrees(prod<Down, Across>(patches)));
  CHECK(agrees(sum<Down, Across>(where(position<Down> + position<Row> < 9, patches, 0))));
  CHECK(agrees(sum<Down, Across>(where(position<Down> == 2, patches, filter))));
  CHECK(agrees(max<Down, Across>(where(position<Row> < 3, patches * filter, patches + filter))));
  const tensor<float, Row[19], Column[]> columns = image;
  CHECK(agrees(sum<Down, Across>(window<Row, Down[5]>(window<Column, Across[3]>(columns)) * filter)));
  const tensor<double, Row[19], Column[23]> exact = image;
  CHECK(agrees(sum<Down, Across>(window<Row, Down[5]>(window<Column, Across[3]>(exact)) * filter)));
}
