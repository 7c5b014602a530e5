// in_float64 as users call it: what it takes, what it gives, and attention against loops written by hand.
#include <heed/eval/in_float64.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/normalise.hpp>
#include <heed/tensor/named.hpp>
#include <heed/tensor/slice.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
template <class Tensor> void fill(Tensor& t, double step) {
  for (index_t i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<typename Tensor::element_type>(std::sin(step * static_cast<double>(i + 1)));
}
}  // namespace

TEST_CASE("The result is a tensor of double with the axes of the expression") {
  tensor<float, Query[2], Key[3]> x{{1, 2, 3}, {4, 5, 6}};
  auto doubled = eval(in_float64(x + x));
  static_assert(std::is_same_v<decltype(doubled), tensor<double, Query[2], Key[3]>>);
  CHECK(values(doubled) == near{2, 4, 6, 8, 10, 12});

  tensor<int, Key[]> n{1, 2, 3};
  auto negative = eval(in_float64(-n));
  static_assert(std::is_same_v<decltype(negative), tensor<double, Key[]>>);
  CHECK(values(negative) == near{-1, -2, -3});

  auto total = eval(in_float64(sum<Key>(n)));
  static_assert(std::is_same_v<decltype(total), tensor<double>>);
  CHECK(total() == 6);
}

TEST_CASE("It takes tensors, temporaries, views and numbers") {
  tensor<float, Query[2], Key[2]> x{{1, 2}, {3, 4}};
  const float memory[] = {5, 6, 7, 8, 9, 10};
  CHECK(values(eval(in_float64(x))) == near{1, 2, 3, 4});
  CHECK(values(eval(in_float64(tensor<float, Key[2]>{8, 9}))) == near{8, 9});
  CHECK(values(eval(in_float64(at<Query>(x, 1)))) == near{3, 4});
  CHECK(values(eval(in_float64(named<Query[2], Key[2]>(&memory[0], strided<Query>(4))))) == near{5, 6, 9, 10});
  CHECK(eval(in_float64(2.5))() == 2.5);
}

TEST_CASE("It can be part of an expression, and of itself") {
  tensor<float, Key[2]> x{1, 2};
  CHECK(values(eval(in_float64(in_float64(x * 2) + 1))) == near{3, 5});
}

TEST_CASE("Nothing is rounded to the elements' own type") {
  tensor<float, Key[1]> third{3};
  CHECK(eval(in_float64(1 / third))(0) == 1.0 / 3);
  tensor<float, Key[2]> apart{1e8f, 1};
  CHECK(eval(in_float64(sum<Key>(apart)))() == 100000001);
}

TEST_CASE("Assigning matches axes by name, resizes, fills, and computes before it writes") {
  tensor<float, Query[2], Key[3]> x{{1, 2, 3}, {4, 5, 6}};
  tensor<float, Key[3], Query[2]> transposed;
  detail::assign_reference(transposed, in_float64(x + 0), assign_op::set);
  CHECK(values(transposed) == near{1, 4, 2, 5, 3, 6});

  tensor<double, Key[], Query[2]> resized;
  detail::assign_reference(resized, in_float64(x), assign_op::set);
  CHECK(values(resized) == near{1, 4, 2, 5, 3, 6});

  detail::assign_reference(x, in_float64(rename<Transient, Key>(rename<Key, Transient>(x)) - mean<Key>(x)),
                           assign_op::set);
  CHECK(values(x) == near{-1, 0, 1, -1, 0, 1});
  detail::assign_reference(x, in_float64(sum<Query>(x * x)), assign_op::add);
  CHECK(values(x) == near{1, 0, 3, 1, 0, 3});
  detail::assign_reference(x, in_float64(7), assign_op::set);
  CHECK(values(x) == near{7, 7, 7, 7, 7, 7});

  auto row = at<Query>(x, 1);
  detail::assign_reference(row, in_float64(position<Key> + 1), assign_op::set);
  CHECK(values(x) == near{7, 7, 7, 1, 2, 3});
}

TEST_CASE("Attention is what loops over its definition give") {
  constexpr std::size_t queries = 5, keys = 7, features = 4, width = 3;
  tensor<float, Query[5], Feature[4]> q;
  tensor<float, Key[7], Feature[4]> k;
  tensor<float, Key[7], Value[3]> v;
  fill(q, 0.7), fill(k, 1.1), fill(v, 1.3);

  std::vector<double> plain, causal;
  for (const bool masked : {false, true})
    for (std::size_t i = 0; i < queries; ++i) {
      double weights[keys], total = 0;
      for (std::size_t j = 0; j < keys; ++j) {
        double score = 0;
        for (std::size_t f = 0; f < features; ++f) score += double(q(i, f)) * double(k(j, f));
        weights[j] = masked && j > i ? 0 : std::exp(score / 2);
        total += weights[j];
      }
      for (std::size_t c = 0; c < width; ++c) {
        double context = 0;
        for (std::size_t j = 0; j < keys; ++j) context += weights[j] / total * double(v(j, c));
        (masked ? causal : plain).push_back(context);
      }
    }

  auto scores = dot<Feature>(q, k) / std::sqrt(4.f);
  CHECK(values(eval(in_float64(dot<Key>(softmax<Key>(scores), v)))) == near(plain));
  auto before = where(position<Key> <= position<Query>, scores, -inf);
  CHECK(values(eval(in_float64(dot<Key>(softmax<Key>(before), v)))) == near(causal));

  SECTION("with run-time extents") {
    tensor<float, Query[], Feature[4]> some_q(sized<Query>(queries));
    tensor<float, Key[], Feature[4]> some_k(sized<Key>(keys));
    tensor<float, Key[], Value[3]> some_v(sized<Key>(keys));
    fill(some_q, 0.7), fill(some_k, 1.1), fill(some_v, 1.3);
    auto run_time_scores = dot<Feature>(some_q, some_k) / 2;
    auto context = eval(in_float64(dot<Key>(softmax<Key>(run_time_scores), some_v)));
    static_assert(std::is_same_v<decltype(context), tensor<double, Query[], Value[3]>>);
    CHECK(values(context) == near(plain));
  }
  SECTION("with no keys at all") {
    tensor<float, Key[], Feature[4]> none(sized<Key>(0));
    tensor<float, Key[], Value[3]> nothing(sized<Key>(0));
    auto context = eval(in_float64(dot<Key>(softmax<Key>(dot<Feature>(q, none)), nothing)));
    CHECK(values(context) == near(std::vector<double>(queries * width, 0.0)));
  }
}
