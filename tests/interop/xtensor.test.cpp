#include <support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include <heed/axes.hpp>
#include <heed/heed.hpp>
#include <heed/interop/xtensor.hpp>

namespace {
using namespace heed;  // calls with heed expressions must not become ambiguous with those of xt
using axes::Feature, axes::Head, axes::Key, axes::Query, axes::Value;

xt::xarray<float> counted(std::vector<std::size_t> shape) {
  xt::xarray<float> x = xt::xarray<float>::from_shape(shape);
  float next = 0;
  for (float& e : x) e = std::sin(next += 1);
  return x;
}
// The planned result is that of plain loops in float64.
template <class E> bool holds_up(const E& e) {
  const auto planned = heed::eval(e);
  const auto exact = heed::eval(heed::in_float64(e));
  return std::equal(planned.begin(), planned.end(), exact.begin(), exact.end(),
                    [](double a, double b) { return std::abs(a - b) <= 2e-5 * (1 + std::abs(b)) || (std::isnan(a) && std::isnan(b)); });
}

// (xtensor's == would be taken for one of Catch's.)
bool same(const xt::xarray<float>& a, const xt::xarray<float>& b) { return a == b; }

TEST_CASE("arrays of xtensor are operands without a copy") {
  xt::xtensor_fixed<float, xt::xshape<2, 3>> fixed{{1, 2, 3}, {4, 5, 6}};
  xt::xtensor<float, 2> ranked = fixed;
  const xt::xarray<float> array = fixed;
  auto f = named<Query[2], Feature[3]>(fixed);
  auto r = named<Query[], Feature[3]>(ranked);
  auto a = named<Query[2], Feature[]>(array);
  CHECK(f.data() == fixed.data());
  CHECK(r.data() == ranked.data());
  CHECK(a.data() == array.data());
  CHECK(extent<Query>(r) == 2);
  static_assert(decltype(f)::layout_type::static_strides == std::array<index_t, 2>{3, 1});
  static_assert(decltype(r)::layout_type::static_strides == std::array<index_t, 2>{3, 1});
  static_assert(decltype(a)::layout_type::static_strides[1] == 1);
  static_assert(std::is_same_v<decltype(r.data()), float*> && std::is_same_v<decltype(a.data()), const float*>);
  CHECK(f(1, 2) + r(1, 0) + a(0, 1) == 12);
  fixed(1, 2) = 60;
  CHECK(f(1, 2) == 60);

  xt::xtensor<float, 2, xt::layout_type::column_major> columns = ranked;
  auto c = named<Query[2], Feature[3]>(columns);
  static_assert(decltype(c)::layout_type::static_strides == std::array<index_t, 2>{1, 2});
  auto open = named<Query[], Feature[]>(columns);
  static_assert(decltype(open)::layout_type::static_strides == std::array<index_t, 2>{1, dynamic_stride});
  CHECK(c(1, 0) + open(1, 2) == 10);
  xt::xarray<float, xt::layout_type::dynamic> dynamic_order = xt::xarray<float, xt::layout_type::dynamic>::from_shape({2, 3});
  dynamic_order = ranked;
  const tensor<float, Query[2]> sums = sum<Feature>(c * named<Query[2], Feature[3]>(dynamic_order));
  CHECK(sums(0) == 14);
  CHECK(sums(1) == 77);

  xt::xarray<bool> mask{{true, false}};
  xt::xtensor<std::int64_t, 1> ids{5, 7};
  CHECK((named<Query[1], Key[2]>(mask)(0, 0) && !named<Query[1], Key[2]>(mask)(0, 1)));
  CHECK(named<Key[]>(ids)(1) == 7);
  xt::xarray<float> one = 3.f;
  CHECK(named(one)() == 3);
}

TEST_CASE("views of xtensor are operands and targets, wherever they point") {
  xt::xarray<float> x = counted({4, 5, 6});
  auto part = named<Query[2], Key[5], Feature[3]>(xt::view(x, xt::range(1, 3), xt::all(), xt::range(0, 6, 2)));
  CHECK(&part(1, 4, 2) == &x(2, 4, 4));
  auto row = named<Key[5], Feature[6]>(xt::view(x, 2));
  CHECK(&row(3, 1) == &x(2, 3, 1));
  auto extra = named<Head[1], Query[4], Feature[6]>(xt::view(x, xt::newaxis(), xt::all(), 1, xt::all()));
  CHECK(&extra(0, 3, 2) == &x(3, 1, 2));
  auto turned = named<Feature[6], Key[5], Query[4]>(xt::transpose(x));
  CHECK(&turned(1, 2, 3) == &x(3, 2, 1));
  auto reversed = named<Query[4], Key[5], Feature[6]>(xt::strided_view(x, {xt::range(xt::placeholders::_, xt::placeholders::_, -1), xt::all(), xt::all()}));
  CHECK(&reversed(0, 1, 2) == &x(3, 1, 2));
  auto inner = xt::view(xt::view(x, xt::range(1, 4)), xt::all(), 2);
  CHECK(&named<Query[3], Feature[]>(inner)(2, 5) == &x(3, 2, 5));
  const auto& read_only = x;
  static_assert(std::is_same_v<decltype(named<Key[5], Feature[6]>(xt::view(read_only, 2)).data()), const float*>);

  const tensor<float, Query[4]> first = sum<Key, Feature>(reversed);
  float expected = 0;
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 6; ++j) expected += x(3, i, j);
  CHECK(first(0) == Approx(expected).margin(1e-5));
  const tensor<float, Query[2]> products = dot<Key, Feature>(part, part);
  float squares = 0;
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 6; j += 2) squares += x(2, i, j) * x(2, i, j);
  CHECK(products(1) == Approx(squares));

  xt::xarray<float> out = xt::zeros<float>({3, 4});
  named<Feature[2], Query[3]>(xt::transpose(xt::view(out, xt::all(), xt::range(1, 3)))) = position<Query[3]> + 10 * position<Feature[2]>;
  CHECK(same(out, xt::xarray<float>{{0, 0, 10, 0}, {0, 1, 11, 0}, {0, 2, 12, 0}}));
  named<Key[]>(xt::row(out, 1)) += 1;
  CHECK(out(1, 0) == 1);
  CHECK(out(1, 3) == 1);
  std::vector<float> memory(6, 2);
  CHECK(&named<Query[2], Key[3]>(xt::adapt(memory, {2, 3}))(1, 0) == &memory[3]);
  named<Query[6]>(xt::adapt(memory.data(), 6, xt::no_ownership(), std::vector<std::size_t>{6})) -= position<Query>;
  CHECK(memory == std::vector<float>{2, 1, 0, -1, -2, -3});
}

