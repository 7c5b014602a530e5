// The order of products of several factors: by hand, against float64, and as flops of the plan.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct A {};
struct B {};
struct C {};
struct D {};
struct Rank {};

const auto q = numbers(tensor<float, Query[29], Feature[5]>{}, 1);
const auto k = numbers(tensor<float, Key[31], Feature[5]>{}, 2);
const auto v = numbers(tensor<float, Key[31], Value[7]>{}, 3);
const auto a = numbers(tensor<float, A[3], B[30]>{}, 4);
const auto b = numbers(tensor<float, B[30], C[5]>{}, 5);
const auto c = numbers(tensor<float, C[5], D[31]>{}, 6);
const auto d = numbers(tensor<float, D[31], Value[2]>{}, 7);
}  // namespace

TEST_CASE("Attention without a normaliser multiplies the keys by the values first") {
  auto linear = dot<Key>(dot<Feature>(q, k) * 0.125f, v);
  constexpr auto& plan = plan_of<decltype(linear)>;
  static_assert(plan.flops == 2ull * 5 * 7 * (31 + 29));
  static_assert(plan.flops_as_written == 2ull * 29 * 31 * (5 + 7));
  CHECK(agrees(linear));
  CHECK_THAT(explain(linear), Catch::Contains("contractions 4200 flop (21576 flop as written)"));
}

TEST_CASE("A normaliser keeps the order") {
  auto attention = dot<Key>(softmax<Key>(dot<Feature>(q, k)), v);
  static_assert(plan_of<decltype(attention)>.flops == plan_of<decltype(attention)>.flops_as_written);
  static_assert(plan_of<decltype(attention)>.temporaries == 0 && plan_of<decltype(attention)>.passes == 1);
  auto masked = dot<Key>(where(position<Key> <= position<Query>, dot<Feature>(q, k), 0), v);
  static_assert(plan_of<decltype(masked)>.flops == plan_of<decltype(masked)>.flops_as_written);
  // the scores of an attention are a product like any other
  auto bilinear = dot<Key>(softmax<Key>(dot<A>(dot<Feature>(numbers(tensor<float, Query[40], Feature[2]>{}), numbers(tensor<float, Feature[2], A[16]>{})),
                                              numbers(tensor<float, Key[3], A[16]>{}))), numbers(tensor<float, Key[3], Value[7]>{}));
  static_assert(plan_of<decltype(bilinear)>.flops < plan_of<decltype(bilinear)>.flops_as_written);
  CHECK(agrees(bilinear));
}

TEST_CASE("A tensor is multiplied by a matrix along each of its axes, and no product of operands alone is stored") {
  const auto core = numbers(tensor<float, A[16], B[17], C[18]>{}, 1);
  const auto rows = numbers(tensor<float, A[16], Query[40]>{}, 2);
  const auto columns = numbers(tensor<float, B[17], Key[41]>{}, 3);
  const auto layers = numbers(tensor<float, C[18], D[42]>{}, 4);
  const auto whole = dot<C>(dot<B>(dot<A>(core, rows), columns), layers);
  constexpr auto& plan = plan_of<decltype(whole)>;
  static_assert(plan.flops <= plan.flops_as_written && plan.temporary_bytes <= 4 * 40 * 41 * 42);
  CHECK(agrees(whole));
}

TEST_CASE("A product over two axes is one, however its operands lie") {
  const auto x = numbers(tensor<float, C[40], Query[30], A[50]>{}, 1);
  const auto y = numbers(tensor<float, D[33], A[50], C[40]>{}, 2);
  const auto product = dot<A, C>(x, y);
  // (y is stored in the order in which it is read)
  static_assert(plan_of<decltype(product)>.flops == 2ull * 30 * 33 * 40 * 50 && plan_of<decltype(product)>.temporaries == 1 && plan_of<decltype(product)>.temporary_bytes == 4 * 33 * 40 * 50);
  CHECK_THAT(explain(product), Catch::Contains("micro-kernel"));
  CHECK(agrees(product));
}

