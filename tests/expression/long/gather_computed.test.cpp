// Look-ups of what is computed: of sums at places, and of rows that are chosen for each query (gather.test.cpp: the axes, the errors).
#include <support/table.hpp>

using namespace heed;

TEST_CASE("What is summed for each node and read by each edge is stored, whatever sizes are known") {
  tensor<int, Token[]> places(sized<Token>(45));
  places = position<Token> * 7 % 11;
  const tensor<float, Token[], Feature[3]> scores = eval(0.1f * (position<Token[45]> * position<Feature[3]>) + 1);
  const auto hot = one_hot<Vocab>(places, 11);
  const auto sums = gather<Vocab>(sum<Token>(where(hot, scores, 0.f)), places);
  CHECK(as_reference(scores / sums));
  CHECK(plan(sums).temporaries == 1);
  CHECK(as_reference(let(max<Token>(where(hot, scores, -inf)), [&](const auto& m) {
    return let(exp(scores - gather<Vocab>(m, places)), [&](const auto& e) { return e / gather<Vocab>(sum<Token>(where(hot, e, 0.f)), places); });
  })));
  CHECK(as_reference(let(logsumexp<Token>(where(hot, scores, -inf)), [&](const auto& l) { return exp(scores - gather<Vocab>(l, places)) + sum<Vocab>(exp(l)); })));
}

TEST_CASE("Attention to rows that are looked up, each query's own, stores a score for each; heads that share them copy them") {
  const tensor<float, Vocab[37], Feature[16]> rows = (position<Vocab> * 7 + position<Feature> * 3) % 11 / 11.f - 0.4f;
  const tensor<int, Query[5], Key[6]> chosen = (position<Query> * 5 + position<Key> * 3) % 37;
  const auto near = gather<Vocab>(rows, chosen);
  const tensor<float, Query[5], Feature[16]> q = (position<Query> + position<Feature> * 5) % 7 / 7.f;
  auto own = dot<Key>(softmax<Key>(dot<Feature>(q, near)), near);
  static_assert(plan_of<decltype(own)>.temporaries == 3 && plan_of<decltype(own)>.temporary_bytes < 5 * 6 * 16 * 4);
  CHECK(as_reference(own));
  const tensor<float, Query[5], Head[3], Feature[16]> heads = q * (position<Head> + 1);
  auto shared = dot<Key>(softmax<Key>(dot<Feature>(heads, near)), near);
  static_assert(plan_of<decltype(shared)>.temporaries == 0);
  CHECK(as_reference(shared));
}