TEST_CASE("what would dangle, and what does not fit, is refused") {
  xt::xarray<float> x = counted({2, 3});
  static_assert(!memory_outlives_call<xt::xarray<float>> && !memory_outlives_call<xt::xtensor<float, 2>>);
  static_assert(!memory_outlives_call<decltype(xt::view(xt::xarray<float>(), 0))>);
  static_assert(memory_outlives_call<decltype(xt::view(x, 0))> && memory_outlives_call<decltype(xt::view(xt::view(x, 0), 0))>);
  static_assert(memory_outlives_call<decltype(xt::transpose(x))> && memory_outlives_call<xt::xarray<float>&>);
  static_assert(!memory_outlives_call<decltype(xt::adapt(std::vector<float>(), {2, 3}))>);
  static_assert(!array_has_extents<shape<Query[2]>, detail::sizes_in_type<xt::xtensor<float, 2>>::type>);

  CHECK_THROWS_WITH((named<Query[2], Feature[4]>(x)), "named<Query[2], Feature[4]>: dimension 1 of the array is 3");
  CHECK_THROWS_WITH((named<Query[2]>(x)), "named<Query[2]>: there are 1 axes and the array has 2");
  CHECK_THROWS_WITH((named<Query[2], Feature[4]>(x + 1)), "named<Query[2], Feature[4]>: dimension 1 of the array is 3");
  CHECK_THROWS_AS((named<Query[2], Key[], Feature[3]>(xt::sin(x))), shape_error);
  xt::xarray<float> out = x;
  CHECK_THROWS_AS((named<Query[], Feature[]>(out) = named<Query[], Feature[]>(counted({2, 5}) * 0)), shape_error);
  CHECK(same(out, x));
}

