// Operands of products that are looked up: a cache in pages, blocks of keys for each query, the weights of an expert. Within a page, a block or an expert
// they lie as strides say, and are read there.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Page {};
struct Slot {};
struct Place {};
struct Expert {};
struct Hidden {};

template <class T> T some_ids(T ids, index_t below) {
  for (index_t i = 0; i < ids.size(); ++i) ids.data()[i] = static_cast<int>((i * 7 + i / 5) % below);
  return ids;
}
constexpr auto attend = [](const auto& q, const auto& k, const auto& v) { return dot<Place, Slot>(softmax<Place, Slot>(dot<Feature>(q, k) / 3.f), v); };

// One query or several of each head, 13 pages of `slots` keys.
template <index_t Slots, index_t Features> void check_pages() {
  CAPTURE(Slots, Features);
  const auto pages_of_keys = numbers(tensor<float, Page[13], Slot[Slots], Head[2], Feature[Features]>{}, 1);
  const auto pages_of_values = numbers(tensor<float, Page[13], Slot[Slots], Head[2], Value[5]>{}, 2);
  const auto alone = numbers(tensor<float, Batch[3], Head[2], Feature[Features]>{}, 3);
  const auto several = numbers(tensor<float, Batch[3], Head[2], Query[9], Feature[Features]>{}, 4);
  const auto places = some_ids(tensor<int, Batch[3], Place[4]>{}, 13);
  const auto k = gather<Page>(pages_of_keys, places);
  const auto v = gather<Page>(pages_of_values, places);
  static_assert(Slots < 4 || (plan_of<decltype(attend(alone, k, v))>.temporaries == 0 && plan_of<decltype(attend(several, k, v))>.temporaries == 0));
  CHECK(agrees(attend(alone, k, v)));
  CHECK(agrees(attend(several, k, v)));
  // lengths of their own; keys in one axis; as many pages as there are when it runs
  tensor<int, Batch[3]> lengths{{1, static_cast<int>(Slots), static_cast<int>(4 * Slots - 1)}};
  const auto inside = position<Place> * static_cast<int>(Slots) + position<Slot> < lengths;
  CHECK(agrees(dot<Place, Slot>(softmax<Place, Slot>(where(inside, dot<Feature>(several, k), -inf)), v)));
  CHECK(agrees(dot<Key>(softmax<Key>(dot<Feature>(alone, merge<Key, Place, Slot>(k))), merge<Key, Place, Slot>(v))));
  for (const index_t count : {0, 1, 6}) {
    const auto some = some_ids(tensor<int, Batch[3], Place[]>{sized<Place>(count)}, 13);
    CHECK(agrees(attend(several, gather<Page>(pages_of_keys, some), gather<Page>(pages_of_values, some))));
    CHECK(agrees(attend(alone, gather<Page>(pages_of_keys, some), gather<Page>(pages_of_values, some))));
  }
}
}  // namespace

TEST_CASE("A cache in pages is read where it lies") {
  check_pages<16, 8>();
  check_pages<4, 7>();
  check_pages<3, 20>();
  check_pages<1, 5>();
}

TEST_CASE("Each query has blocks of keys of its own") {
  const auto q = numbers(tensor<float, Head[2], Query[21], Feature[6]>{}, 1);
  const auto k = numbers(tensor<float, Head[2], Key[40], Feature[6]>{}, 2);
  const auto v = numbers(tensor<float, Head[2], Key[40], Value[5]>{}, 3);
  const auto chosen = some_ids(tensor<int, Query[21], Place[3]>{}, 5);
  const auto blocks = [&](const auto& x) { return gather<Page>(split<Key, Page[5], Slot[8]>(x), chosen); };
  auto sparse = attend(q, blocks(k), blocks(v));
  static_assert(plan_of<decltype(sparse)>.temporaries == 0);
  CHECK(agrees(sparse));
  CHECK(agrees(logsumexp<Place, Slot>(dot<Feature>(q, blocks(k)))));
  CHECK(agrees(dot<Place, Slot>(softmax<Place, Slot>(-sum<Feature>(abs(q - blocks(k)))), blocks(v))));
  // the same of keys that are there for each query
  const auto own_k = numbers(tensor<float, Query[21], Place[3], Slot[8], Feature[6]>{}, 4);
  const auto own_v = numbers(tensor<float, Query[21], Place[3], Slot[8], Value[5]>{}, 5);
  const auto own_q = numbers(tensor<float, Query[21], Feature[6]>{}, 6);
  auto dense = attend(own_q, own_k, own_v);
  static_assert(plan_of<decltype(dense)>.temporaries == 0);
  CHECK(agrees(dense));
}

TEST_CASE("Each token has the weights of its expert") {
  const auto x = numbers(tensor<float, Token[11], Model[12]>{}, 1);
  const auto router = numbers(tensor<float, Model[12], Expert[4]>{}, 2);
  const auto up = numbers(tensor<float, Expert[4], Model[12], Hidden[33]>{}, 3);
  const auto down = numbers(tensor<float, Expert[4], Hidden[33], Value[18]>{}, 4);
  auto best = let(argmax<Expert>(dot<Model>(x, router)), [&](const auto& e) { return dot<Hidden>(relu(dot<Model>(x, gather<Expert>(up, e))), gather<Expert>(down, e)); });
  static_assert(plan_of<decltype(best)>.temporary_bytes <= 4 * 11 * (33 + 1));
  CHECK(agrees(best));
  const auto ids = some_ids(tensor<int, Token[11]>{}, 4);
  CHECK(agrees(dot<Model>(x, gather<Expert>(up, ids)) + 1.f));
  CHECK(agrees(dot<Hidden>(numbers(tensor<float, Token[11], Hidden[33]>{}, 5), gather<Expert>(rename<Value, Model>(down), ids))));
  tensor<float, Token[11], Hidden[33]> out;
  out = 3.f;
  const auto outside = some_ids(tensor<int, Token[11]>{}, 6);
  CHECK_THROWS_AS(out = dot<Model>(x, gather<Expert>(up, outside)), shape_error);
  CHECK(equal(out, eval(out * 0.f + 3.f)));
}
