// Gradients of attention, as its user writes them: those of keys and of values have the scores and the weights in common, and each has an axis that the
// other lacks. One walk over the queries computes both (Dao et al. 2022, FlashAttention, appendix B.2: its second kernel).
#include <generated/check.hpp>

#include <support/agrees.hpp>
#include <support/axes.hpp>

using namespace heed;

namespace {
template <class Operands> struct gradients_of {
  const Operands& o;
  auto scores() const { return dot<Feature>(o.q, o.k) * 0.3f; }
  auto context() const { return dot<Key>(softmax<Key>(scores()), o.v); }
  template <class L> auto weights(const L& lse) const { return exp(scores() - lse); }
  // d: the mean over keys of what a weight's gradient is
  template <class L, class D> auto of_scores(const L& lse, const D& d) const { return weights(lse) * (dot<Value>(o.g, o.v) - d); }
};

template <index_t Queries, index_t Keys, index_t Features, index_t Values> struct attention_operands {
  tensor<float, Head[2], Query[Queries], Feature[Features]> q = numbers(tensor<float, Head[2], Query[Queries], Feature[Features]>{}, 1);
  tensor<float, Head[2], Key[Keys], Feature[Features]> k = numbers(tensor<float, Head[2], Key[Keys], Feature[Features]>{}, 2);
  tensor<float, Head[2], Key[Keys], Value[Values]> v = numbers(tensor<float, Head[2], Key[Keys], Value[Values]>{}, 3);
  tensor<float, Head[2], Query[Queries], Value[Values]> g = numbers(tensor<float, Head[2], Query[Queries], Value[Values]>{}, 4);
};

template <index_t Queries, index_t Keys, index_t Features, index_t Values> void gradients_agree() {
  const attention_operands<Queries, Keys, Features, Values> o;
  const gradients_of<decltype(o)> of{o};
  const auto [context, lse] = eval(of.context(), logsumexp<Key>(of.scores()));
  const auto d = eval(sum<Value>(o.g * context));  // of the same type as lse
  const auto dq = dot<Key>(of.of_scores(lse, d), o.k);
  const auto dk = dot<Query>(of.of_scores(lse, d), o.q);
  const auto dv = dot<Query>(of.weights(lse), o.g);
  INFO("queries " << Queries << ", keys " << Keys << ", features " << Features << ", values " << Values << '\n' << explain(dk, dv));
  generated::check_both(dk, dv);
  generated::check_both(dv, dk);
  generated::check_both(dq, dk);
  generated::check_both(of.context(), dot<Key>(softmax<Key>(of.scores()), o.k));
  // what looks the same need not be: other scores, another normaliser
  generated::check_both(dk, dot<Query>(exp(dot<Feature>(o.q, o.k) * 0.2f - lse), o.g));
  generated::check_both(dk, dot<Query>(of.weights(d), o.g));
}
}  // namespace

TEST_CASE("Gradients of keys and of values are computed in one walk") {
  const attention_operands<64, 96, 16, 24> o;
  const gradients_of<decltype(o)> of{o};
  const tensor<float, Head[2], Query[64]> lse, d;
  const auto dk = dot<Query>(of.of_scores(lse, d), o.q);
  const auto dv = dot<Query>(of.weights(lse), o.g);
  constexpr unsigned long long product = 2ull * 2 * 64 * 96;
  for (const auto& together : {plan(dk, dv), plan(dv, dk), plan_of<decltype(dk), decltype(dv)>}) {
    CHECK(together.passes == 1);
    CHECK(together.nests == 1);
    CHECK(together.temporaries == 0);
    CHECK(together.flops == product * (16 + 24 + 16 + 24));
  }
  // (with other scores there is nothing in common)
  CHECK(plan(dk, dot<Query>(exp(dot<Feature>(o.q, o.k) * 0.2f - lse), o.g)).flops == product * (16 + 24 + 16 + 16 + 24));
  CHECK(plan(dk).flops + plan(dv).flops == product * (16 + 24 + 16 + 16 + 24));
  // nor are products that nothing is gained by put into one nest
  const tensor<float, Query[64], Feature[16]> x;
  const tensor<float, Feature[16], Key[48]> a;
  const tensor<float, Feature[16], Value[40]> b;
  CHECK(plan_of<decltype(dot<Feature>(x, a)), decltype(dot<Feature>(x, b))>.nests == 2);
}

TEST_CASE("Gradients of attention agree with float64") {
  gradients_agree<37, 101, 19, 24>();
  gradients_agree<3, 5, 7, 1>();
  gradients_agree<1, 1, 1, 1>();
  gradients_agree<70, 2, 3, 64>();
}
