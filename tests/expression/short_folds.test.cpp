// Folds of few points, which are computed where they are used.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct H {}; struct W {}; struct KH {}; struct KW {}; struct C {}; struct Tap {};
const auto image = numbers(tensor<float, H[12], W[70]>{});
const auto last = numbers(tensor<float, H[12], W[70], C[3]>{}, 2);
const auto first = numbers(tensor<float, C[3], H[12], W[70]>{}, 3);

template <class E> bool has_no_walk(const E& e) {
  static_assert(plan_of<E>.passes == 0 && plan_of<E>.temporaries == 0);
  return agrees(e);
}
}  // namespace

TEST_CASE("Up to nine points are no walk, whatever is folded") {
  const auto taps = window<W, Tap[5]>(image);
  CHECK(has_no_walk(mean<Tap>(taps)));
  CHECK(has_no_walk(sum<Tap>(exp(taps))));
  CHECK(has_no_walk(max<Tap>(taps) - slice<W, 2, 66>(image)));
  CHECK(has_no_walk(min<KH, KW>(window<W, KW[3]>(window<H, KH[3]>(image)))));
  CHECK(has_no_walk(prod<Tap>(window<W, Tap[2]>(image) + 1)));
  CHECK(has_no_walk(dot<Tap>(numbers(tensor<float, Tap[5]>{}, 4), taps)));
  CHECK(has_no_walk(max<KH, KW>(split<H, H[6], KH[2]>(split<W, W[35], KW[2]>(last)))));
  CHECK(has_no_walk(max<KH, KW>(split<H, H[6], KH[2]>(split<W, W[35], KW[2]>(first)))));
  CHECK(has_no_walk(norm<C>(last)));
  CHECK(has_no_walk(norm<C>(first) + mean<C>(last)));
  const tensor<std::int8_t, H[12], W[70], C[3]> bytes = cast<std::int8_t>(last * 10);
  CHECK(has_no_walk(sum<C>(cast<int>(bytes))));
  CHECK(has_no_walk(mean<C>(cast<double>(last))));
}
TEST_CASE("So are up to five for each row") {
  const auto here = numbers(tensor<float, Query[37], Feature[3]>{}, 6);
  const auto there = numbers(tensor<float, Key[41], Feature[3]>{}, 7);
  CHECK(has_no_walk(norm<Feature>(here - there)));
  CHECK(has_no_walk(max<Feature>(abs(here - there)) * 2 + 1));
  const auto a = numbers(tensor<float, Batch[29], Query[3], Feature[3]>{}, 8);
  const auto b = numbers(tensor<float, Batch[29], Feature[3], Key[3]>{}, 9);
  CHECK(has_no_walk(dot<Feature>(a, b)));
  const tensor<float, Query[3], Feature[3], Batch[29]> a_last = a;
  const tensor<double, Feature[3], Key[3], Batch[29]> b_last = b;
  CHECK(has_no_walk(dot<Feature>(a_last, b_last)));
  CHECK(agrees(dot<Feature>(a_last, cast<float>(b_last)) - dot<Feature>(a, b)));
  CHECK(agrees(let(sum<Feature>(abs(here - there)), [](auto d) { return d * exp(-d); })));
  CHECK(agrees(norm<Feature>(here - there) + norm<Feature>(here)));
  CHECK(agrees(norm<Feature>(here) * here));
  const tensor<float, Query[], Feature[3]> some = here;
  const tensor<float, Key[], Feature[3]> others = there;
  CHECK(agrees(norm<Feature>(some - others)));
  const auto [distance, twice, nearest] = eval(norm<Feature>(here - there), norm<Feature>(here - there) * 2, min<Key>(norm<Feature>(here - there)));
  CHECK(all_close(distance, in_float64(norm<Feature>(here - there)), 1e-5, 1e-5));
  CHECK(all_close(twice, in_float64(norm<Feature>(here - there) * 2), 1e-5, 1e-5));
  CHECK(all_close(nearest, in_float64(min<Key>(norm<Feature>(here - there))), 1e-5, 1e-5));
}
TEST_CASE("Others are, and those whose value is used again") {
  static_assert(plan_of<decltype(mean<Tap>(window<W, Tap[26]>(image)))>.passes == 1);
  const auto used_twice = let(max<C>(last), [](auto m) { return m * exp(m); });
  static_assert(plan_of<decltype(used_twice)>.passes == 1);
  CHECK(agrees(used_twice));
  CHECK(agrees(let(mean<C>(last), [](auto m) { return m * exp(m) + m; })));
  CHECK(agrees(var<C>(last)));
  CHECK(agrees(softmax<C>(last)));
  CHECK(agrees(last - mean<C>(last)));
  CHECK(agrees(argmax<C>(first)));
  CHECK(agrees(any_of<C>(first > 0.5f)));
  // inside a fold, and of it
  CHECK(agrees(sum<W>(max<C>(last))));
  CHECK(agrees(max<C>(sum<W>(last))));
  CHECK(agrees(softmax<W>(norm<C>(last))));
  CHECK(agrees(dot<W>(norm<C>(first), mean<C>(last))));
  CHECK(agrees(dot<W>(image, rename<H, KH>(norm<C>(last)))));
}
TEST_CASE("Extents that are known when it runs, two results, a result that is read") {
  const tensor<float, H[], W[], C[3]> rows = last;
  CHECK(agrees(norm<C>(rows)));
  const tensor<float, H[], W[], C[]> none_known = last;
  CHECK(agrees(norm<C>(none_known)));
  for (const index_t n : {1, 4, 9}) CHECK(agrees(mean<Tap>(window<W, Tap[3]>(numbers(tensor<float, W[]>(sized<W>(n + 2)), 5)))));
  const auto [largest, twice] = eval(max<C>(last), max<C>(last) * 2);
  CHECK(all_close(largest, eval(max<C>(last))));
  CHECK(all_close(twice, 2 * largest));
  tensor<float, W[70]> x = at<H>(image, 1);
  const tensor<float, W[68]> before = mean<Tap>(window<W, Tap[3]>(x));
  slice<W, 1, 68>(x) = mean<Tap>(window<W, Tap[3]>(x));
  CHECK(all_close(slice<W, 1, 68>(x), before));
}
