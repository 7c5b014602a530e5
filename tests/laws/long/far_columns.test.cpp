// Folds down the columns of what lies along its rows: blocks of lanes as wide as a page, few steps at a time.
#include <laws/invariance.hpp>

using namespace laws;
using generated::check_eval;
using generated::fill;

namespace {
constexpr float infinity = std::numeric_limits<float>::infinity();

/// Everything that folds along Key, of x {Key, Value}; u {Key}.
template <class X, class U> void check_folds(const X& x, const U& u) {
  check_eval(sum<Key>(x));
  check_eval(max<Key>(x));
  check_eval(var<Key>(x));
  check_eval(norm<Key>(maximum(x, 0)));
  if (extent<Key>(x) > 0) check_eval(argmax<Key>(x));
  check_eval(logsumexp<Key>(x + u));
  check_eval(softmax<Key>(x));
  check_eval(max<Key>(softmax<Key, Value>(x)));
  check_eval((x - mean<Key>(x)) * rsqrt(var<Key>(x) + 1e-5f) * u);
  check_eval(dot<Key>(u, x));
  check_eval(relu(dot<Key>(u, x) + 1) * max<Key>(x - u));
}
template <index_t Rows, index_t Columns> void check_static() {
  INFO(Rows << " x " << Columns);
  tensor<float, Key[Rows], Value[Columns]> x;
  tensor<float, Key[Rows]> u;
  fill(x, 1, -1, 1), fill(u, 2, -1, 1);
  check_eval(sum<Key>(x));
  check_eval(logsumexp<Key>(x));
  check_eval((x - mean<Key>(x)) * rsqrt(var<Key>(x) + 1e-5f));
  check_eval(dot<Key>(u, x));
}
void check_at_run_time(index_t rows, index_t columns) {
  INFO(rows << " x " << columns << ", at run time");
  tensor<float, Key[], Value[]> x(sized<Key>(rows), sized<Value>(columns));
  tensor<float, Key[]> u(sized<Key>(rows));
  fill(x, 1, -1, 1), fill(u, 2, -1, 1);
  check_folds(x, u);
}
}  // namespace

TEST_CASE("Columns that the second cache does not hold") {
  tensor<float, Key[203], Value[1130]> x;
  tensor<float, Key[203]> u;
  fill(x, 1, -1, 1), fill(u, 2, -1, 1);
  check_folds(x, u);
  check_static<1, 262144 + 5>();
  check_static<3, 70001>();
  check_static<9, 4096 * 8 + 1>();
  check_static<1900, 130>();
  check_static<4099, 513>();
}

TEST_CASE("Columns that no cache holds: a row at a time") {
  tensor<float, Key[], Value[261]> x(sized<Key>(25'001));  // 25 MiB
  tensor<float, Key[]> u(sized<Key>(25'001));
  fill(x, 1, -1, 1), fill(u, 2, -1, 1);
  check_eval(var<Key>(x));
  check_eval(dot<Key>(u, x));
  check_eval(max<Key>(x - u));
  check_eval(sum<Key>(where(position<Key> % 3 == position<Value> % 3, x, 0)));
}

TEST_CASE("Columns of a size that is known when the expression runs") {
  for (const index_t rows : {0, 1, 7, 8, 9, 17, 40})
    for (const index_t columns : {1, 3, 16, 17, 64, 65, 1000, 1024, 1025, 2050}) check_at_run_time(rows, columns);
}

TEST_CASE("Columns of tensors with an axis around them, and of several operands") {
  tensor<float, Head[3], Key[150], Value[400]> x;
  tensor<float, Head[3], Key[150]> u;
  tensor<double, Key[150], Head[3], Value[400]> y;
  fill(x, 1, -1, 1), fill(u, 2, -1, 1), fill(y, 3, -1, 1);
  check_folds(x, u);
  check_eval(sum<Key>(x * y));
  check_eval(max<Key>(abs(x - y)));
  check_eval(logsumexp<Key>(x * y));
  check_eval(sum<Head, Key>(x * u));
  check_eval(max<Key>(shift<Key>(x, 3, 0)));
  check_eval(softmax<Key>(where(position<Key> <= position<Value>, x, -infinity)));
  check_eval(max<Key>(x) + max<Key>(rename<Value, Feature>(x)));
  check_eval(tiled<tiles{.vectors = 8}>(sum<Key>(x)));
  check_eval(tiled<tiles{.vectors = 8}>(logsumexp<Value>(x)));
}

TEST_CASE("NaN and infinities in columns") {
  tensor<float, Key[203], Value[1130]> x;
  fill(x, 1, -1, 1);
  x(5, 7) = std::numeric_limits<float>::quiet_NaN();
  x(202, 1129) = infinity;
  for (index_t k = 0; k < 203; ++k) x(k, 1024) = -infinity;
  check_eval(sum<Key>(x));
  check_eval(max<Key>(x));
  check_eval(argmax<Key>(x));
  check_eval(logsumexp<Key>(x));
  check_eval(softmax<Key>(x));
}

TEST_CASE("Columns on two threads") {
  tensor<float, Key[3000], Value[200]> x;
  tensor<float, Key[3000]> u;
  fill(x, 1, -1, 1), fill(u, 2, -1, 1);
  tensor<float, Value[200]> sums = par(dot<Key>(u, x), 2), again = par(dot<Key>(u, x), 2);
  tensor<float, Value[200]> one = dot<Key>(u, x);
  for (index_t v = 0; v < 200; ++v) {
    CHECK(sums(v) == again(v));
    CHECK(std::abs(sums(v) - one(v)) < 1e-3f);
  }
  tensor<float, Value[200]> l = par(logsumexp<Key>(x), 2), l1 = logsumexp<Key>(x);
  for (index_t v = 0; v < 200; ++v) CHECK(std::abs(l(v) - l1(v)) < 1e-5f);
}
