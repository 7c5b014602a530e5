// Masks from data: blocks that a few integers exclude are never computed, and what is left is right.
#include <laws/counted.hpp>
#include <laws/invariance.hpp>

using namespace laws;
using generated::check_eval;
using generated::fill;

namespace {
struct QueryBlock {};
struct KeyBlock {};
struct Row {};
struct Column {};

template <index_t Queries, index_t Keys> struct attention_operands {
  tensor<float, Head[2], Query[Queries], Feature[8]> q;
  tensor<float, Head[2], Key[Keys], Feature[8]> k;
  tensor<float, Head[2], Key[Keys], Value[4]> v;
  attention_operands() { fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1); }
  auto scores() const { return dot<Feature>(q, k) / 3; }
  template <class M, class S> auto context(const M& mask, const S& s) const { return dot<Key>(softmax<Key>(where(mask, s, -inf)), v); }
};
}  // namespace

#ifndef HEED_REFERENCE_ONLY
TEST_CASE("Blocks that data excludes are never computed") {
  const attention_operands<512, 1024> o;
  const auto share = [&](const auto& mask) { return static_cast<double>(scores_computed(o.context(mask, counted(o.scores())))) / (2 * 512 * 1024); };
  // eight documents of equal length, in order
  const tensor<int, Query[512]> query_document = position<Query> / 64;
  const tensor<int, Key[1024]> key_document = position<Key> / 128;
  const auto same_document = query_document == key_document;
  CHECK(share(same_document) >= 1.0 / 8);
  CHECK(share(same_document) < 2.2 / 8);
  // a length for each head and query; keys that are padding
  const tensor<std::uint8_t, Head[2], Query[512]> lengths = cast<std::uint8_t>(50 + position<Query> % 50 + 0 * position<Head>);
  CHECK(share(position<Key> < lengths) < 0.12);
  const tensor<bool, Head[2], Key[1024]> taken = position<Key> < 100 + 100 * position<Head>;
  CHECK(share(taken) < 0.22);
  // a table of blocks, of which a band counts
  const tensor<bool, QueryBlock[8], KeyBlock[16]> band = position<KeyBlock> >= 2 * position<QueryBlock> && position<KeyBlock> < 2 * position<QueryBlock> + 3;
  const auto blocks = gather<KeyBlock>(gather<QueryBlock>(band, position<Query> / 64), position<Key> / 64);
  CHECK(share(blocks) >= 0.17);
  CHECK(share(blocks) < 0.45);
  // truth values for each score are looked at a block at a time
  const tensor<bool, Query[512], Key[1024]> whole = same_document;
  CHECK(share(whole) >= 1.0 / 8);
  CHECK(share(whole) < 0.5);
}
#endif

TEST_CASE("Attention masked by data is right, whatever is skipped") {
  const attention_operands<37, 90> o;
  tensor<int, Query[37]> query_document;
  tensor<int, Key[]> key_document(sized<Key>(90));
  fill(query_document, 4, 0, 4), fill(key_document, 5, 0, 4);
  check_eval(o.context(query_document == key_document, o.scores()));
  query_document = position<Query> / 9;
  key_document = position<Key> / 22;
  check_eval(o.context(query_document == key_document, o.scores()));
  tensor<bool, Head[2], Key[90]> taken = position<Key> % 31 > 20 + position<Head>;
  check_eval(o.context(taken, o.scores()));
  taken = false;
  check_eval(o.context(taken, o.scores()));
  check_eval(sum<Key>(where(taken || key_document == 2, o.scores(), 0)));
}

