// Index maps in the reference evaluator: renaming under reductions, slices, splits and merges.
#include <heed/eval/in_float64.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/pointwise.hpp>
#include <heed/expression/reduction.hpp>
#include <heed/tensor/slice.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
template <class E> auto run(const E& expression) { return eval(in_float64(expression)); }
template <class E, class... X>
constexpr bool has_shape = std::is_same_v<decltype(run(std::declval<E>())), tensor<double, X...>>;
const tensor<float, Query[2], Key[3]> x{{1, 2, 3}, {4, 5, 6}};
const tensor<float, Query[], Key[3]> open_x{{1, 2, 3}, {4, 5, 6}};
}  // namespace

TEST_CASE("rename changes the name and nothing else") {
  auto renamed_x = rename<Query, Token>(x * 2);
  static_assert(has_shape<decltype(renamed_x), Token[2], Key[3]>);
  CHECK(values(run(renamed_x)) == near{2, 4, 6, 8, 10, 12});
  auto swapped = rename<Transient, Key>(rename<Key, Query>(rename<Query, Transient>(x)));
  static_assert(has_shape<decltype(swapped), Key[2], Query[3]>);
  CHECK(values(run(swapped)) == near{1, 2, 3, 4, 5, 6});
}

TEST_CASE("rename does not capture what a reduction inside binds") {
  // s {Token, Query}: Query is summed, and only then does Token become Query
  const tensor<float, Token[2], Query[3]> s{{1, 2, 3}, {4, 5, 6}};
  auto sums = rename<Token, Query>(sum<Query>(s));
  static_assert(has_shape<decltype(sums), Query[2]>);
  CHECK(values(run(sums)) == near{6, 15});
  CHECK(values(run(s + rename<Token, Transient>(rename<Transient, Token>(rename<Token, Transient>(sum<Query>(s))))))
            .size() == 12);
  auto centred = s - rename<Transient, Token>(rename<Token, Transient>(mean<Query>(s)));
  CHECK(values(run(centred)) == near{-1, 0, 1, -1, 0, 1});
}

TEST_CASE("Covariance, with a second axis of the same kind") {
  auto products = dot<Query>(x, rename<Key, prime<Key>>(x));
  static_assert(has_shape<decltype(products), Key[3], prime<Key>[3]>);
  CHECK(values(run(products)) == near{17, 22, 27, 22, 29, 36, 27, 36, 45});
}

TEST_CASE("at fixes an axis outside the reductions over it") {
  CHECK(values(run(at<Query>(x * 2, 1))) == near{8, 10, 12});
  CHECK(values(run(at<Key>(x * 2, 0))) == near{2, 8});
  CHECK(values(run(at<Query>(x - mean<Query>(x), 1))) == near{1.5, 1.5, 1.5});
  CHECK(values(run(at<Query>(at<Key>(x + 0, 2), 0))) == near{3});
}

TEST_CASE("slice keeps what was computed from the whole") {
  auto part = slice<Key, 1, 2>(x - mean<Key>(x));
  static_assert(has_shape<decltype(part), Query[2], Key[2]>);
  CHECK(values(run(part)) == near{0, 1, 0, 1});
  auto some = slice<Query>(x + 0, 1, 1);
  static_assert(has_shape<decltype(some), Query[], Key[3]>);
  CHECK(values(run(some)) == near{4, 5, 6});
  CHECK(values(run(slice<Query>(x + 0, 2, 0))).empty());
  CHECK(values(run(slice<Query, 0, 1>(open_x + 0))) == near{1, 2, 3});
  CHECK(values(run(slice<Key, 1, 1>(slice<Key, 1, 2>(x + 0)))) == near{3, 6});
}

TEST_CASE("split and merge: the last axis varies fastest") {
  const tensor<float, Token[2], Model[6]> t{{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}};
  auto heads = split<Model, Head[2], Feature[3]>(t);
  static_assert(has_shape<decltype(heads), Token[2], Head[2], Feature[3]>);
  CHECK(values(run(heads)) == values(t));
  CHECK(values(run(sum<Feature>(heads))) == near{3, 12, 21, 30});
  CHECK(values(run(sum<Head>(heads))) == near{3, 5, 7, 15, 17, 19});
  auto same_name = split<Model, Model[3], Value[2]>(t);
  static_assert(has_shape<decltype(same_name), Token[2], Model[3], Value[2]>);
  CHECK(values(run(sum<Value>(same_name))) == near{1, 5, 9, 13, 17, 21});

  auto whole = merge<Model, Head, Feature>(heads);
  static_assert(has_shape<decltype(whole), Token[2], Model[6]>);
  CHECK(values(run(whole)) == values(t));
  auto crossed = merge<Model, Feature, Head>(heads);
  CHECK(values(run(crossed)) == near{0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11});
  // axes that do not stand side by side; the merged one stands where the first of them stood
  auto apart = merge<Model, Feature, Token>(heads);
  static_assert(has_shape<decltype(apart), Head[2], Model[6]>);
  CHECK(values(run(apart)) == near{0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11});

  const tensor<float, Token[], Model[]> open_t{{0, 1, 2, 3}};
  CHECK(values(run(sum<Feature>(split<Model, Head[2], Feature[2]>(open_t)))) == near{1, 5});
  auto merged = merge<Vocab, Token, Model>(open_t);
  static_assert(has_shape<decltype(merged), Vocab[]>);
  CHECK(values(run(merged)) == near{0, 1, 2, 3});
}

TEST_CASE("broadcast repeats along a further axis, the last") {
  const tensor<float, Key[2]> k{1, 2};
  auto three = broadcast<Value[3]>(k);
  static_assert(has_shape<decltype(three), Key[2], Value[3]>);
  CHECK(values(run(three)) == near{1, 1, 1, 2, 2, 2});
  auto some = broadcast<Value>(k, 2);
  static_assert(has_shape<decltype(some), Key[2], Value[]>);
  CHECK(values(run(some)) == near{1, 1, 2, 2});
  CHECK(values(run(sum<Value>(some))) == near{2, 4});
  CHECK(values(run(broadcast<Key[2]>(7))) == near{7, 7});
}

TEST_CASE("Views with strides are read where their elements are") {
  const tensor<float, Query[2], Key[3]> stored{{1, 2, 3}, {4, 5, 6}};
  CHECK(values(run(slice<Key, 1, 2>(stored) + 0)) == near{2, 3, 5, 6});
  CHECK(values(run(at<Key>(stored, 1) * at<Key>(stored, 2))) == near{6, 30});
}
