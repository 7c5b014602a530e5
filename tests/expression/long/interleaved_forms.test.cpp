// Caches whose heads are interleaved (interleaved.test.cpp): with biases, of elements that are computed, beside others in one array, and in pages.
#include <cstdint>

#include <heed/attention.hpp>

#include <support/axes.hpp>
#include <support/cache.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Shared {};
struct Part {};
struct Page {};
struct Slot {};
struct Place {};

template <class E> bool holds_in_blocks(const E& e) { return explain(e).find("for Head[4], in each block") != std::string::npos && agrees(e); }
}  // namespace

TEST_CASE("with biases, of elements that are computed, and beside others in one array") {
  const auto q = numbers(tensor<float, Head[4], Feature[21]>{}, 1);
  const auto k = numbers(tensor<float, Key[], Head[4], Feature[21]>(sized<Key>(700)), 2);
  const auto v = numbers(tensor<float, Key[], Head[4], Value[33]>(sized<Key>(700)), 3);
  const auto bias = numbers(tensor<float, Head[4], Key[]>(sized<Key>(700)), 5);
  CHECK(holds_in_blocks(attention<Key, Feature>(q, k, v, bias)));
  CHECK(agrees(attention<Key, Feature>(q, k, v, bias < 0.3f)));

  const auto bytes = whole_numbers(tensor<std::int8_t, Key[], Head[4], Feature[40]>(sized<Key>(700)), 6);
  const auto scale = numbers(tensor<float, Key[], Head[4]>(sized<Key>(700)), 7);
  const auto halved = [](std::int8_t x) { return 0.5f * static_cast<float>(x); };
  const auto w = numbers(tensor<float, Head[4], Feature[40]>{}, 1);
  const auto two = numbers(tensor<float, Head[4], Shared[2], Feature[40]>{}, 1);
  const auto context = [&](const auto& queries_of, const auto& x) { return dot<Key>(softmax<Key>(dot<Feature>(queries_of, x) * 0.02f), rename<Feature, Value>(x)); };
  CHECK(holds_in_blocks(context(w, (cast<float>(bytes) - 3) * scale)));
  CHECK(holds_in_blocks(context(w, pointwise(halved, bytes))));
  CHECK(holds_in_blocks(context(two, pointwise(halved, bytes))));

  const auto both = numbers(tensor<float, Key[], Part[2], Head[4], Feature[40]>(sized<Key>(700)), 8);
  const auto packed_keys = at<Part>(both, 0);
  const auto packed_values = rename<Feature, Value>(at<Part>(both, 1));
  CHECK(holds_in_blocks(attention<Key, Feature>(two, packed_keys, packed_values)));
}

TEST_CASE("pages, whichever of heads and slots lie outside") {
  tensor<std::int32_t, Place[23]> table;
  for (index_t i = 0; i < 23; ++i) table(i) = static_cast<std::int32_t>(i * 7 % 23);
  const auto attend = [&](const auto& queries, const auto& pool) {
    const auto found = gather<Page>(pool, table);
    return dot<Place, Slot>(softmax<Place, Slot>(dot<Feature>(queries, found)), rename<Feature, Value>(found));
  };
  const auto w = numbers(tensor<float, Head[4], Feature[96]>{}, 1);
  const auto three = numbers(tensor<float, Head[4], Shared[3], Feature[96]>{}, 1);
  const auto slots = numbers(tensor<float, Page[23], Slot[16], Head[4], Feature[96]>{}, 2);
  const tensor<float, Page[23], Head[4], Slot[16], Feature[96]> heads = slots;
  CHECK(holds_in_blocks(attend(w, slots)));
  CHECK(holds_in_blocks(attend(w, heads)));
  CHECK(holds_in_blocks(attend(three, slots)));
  // more slots than a block takes, and fewer than are worth one
  const auto long_pages = numbers(tensor<float, Page[23], Slot[300], Head[4], Feature[96]>{}, 2);
  CHECK(holds_in_blocks(attend(w, long_pages)));
  const auto short_pages = numbers(tensor<float, Page[23], Slot[3], Head[4], Feature[700]>{}, 2);
  const auto wide = numbers(tensor<float, Head[4], Feature[700]>{}, 1);
  CHECK(agrees(attend(wide, short_pages)));
}
