// Operands of the attention vocabulary that are about to die are moved in, as those of every operation: formulas outlive them.
#include <cstdint>
#include <string_view>
#include <vector>

#include <heed/attention.hpp>

#include <support/agrees.hpp>
#include <support/catch.hpp>

using namespace heed;
using namespace heed::axes;

namespace {
// (of any type whose name has `reference<`)
template <class E> constexpr bool refers_to_tensors() { return std::string_view(__PRETTY_FUNCTION__).find("reference<") != std::string_view::npos; }
template <class E> bool owns_all(const E&) { return !refers_to_tensors<E>(); }

using queries = tensor<float, Query[7], Feature[4]>;
using keys = tensor<float, Key[9], Feature[4]>;
using contents = tensor<float, Key[9], Value[5]>;
using mask = tensor<bool, Query[7], Key[9]>;
using bias = tensor<float, Query[7], Key[9]>;
using per_batch = tensor<int, Batch[2]>;
}  // namespace

TEST_CASE("Formulas own the tensors that were handed over") {
  CHECK(owns_all(padding<Key>(per_batch{3, 5})));
  CHECK(owns_all(prefix_lm<Query, Key>(per_batch{3, 5}, top_left)));
  CHECK(owns_all(sliding_window<Query, Key>(per_batch{1, 2}, per_batch{0, 1})));
  CHECK(owns_all(sliding_window<Query, Key>(per_batch{1, 2}, per_batch{0, 1}, bottom_right)));
  CHECK(owns_all(same_document<Query, Key>(tensor<int, Query[9]>{})));
  CHECK(owns_all(same_document<Query, Key>(tensor<int, Key[9]>{})));
  CHECK(owns_all(softcap(bias{}, tensor<float, Query[7]>{})));
  CHECK(owns_all(temperature(bias{}, tensor<float, Query[7]>{})));
  CHECK(owns_all(softmax_with_sink<Key>(bias{}, tensor<float, Query[7]>{})));
  CHECK(owns_all(attention<Key, Feature>(queries{}, keys{}, contents{}, mask{}, bias{})));
  CHECK(owns_all(layer_norm<Feature>(queries{}, tensor<float, Feature[4]>{}, tensor<float, Feature[4]>{})));
  CHECK(owns_all(rms_norm<Feature>(queries{}, tensor<float, Feature[4]>{})));
  CHECK(owns_all(cosine<Feature>(queries{}, keys{})));
  const per_batch lengths{3, 5};
  CHECK(!owns_all(padding<Key>(lengths)));
}

TEST_CASE("A mask that is a temporary is the same mask") {
  const auto q = numbers(queries{}, 1);
  const auto k = numbers(keys{}, 2);
  const auto v = numbers(contents{}, 3);
  const mask allowed = (position<Query> + position<Key>) % 3 != 0;
  const bias added = numbers(bias{}, 4);
  auto kept = attention<Key, Feature>(q, k, v, eval(allowed && true), eval(added * 1.f), [](auto scores) { return softcap(scores, tensor<float>{20.f}); });
  std::vector<mask> reuses_memory(16);
  for (auto& m : reuses_memory) m = true;
  CHECK(all_close(kept, attention<Key, Feature>(q, k, v, allowed, added, softcap(20)), 1e-6, 1e-6));
  CHECK(agrees(kept));
  const auto again = kept;  // and is copied with what it owns
  CHECK(equal(eval(again), eval(kept)));
}

TEST_CASE("Windows of unsigned lengths begin where they are asked to") {
  const std::vector<std::size_t> left{2, 1};
  const tensor<bool, Batch[2], Query[4], Key[4]> seen = sliding_window<Query, Key>(named<Batch[2]>(left), 0);
  const tensor<bool, Batch[2], Query[4], Key[4]> last = sliding_window<Query, Key>(named<Batch[2]>(left), 0u, bottom_right);
  for (int b = 0; b < 2; ++b)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        CHECK(seen(b, i, j) == (j <= i && j >= i - static_cast<int>(left[static_cast<std::size_t>(b)])));
        CHECK(last(b, i, j) == seen(b, i, j));
      }
  const tensor<unsigned, Batch[1]> none{0};
  const tensor<bool, Batch[1], Query[2], Key[5]> ends = sliding_window<Query, Key>(none, none, bottom_right);
  const tensor<bool, Batch[1], Query[5], Key[2]> ends_first = sliding_window<Query, Key>(none, none, bottom_right);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 5; ++j) {
      CHECK(ends(0, i, j) == (j == i + 3));
      CHECK(ends_first(0, j, i) == (i == j - 3));
    }
}

TEST_CASE("Lengths of integers are those of their values as floats") {
  CHECK(eval(norm<Query>(tensor<int, Query[2]>{30000, 40000}))() == 50000.f);
  CHECK(eval(norm<Query>(tensor<std::int64_t, Query[2]>{3000000000, 4000000000}))() == 5e9f);
  CHECK(eval(normalize<Query>(tensor<int, Query[2]>{2000000000, 2000000000}))(1) == 0.5f);
  CHECK(std::abs(eval(rms_norm<Query>(tensor<std::int8_t, Query[3]>{100, 100, -100}))(2) + 1) < 1e-6f);
  static_assert(std::is_same_v<decltype(eval(norm<Query>(tensor<double, Query[2]>{3, 4}))), tensor<double>>);
}
