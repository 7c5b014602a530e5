// gather and one_hot: look-ups by integers that are data.
#include <cstdint>
#include <vector>

#include <support/table.hpp>

using namespace heed;

TEST_CASE("gather puts the axes of the ids where the table's axis stood") {
  const auto rows = gather<Vocab>(table, ids);
  static_assert(has_axes<decltype(rows), Token[5], Model[7]> && std::is_same_v<decltype(eval(rows)), tensor<float, Token[5], Model[7]>>);
  CHECK(values(eval(at<Model>(rows, 4))) == near{34, 4, 104, 34, 74});
  CHECK(as_reference(rows));
  static_assert(plan_of<decltype(rows)>.temporaries == 0 && plan_of<decltype(rows)>.passes == 0);
  CHECK_THAT(explain(rows), Catch::Contains("gather<Vocab>(a, b)"));

  const tensor<std::uint8_t, Query[2], Token[3]> small{{1, 2, 3}, {4, 5, 6}};
  const tensor<double, Model[2], Vocab[]> columns{{0, 1, 2, 3, 4, 5, 6}, {0, -1, -2, -3, -4, -5, -6}};
  const auto found = gather<Vocab>(columns, small);
  static_assert(has_axes<decltype(found), Model[2], Query[2], Token[3]>);
  CHECK(values(eval(found)) == near{1, 2, 3, 4, 5, 6, -1, -2, -3, -4, -5, -6});
  CHECK(values(eval(gather<Vocab>(columns, at<Query>(small, 1)))) == near{4, 5, 6, -4, -5, -6});

  tensor<std::int64_t, Token[]> some(sized<Token>(67));
  some = position<Token> * 5 % 11;
  CHECK(as_reference(gather<Vocab>(table, some)));
  some.resize(sized<Token>(0));
  CHECK(eval(gather<Vocab>(table, some)).size() == 0);
}

TEST_CASE("Axes that both have are matched by name; the ids may have the very axis") {
  const tensor<float, Head[2], Vocab[3], Model[2]> by_head = 100 * position<Head> + 10 * position<Vocab> + position<Model>;
  const tensor<int, Token[4], Head[2]> word{{0, 1}, {2, 0}, {1, 1}, {2, 2}};
  const auto found = gather<Vocab>(by_head, word);
  static_assert(has_axes<decltype(found), Head[2], Token[4], Model[2]>);
  CHECK(values(eval(at<Model>(found, 1))) == near{1, 21, 11, 21, 111, 101, 111, 121});

  const tensor<float, Query[2], Key[3]> x{{5, 6, 7}, {8, 9, 10}};
  const tensor<int, Query[2], Key[3]> order{{2, 0, 1}, {1, 1, 0}};
  CHECK(values(eval(gather<Key>(x, order))) == near{7, 5, 6, 9, 9, 8});  // numpy.take_along_axis
  CHECK(values(eval(gather<Key>(x, tensor<int, Key[2]>{2, 0}))) == near{7, 5, 10, 8});
  CHECK(values(eval(gather<Key>(x, argmax<Key>(x)))) == near{7, 10});
  CHECK(as_reference(gather<Key>(x, order)));

  tensor<int, Key[6]> next{1, 2, 3, 4, 5, 5};
  next = gather<Key>(next, next);
  CHECK(values(next) == near{2, 3, 4, 5, 5, 5});
}

TEST_CASE("one_hot is bool, and a product with it is a look-up") {
  const auto hot = one_hot<Vocab[11]>(ids);
  static_assert(has_axes<decltype(hot), Token[5], Vocab[11]> && std::is_same_v<decltype(eval(hot)), tensor<bool, Token[5], Vocab[11]>>);
  CHECK((eval(hot)(0, 3) && !eval(hot)(0, 4) && eval(hot)(4, 7)));
  CHECK(as_reference(one_hot<Vocab>(ids, 12)));
  CHECK(values(eval(sum<Token>(hot))) == near{1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 1});
  const auto rows = dot<Vocab>(hot, table);
  static_assert(has_axes<decltype(rows), Token[5], Model[7]> && plan_of<decltype(rows)>.passes == 0 && plan_of<decltype(rows)>.flops == 0);
  CHECK(values(eval(rows)) == near(values(eval(gather<Vocab>(table, ids)))));
  const auto counted = dot<Vocab>(tensor<std::int8_t, Vocab[11]>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, cast<float>(hot));
  static_assert(plan_of<decltype(counted)>.passes == 0 && plan_of<decltype(sum<Vocab>(table * hot))>.passes == 0);
  CHECK(values(eval(counted)) == near{3, 0, 10, 3, 7});
  CHECK(values(eval(sum<Vocab>(hot * table))) == near(values(eval(rows))));
}

