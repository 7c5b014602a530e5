// Coordinates that are made from many others: eight parts of an axis, windows of windows, slices of slices.
#include <support/agrees.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Whole {}; struct A {}; struct B {}; struct C {}; struct D {}; struct E {}; struct F {}; struct G {}; struct H {};
const auto whole = numbers(tensor<float, Whole[256]>{});
}  // namespace

TEST_CASE("An axis is split into eight parts and put together again") {
  auto parts = split<Whole, A[2], B[2], C[2], D[2], E[2], F[2], G[2], H[2]>(whole);
  CHECK(values(eval(parts)) == values(whole));
  CHECK(agrees(sum<A, D, G>(parts)));
  CHECK(agrees(merge<Whole, H, G, F, E, D, C, B, A>(parts)));
}

TEST_CASE("Windows of windows, and of slices whose ends are numbers of the program") {
  auto taps = window<Whole, A[3]>(window<Whole, B[3]>(window<Whole, C[3]>(window<Whole, D[3]>(window<Whole, E[3]>(window<Whole, F[3]>(window<Whole, G[2]>(whole)))))));
  CHECK(eval(taps).size() == 243 * 729 * 2);
  CHECK(eval(sum<A, B, C, D, E, F, G>(at<Whole>(taps, 1)))() == Approx(eval(in_float64(sum<A, B, C, D, E, F, G>(at<Whole>(taps, 1))))()));
  const index_t one = 1;
  auto third = slice<Whole>(slice<Whole>(slice<Whole>(whole * 1, one, 250), one, 249), one, 248);
  auto fifth = slice<Whole>(slice<Whole>(third, one, 247), one, 246);
  CHECK(eval(fifth)(0) == whole(5));
  CHECK(agrees(shift<Whole>(shift<Whole>(shift<Whole>(fifth, -one, 0), one + 1, 0), -one, 0)));
  auto some = at<A>(at<C>(at<E>(at<G>(at<B>(split<Whole, A[2], B[2], C[4], D[2], E[2], F[2], G[2]>(whole), one), 0), one), 3), one);
  CHECK(agrees(some));
}

TEST_CASE("the length of an axis that is folded over, beside the fold") {
  const auto q = numbers(tensor<float, B[3], F[5]>{});
  const auto k = numbers(tensor<float, C[], F[]>(sized<C>(7), sized<F>(5)), 2);
  auto scores = 1 / sqrt(length<F>) * dot<F>(k, q);
  CHECK(all_close(scores, dot<F>(q, k) / std::sqrt(5.f), 1e-5, 1e-6));
  CHECK(agrees(softmax<C>(let(scores, [](auto s) { return s + max<C>(s) / length<B>; }))));
}