TEST_CASE("expressions of xtensor are operands, computed inside heed's loops") {
  xt::xarray<float> a = counted({7, 5}), b = counted({5});
  auto e = named<Query[7], Feature[5]>(xt::sin(a) + b);  // b is broadcast by xtensor, from the right
  static_assert(has_axes<decltype(e), Query[7], Feature[5]>);
  const tensor<float, Feature[5], Query[7]> t = e;
  CHECK(t(3, 6) == std::sin(a(6, 3)) + b(3));
  a(6, 3) = 4;  // read when it is evaluated
  CHECK(tensor<float, Feature[5], Query[7]>(e)(3, 6) == std::sin(4.f) + b(3));

  // under index maps, with run-time extents, from temporaries that the expression owns
  auto open = named<Query[], Feature[]>(counted({7, 5}) * a);
  CHECK(extent<Query>(open) == 7);
  CHECK(holds_up(merge<Key, Query, Value>(slice<Query>(rename<Feature, Value>(open), 2, 4) + slice<Query>(at<Feature>(e, 3), 1, 4))));
  const xt::xarray<float> product = counted({7, 5}) * a;
  CHECK(heed::eval(sum<Feature>(open))(2) == Approx(product(2, 0) + product(2, 1) + product(2, 2) + product(2, 3) + product(2, 4)));
  static_assert(std::is_same_v<value_type_of<decltype(named<Key[4]>(xt::arange<int>(4)))>, int>);
  static_assert(std::is_same_v<value_type_of<decltype(named<Query[7], Feature[5]>(a > 0.f))>, bool>);
  CHECK(heed::eval(named(xt::sum(b)))() == Approx(xt::sum(b)()));

  // as a bias in the scores of attention, as a packed operand, as the values
  xt::xarray<float> slope = counted({7, 1}), k = counted({13, 5}), v = counted({13, 3});
  auto bias = named<Query[7], Key[13]>(slope * xt::arange<float>(0, 13));
  auto scores = dot<Feature>(e, named<Key[13], Feature[5]>(k * 0.5f)) + bias;
  auto context = dot<Key>(softmax<Key>(where(position<Key> <= position<Query>, scores, -inf)), named<Key[13], Value[3]>(xt::view(v, xt::keep(12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))));
  xt::xarray<float> written = xt::zeros<float>({3, 7});
  named<Value[3], Query[7]>(written) = context;
  xt::xarray<double> exact = xt::transpose(as_xtensor(in_float64(context)));
  CHECK(xt::allclose(written, exact, 1e-5, 1e-5));
  CHECK(written(1, 0) == Approx(v(12, 1)));  // the first query sees the first key only, whose value stands last in v
}

TEST_CASE("a target that an xtensor expression reads") {
  xt::xarray<float> a{{1, 2}, {3, 4}}, other{{1, 1}, {1, 1}};
  named<Query[2], Feature[2]>(a) = named<Query[2], Feature[2]>(xt::transpose(a) + other);  // an xfunction of a view
  CHECK(same(a, xt::xarray<float>{{2, 4}, {3, 5}}));
  named<Query[2], Feature[2]>(a) = named<Query[2], Feature[2]>(xt::view(a, xt::keep(1, 0)));  // a view without strides
  CHECK(same(a, xt::xarray<float>{{3, 5}, {2, 4}}));
  named<Query[2], Feature[2]>(a) = named<Query[2]>(xt::sum(a, {1})) - named<Query[2], Feature[2]>(a);  // a reducer
  CHECK(same(a, xt::xarray<float>{{5, 3}, {4, 2}}));
  auto separate = xt::sin(other) * 2;
  CHECK(!detail::xtensor_reads(separate, reinterpret_cast<const char*>(a.data()), reinterpret_cast<const char*>(a.data() + 4)));
}