TEST_CASE("A single pair that is seen is found, wherever it is") {
  const attention_operands<37, 600> o;
  tensor<bool, Query[37], Key[600]> along;
  tensor<bool, Head[2], Key[600], Query[37]> across;
  const auto context = o.context(along || across, o.scores());
  const auto check_single = [&](bool& seen, int query, int key, int head) {
    seen = true;
    const tensor<float, Head[2], Query[37], Value[4]> found = context;
    double outside = 0;
    for (index_t i = 0; i < found.size(); ++i) outside += std::abs(found.data()[i]);
    for (int h = 0; h < 2; ++h)
      if (h == head || head < 0)
        for (int c = 0; c < 4; ++c) {
          CHECK(found(h, query, c) == o.v(h, key, c));
          outside -= std::abs(o.v(h, key, c));
        }
    CHECK(std::abs(outside) < 1e-6);
    seen = false;
  };
  generated::numbers next(9);
  for (int i = 0; i < 24; ++i) {
    const int query = static_cast<int>(37 * next()), key = static_cast<int>(600 * next()), head = i % 2;
    check_single(along(query, key), query, key, -1);
    check_single(across(head, key, query), query, key, head);
  }
  for (int i = 0; i < 37; ++i)
    for (int j = 0; j < 600; ++j) along(i, j) = j / 100 == i / 7, across(1, j, i) = j > 560;
  check_eval(context);
  // every pair but one: nothing is left of the blocks that see none
  along = true;
  along(30, 431) = false;
  check_eval(sum<Key>(where(!along, o.scores(), 0)));
}

TEST_CASE("An integer beyond every index excludes nothing by mistake") {
  tensor<float, Query[3], Key[40]> s;
  fill(s, 8, -1, 1);
  tensor<std::uint64_t, Key[40]> number = 5 + 0 * cast<std::uint64_t>(position<Key>);
  number(7) = ~std::uint64_t{0};
  const auto best = eval(max<Key>(where(number > 6, s, -inf)));
  CHECK((best(0) == s(0, 7) && best(2) == s(2, 7)));
  // 99 + 200 is 43 in eight bits
  const tensor<std::uint8_t, Query[3]> wrapped{99, 99, 40};
  const tensor<float, Query[3], Key[100]> counted_keys = 1;
  const auto found = eval(sum<Key>(where(position<Key> >= wrapped + std::uint8_t{200}, counted_keys, 0)));
  CHECK((found(0) == 57 && found(1) == 57 && found(2) == 0));
}

TEST_CASE("A mask of several axes that are walked, and one of an axis of the result") {
  tensor<float, Query[5], Row[6], Column[7]> s;
  tensor<float, Row[6], Column[7], Value[4]> v;
  fill(s, 6, -2, 2), fill(v, 7, -1, 1);
  const tensor<int, Row[6]> from{0, 3, 7, 2, 9, 1};
  check_eval(dot<Row, Column>(softmax<Row, Column>(where(position<Row> >= position<Query> && position<Column> >= from, s, -inf)), v));
  check_eval(sum<Row, Column>(where(position<Column> < position<Value> + from, v * s, 0)));
}

TEST_CASE("Integers of 64 bits: quotients of what is not known before, and times beyond 2^53") {
  tensor<float, Query[70], Key[300]> s;
  tensor<float, Key[300], Value[9]> v;
  tensor<std::int64_t, Query[70], Key[300]> id;
  fill(s, 1, -1, 1), fill(v, 2, -1, 1), fill(id, 3, 0, 11);
  const auto near = position<Key> <= position<Query> + 200;
  const auto context = [&](const auto& mask) { return dot<Key>(softmax<Key>(where(mask, s, -inf)), v); };
  check_eval(context(near && id / 2 >= 3));
  check_eval(context(near && id / 2 < 3));

  // nanoseconds, of which float64 knows every 256th
  constexpr std::int64_t now = 1'700'000'000'000'000'000;
  const attention_operands<64, 128> o;
  tensor<std::int64_t, Query[64]> asked;
  tensor<std::int64_t, Key[128]> said;
  tensor<bool, Query[64], Key[128]> before;
  for (int i = 0; i < 64; ++i) asked(i) = now + i;
  for (int i = 0; i < 128; ++i) said(i) = now + i / 3 - 20;
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 128; ++j) before(i, j) = said(j) < asked(i);
  CHECK(all_close(o.context(said < asked, o.scores()), o.context(before, o.scores())));
}
