// Rows that are normalised and then reduced with everything: losses and what they are compared with. Nothing is read an element at a time for want of lanes.
#include <heed/attention.hpp>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
constexpr index_t tokens = 70, width = 600;
const auto x = numbers(tensor<float, Token[tokens], Model[width]>{}, 1);
const auto y = numbers(tensor<float, Token[tokens], Model[width]>{}, 2);
const auto turned = numbers(tensor<float, Model[width], Token[tokens]>{}, 3);

// Stored are a few numbers for each row or column, and lanes run along what is contiguous.
template <class E> void agrees_in_lanes(const E& e, const char* lanes) {
  static_assert(plan_of<E>.temporary_bytes <= 3 * 4 * width);
  CHECK_THAT(explain(e), Catch::Contains(lanes));
  CHECK(agrees(e));
}
}  // namespace

TEST_CASE("Rows are normalised and all of them reduced: a nest of rows, then their results") {
  agrees_in_lanes(sum<Token, Model>(layer_norm<Model>(x) * y), "pass over lanes of Model[600]");
  agrees_in_lanes(sum<Token, Model>(abs(rms_norm<Model>(x) - y)), "pass over lanes of Model[600]");
  agrees_in_lanes(sum<Token, Model>(softmax<Model>(x) * y), "pass over lanes of Model[600]");
  agrees_in_lanes(max<Token, Model>(abs(softmax<Model>(x) - y)), "pass over lanes of Model[600]");
  agrees_in_lanes(-sum<Token, Model>(y * log_softmax<Model>(x)) / 70, "pass over lanes of Model[600]");
  agrees_in_lanes(let(x - mean<Model>(x), [](auto d) { return mean<Token, Model>(d * d); }), "pass over lanes of Model[600]");
  agrees_in_lanes(sum<Token, Model>(layer_norm<Token>(x) * y), "sum<Token>");
}

TEST_CASE("Of a matrix and one that is transposed one is turned") {
  agrees_in_lanes(sum<Token, Model>(x * turned), "turned for the block");
  agrees_in_lanes(max<Token, Model>(x + turned), "turned for the block");
  agrees_in_lanes(logsumexp<Token, Model>(x - turned), "turned for the block");
  agrees_in_lanes(mean<Model, Token>(x * y * turned), "turned for the block");
  CHECK(agrees(var<Token, Model>(x - turned)));
  CHECK(agrees(sum<Token, Model>(softmax<Model>(turned) * x)));
}

TEST_CASE("The same of run-time extents, none and one among them") {
  for (const index_t n : {0, 1, 5, 100})
    for (const index_t m : {1, 7, 64}) {
      CAPTURE(n, m);
      const auto a = numbers(tensor<float, Token[], Model[]>(sized<Token>(n), sized<Model>(m)), 1);
      const auto b = numbers(tensor<float, Model[], Token[]>(sized<Model>(m), sized<Token>(n)), 2);
      CHECK(agrees(sum<Token, Model>(softmax<Model>(a) * a)));
      CHECK(agrees(sum<Token, Model>(a * b)));
      CHECK(agrees(sum<Token, Model>(abs(softmax<Model>(b) - a))));
    }
}

TEST_CASE("Losses of logits in a let: those of the labels are computed again, and no array of logits is stored") {
  const auto h = numbers(tensor<float, Token[37], Feature[9]>{}, 4);
  const auto w = numbers(tensor<float, Vocab[101], Feature[9]>{}, 5);
  tensor<int, Token[37]> labels;
  for (index_t i = 0; i < 37; ++i) labels.data()[i] = static_cast<int>(i * 29 % 101);
  const auto with_logits = [&](auto&& scaled, auto loss) { return let(dot<Feature>(scaled, w), loss); };
  const auto entropy = [&](const auto& l) { return mean<Token>(logsumexp<Vocab>(l) - gather<Vocab>(l, labels)); };
  const auto normed = h * rsqrt(mean<Feature>(h * h));
  auto plain = with_logits(h, entropy);
  auto of_normed = with_logits(normed, entropy);
  auto margin = with_logits(h, [&](const auto& l) { return max<Vocab>(where(one_hot<Vocab[101]>(labels), -inf, l)) - gather<Vocab>(l, labels); });
  auto smooth = with_logits(h, [&](const auto& l) { return let(log_softmax<Vocab>(l), [&](const auto& p) { return -mean<Token>(0.9f * gather<Vocab>(p, labels) + 0.1f * mean<Vocab>(p)); }); });
  static_assert(plan_of<decltype(plain)>.temporary_bytes <= 4 * 37 * 4);
  static_assert(plan_of<decltype(of_normed)>.temporary_bytes <= 6 * 37 * 4);
  static_assert(plan_of<decltype(margin)>.temporary_bytes <= 4 * 37 * 4);
  CHECK(agrees(plain));
  CHECK(agrees(of_normed));
  CHECK(agrees(margin));
  CHECK(agrees(smooth));
  // a few elements that would need all the others are read from the value, which is stored
  const auto mixed = rename<Token, Key>(h);
  auto dear = let(dot<Key>(softmax<Key>(dot<Feature>(h, mixed)), mixed), [&](const auto& c) { return let(dot<Feature>(c, w), [&](const auto& l) { return logsumexp<Vocab>(l) - gather<Vocab>(l, labels) + at<Token>(at<Feature>(c, 0), 3); }); });
  CHECK(agrees(dear));
  CHECK(agrees(let(dot<Key>(mixed, mixed), [](const auto& gram) { return gram - at<Feature>(gram, 0) * 0.5f; })));
  // rows and columns of one array of scores: that is stored, and the diagonal is read from it
  const auto others = rename<Token, Query>(numbers(tensor<float, Token[37], Feature[9]>{}, 6));
  const auto contrast = [&](auto both) {
    return let(dot<Feature>(h, others), [both](const auto& l) {
      auto rows = mean<Token>(logsumexp<Query>(l) - diagonal<Token, Query, Token>(l));
      if constexpr (both) return rows + mean<Query>(logsumexp<Token>(l) - diagonal<Token, Query, Query>(l));
      else return rows;
    });
  };
  static_assert(plan_of<decltype(contrast(std::false_type{}))>.temporary_bytes <= 4 * 37 * 4);
  static_assert(plan_of<decltype(contrast(std::true_type{}))>.temporary_bytes >= 37 * 37 * 4);
  CHECK(agrees(contrast(std::false_type{})));
  CHECK(agrees(contrast(std::true_type{})));
}