TEST_CASE("as_xtensor adapts tensors and views") {
  tensor<float, Query[2], Feature[3]> t{{1, 2, 3}, {4, 5, 6}};
  auto adapted = as_xtensor(t);
  CHECK(&adapted(1, 2) == &t(1, 2));
  adapted(1, 2) = 60;
  CHECK(t(1, 2) == 60);
  as_xtensor(t) *= 2;
  CHECK(t(0, 1) == 4);
  const tensor<float, Query[2], Feature[3]>& fixed = t;
  static_assert(std::is_same_v<decltype(as_xtensor(fixed).data()), const float*>);
  xt::xarray<float> sum_of_both = as_xtensor(fixed) + as_xtensor(t) + 1;
  CHECK(sum_of_both(0, 2) == 13);
  // a slice of a tensor whose rows have a run-time extent has gaps, too
  tensor<float, Query[2], Feature[]> rows{{1, 2, 3}, {4, 5, 6}};
  const xt::xarray<float> inside = as_xtensor(slice<Feature>(rows, 1, 2));
  CHECK((inside(0, 1) == 3 && inside(1, 0) == 5 && inside(1, 1) == 6));
  as_xtensor(slice<Feature>(rows, 0, 2)) += 10;
  CHECK((rows(0, 2) == 3 && rows(1, 0) == 14));
  auto part = as_xtensor(slice<Feature, 1, 2>(t));
  CHECK(part.shape()[1] == 2);
  CHECK(&part(1, 1) == &t(1, 2));
  xt::xarray<float> copied = part;
  CHECK(same(copied, xt::xarray<float>{{4, 6}, {10, 120}}));
  part = xt::zeros<float>({2, 2});
  CHECK(t(1, 1) == 0);
  const std::vector<float> backwards{5, 4, 3};
  xt::xarray<float> forwards = as_xtensor(named<Query[3]>(&backwards[2], strided<Query>(-1)));
  CHECK(same(forwards, {3, 4, 5}));
  tensor<float> scalar;
  as_xtensor(scalar)() = 7;
  CHECK(scalar() == 7);
  tensor<int, Key[], Feature[2]> none(sized<Key>(0));
  CHECK(as_xtensor(none).size() == 0);
}

TEST_CASE("as_xtensor evaluates expressions") {
  tensor<float, Query[3], Feature[2]> q{{1, 2}, {3, 4}, {5, 6}};
  tensor<float, Key[], Feature[2]> k{{1, 0}, {0, 1}, {1, 1}, {2, 2}};
  xt::xarray<float> scores = as_xtensor(dot<Feature>(q, k));
  CHECK(same(scores, xt::xarray<float>{{1, 2, 3, 6}, {3, 4, 7, 14}, {5, 6, 11, 22}}));
  static_assert(std::is_same_v<decltype(as_xtensor(dot<Feature>(q, k))), xt::xtensor<float, 2, xt::layout_type::row_major>>);
  xt::xtensor_fixed<double, xt::xshape<3>> sums = as_xtensor(in_float64(sum<Feature>(q)));
  CHECK(sums(2) == 11);
  xt::xarray<float> moved = as_xtensor(heed::eval(q * 2));  // a tensor about to die is not adapted
  CHECK(moved(2, 1) == 12);
  xt::xarray<float> on_all_cores = as_xtensor(par(q * 2));
  CHECK(on_all_cores(2, 1) == 12);
  CHECK(as_xtensor(sum<Query, Feature>(q))() == 21);
  tensor<float, Key[]> five(sized<Key>(5));
  CHECK_THROWS_AS(as_xtensor(k * five), shape_error);
}
}  // namespace
