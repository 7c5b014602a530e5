// Small static expressions: bound to pointers only, without packing, written where they go. Every way in which the memory may lie otherwise.
#include <array>
#include <limits>
#include <string>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
template <index_t I, index_t L, index_t J> void product() {
  const auto a = numbers(tensor<float, Query[I], Feature[L]>{}), b = numbers(tensor<float, Query[I], Feature[L]>{}, 2);
  const auto w = numbers(tensor<float, Feature[L], Value[J]>{}, 3);
  auto of = [&](const auto& x) { return dot<Feature>(x, w); };
  tensor<float, Query[I], Value[J]> plain;
  plain = of(a);
  CHECK(all_close(plain, in_float64(of(a)), 1e-5, 1e-5));
  plain = of(b);  // the same type, other memory
  CHECK(all_close(plain, in_float64(of(b)), 1e-5, 1e-5));
  plain += of(a);
  CHECK(all_close(plain, in_float64(of(a) + of(b)), 1e-5, 1e-5));
  tensor<float, Value[J], Query[I]> turned;
  turned = of(a);
  CHECK(all_close(turned, in_float64(of(a)), 1e-5, 1e-5));
  tensor<double, Query[I], Value[J]> wide;
  wide = of(a);
  CHECK(all_close(wide, in_float64(of(a)), 1e-5, 1e-5));
  tensor<float, Query[I], Model[3], Value[J + 2]> around;  // rows and elements that must stay as they are
  around = 7;
  slice<Value, 1, J>(at<Model>(around, 1)) = of(a) * 2;
  CHECK(all_close(slice<Value, 1, J>(at<Model>(around, 1)), in_float64(of(a) * 2), 1e-5, 1e-5));
  CHECK(equal(at<Model>(around, 0), eval(at<Model>(around, 0) * 0 + 7)));
  CHECK(equal(at<Model>(around, 2), eval(at<Model>(around, 2) * 0 + 7)));
  CHECK((equal(at<Value>(at<Model>(around, 1), 0), 7.f) && equal(at<Value>(at<Model>(around, 1), J + 1), 7.f)));
}
}  // namespace

TEST_CASE("small products, wherever they go") {
  product<16, 16, 16>();
  product<7, 3, 16>();
}

TEST_CASE("a small target that is an operand, or lies where one does") {
  auto a = numbers(tensor<float, Query[16], Value[16]>{});
  const auto w = numbers(tensor<float, Value[16], Feature[16]>{}, 2);
  const auto before = a;
  a = rename<Feature, Value>(dot<Value>(a, w));
  CHECK(all_close(a, in_float64(rename<Feature, Value>(dot<Value>(before, w))), 1e-5, 1e-5));
  std::array<float, 300> memory{};
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i % 7) - 3;
  const auto unchanged = memory;
  auto overlapping = named<Query[16], Feature[16]>(memory.data() + 10);
  overlapping = dot<Value>(named<Query[16], Value[16]>(memory.data()), w);
  CHECK(all_close(overlapping, in_float64(dot<Value>(named<Query[16], Value[16]>(unchanged.data()), w)), 1e-5, 1e-5));
}

TEST_CASE("a small operand with its lanes side by side is read where it lies, and a large one packed") {
  const tensor<float, Query[16], Feature[16]> a;
  const tensor<float, Feature[16], Value[16]> near;
  const tensor<float, Feature[16], Head[100], Value[16]> apart;
  CHECK(explain(dot<Feature>(a, near)).find("b in lanes") != std::string::npos);
  CHECK(explain(dot<Feature>(a, at<Head>(apart, 3))).find("b in lanes") == std::string::npos);
}

TEST_CASE("small attention with constants, masks and two results") {
  const auto q = numbers(tensor<float, Query[8], Feature[8]>{});
  const auto k = numbers(tensor<float, Key[8], Feature[8]>{}, 2);
  const auto v = numbers(tensor<float, Key[8], Value[8]>{}, 3);
  auto scores = dot<Feature>(q, k) / 2.f;
  tensor<float, Query[8], Value[8]> out;
  out = dot<Key>(softmax<Key>(scores), v);
  CHECK(all_close(out, in_float64(dot<Key>(softmax<Key>(scores), v)), 1e-5, 1e-6));
  out = dot<Key>(softmax<Key>(where(position<Key> <= position<Query>, scores, -std::numeric_limits<float>::infinity())), v);
  CHECK(all_close(out, in_float64(dot<Key>(softmax<Key>(where(position<Key> <= position<Query>, scores, -std::numeric_limits<float>::infinity())), v)), 1e-5, 1e-6));
  tensor<float, Query[8]> lse;
  assign(to(out, lse), dot<Key>(softmax<Key>(scores), v), logsumexp<Key>(scores));
  CHECK(all_close(lse, in_float64(logsumexp<Key>(scores)), 1e-5, 1e-6));
}