TEST_CASE("A part of a longer product that is needed for each step of an outer loop is computed once") {
  const auto x = numbers(tensor<float, D[4], B[96]>{}, 1);
  const auto y = numbers(tensor<float, D[4], A[64]>{}, 2);
  const auto z = numbers(tensor<float, B[96], C[28]>{}, 3);
  const auto t = numbers(tensor<float, D[4], B[96], C[28]>{}, 4);
  const auto w = numbers(tensor<float, C[28], D[4], A[64]>{}, 5);
  const auto product = dot<A, C>(dot<B>(x * y * z, t), w);
  CHECK_THAT(explain(product), Catch::Contains("pass over B[96], lanes of C[28]"));
  CHECK(agrees(product));
}

// A value for every query and key is computed once for all mixed heads, in a loop inside the blocks of keys (loop_in_blocks.test.cpp). Of more of these than such a
// loop has it would be computed for each: one product takes no more, and is the micro-kernel's.
TEST_CASE("Scores whose heads are mixed before they are normalised are computed once, or are one product") {
  constexpr index_t heads = 3, queries = 29, keys = 31, features = 5, columns = 3;
  const auto qs = numbers(tensor<float, Head[heads], Query[queries], Feature[features]>{}, 1);
  const auto ks = numbers(tensor<float, Head[heads], Key[keys], Feature[features]>{}, 2);
  constexpr unsigned long long pairs = 2 * queries * keys;
  const auto takes = [&]<index_t Mixed>(const tensor<float, A[Mixed], Head[heads]>&, auto flops, const auto& scores) {
    const auto vs = numbers(tensor<float, A[Mixed], Key[keys], Value[columns]>{}, 4);
    auto context = dot<Key>(softmax<Key>(scores), vs);
    static_assert(plan_of<decltype(context)>.flops == Mixed * pairs * columns + flops.value && plan_of<decltype(context)>.passes == 1 && plan_of<decltype(context)>.temporaries == 0);
    CHECK(agrees(context));
  };
  const auto w = numbers(tensor<float, A[2], Head[heads]>{}, 3);
  constexpr std::integral_constant<unsigned long long, pairs * heads * (features + 2)> once;
  takes(w, once, dot<Head>(w, dot<Feature>(qs, ks) / 8.f));
  takes(w, once, sum<Head>(dot<Feature>(qs, ks) * -w));
  takes(w, once, where(position<Key> <= position<Query>, dot<Head>(w, dot<Feature>(qs, ks)), -inf));
  takes(w, once, dot<Head, Feature>(qs * w, ks));  // (the scores of a head are more elements than any value of this, but never all there)
  const auto many = numbers(tensor<float, A[17], Head[heads]>{}, 3);
  takes(many, std::integral_constant<unsigned long long, pairs * heads * 17 * features>{}, dot<Head>(many, dot<Feature>(qs, ks)));
  // what is mixed is the result, and nothing is computed again
  auto result = dot<Head>(w, dot<Feature>(qs, ks));
  static_assert(plan_of<decltype(result)>.flops == 2 * heads * queries * keys * (features + 2));
  CHECK(agrees(result));
}

