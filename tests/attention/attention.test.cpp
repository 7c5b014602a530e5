// attention, scores and layers of the vocabulary, against loops in float64 written by hand.
#include <heed/attention.hpp>

#include <cmath>

#include <support/axes.hpp>
#include <support/values.hpp>

struct Hidden {};

using namespace heed;

namespace {
template <class Tensor> void fill(Tensor& t, double step) {
  for (index_t i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<typename Tensor::element_type>(std::sin(step * static_cast<double>(i + 1)));
}

constexpr int heads = 2, queries = 19, keys = 19, features = 6, columns = 5;
tensor<float, Head[heads], Query[queries], Feature[features]> q;
tensor<float, Head[heads], Key[keys], Feature[features]> k;
tensor<float, Head[heads], Key[keys], Value[columns]> v;

// softmax over the keys of score(h, i, j), with exp(sink) added to the sum, times v: in the order of memory.
template <class Score> std::vector<double> attend(Score score, double sink = -HUGE_VAL) {
  std::vector<double> all;
  for (int h = 0; h < heads; ++h)
    for (int i = 0; i < queries; ++i) {
      double total = std::exp(sink), context[columns]{};
      for (int j = 0; j < keys; ++j) {
        const double weight = std::exp(score(h, i, j));
        total += weight;
        for (int c = 0; c < columns; ++c) context[c] += weight * static_cast<double>(v(h, j, c));
      }
      for (const double c : context) all.push_back(total == 0 ? 0 : c / total);
    }
  return all;
}
double product(int h, int i, int j) {
  double s = 0;
  for (int f = 0; f < features; ++f) s += static_cast<double>(q(h, i, f)) * static_cast<double>(k(h, j, f));
  return s;
}
double length_of(const auto& x, int h, int i) {
  double s = 0;
  for (int f = 0; f < features; ++f) s += static_cast<double>(x(h, i, f)) * static_cast<double>(x(h, i, f));
  return std::sqrt(s);
}
struct filled {
  filled() { fill(q, 0.3), fill(k, 0.7), fill(v, 0.2); }
};
}  // namespace

TEST_CASE_METHOD(filled, "Attention, with a cap, a mask and a bias") {
  const double scale = 1 / std::sqrt(6.);
  const auto plain = attention<Key, Feature>(q, k, v);
  static_assert(has_axes<decltype(plain), Head[heads], Query[queries], Value[columns]>);
  CHECK(values(eval(plain)) == near(attend([&](int h, int i, int j) { return scale * product(h, i, j); }), 1e-5));

  const auto all = attention<Key, Feature>(q, k, v, softcap(0.5), causal<Query, Key>() && !padding<Key>(1), alibi<Head, Query, Key>());
  static_assert(plan_of<decltype(all)>.temporaries == 0 && plan_of<decltype(all)>.passes == 1);  // no array of scores
  const auto expected = attend([&](int h, int i, int j) {
    if (j > i || j < 1) return -HUGE_VAL;
    return 0.5 * std::tanh(scale * product(h, i, j) / 0.5) - std::pow(2., -4. * (h + 1)) * std::abs(i - j);
  });
  CHECK(values(eval(all)) == near(expected, 1e-5));
  CHECK(values(eval(in_float64(all))) == near(expected, 1e-6));

  // keys that the mask excludes are not read: a NaN there shows nowhere
  for (int h = 0; h < heads; ++h) k(h, 18, 0) = NAN;
  CHECK(eval(all)(1, 17, 4) == Approx(expected[(19 + 17) * 5 + 4]).epsilon(1e-4));

  // the extents of q, k and v at run time
  tensor<float, Query[], Feature[]> rows{sized<Query>(3), sized<Feature>(4)};
  tensor<float, Key[], Feature[]> rows2{sized<Key>(3), sized<Feature>(4)};
  fill(rows, 1), fill(rows2, 2);
  CHECK(values(eval(scaled_dot<Feature>(rows, rows2))) == near(values(eval(dot<Feature>(rows, rows2) / 2)), 1e-6));
  tensor<float, Key[], Feature[]> four{sized<Key>(4), sized<Feature>(4)};
  CHECK_THROWS_AS((attention<Key, Feature>(rows, four, rename<Feature, Value>(four), causal<Query, Key>())), shape_error);
}

TEST_CASE_METHOD(filled, "Other scores, and a sink") {
  const auto near_cosine = temperature(cosine<Feature>(q, k), 0.1f);
  const auto context = dot<Key>(softmax_with_sink<Key>(near_cosine, 2), v);
  CHECK(plan_of<decltype(context)>.passes == 2);  // over the keys, and for the norms of q; those of k, of few features, are no walk
  const auto expected = attend([&](int h, int i, int j) { return 10 * product(h, i, j) / length_of(q, h, i) / length_of(k, h, j); }, 2);
  CHECK(values(eval(context)) == near(expected, 2e-5));
  // all keys excluded: the sink takes all; and without a sink, no weight at all
  const auto none = where(position<Key> < 0, near_cosine, -inf);
  CHECK(values(eval(sum<Head, Query, Key>(abs(softmax_with_sink<Key>(none, 2) + softmax_with_sink<Key>(none, -inf))))) == near{0});

  const auto qs = at<Head>(q, 0);
  const auto ks = at<Head>(k, 1);
  tensor<float, Feature[features], Hidden[features]> w;
  tensor<float, Feature[features]> weight;
  fill(w, 0.9), fill(weight, 0.4);
  const auto [b, a] = eval(bilinear<Feature, Hidden>(qs, w, rename<Feature, Hidden>(ks)), additive<Feature>(qs, ks, weight));
  double bilinear_score = 0, additive_score = 0;
  for (int f = 0; f < features; ++f) {
    additive_score += std::tanh(static_cast<double>(q(0, 3, f)) + static_cast<double>(k(1, 5, f))) * static_cast<double>(weight(f));
    for (int g = 0; g < features; ++g) bilinear_score += static_cast<double>(q(0, 3, f)) * static_cast<double>(w(f, g)) * static_cast<double>(k(1, 5, g));
  }
  CHECK(b(3, 5) == Approx(bilinear_score));
  CHECK(a(3, 5) == Approx(additive_score));
}

TEST_CASE("Norms and a layer") {
  tensor<float, Token[], Model[10]> x{sized<Token>(7)};
  tensor<float, Model[10], Head[2], Feature[4]> wq, wk;
  tensor<float, Model[10], Head[2], Value[3]> wv;
  tensor<float, Head[2], Value[3], Model[10]> wo;
  tensor<float, Model[10], Hidden[12]> up;
  tensor<float, Hidden[12], Model[10]> down;
  tensor<float, Model[10]> gain, bias;
  fill(x, 0.3), fill(wq, 0.7), fill(wk, 0.2), fill(wv, 0.9), fill(wo, 0.4), fill(up, 0.8), fill(down, 0.6), fill(gain, 1), fill(bias, 2);

  const auto [layer, unbiased, rms] = eval(layer_norm<Model>(x, gain, bias), layer_norm<Model>(x, gain), rms_norm<Model>(x, gain));
  double m = 0, squares = 0;
  for (int i = 0; i < 10; ++i) m += static_cast<double>(x(4, i)) / 10, squares += std::pow(static_cast<double>(x(4, i)), 2) / 10;
  CHECK(layer(4, 6) == Approx((x(4, 6) - m) / std::sqrt(squares - m * m + 1e-5) * gain(6) + bias(6)).epsilon(1e-4));
  CHECK(unbiased(4, 6) == Approx(layer(4, 6) - bias(6)).epsilon(1e-4));
  CHECK(equal(eval(layer_norm<Model>(x, gain, 1)), eval(layer_norm<Model>(x, gain, 1.0))));  // a number is converted: the calls that are refused do not come between
  CHECK(rms(4, 6) == Approx(x(4, 6) / std::sqrt(squares + 1e-6) * gain(6)).epsilon(1e-4));

  tensor<float, Token[5], Head[2], Feature[3]> parts;
  fill(parts, 0.5);
  CHECK(all_close(layer_norm<Head, Feature>(parts), (parts - mean<Head, Feature>(parts)) / sqrt(var<Head, Feature>(parts) + 1e-5f), 1e-4, 1e-5));
  CHECK(all_close(rms_norm<Head, Feature>(parts), parts / sqrt(mean<Head, Feature>(parts * parts) + 1e-6f), 1e-4, 1e-5));

  const auto attend_all = [&](const auto& t) {
    return multi_head_attention<Token, Model, Head, Query, Key, Feature, Value>(t, wq, wk, wv, wo, causal<Query, Key>());
  };
  const auto feed = [&](const auto& t) { return feed_forward<Model, Hidden>(t, up, down); };
  const auto both = transformer_layer<Model>(x, attend_all, feed);
  tensor<float, Token[], Model[10]> out;
  out = both;
  CHECK(values(out) == near(values(eval(in_float64(both))), 1e-4));

  // the same, step by step
  tensor<double, Token[], Model[10]> n = in_float64((x - mean<Model>(x)) * rsqrt(var<Model>(x) + 1e-5));
  tensor<double, Query[], Head[2], Key[]> s = in_float64(dot<Feature>(rename<Token, Query>(dot<Model>(n, wq)), rename<Token, Key>(dot<Model>(n, wk))) / 2);
  for (int i = 0; i < 7; ++i)
    for (int h = 0; h < 2; ++h)
      for (int j = i + 1; j < 7; ++j) s(i, h, j) = -HUGE_VAL;
  tensor<double, Query[], Head[2], Value[3]> c = in_float64(dot<Key>(softmax<Key>(s), rename<Token, Key>(dot<Model>(n, wv))));
  tensor<double, Token[], Model[10]> h = in_float64(x + rename<Query, Token>(dot<Head, Value>(c, wo)));
  n = in_float64((h - mean<Model>(h)) * rsqrt(var<Model>(h) + 1e-5));
  h = in_float64(h + dot<Hidden>(gelu(dot<Model>(n, up)), down));
  CHECK(values(out) == near(values(h), 1e-4));
}

namespace {
struct KeyFeature {};
struct Distance {};
template <class... E> constexpr bool are_well_shaped(const E&...) { return (well_shaped<E> && ...); }
}  // namespace

TEST_CASE("a call as it is documented, of const operands, comes before what refuses other calls") {
  const tensor<float, Head[2], Query[4], Feature[6]> q{};
  const tensor<float, Head[2], Key[5], Feature[6]> k{};
  const tensor<float, Head[2], Key[5], Value[6]> v{};
  const tensor<float, Query[4], Key[5]> scores{};
  const tensor<float, Token[4], Model[6]> x{};
  const tensor<float, Model[6], Hidden[3]> up{};
  const tensor<float, Hidden[3], Model[6]> down{};
  const tensor<float, Model[6]> g{};
  const tensor<float, Feature[6]> w{};
  const tensor<float, Feature[6], KeyFeature[6]> wb{};
  const tensor<float, Key[5], KeyFeature[6]> ko{};
  const tensor<int, Batch[4]> lengths{};
  const tensor<int, Query[4]> ids{};
  const tensor<float, Distance[9]> table{};
  const tensor<float, Model[6], Head[2], Feature[3]> wq{};
  const tensor<float, Model[6], Head[2], Value[3]> wv{};
  const tensor<float, Head[2], Value[3], Model[6]> wo{};
  const auto same = [](auto t) { return t; };
  CHECK(are_well_shaped(
      attention<Key, Feature>(q, k, v), attention<Key, Feature>(q, k, v, softcap(3), scores), scaled_dot<Feature>(q, k),
      bilinear<Feature, KeyFeature>(q, wb, ko), additive<Feature>(q, k, w), cosine<Feature>(q, k), unit<Feature>(q), softcap(scores, 3),
      softcap(scores, g), temperature(scores, 2), softmax_with_sink<Key>(scores, 1), sliding_window<Query, Key>(2, 0),
      sliding_window<Query, Key>(2, 0, bottom_right), prefix_lm<Query, Key>(2, top_left), prefix_lm<Query, Key>(lengths, bottom_right),
      padding<Key>(lengths), padding<Key>(3), same_document<Query, Key>(ids), alibi<Head, Query, Key>(),
      relative_position<Query, Key, Distance>(table), sinusoidal<Token, Model>(), sinusoidal<Token, Model>(100), rotary<Query, Feature>(q),
      rotary<Query, Feature>(q, 3), layer_norm<Model>(x), layer_norm<Model>(x, 1), layer_norm<Token, Model>(x), layer_norm<Model>(x, g),
      layer_norm<Model>(x, g, g), rms_norm<Model>(x), rms_norm<Model>(x, g), rms_norm<Model>(x, g, 1), feed_forward<Model, Hidden>(x, up, down),
      feed_forward<Model, Hidden>(x, up, down, same), multi_head_attention<Token, Model, Head, Query, Key, Feature, Value>(x, wq, wq, wv, wo),
      multi_head_attention<Token, Model, Head, Query, Key, Feature, Value>(x, wq, wq, wv, wo, causal<Query, Key>()), transformer_layer<Model>(x, same, same)));
}
