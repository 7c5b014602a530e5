// Small static expressions: bound to pointers only, without packing, written where they go. Every way in which the memory may lie otherwise.
#include <array>
#include <limits>
#include <string>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
template <index_t I, index_t L, index_t J> void product() {
  const auto a = numbers(tensor<float, Query[I], Feature[L]>{}), b = numbers(tensor<float, Query[I], Feature[L]>{}, 2);
  const auto w = numbers(tensor<float, Feature[L], Value[J]>{}, 3);
  auto of = [&](const auto& x) { return dot<Feature>(x, w); };
  tensor<float, Query[I], Value[J]> plain;
  plain = of(a);
  CHECK(all_close(plain, in_float64(of(a)), 1e-5, 1e-5));
  plain = of(b);  // the same type, other memory
  CHECK(all_close(plain, in_float64(of(b)), 1e-5, 1e-5));
  plain += of(a);
  CHECK(all_close(plain, in_float64(of(a) + of(b)), 1e-5, 1e-5));
  tensor<float, Value[J], Query[I]> turned;
  turned = of(a);
  CHECK(all_close(turned, in_float64(of(a)), 1e-5, 1e-5));
  tensor<double, Query[I], Value[J]> wide;
  wide = of(a);
  CHECK(all_close(wide, in_float64(of(a)), 1e-5, 1e-5));
  tensor<float, Query[I], Model[3], Value[J + 2]> around;  // rows and elements that must stay as they are
  around = 7;
  slice<Value, 1, J>(at<Model>(around, 1)) = of(a) * 2;
  CHECK(all_close(slice<Value, 1, J>(at<Model>(around, 1)), in_float64(of(a) * 2), 1e-5, 1e-5));
  CHECK(equal(at<Model>(around, 0), eval(at<Model>(around, 0) * 0 + 7)));
  CHECK(equal(at<Model>(around, 2), eval(at<Model>(around, 2) * 0 + 7)));
  CHECK((equal(at<Value>(at<Model>(around, 1), 0), 7.f) && equal(at<Value>(at<Model>(around, 1), J + 1), 7.f)));
}
}  // namespace

TEST_CASE("small products, wherever they go") {
  product<16, 16, 16>();
  product<7, 3, 16>();
}

TEST_CASE("a small target that is an operand, or lies where one does") {
  auto a = numbers(tensor<float, Query[16], Value[16]>{});
  const auto w = numbers(tensor<float, Value[16], Feature[16]>{}, 2);
  const auto before = a;
  a = rename<Feature, Value>(dot<Value>(a, w));
  CHECK(all_close(a, in_float64(rename<Feature, Value>(dot<Value>(before, w))), 1e-5, 1e-5));
  std::array<float, 300> memory{};
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i % 7) - 3;
  const auto unchanged = memory;
  auto overlapping = named<Query[16], Feature[16]>(memory.data() + 10);
  overlapping = dot<Value>(named<Query[16], Value[16]>(memory.data()), w);
  CHECK(all_close(overlapping, in_float64(dot<Value>(named<Query[16], Value[16]>(unchanged.data()), w)), 1e-5, 1e-5));
}

TEST_CASE("targets that read each other, and a target turned over its own operand") {
  auto x = numbers(tensor<float, Query[5], Value[7]>{}), y = numbers(tensor<float, Query[5], Value[7]>{}, 2);
  const auto x_before = x, y_before = y;
  SECTION("elements, on one thread") { assign(to(x, y), y * 2.f, x + 1.f); }
  SECTION("elements, on two") { assign(to(x, y), par(y * 2.f, 2), par(x + 1.f, 2)); }
  CHECK(equal(x, eval(y_before * 2.f)));
  CHECK(equal(y, eval(x_before + 1.f)));
}