// As a result they are two matrix products, of which the first is stored: row by row, for each query, it would take most of the time.
TEST_CASE("Mixed scores as a result are made of scores that are stored, which take longer than mixing") {
  const auto mixes = [](auto query_count, auto key_count, auto feature_count) {
    constexpr index_t queries = query_count.value, keys = key_count.value, features = feature_count.value;
    const auto qs = numbers(tensor<float, Head[8], Query[queries], Feature[features]>{}, 1);
    const auto ks = numbers(tensor<float, Head[8], Key[keys], Feature[features]>{}, 2);
    const auto w = numbers(tensor<float, A[6], Head[8]>{}, 3);
    auto result = dot<Head>(w, dot<Feature>(qs, ks) * 0.5f);
    static_assert(plan_of<decltype(result)>.flops == 2 * 8 * queries * keys * (features + 6));
    CHECK(agrees(result));
    CHECK(heed::equal(eval(par(result, 3)), eval(result)));
    CHECK(agrees(softmax<Key>(result)));
    return plan_of<decltype(result)>.temporaries;
  };
  CHECK(mixes(std::integral_constant<index_t, 67>{}, std::integral_constant<index_t, 101>{}, std::integral_constant<index_t, 19>{}) == 1);
  mixes(std::integral_constant<index_t, 5>{}, std::integral_constant<index_t, 101>{}, std::integral_constant<index_t, 19>{});
  mixes(std::integral_constant<index_t, 67>{}, std::integral_constant<index_t, 3>{}, std::integral_constant<index_t, 5>{});
  // of run-time extents, too
  for (const index_t n : {1, 13, 70}) {
    const auto qs = numbers(tensor<float, Head[8], Query[], Feature[19]>(sized<Query>(n)), 1);
    const auto ks = numbers(tensor<float, Head[8], Key[], Feature[19]>(sized<Key>(n + 3)), 2);
    CHECK(agrees(dot<Head>(numbers(tensor<float, A[8], Head[8]>{}, 3), dot<Feature>(qs, ks))));
  }
}

TEST_CASE("Chains of matrices take the cheapest order, however they are written") {
  // a (b (c d)): 2 * (5 * 31 * 2 + 30 * 5 * 2 + 3 * 30 * 2)
  constexpr unsigned long long least = 2ull * (310 + 300 + 180);
  auto left = dot<D>(dot<C>(dot<B>(a, b), c), d);
  auto right = dot<B>(a, dot<C>(b, dot<D>(c, d)));
  auto middle = dot<C>(dot<B>(a, b), dot<D>(c, d));
  auto flat = sum<B, C, D>(a * b * -c * d / 2);
  static_assert(plan_of<decltype(left)>.flops == least && plan_of<decltype(left)>.flops_as_written == 2ull * (450 + 465 + 186));
  static_assert(plan_of<decltype(right)>.flops == least && plan_of<decltype(right)>.flops_as_written == least);
  static_assert(plan_of<decltype(middle)>.flops <= least);
  static_assert(plan_of<decltype(flat)>.flops == plan_of<decltype(middle)>.flops);
  static_assert(plan_of<decltype(flat)>.flops_as_written == 2ull * 3 * 30 * 5 * 31 * 2);
  CHECK(agrees(left));
  CHECK(agrees(flat));
}

TEST_CASE("Sums of products fall apart where their factors share nothing") {
  const tensor<float, A[3]> x{1, 2, 3};
  const tensor<float, B[2]> y{10, 100};
  const tensor<float, A[3], Value[1]> z{{1}, {0}, {-2}};
  CHECK(values(eval(sum<A, B>(x * y * z))) == near{-550});
  static_assert(plan_of<decltype(sum<A, B>(x * y))>.flops == 0);  // (1 + 2 + 3) * (10 + 100)
}

TEST_CASE("No value is larger than one of the formula as written") {
  // keys times values would be fewer multiplications, and 64 * 64 elements where the formula has at most 64 * 40
  auto few = dot<Key>(dot<Feature>(numbers(tensor<float, Query[40], Feature[64]>{}), numbers(tensor<float, Key[40], Feature[64]>{})),
                      numbers(tensor<float, Key[40], Value[64]>{}));
  static_assert(plan_of<decltype(few)>.flops == 2ull * 40 * 40 * 128 && plan_of<decltype(few)>.flops_as_written == plan_of<decltype(few)>.flops);
  auto flat = sum<Feature>(numbers(tensor<float, Query[40], Feature[2]>{}) * numbers(tensor<float, Key[50], Feature[2]>{}) * numbers(tensor<float, Feature[2], Value[1]>{}));
  static_assert(plan_of<decltype(flat)>.flops_as_written == plan_of<decltype(flat)>.flops && plan_of<decltype(flat)>.temporary_bytes < 4 * 40 * 50);
}