TEST_CASE("A logarithm of a sum is subtracted after what it is subtracted from is summed") {
  const auto hidden = numbers(tensor<float, Token[37], Feature[19]>{}, 1);
  const auto words = numbers(tensor<float, Vocab[203], Feature[19]>{}, 2);
  const auto other = numbers(tensor<float, Vocab[203], Feature[19]>{}, 3);
  const auto targets = numbers(tensor<float, Token[37], Vocab[203]>{}, 4);
  const tensor<int, Token[37]> labels = position<Token> * 17 % 203;
  const auto logits = dot<Feature>(hidden, words) * 3;
  constexpr unsigned long long product = 2ull * 37 * 203 * 19;
  const auto takes = [](const auto& e, unsigned long long flops) { return agrees(e) && plan_of<std::remove_cvref_t<decltype(e)>>.flops < flops; };
  const auto one_pass = [&](const auto& e) { return takes(e, product * 3 / 2); };
  CHECK(one_pass(mean<Vocab>(log_softmax<Vocab>(logits))));
  CHECK(one_pass(let(log_softmax<Vocab>(logits), [&](const auto& l) { return -mean<Token>(0.9f * gather<Vocab>(l, labels) + 0.1f * mean<Vocab>(l)); })));
  CHECK(one_pass(let(log_softmax<Vocab>(logits), [&](const auto& l) { return -sum<Vocab>(exp(l) * l); })));
  CHECK(one_pass(-sum<Vocab>(targets * log_softmax<Vocab>(logits))));
  CHECK(one_pass(sum<Vocab>(softmax<Vocab>(targets) * (log_softmax<Vocab>(targets) - log_softmax<Vocab>(logits)))));
  CHECK(takes(let(log_softmax<Vocab>(logits), [&](const auto& l) { return sum<Vocab>(exp(l) * (l - log_softmax<Vocab>(dot<Feature>(hidden, other)))); }), product * 5 / 2));
  // where the rest may be small beside what is subtracted, it is subtracted from each
  const auto far = numbers(tensor<float, Token[5], Vocab[203]>{}, 5) + 30000.f;
  CHECK(agrees(mean<Vocab>(far - max<Vocab>(far))));
  CHECK(agrees(sum<Vocab>((far - mean<Vocab>(far)) * numbers(tensor<float, Vocab[203]>{}, 6))));
  CHECK(agrees(mean<Vocab>(log_softmax<Vocab>(far))));
  // nothing has weight, and no elements at all
  CHECK(agrees(mean<Vocab>(log_softmax<Vocab>(where(position<Vocab> < position<Token>, logits, -inf)))));
  for (const index_t n : {0, 1, 70}) {
    const tensor<float, Token[5], Vocab[]> some = numbers(tensor<float, Token[5], Vocab[]>{sized<Vocab>(n)}, 7);
    const tensor<float, Vocab[], Feature[19]> of_words = numbers(tensor<float, Vocab[], Feature[19]>{sized<Vocab>(n)}, 8);
    const auto few = dot<Feature>(slice<Token, 0, 5>(hidden), of_words);
    CHECK(agrees(sum<Vocab>(log_softmax<Vocab>(few))));
    CHECK(agrees(sum<Vocab>(some * log_softmax<Vocab>(few))));
    CHECK(agrees(let(log_softmax<Vocab>(few), [](const auto& l) { return sum<Vocab>(exp(l) * l); })));
  }
}