TEST_CASE("Positions that are looked up are looked up at no id beyond the last") {
  const std::vector<int> numbers{3, 0, 10, 3, 7};  // nothing lies behind them
  CHECK(values(eval(gather<Vocab>(clamp(position<Vocab[11]>, 2, 7), named<Token[5]>(numbers)))) == near{3, 2, 7, 3, 7});
}

TEST_CASE("An id that is outside throws before anything is written") {
  const tensor<int, Token[4]> wrong{0, 10, -1, 11};
  tensor<float, Token[4], Model[7]> out = 7;
  CHECK_THROWS_WITH(out = gather<Vocab>(table, wrong), "gather<Vocab>: the id -1 is outside Vocab, which is 11");
  CHECK_THROWS_WITH(out = gather<Vocab>(table, wrong + 2), "gather<Vocab>: the id 12 is outside Vocab, which is 11");
  CHECK_THROWS_WITH(out = in_float64(gather<Vocab>(table, abs(wrong))), "gather<Vocab>: the id 11 is outside Vocab, which is 11");
  CHECK_THROWS_WITH(eval(one_hot<Vocab[11]>(wrong)), "one_hot<Vocab>: the id -1 is outside Vocab, which is 11");
  CHECK_THROWS_WITH(eval(dot<Vocab>(one_hot<Vocab[11]>(wrong), table)), "one_hot<Vocab>: the id -1 is outside Vocab, which is 11");
  CHECK_THROWS_AS(eval(in_float64(one_hot<Vocab[11]>(wrong))), shape_error);
  CHECK_THROWS_WITH(eval(gather<Vocab>(tensor<float, Vocab[]>{}, ids)), "gather<Vocab>: the id 3 is outside Vocab, which is 0");
  CHECK_THROWS_WITH(eval(gather<Vocab>(tensor<float, Vocab[2], Token[]>(sized<Token>(4)), ids)), "gather<Vocab>: Token is 4 in the table and 5 in the ids");
  CHECK_THROWS_AS(out = par(gather<Vocab>(table, wrong + 2), 2), shape_error);
  tensor<float, Token[], Model[7]> grows(sized<Token>(2));
  CHECK_THROWS_AS(grows = gather<Vocab>(table, wrong), shape_error);
  CHECK(extent<Token>(grows) == 2);
  CHECK(equal(out, 7));

  // a where around the call says which are used: the others may be anything
  const auto inside = wrong >= 0 && wrong < 11;
  const auto guarded = where(inside, gather<Vocab>(table, wrong), -1.f);
  CHECK(values(eval(at<Model>(guarded, 2))) == near{2, 102, -1, -1});
  CHECK(as_reference(guarded));
  CHECK(as_reference(where(!inside, 0, sum<Model>(gather<Vocab>(table, wrong)))));
  CHECK_THROWS_AS(eval(where(wrong >= 0, gather<Vocab>(table, wrong), 0)), shape_error);
  CHECK_THROWS_AS(eval(let(gather<Vocab>(table, wrong), [&](auto rows) { return where(inside, rows, 0) + rows; })), shape_error);
}

TEST_CASE("A table that is computed is stored where its rows are looked up several times") {
  tensor<int, Token[40]> many = position<Token> * 7 % 11;
  const auto rows = gather<Vocab>(softmax<Model>(table * 0.1f), many);
  CHECK(as_reference(rows));
  CHECK(plan_of<decltype(rows)>.temporaries == 1);
  const auto compared = sum<Vocab>(where(many == position<Vocab>, softmax<Model>(table * 0.1f), 0));
  CHECK(as_reference(compared));
  CHECK(plan_of<decltype(compared)>.temporaries == 2);  // (and the nearest places)
  CHECK(plan_of<decltype(gather<Vocab>(recomputed(softmax<Model>(table * 0.1f)), many))>.temporaries == 0);
  CHECK(plan_of<decltype(gather<Vocab>(softmax<Model>(table * 0.1f), ids))>.temporaries == 0);
  CHECK(as_reference(let(logsumexp<Model>(table), [&](const auto& l) { return gather<Vocab>(l, many) - gather<Vocab>(table, many) + sum<Vocab>(l); })));
}