TEST_CASE("A let is one value, where it is not a factor of sums that take less than half without it") {
  auto twice = let(dot<Feature>(q, k), [](auto s) { return dot<Key>(s, v) + sum<Key>(s); });
  static_assert(plan_of<decltype(twice)>.flops < plan_of<decltype(twice)>.flops_as_written);
  CHECK(agrees(twice));
  // (of more features than queries and keys the value is worth having)
  const tensor<float, Query[9], Feature[40]> wide_q = numbers(tensor<float, Query[9], Feature[40]>{});
  const tensor<float, Key[11], Feature[40]> wide_k = numbers(tensor<float, Key[11], Feature[40]>{});
  const tensor<float, Key[11], Value[8]> wide_v = numbers(tensor<float, Key[11], Value[8]>{});
  auto once = let(dot<Feature>(wide_q, wide_k), [&](auto s) { return dot<Key>(s, wide_v) + sum<Key>(s); });
  static_assert(plan_of<decltype(once)>.flops == plan_of<decltype(once)>.flops_as_written);
  CHECK(agrees(once));
}

TEST_CASE("Linear attention is normalised without queries times keys") {
  constexpr std::uint64_t most = 2ull * 64 * (2 * 1000 + 2 * 1000) * 64 * 2;
  auto is_linear = [&](const auto& normalised) {
    using E = std::remove_cvref_t<decltype(normalised)>;
    static_assert(plan_of<E>.flops < most && plan_of<E>.temporary_bytes < 4 * 64 * 128);
    CHECK(agrees(normalised));
  };
  const auto positive = [](auto t) { return eval(abs(numbers(t)) + 0.1f); };
  const auto fq = positive(tensor<float, Query[1000], Feature[64]>{});
  const auto fk = positive(tensor<float, Key[1000], Feature[64]>{});
  const auto values_of = numbers(tensor<float, Key[1000], Value[64]>{});
  is_linear(dot<Key>(normalize<Key>(dot<Feature>(fq, fk)), values_of));
  is_linear(let(dot<Feature>(fq, fk), [&](auto s) { return dot<Key>(s, values_of) / sum<Key>(s); }));
  is_linear(let(dot<Feature>(fq, fk) * 0.5f, [&](auto s) { return dot<Key>(s / (sum<Key>(s) + 1e-6f), values_of); }));
  const auto features = [](const auto& x) { return let(x, [](auto t) { return where(t > 0, t + 1, exp(t)); }); };
  is_linear(dot<Key>(normalize<Key>(dot<Feature>(features(fq), features(fk))), values_of));
}

TEST_CASE("Run-time extents are assumed to be large; an empty sum is 0") {
  for (const index_t n : {0, 1, 37}) {
    tensor<float, Query[], Feature[5]> some_q{sized<Query>(3)};
    tensor<float, Key[], Feature[5]> some_k{sized<Key>(n)};
    tensor<float, Key[], Value[7]> some_v{sized<Key>(n)};
    some_q = slice<Query, 0, 3>(q);
    for (index_t i = 0; i < n; ++i) {
      at<Key>(some_k, i) = at<Key>(k, i % 31);
      at<Key>(some_v, i) = at<Key>(v, i % 31);
    }
    some_q(0, 0) = n == 0 ? inf : 1.0f;
    auto linear = dot<Key>(dot<Feature>(some_q, some_k), some_v);
    CHECK(agrees(linear));
    CHECK(plan(linear).flops == 2ull * 35 * static_cast<unsigned long long>(n + 3));
    CHECK(plan(linear).flops_as_written == 2ull * 12 * 3 * static_cast<unsigned long long>(n));
  }
}

TEST_CASE("A contraction inside a sum for every element of the axis that it contracts") {
  CHECK(agrees(sum<Key>(q + dot<Feature>(q, k))));
}