TEST_CASE("a small target in memory with strides of its own, over an operand") {
  std::array<float, 16 * 40> memory{};
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i % 11) - 5;
  const auto unchanged = memory;
  const auto w = numbers(tensor<float, Value[16], Feature[16]>{}, 2);
  const auto product = eval(dot<Value>(named<Query[16], Value[16]>(unchanged.data()), w));
  const auto rows_apart = [](float* p, index_t step) { return named<Query[16], Feature[16]>(p, strided<Query>(step)); };
  for (const index_t step : {index_t{16}, index_t{17}, index_t{40}}) {
    memory = unchanged;
    auto target = rows_apart(memory.data(), step);
    target = dot<Value>(named<Query[16], Value[16]>(memory.data()), w);
    CHECK(all_close(rows_apart(memory.data(), step), product, 1e-5, 1e-5));
  }
  // turned: element (i, j) is written where (j, i) is read
  memory = unchanged;
  auto turned = named<Value[16], Query[16]>(memory.data());
  turned = named<Query[16], Value[16]>(memory.data()) * 3.f;
  CHECK(equal(turned, eval(named<Query[16], Value[16]>(unchanged.data()) * 3.f)));
  // an axis of one element, whose stride only the view knows
  memory = unchanged;
  auto with_one = named<Query[16], Head[1], Value[16]>(memory.data(), strided<Head>(5), strided<Query>(16));
  auto shifted = named<Query[16], Value[16]>(memory.data() + 3);
  shifted = at<Head>(with_one, 0) * 2.f;
  auto expected = eval(named<Query[16], Value[16]>(unchanged.data()) * 2.f);
  CHECK(equal(named<Query[16], Value[16]>(memory.data() + 3), expected));
}

TEST_CASE("a small operand with its lanes side by side is read where it lies, and a large one packed") {
  const tensor<float, Query[16], Feature[16]> a;
  const tensor<float, Feature[16], Value[16]> near;
  const tensor<float, Feature[16], Head[100], Value[16]> apart;
  CHECK(explain(dot<Feature>(a, near)).find("b in lanes") != std::string::npos);
  CHECK(explain(dot<Feature>(a, at<Head>(apart, 3))).find("b in lanes") == std::string::npos);
}

TEST_CASE("small attention with constants, masks and two results") {
  const auto q = numbers(tensor<float, Query[8], Feature[8]>{});
  const auto k = numbers(tensor<float, Key[8], Feature[8]>{}, 2);
  const auto v = numbers(tensor<float, Key[8], Value[8]>{}, 3);
  auto scores = dot<Feature>(q, k) / 2.f;
  tensor<float, Query[8], Value[8]> out;
  out = dot<Key>(softmax<Key>(scores), v);
  CHECK(all_close(out, in_float64(dot<Key>(softmax<Key>(scores), v)), 1e-5, 1e-6));
  out = dot<Key>(softmax<Key>(where(position<Key> <= position<Query>, scores, -std::numeric_limits<float>::infinity())), v);
  CHECK(all_close(out, in_float64(dot<Key>(softmax<Key>(where(position<Key> <= position<Query>, scores, -std::numeric_limits<float>::infinity())), v)), 1e-5, 1e-6));
  tensor<float, Query[8]> lse;
  assign(to(out, lse), dot<Key>(softmax<Key>(scores), v), logsumexp<Key>(scores));
  CHECK(all_close(lse, in_float64(logsumexp<Key>(scores)), 1e-5, 1e-6));
}

namespace {
template <index_t N, index_t L, index_t J> void cosine_attention() {
  const auto q = numbers(tensor<float, Query[N], Feature[L]>{});
  const auto k = numbers(tensor<float, Key[N], Feature[L]>{}, 2);
  const auto v = numbers(tensor<float, Key[N], Value[J]>{}, 3);
  const auto length = [](const auto& x) { return rsqrt(sum<Feature>(x * x) + 1e-3f); };
  const auto attend = [&](const auto& queries) { return dot<Key>(softmax<Key>(dot<Feature>(queries, k) * length(queries) * length(k)), v); };
  const auto expected = eval(in_float64(attend(q)));
  tensor<float, Query[N], Value[J]> out;
  for (int times = 0; times < 2; ++times) {
    out = attend(q);
    CHECK(all_close(out, expected, 1e-5, 1e-5));
  }
  out = par(attend(q), 2);
  CHECK(all_close(out, expected, 1e-5, 1e-5));
  tensor<double, Value[J], Query[N]> turned;
  turned = attend(q);
  CHECK(all_close(turned, expected, 1e-5, 1e-5));
  if constexpr (L == J) {  // over its own operand
    auto x = q;
    auto here = named<Query[N], Value[J]>(x.data());
    here = attend(x);
    CHECK(all_close(here, expected, 1e-5, 1e-5));
  }
}
}  // namespace

TEST_CASE("temporaries of known sizes") {
  cosine_attention<8, 16, 16>();
  cosine_attention<1, 3, 3>();
  cosine_attention<37, 5, 11>();
}

