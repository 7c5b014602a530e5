// Folds that say by an integer where what they fold stands: they are look-ups.
#include <cstdint>
#include <limits>

#include <support/table.hpp>

using namespace heed;

TEST_CASE("A fold of what stands at one place is that") {
  const auto read_once = [](const auto& e) { return as_reference(e) && explain(e).find("pass") == explain(e).rfind("pass"); };  // (that of the total)
  auto odd = table;
  odd(3, 1) = std::numeric_limits<float>::quiet_NaN();
  const auto check = [&](const auto& at) {
    const auto here = at == position<Vocab[11]>;
    for (const float elsewhere : {0.f, 0.5f, -3.f, -inf, inf}) {
      if (elsewhere > -10 && elsewhere < 10) CHECK(read_once(sum<Vocab>(where(here, table, elsewhere))));
      CHECK(read_once(max<Vocab>(where(here, odd, elsewhere))));
    }
    CHECK(read_once(dot<Vocab>(cast<float>(here), table)));
  };
  const auto check_every = [&](const auto& at) {
    const auto here = at == position<Vocab[11]>;
    check(at);
    for (const float elsewhere : {0.f, 0.5f, -3.f}) CHECK(read_once(mean<Vocab>(where(here, odd, elsewhere))));
    for (const float elsewhere : {0.f, -3.f, -inf, inf}) CHECK(read_once(min<Vocab>(where(here, table, elsewhere))));
    CHECK(read_once(mean<Vocab>(where(here, 2, 1))));
    CHECK(read_once(max<Vocab>(where(here, position<Vocab[11]> * 2, -1))));
    CHECK(as_reference(argmax<Vocab>(where(here, table, -inf))));
    CHECK(as_reference(var<Vocab>(where(here, table, 0.f))));
    CHECK(read_once(sum<Vocab>(where(position<Vocab> == at, table, 0))));
    CHECK(read_once(dot<Vocab>(table, here)));
    CHECK(read_once(sum<Vocab>(table * here)));
    CHECK(read_once(sum<Vocab>(where(here, table * at + 1, 0))));
    CHECK(as_reference(let(exp(-0.01f * table), [&](const auto& t) { return sum<Vocab>(where(here, t, 0)) / sum<Vocab>(t); })));
    CHECK(as_reference(softmax<Token>(sum<Vocab>(where(here, log_softmax<Vocab>(table), 0.f)))));
    CHECK(as_reference(at + sum<Vocab>(where(here, 1, 0)) * 2));
    CHECK(as_reference(dot<Model>(dot<Vocab>(here, table), table)));
  };
  check_every(ids);
  check(tensor<int, Token[6]>{-1, 0, 10, 11, 5, -2000000000});  // what is no place is left out
  check(tensor<std::uint8_t, Token[3]>{255, 3, 11});
  check(tensor<std::int64_t, Token[2]>{std::int64_t{1} << 40, 9});
  tensor<std::int8_t, Token[]> some(sized<Token>(5));
  some = position<Token> * 7 % 13 - 1;
  check_every(some);
  CHECK(as_reference(sum<Vocab>(where(one_hot<Vocab[11]>(ids), table, 0.25f))));
  CHECK(as_reference(max<Vocab>(where(one_hot<Vocab[11]>(ids), table, 0.25f))));
  CHECK(as_reference(mean<Vocab>(where(one_hot<Vocab[11]>(ids), table, 0.25f))));
  CHECK(as_reference(sum<Vocab>(where(one_hot<Vocab[11]>(ids), 1, 0))));
  CHECK_THROWS_AS(eval(sum<Vocab>(where(one_hot<Vocab[11]>(tensor<int, Token[2]>{3, 11}), table, 0.f))), shape_error);
  const tensor<float, Feature[1], Model[2]> one{{3, 4}};
  CHECK(values(eval(sum<Feature>(where(tensor<int, Token[2]>{0, 1} == position<Feature[1]>, one, inf)))) == near{3, 4, inf, inf});
}
