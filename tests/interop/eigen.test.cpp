#include <support/catch.hpp>

#include <type_traits>

#include <heed/axes.hpp>
#include <heed/heed.hpp>
#include <heed/interop/eigen.hpp>

namespace {
using namespace heed;
using axes::Feature, axes::Key, axes::Query;
using row_major = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

TEST_CASE("matrices of Eigen are operands and targets without a copy, in either order") {
  Eigen::MatrixXf columns(2, 3);
  columns << 1, 2, 3, 4, 5, 6;
  row_major rows = columns;
  Eigen::Matrix<float, 2, 3> fixed = columns;
  auto c = named<Query[2], Feature[3]>(columns);
  auto r = named<Query[], Feature[]>(rows);
  auto f = named<Query[2], Feature[3]>(fixed);
  CHECK(c.data() == columns.data());
  CHECK(r.data() == rows.data());
  static_assert(decltype(c)::layout_type::static_strides[0] == 1 && decltype(r)::layout_type::static_strides[1] == 1);
  static_assert(decltype(f)::layout_type::static_strides == std::array<index_t, 2>{1, 2});
  CHECK(c(1, 0) + r(0, 2) + f(1, 2) == 13);
  CHECK(extent<Feature>(r) == 3);

  // a product, as Eigen has it
  Eigen::MatrixXf gram(2, 2);
  named<Query[2], Key[2]>(gram) = dot<Feature>(c, rename<Query, Key>(r));
  CHECK(gram == Eigen::MatrixXf(columns * rows.transpose()));
  const Eigen::MatrixXf& read_only = columns;
  static_assert(std::is_same_v<decltype(named<Query[2], Feature[3]>(read_only).data()), const float*>);
  Eigen::ArrayXXd exact(2, 3);
  named<Feature[3], Query[2]>(exact.matrix().transpose()) = c + 0.5f;
  CHECK(exact(1, 2) == 6.5);
}

TEST_CASE("vectors, maps and blocks of Eigen") {
  Eigen::VectorXf v = Eigen::VectorXf::LinSpaced(6, 0, 5);
  Eigen::RowVector3i w(7, 8, 9);
  CHECK(named<Feature[6]>(v)(5) == 5);
  CHECK(named<Feature[]>(w)(1) == 8);
  static_assert(decltype(named<Feature[6]>(v))::layout_type::has_static_strides);
  const Eigen::Map<row_major, 0, Eigen::Stride<Eigen::Dynamic, 2>> every_second(v.data(), 2, 2, {3, 2});
  auto m = named<Query[2], Key[2]>(every_second);
  static_assert(decltype(m)::layout_type::static_strides == std::array<index_t, 2>{dynamic_stride, 2});
  CHECK(m(1, 1) == 5);
  CHECK(m(0, 1) == 2);
  auto tail = named<Feature[3]>(v.tail(3));
  tail = 10 + position<Feature>;
  CHECK(v(4) == 11);
  Eigen::MatrixXf x = Eigen::MatrixXf::Zero(4, 5);
  named<Query[2], Key[]>(x.block(1, 2, 2, 3)) = 1;
  named<Key[5]>(x.row(0)) += 2;
  named<Query[4]>(x.col(0)) = position<Query>;
  CHECK(x.sum() == 2 * 4 + 6 + 6);
  CHECK(x(2, 4) == 1);
  CHECK(x(3, 0) == 3);
  Eigen::Ref<Eigen::MatrixXf> ref = x.topRows(2);
  CHECK(named<Query[2], Key[5]>(ref)(1, 2) == 1);
}

TEST_CASE("what Eigen computes is evaluated when it is named") {
  Eigen::MatrixXf x(2, 3);
  x << 1, 2, 3, 4, 5, 6;
  const tensor<float, Query[2], Feature[3]> t = named<Query[2], Feature[3]>(x);
  auto twice = [&] {
    const Eigen::MatrixXf ends = x;
    return named<Query[], Feature[3]>(ends * 2);
  }();
  static_assert(expression_node<decltype(twice)> && has_axes<decltype(twice), Query[], Feature[3]>);
  CHECK(equal(twice, t * 2));
  CHECK(equal(named<Feature[3], Query[2]>((x + x).transpose()), t * 2));
  CHECK(equal(named<Query[2], Key[2]>(x * x.transpose()), dot<Feature>(t, rename<Query, Key>(t))));
  CHECK(equal(named<Query[2]>(x.rowwise().sum()), sum<Feature>(t)));
  CHECK(equal(named<Feature[]>(x.row(1) * 3), at<Query>(t, 1) * 3));
  CHECK(equal(named<Query[2], Feature[3]>(x.array() > 2.5f), t > 2.5f));
  // in an attention, and into the matrix that it is made of
  CHECK(all_close(dot<Key>(softmax<Key>(dot<Feature>(t, named<Key[2], Feature[3]>(x.array().square()))), rename<Query, Key>(t)),
                  dot<Key>(softmax<Key>(dot<Feature>(t, rename<Query, Key>(t * t))), rename<Query, Key>(t))));
  named<Query[2], Feature[3]>(x) = named<Query[2], Feature[3]>(x * 3);
  CHECK(equal(named<Query[2], Feature[3]>(x), t * 3));
  // the diagonal, and what was wrapped as an array, are in memory
  named<Query[2]>(x.diagonal()) = 0;
  named<Query[2]>(x.array().col(2)) = 7;
  CHECK((x(0, 0) + x(1, 1) == 0 && x(1, 2) == 7 && x(1, 0) == 12));
  CHECK_THROWS_WITH((named<Query[2], Key[4]>(x + x)), "named<Query[2], Key[4]>: dimension 1 of the array is 3");
}

TEST_CASE("what of Eigen's is refused") {
  Eigen::MatrixXf x = Eigen::MatrixXf::Zero(4, 5);
  static_assert(!memory_outlives_call<Eigen::MatrixXf> && memory_outlives_call<Eigen::MatrixXf&>);
  static_assert(memory_outlives_call<decltype(x.row(0))> && !memory_outlives_call<Eigen::Ref<const Eigen::MatrixXf>>);
  static_assert(!readable_memory<decltype(x + x)> && !readable_memory<Eigen::MatrixXcf>);
  static_assert(!array_has_extents<shape<Query[2], Key[3]>, detail::sizes_in_type<Eigen::Matrix3f>::type>);
  static_assert(!array_has_extents<shape<Query[3], Key[1]>, detail::sizes_in_type<Eigen::Vector3f>::type>);
  CHECK_THROWS_WITH((named<Query[4], Key[4]>(x)), "named<Query[4], Key[4]>: dimension 1 of the array is 5");
}
}  // namespace
