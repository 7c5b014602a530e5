// What an expression refers to and what it owns; whose operators are called.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <heed/eval/in_float64.hpp>
#include <heed/expression/activation.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/normalise.hpp>
#include <heed/tensor/named.hpp>
#include <heed/tensor/slice.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

namespace other {
struct Row {};
enum class flags { none, all };
flags operator+(flags, flags b) { return b; }
struct number {
  int value;
};
bool operator==(number a, number b) { return a.value == b.value; }
}  // namespace other

using namespace heed;

namespace {
template <class E> std::vector<double> run(const E& expression) { return values(eval(in_float64(expression))); }
using matrix = tensor<double, Query[2], Key[2]>;

auto of_its_own_tensor() {
  matrix local{{1, 2}, {3, 4}};
  return softmax<Key>(std::move(local) * 0) + matrix{{1, 2}, {3, 4}};
}
}  // namespace

TEST_CASE("Tensors with a name are read when the expression runs") {
  matrix x{{1, 2}, {3, 4}};
  const auto twice = x * 2;
  static_assert(std::is_same_v<node_of<matrix&>, reference<matrix>>);
  static_assert(std::is_same_v<node_of<const matrix&>, reference<matrix>>);
  static_assert(std::is_trivially_copyable_v<std::remove_const_t<decltype(twice)>>);
  x(0, 0) = 10;
  CHECK(run(twice) == near{20, 4, 6, 8});
  const matrix& same = x;
  CHECK(run(same - x) == near{0, 0, 0, 0});
}

TEST_CASE("Temporary tensors are moved in and shared by copies of the expression") {
  static_assert(std::is_same_v<node_of<matrix>, held<matrix>>);
  tensor<double, Query[]> x{1, 2, 3, 4};
  const double* elements = x.data();
  const auto node = as_node(std::move(x));
  const auto copy = node;
  CHECK(node.get().data() == elements);
  CHECK(&copy.get() == &node.get());
  CHECK(run(of_its_own_tensor()) == near{1.5, 2.5, 3.5, 4.5});
  const auto both = matrix{{1, 2}, {3, 4}} + matrix{{1, 1}, {1, 1}};
  CHECK(run(both) == near{2, 3, 4, 5});
}

TEST_CASE("Views are copied, their memory is not") {
  std::vector<double> memory{1, 2, 3, 4};
  const auto expression = named<Query[2], Key[2]>(memory) + 1;
  memory[3] = 40;
  CHECK(run(expression) == near{2, 3, 4, 41});
  matrix x{{1, 2}, {3, 4}};
  CHECK(run(at<Query>(x, 1) * at<Key>(x, 0)) == near{3, 9, 4, 12});
  static_assert(std::is_same_v<decltype(at<Query>(x * 1, 1)), fixed_at<Query, elementwise<op::multiply, reference<matrix>, constant<int>>>>);
  static_assert(expression_node<decltype(slice<Query, 0, 1>(matrix{}))>);
}

TEST_CASE("Sub-expressions are copied: an expression may outlive its parts") {
  const auto make = [](const matrix& x) {
    auto part = x + 1;
    auto whole = part * part;
    return whole - part;
  };
  const matrix x{{1, 2}, {3, 4}};
  CHECK(run(make(x)) == near{2, 6, 12, 20});
}

TEST_CASE("Operators of other types are left alone under a using-directive") {
  CHECK("a" + std::string("b") == "ab");
  CHECK((other::flags::none + other::flags::all) == other::flags::all);
  CHECK(other::number{1} == other::number{1});
  CHECK(std::vector<int>{1} < std::vector<int>{2});
  int numbers[] = {1, 2};
  CHECK(numbers + 1 == &numbers[1]);
  CHECK(!std::unique_ptr<int>());
  CHECK((1 + 2 == 3 && 2 > 1));
}

TEST_CASE("Functions of the standard library are not taken for ours, even with its types in the expression") {
  const tensor<double, Query[2]> x{-1, 4};
  const std::function<double(double)> square = [](double e) { return e * e; };
  const auto e = pointwise(square, x);  // std:: is an associated namespace of this
  CHECK(run(max<Query>(e)) == near{16});
  CHECK(run(min<Query>(e)) == near{1});
  CHECK(run(clamp(e, 2, 8)) == near{2, 8});
  CHECK(run(heed::clamp(e, e, e)) == near{1, 16});  // three constants of one type: std::clamp would match as well
  CHECK(run(abs(sqrt(e)) + exp(e * 0)) == near{2, 5});
  CHECK(run(pow(e, 2)) == near{1, 256});
  CHECK(run(pow(e, e * 0)) == near{1, 1});
  CHECK(run(any_of<Query>(e > 2)) == near{1});
  CHECK(run(all_of<Query>(e > 2)) == near{0});
  CHECK(run(norm<Query>(e)) == near{std::sqrt(257.)});
  CHECK(run(at<Query>(slice<Query, 1, 1>(e), 0)) == near{16});
  CHECK(run(pointwise(std::plus<>{}, e, x)) == near{0, 20});
  CHECK(run(sigmoid(rename<Query, Key>(e) * 0)) == near{0.5, 0.5});
}

TEST_CASE("Axes of any namespace") {
  const tensor<double, other::Row[2]> x{1, 2};
  CHECK(run(sum<other::Row>(x + x)) == near{6});
  CHECK(run(dot<other::Row>(x, x)) == near{5});
  CHECK(run(dot<Query>(rename<other::Row, Query>(x), rename<other::Row, Query>(x))) == near{5});
}