TEST_CASE("What weights are contracted with is projected after, where that takes less than half: a few queries") {
  const auto c = numbers(tensor<float, Key[70], Rank[12]>{}, 1);
  const auto up_k = numbers(tensor<float, Head[4], Rank[12], Feature[9]>{}, 2);
  const auto up_v = numbers(tensor<float, Head[4], Rank[12], Value[11]>{}, 3);
  const auto alone = numbers(tensor<float, Head[4], Feature[9]>{}, 4);
  const auto attend = [&](const auto& q, auto scale) { return dot<Key>(softmax<Key>(dot<Feature>(q, dot<Rank>(c, up_k)) / scale), dot<Rank>(c, up_v)); };
  auto latent = attend(alone, 3.f);
  constexpr auto& plan = plan_of<decltype(latent)>;
  static_assert(plan.flops == 2ull * 4 * (12 * 9 + 70 * 12 + 70 * 12 + 12 * 11) && plan.flops_as_written > 5 * plan.flops);
  CHECK(agrees(latent));
  const auto two = numbers(tensor<float, Query[2], Head[4], Feature[9]>{}, 5);
  CHECK(agrees(attend(two, 3.f)));
  CHECK(agrees(dot<Key>(softmax<Key>(where(position<Key> < 33, dot<Feature>(two, dot<Rank>(c, up_k)), -inf)), dot<Rank>(c, up_v) / 2.f)));
  CHECK(agrees(dot<Key>(normalize<Key>(exp(dot<Feature>(alone, dot<Rank>(c, up_k)))), dot<Rank>(c, up_v))));
  CHECK(agrees(dot<Head, Key>(softmax<Key>(dot<Feature>(alone, dot<Rank>(c, up_k))), dot<Rank>(c, up_v))));
  // many queries: the keys and values are projected once for all
  const auto many = numbers(tensor<float, Query[90], Head[4], Feature[9]>{}, 6);
  auto fewer = attend(many, 3.f);
  static_assert(plan_of<decltype(fewer)>.flops * 2 > plan_of<decltype(fewer)>.flops_as_written);
  CHECK(agrees(fewer));
  auto kept = dot<Key>(softmax<Key>(dot<Feature>(alone, dot<Rank>(c, up_k))), as_written(dot<Rank>(c, up_v)));
  CHECK(agrees(kept));
}

TEST_CASE("One query, and what is projected after it: its lane is that of the query alone") {
  const auto x = numbers(tensor<float, Batch[3], Key[29], Feature[18]>{}, 1);
  const auto query = numbers(tensor<float, Feature[18]>{}, 2);
  const auto w = numbers(tensor<float, Feature[18], Value[7]>{}, 3);
  const auto w2 = numbers(tensor<float, Feature[18], Head[2], Value[7]>{}, 4);
  const auto pooled = [&](const auto& q) { return dot<Key>(softmax<Key>(dot<Feature>(x, q)), x); };
  auto projected = dot<Feature>(pooled(query), w);
  CHECK_THAT(explain(projected), Catch::Contains("sum<Feature>(a * s6)   [a times the one lane of s6"));
  CHECK(agrees(projected));
  CHECK(agrees(dot<Feature>(pooled(query), w2)));
  CHECK(agrees(dot<Key>(softmax<Key>(dot<Feature>(x, query)), dot<Feature>(x, w2))));
  const auto own = numbers(tensor<float, Batch[3], Feature[18]>{}, 5);
  CHECK(agrees(dot<Feature>(pooled(own), w)));
  const auto computed = dot<Value>(numbers(tensor<float, Value[7]>{}, 6), w) + numbers(tensor<float, Feature[18]>{}, 7);
  CHECK(agrees(dot<Feature>(pooled(computed), w)));
  CHECK(agrees(pooled(computed)));
  const auto some = numbers(tensor<float, Key[], Feature[18]>{sized<Key>(13)}, 8);
  CHECK(agrees(dot<Feature>(dot<Key>(softmax<Key>(dot<Feature>(some, query) / 2.f), some), w)));
}
