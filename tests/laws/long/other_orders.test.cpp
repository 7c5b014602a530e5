// Operands of products whose elements lie side by side along another loop: two summed axes in another order, a matrix for each point of an axis that is innermost.
#include <laws/inputs.hpp>

using namespace laws;
using namespace heed;
using generated::check_eval;
using generated::fill;

namespace {
struct Row {};
struct Column {};
struct Step {};
struct Inner {};

template <class A, class B, class C> void check_products(const A& a, const B& b, const C& other_order) {
  check_eval(dot<Step, Inner>(a, other_order));
  check_eval(dot<Step, Inner>(a * 2.f, abs(other_order)));
  check_eval(dot<Step>(a, b));
  check_eval(dot<Step>(a, other_order));
  check_eval(softmax<Column>(dot<Step>(tanh(a), b)));
  check_eval(dot<Column>(softmax<Column>(dot<Step>(a, b)), other_order));
}
template <index_t rows, index_t columns, index_t steps, index_t inner, class T = float> void check_orders() {
  INFO(rows << " x " << columns << ", " << steps << " x " << inner);
  tensor<T, Row[rows], Step[steps], Inner[inner]> a;
  tensor<T, Column[columns], Step[steps], Inner[inner]> b;
  fill(a, 1, -1, 1), fill(b, 2, -1, 1);
  const tensor<T, Column[columns], Inner[inner], Step[steps]> other_order = b;
  check_products(a, b, other_order);
}

#ifndef HEED_REFERENCE_ONLY
template <class E> constexpr int stored_by = plan_of<std::remove_cvref_t<E>>.temporaries;
#endif
}  // namespace

TEST_CASE("Two summed axes in another order, and one that is summed beside an innermost one that is not") {
  check_orders<1, 1, 1, 1>();
  check_orders<7, 5, 3, 17>();
  check_orders<17, 31, 23, 19>();
  check_orders<64, 64, 16, 32>();
  check_orders<13, 67, 33, 16, double>();
}

TEST_CASE("The same of extents that are known at run time") {
  for (const index_t rows : {1, 37}) {
    tensor<float, Row[], Step[], Inner[]> a(sized<Row>(rows), sized<Step>(23), sized<Inner>(19));
    tensor<float, Column[], Step[], Inner[]> b(sized<Column>(29), sized<Step>(23), sized<Inner>(19));
    fill(a, 1, -1, 1), fill(b, 2, -1, 1);
    const tensor<float, Column[], Inner[], Step[]> other_order = b;
    check_products(a, b, other_order);
  }
}

#ifndef HEED_REFERENCE_ONLY
TEST_CASE("What is stored in the order in which it is read, and what lies well already") {
  tensor<float, Row[64], Step[64], Inner[64]> a;
  tensor<float, Column[64], Step[64], Inner[64]> b;
  tensor<float, Column[64], Inner[64], Step[64]> other_order;
  tensor<float, Row[64], Step[64], Inner[4]> few;
  tensor<float, Column[64], Step[64], Inner[4]> few_more;
  CHECK(stored_by<decltype(dot<Step, Inner>(a, b))> == 0);
  CHECK(stored_by<decltype(dot<Step, Inner>(a, other_order))> == 1);
  CHECK(stored_by<decltype(dot<Step, Inner>(a, abs(other_order)))> == 1);
  CHECK(stored_by<decltype(dot<Step>(a, b))> == 2);
  CHECK(stored_by<decltype(dot<Step>(few, few_more))> == 0);
}
#endif
