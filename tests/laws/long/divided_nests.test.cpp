// An expression with more folds than one nest has room for is more nests, and no error.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/catch.hpp>

using namespace heed;

namespace {
template <int N, class S> auto reductions(const S& s) {
  if constexpr (N == 0) return sum<Key>(s);
  else if constexpr (N % 3 == 0) return reductions<N - 1>(s) + max<Key>(s * N);
  else if constexpr (N % 3 == 1) return reductions<N - 1>(s) * mean<Key>(s * s * N);
  else return reductions<N - 1>(s) + logsumexp<Key>(s * N);
}
template <int N, class Q, class K> auto contexts(const Q& q, const K& k) {
  auto one = dot<Key>(softmax<Key>(dot<Feature>(q, k) * N), k);
  if constexpr (N == 1) return one;
  else return contexts<N - 1>(q, k) + one;
}

TEST_CASE("Eight reductions of one value") {
  const auto s = numbers(tensor<float, Query[], Key[]>{sized<Query>(7), sized<Key>(19)});
  CHECK(agrees(reductions<8>(s)));
}

TEST_CASE("A sum of six attentions stores no scores") {
  using large = decltype(contexts<6>(tensor<float, Query[512], Feature[64]>{}, tensor<float, Key[512], Feature[64]>{}));
  constexpr auto& numbers_of = plan_of<large>;
  static_assert(numbers_of.temporaries > 0 && numbers_of.temporary_bytes <= numbers_of.temporaries * 512 * 64 * 4);
}

TEST_CASE("What memory must move: operands, temporaries twice, results") {
  using product = decltype(dot<Feature>(tensor<float, Query[5], Feature[8]>{}, tensor<float, Key[11], Feature[8]>{}));
  static_assert(plan_of<product>.bytes_moved == 4 * (5 * 8 + 11 * 8 + 5 * 11));
  using kept = decltype(stored(tensor<float, Query[5]>{} * 2) + 1);
  static_assert(plan_of<kept>.bytes_moved == 4 * (5 + 2 * 5 + 5));
}
}  // namespace
