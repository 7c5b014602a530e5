// Rows whose values are kept for the results (exponentials once, rule 4), and normalisers along other axes than the last, or several.
#include <cmath>

#include <heed/attention/masks.hpp>
#include <support/agrees.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Batch {};
struct Token {};
struct Model {};
const float infinity = std::numeric_limits<float>::infinity();
const auto x = numbers(tensor<float, Batch[3], Token[29], Model[77]>{});
template <class X> auto rms(const X& t) { return t * rsqrt(mean<Model>(t * t) + 1e-5f); }
}  // namespace

TEST_CASE("What is normalised is computed once a row, and nothing is stored") {
  const auto long_rows = numbers(tensor<float, Batch[3], Token[29], Model[770]>{});
  constexpr auto& rows = plan_of<decltype(softmax<Model>(gelu(long_rows)))>;
  static_assert(rows.temporaries == 0 && rows.passes == 2 && rows.scratch_bytes < 8 * 1024);
  static_assert(plan_of<decltype(softmax<Token>(x))>.temporaries == 0 && plan_of<decltype(softmax<Token, Model>(x))>.temporaries == 0);
  static_assert(plan_of<decltype(rms(x))>.temporaries == 0 && plan_of<decltype(rms(x))>.nests == 1);
  CHECK(explain(softmax<Model>(gelu(long_rows))).find("kept") != std::string::npos);
  CHECK(agrees(softmax<Model>(gelu(long_rows))));
}

TEST_CASE("Short rows are normalised side by side, long ones one after the other") {
  const auto short_rows = numbers(tensor<float, Batch[3], Token[29], Model[10]>{});
  const auto long_rows = numbers(tensor<float, Batch[3], Token[29], Model[770]>{});
  CHECK(explain(softmax<Model>(short_rows)).find("for Batch * Token[87] in blocks") != std::string::npos);
  CHECK(explain(softmax<Model>(long_rows)).find("for Model[770] in blocks") != std::string::npos);
  CHECK(agrees(softmax<Model>(short_rows)));
  CHECK(agrees(rms(short_rows)));
  CHECK(agrees(logsumexp<Model>(short_rows)));
  CHECK(agrees(rms(long_rows)));
}

TEST_CASE("Rows, columns and planes") {
  CHECK(agrees(softmax<Model>(x)));
  CHECK(agrees(softmax<Token>(x)));
  CHECK(agrees(softmax<Batch>(x)));
  CHECK(agrees(softmax<Token, Model>(x)));
  CHECK(agrees(softmax<Batch, Model>(x * 3)));
  CHECK(agrees(log_softmax<Token>(x)));
  CHECK(agrees(exp(x - max<Model>(x)) / sum<Model>(exp(x - max<Model>(x)))));
  CHECK(agrees(softmax<Model>(gelu(x))));
  CHECK(agrees(softmax<Token>(tanh(x)) * tanh(x)));
  CHECK(agrees(rms(x)));
  CHECK(agrees((x - mean<Token, Model>(x)) * rsqrt(var<Token, Model>(x) + 1e-5f)));
  CHECK(agrees((x - mean<Batch, Token>(x)) / norm<Batch, Token>(x)));
  CHECK(agrees(softmax<Model>(cast<double>(x))));
  CHECK(agrees(let(softmax<Model>(x), [](auto p) { return p * log(p + 1e-6f) - sum<Model>(p * p); })));
}

TEST_CASE("What lies across beside what does not is turned, without a walk") {
  const auto across = numbers(tensor<float, Model[77], Batch[3], Token[29]>{}, 5);
  static_assert(plan_of<decltype(x + across)>.temporaries == 0);
  CHECK(explain(x + across).find("packed") != std::string::npos);
  CHECK(agrees(x + across));
  CHECK(agrees(where(across > 0, x, gelu(across) * 2)));
  CHECK(agrees((x - across) * cast<double>(across)));
  CHECK(agrees(slice<Model, 1, 76>(x) * slice<Model, 0, 76>(across)));
  CHECK(agrees(at<Batch>(across, 1) + x));
  tensor<int, Token[400], Model[19]> y;
  tensor<int, Model[19], Token[400]> t;
  for (index_t i = 0; i < y.size(); ++i) y.data()[i] = static_cast<int>(i), t.data()[i] = static_cast<int>(3 * i);
  const auto sum = eval(y + t);
  y += t;
  CHECK(values(y) == values(sum));
  CHECK(sum(399, 18) == 399 * 19 + 18 + 3 * (18 * 400 + 399));
}

TEST_CASE("A causal mask leaves nothing unwritten of what is kept") {
  const auto scores = numbers(tensor<float, Token[41], Model[41]>{});
  CHECK(agrees(softmax<Model>(where(causal<Token, Model>(), scores, -infinity))));
  CHECK(agrees(softmax<Token>(where(causal<Token, Model>(), scores, -infinity))));
}

TEST_CASE("Extents that are known at run time: kept where there is room") {
  for (const index_t n : {1, 5, 100, 300'001}) {
    tensor<float, Token[], Model[]> t(sized<Token>(2), sized<Model>(n));
    t = numbers(std::move(t));
    tensor<float, Model[], Token[]> turned(sized<Model>(n), sized<Token>(2)), by_two(sized<Model>(n), sized<Token>(2));
    turned = softmax<Model>(t);
    by_two = par(softmax<Model>(t), 2);
    const auto shares = eval(softmax<Model>(t));
    double total[2]{}, difference = 0;
    for (index_t i = 0; i < 2; ++i)
      for (index_t k = 0; k < n; ++k) total[i] += std::exp(static_cast<double>(t(i, k)));
    for (index_t i = 0; i < 2; ++i)
      for (index_t k = 0; k < n; ++k) {
        const double share = std::exp(static_cast<double>(t(i, k))) / total[i];
        for (const float found : {shares(i, k), turned(k, i), by_two(k, i)}) difference = std::max(difference, std::abs(found / share - 1));
      }
    CHECK(difference < (n > 1000 ? 4e-5 : 1e-5));  // (sums of 25,000 numbers one after the other, where a vector has four)
  }
}

TEST_CASE("Values that are no numbers, and their rows alone") {
  tensor<float, Token[4], Model[3]> t{{1, NAN, 2}, {-infinity, -infinity, -infinity}, {0, infinity, 1}, {5, -infinity, 5}};
  CHECK(values(eval(softmax<Model>(t))) == near{NAN, NAN, NAN, 0, 0, 0, NAN, NAN, NAN, 0.5, 0, 0.5});
  CHECK(values(eval(exp(t - max<Model>(t)))) == near{NAN, NAN, NAN, NAN, NAN, NAN, 0, NAN, 0, 1, 0, 1});
  t = softmax<Model>(t);  // a target that is its own operand
  CHECK(values(t) == near{NAN, NAN, NAN, 0, 0, 0, NAN, NAN, NAN, 0.5, 0, 0.5});
}

TEST_CASE("A function without the lanes is computed once for all of them, and stored beside few of them") {
  const auto rows = numbers(tensor<float, Batch[90], Model[13]>{}, 1);
  const auto few = numbers(tensor<float, Batch[90], Token[19]>{}, 2);
  const auto many = numbers(tensor<float, Batch[90], Token[300]>{}, 3);
  static_assert(plan_of<decltype(exp(rows) * few)>.temporaries == 1 && plan_of<decltype(exp(rows) * many)>.temporaries == 0);
  CHECK(agrees(exp(rows) * few));
  CHECK(agrees(exp(rows) * many));
  CHECK(agrees(sum<Model>(tanh(rows) * few)));
}