TEST_CASE("several temporaries, and one that begins elsewhere") {
  const auto x = numbers(tensor<float, Query[7], Model[12]>{});
  const auto w = numbers(tensor<float, Model[12], Feature[20]>{}, 2);
  const auto u = numbers(tensor<float, Feature[20], Value[12]>{}, 3);
  const auto hidden = [&](const auto& h) { return let(dot<Model>(h, w), [&](auto t) { return dot<Feature>(softmax<Feature>(t - mean<Query>(t)), u); }); };
  tensor<float, Query[7], Value[12]> out;
  const auto once = hidden(x);
  out = once;
  CHECK(all_close(out, in_float64(once), 1e-5, 1e-5));
  const auto twice = hidden(rename<Value, Model>(once));
  out = twice;
  CHECK(all_close(out, in_float64(twice), 1e-5, 1e-5));
  const auto part = let(softmax<Feature>(dot<Model>(x, w)), [&](auto t) { return dot<Feature>(slice<Feature, 3, 10>(t), slice<Feature, 5, 10>(reverse<Feature>(u))) + dot<Feature>(t, u); });
  out = part;
  CHECK(all_close(out, in_float64(part), 1e-5, 1e-5));
}

TEST_CASE("views that begin where their type says") {
  const auto x = numbers(tensor<float, Query[9], Feature[16]>{});
  tensor<float, Query[4], Feature[8]> out;
  const auto a = slice<Query, 5, 4>(slice<Feature, 0, 8>(x)) * slice<Query, 0, 4>(slice<Feature, 8, 8>(x)) - position<Feature>;
  out = a;
  CHECK(all_close(out, in_float64(a), 1e-6, 1e-6));
  const auto b = slice<Query, 2, 4>(slice<Feature, 3, 8>(reverse<Feature>(x) + position<Query> * 10 + position<Feature>));  // positions begin elsewhere, too
  out = b;
  CHECK(all_close(out, in_float64(b), 1e-6, 1e-6));
  const auto rows_apart = named<Query[4], Feature[8]>(x.data() + 3, strided<Query>(32));  // a stride that only the view knows
  tensor<float, Query[2], Feature[5]> piece;
  const auto c = slice<Query, 2, 2>(slice<Feature, 2, 5>(rows_apart)) * 2.f;
  piece = c;
  CHECK(all_close(piece, in_float64(c), 1e-6, 1e-6));
  // a part of an operand, over another part of it
  auto y = x;
  const auto expected = eval(slice<Query, 0, 4>(x) + slice<Query, 5, 4>(x));
  auto target = named<Query[4], Feature[16]>(y.data() + 16);
  target = slice<Query, 0, 4>(y) + slice<Query, 5, 4>(y);
  CHECK(equal(target, expected));
}

TEST_CASE("parts of known extents that are written twice: the same operand, and another of its type") {
  const auto a = numbers(tensor<float, Query[6], Feature[10]>{}), b = numbers(tensor<float, Query[6], Feature[10]>{}, 2);
  const auto w = numbers(tensor<float, Feature[10], Value[10]>{}, 3);
  const auto twice = [&](const auto& x, const auto& y, float scale) {
    return exp(dot<Feature>(x, w) * 0.5f - max<Value>(dot<Feature>(x, w) * 0.5f)) / sum<Value>(exp(dot<Feature>(y, w) * scale - max<Value>(dot<Feature>(y, w) * scale)));
  };
  tensor<float, Query[6], Value[10]> out;
  for (const auto* y : {&a, &b})
    for (const float scale : {0.5f, 0.25f}) {
      const auto e = twice(a, *y, scale);
      out = e;
      CHECK(all_close(out, in_float64(e), 1e-5, 1e-6));
      out = par(e, 2);
      CHECK(all_close(out, in_float64(e), 1e-5, 1e-6));
    }
  // two results of one product, and of two
  tensor<float, Query[6]> lse;
  for (const auto* y : {&a, &b}) {
    const auto weights = softmax<Value>(dot<Feature>(a, w));
    const auto logs = logsumexp<Value>(dot<Feature>(*y, w));
    assign(to(out, lse), weights, logs);
    CHECK(all_close(out, in_float64(weights), 1e-5, 1e-6));
    CHECK(all_close(lse, in_float64(logs), 1e-5, 1e-6));
  }
  // over the operand that stands there twice
  auto x = a;
  const auto expected = eval(in_float64(twice(a, a, 0.5f)));
  auto here = named<Query[6], Value[10]>(x.data());
  here = twice(x, x, 0.5f);
  CHECK(all_close(here, expected, 1e-5, 1e-6));
}
