// gather fused into what is around it: computed ids and tables, embeddings, relative positions, pages of keys.
#include <heed/heed.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Offset {};
template <class E> bool as_reference(const E& e) { return values(eval(e)) == near(values(eval(in_float64(e))), 2e-6); }
// {Vocab, Model}: ten times the word plus the feature
const tensor<float, Vocab[11], Model[7]> table = 10 * position<Vocab> + position<Model>;
const tensor<int, Token[5]> ids{3, 0, 10, 3, 7};
}  // namespace

TEST_CASE("Ids and tables may be expressions") {
  CHECK(as_reference(gather<Vocab>(table * 2 + 1, (ids * 2 + 1) % 11)));
  CHECK(as_reference(gather<Vocab>(softmax<Vocab>(table / 16), ids)));
  CHECK(as_reference(gather<Transient>(merge<Transient, Vocab, Model>(table), tensor<int, Token[3]>{76, 0, 12})));
  CHECK(as_reference(let(dot<Model>(table, table), [](auto norms) { return gather<Vocab>(norms, ids) - max<Vocab>(norms); })));
  const auto [some, more] = eval(gather<Vocab>(table, ids), sum<Model>(gather<Vocab>(table, ids)));
  CHECK((some(2, 6) == 106 && more(1) == 21));
}

TEST_CASE("In attention: embeddings, a bias by relative position, pages of keys") {
  const tensor<float, Token[5], Model[7]> p = 0.01 * position<Token> - 0.1 * position<Model>;
  const tensor<float, Model[7], Feature[4]> w = 0.1 * ((position<Model> * 3 + position<Feature> * 5) % 7) - 0.25;
  CHECK(as_reference(dot<Model>(gather<Vocab>(table, ids) / 100 + p, w)));
  const tensor<float, Offset[9]> bias = 0.3 * (position<Offset> % 4);
  const auto attend = [&](auto t) {
    auto q = rename<Token, Query>(dot<Model>(t, w));
    auto k = rename<Token, Key>(dot<Model>(t, w));
    auto scores = dot<Feature>(q, k) + gather<Offset>(bias, position<Query> - position<Key> + 4);
    return dot<Key>(softmax<Key>(scores), rename<Token, Key>(t));
  };
  CHECK(as_reference(let(gather<Vocab>(table, ids) / 100, attend)));
  // a cache in pages of 3 keys, of which each row of the batch has its own, in its own order
  const tensor<float, Head[6], Vocab[3], Feature[4]> pages = 0.1 * ((position<Head> * 7 + position<Vocab> * 3 + position<Feature>) % 13);
  const tensor<int, Batch[2], Token[4]> blocks{{5, 0, 3, 1}, {2, 2, 4, 0}};
  const tensor<float, Batch[2], Query[2], Feature[4]> q = 0.2 * position<Feature> - 0.1 * position<Query> + 0.05 * position<Batch>;
  const auto k = merge<Key, Token, Vocab>(gather<Head>(pages, blocks));  // {Batch, Key[12], Feature}
  static_assert(has_axes<decltype(k), Batch[2], Key[12], Feature[4]>);
  CHECK(as_reference(dot<Key>(softmax<Key>(dot<Feature>(q, k)), rename<Feature, Value>(k))));
}
