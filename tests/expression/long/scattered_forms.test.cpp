// Folds of what stands at places of another axis, in the forms that formulas have (scattered_types.test.cpp: places of other types, sizes and batches).
#include <limits>

#include <support/graph.hpp>

using namespace heed;

namespace {
struct Group {};
}  // namespace

TEST_CASE("Sums at the places of integers") {
  CHECK(scattered_agrees(dot<Edge>(one_hot<Node[nodes]>(inside), x)));
  CHECK(scattered_agrees(dot<Edge>(xt, cast<float>(one_hot<Node[nodes]>(inside)))));
  CHECK(scattered_agrees(sum<Edge>(where(target == position<Node[nodes]>, x, 0.f))));
  CHECK(scattered_agrees(sum<Edge>(where(position<Node[nodes]> == target && counts, x, 0))));
  CHECK(scattered_agrees(sum<Edge>(weight * (target == position<Node[nodes]>) * x * 0.5f)));
  CHECK(scattered_agrees(mean<Edge>(where(target == position<Node[nodes]>, x, 0.f))));
  CHECK(scattered_agrees(dot<Edge>(one_hot<Node[nodes]>(inside), gather<Node>(h, source))));
  CHECK(scattered_agrees(sum<Edge>(where(target == position<Node[nodes]>, weight * gather<Node>(h, source), 0))));
  CHECK(scattered_agrees(sum<Edge, Feature>(where(target == position<Node[nodes]>, x, 0))));
  CHECK(scattered_agrees(sum<Edge>(where(clamp(target + 5, 0, 40) == position<Node[nodes]>, x, 0))));
  CHECK(agrees(sum<Edge>(one_hot<Node[nodes]>(inside) && counts)));
  CHECK(scattered_agrees(softmax<Node>(dot<Edge>(one_hot<Node[nodes]>(inside), x))));
  const auto means = [](const auto& hot) { return dot<Edge>(hot, x) / maximum(sum<Edge>(hot), 1); };
  CHECK(scattered_agrees(means(cast<float>(one_hot<Node[nodes]>(inside)))));

  const auto gradient = dot<Edge>(one_hot<Node[nodes]>(inside), x);
  constexpr auto& plan = plan_of<decltype(gradient)>;
  CHECK((plan.temporaries == 1 && plan.flops == 0));
}

TEST_CASE("What stands elsewhere is folded, too") {
  for (const float elsewhere : {0.f, 0.25f, -2.f}) {
    CHECK(scattered_agrees(sum<Edge>(where(target == position<Node[nodes]>, x, elsewhere))));
    CHECK(scattered_agrees(sum<Edge>(where(target == position<Node[nodes]> && counts, x, elsewhere))));
    CHECK(scattered_agrees(max<Edge>(where(target == position<Node[nodes]>, x, elsewhere))));
    CHECK(scattered_agrees(min<Edge>(where(target == position<Node[nodes]>, x, elsewhere))));
  }
  CHECK(scattered_agrees(max<Edge>(where(target == position<Node[nodes]>, x, -inf))));
  CHECK(scattered_agrees(min<Edge>(where(target == position<Node[nodes]>, xt, inf))));
  CHECK(scattered_agrees(max<Edge>(where(target == position<Node[nodes]>, cast<int>(9 * x), -100))));
  const tensor<int, Edge[6]> all_at_one{2, 2, 2, 2, 2, 2};  // then nothing stands elsewhere
  const tensor<float, Edge[6], Feature[40]> some = numbers(tensor<float, Edge[6], Feature[40]>{}, 5);
  CHECK(values(eval(at<Node>(sum<Edge>(where(all_at_one == position<Node[40]>, some, inf)), 2))) == near(values(eval(sum<Edge>(some))), 1e-6));
  CHECK(values(eval(at<Node>(max<Edge>(where(all_at_one == position<Node[40]>, some, inf)), 2))) == near(values(eval(max<Edge>(some))), 1e-6));
}

TEST_CASE("Places along two axes") {
  constexpr index_t few = 90;  // (plain loops go over all edges for all pairs of places)
  const auto first = [](const auto& t) { return eval(slice<Edge, 0, few>(t)); };
  const auto place = first(target), nearest = first(inside);
  const auto y = first(x);
  const auto w = first(weight);
  const auto chosen = first(counts);
  const tensor<int, Edge[few]> group = position<Edge> * 104729 % 14 - 1;
  const tensor<int, Edge[few]> in_group = clamp(group, 0, 10);
  const auto here = place == position<Node[nodes]> && group == position<Group[11]>;
  for (const float elsewhere : {0.f, 0.5f}) {
    CHECK(scattered_agrees(sum<Edge>(where(here, w, elsewhere))));
    CHECK(scattered_agrees(sum<Edge>(where(here && chosen, y, elsewhere))));
    CHECK(scattered_agrees(max<Edge>(where(here, y, elsewhere))));
  }
  CHECK(scattered_agrees(min<Edge>(where(here, w, inf))));
  CHECK(scattered_agrees(sum<Edge>(one_hot<Node[nodes]>(nearest) && one_hot<Group[11]>(in_group))));
  CHECK(scattered_agrees(dot<Edge>(cast<float>(one_hot<Node[nodes]>(nearest)), cast<float>(one_hot<Group[11]>(in_group)))));
  CHECK(scattered_agrees(sum<Edge>(w * one_hot<Node[nodes]>(nearest) * (group == position<Group[11]>) * y)));
  CHECK(scattered_agrees(dot<Edge>(w * one_hot<Node[nodes]>(nearest), y * (group == position<Group[11]>))));
  CHECK_THROWS_AS(eval(sum<Edge>(one_hot<Node[nodes]>(nearest) && one_hot<Group[11]>(group))), shape_error);
  // one pair of integers for both
  CHECK(agrees(sum<Edge>(where(nearest == position<Node[nodes]> && nearest == position<Group[nodes]>, y, 0))));
  tensor<int, Batch[3], Edge[few]> of_batch = (position<Edge> * 31 + position<Batch>) % 65 - 2;
  CHECK(scattered_agrees(sum<Edge>(where(of_batch == position<Node[60]> && group == position<Group[11]>, y, 0))));
  CHECK(scattered_agrees(sum<Batch, Edge>(where(of_batch == position<Node[60]> && group == position<Group[11]>, w, 0))));
}

TEST_CASE("Softmax over the edges of each node") {
  const auto scores = numbers(tensor<float, Edge[edges], Head[8]>{}, 10);
  const auto of_node = [](const auto& e) { return gather<Node>(e, inside); };
  const auto here = inside == position<Node[nodes]>;
  const auto weights = let(max<Edge>(where(here, scores, -inf)), [&](const auto& m) {
    return let(exp(scores - of_node(m)), [&](const auto& w) { return w / of_node(sum<Edge>(where(here, w, 0))); });
  });
  CHECK(agrees(weights));
  CHECK(agrees(sum<Edge>(where(here, eval(weights) * x, 0))));
}

TEST_CASE("Softmax over what stands at each place") {
  constexpr index_t many = 400;  // (of few a loop over all takes as long)
  const tensor<int, Edge[edges]> from = places(edges, 0, many), to = places(edges, 3, many + 9), nearest = clamp(to, 0, many - 1);
  const auto rows = numbers(tensor<float, Node[many], Feature[5]>{}, 1);
  const auto y = numbers(tensor<float, Edge[edges], Feature[5]>{}, 2);
  const auto here = to == position<Node[many]>;
  const auto values = gather<Node>(rows, from);
  const tensor<float, Edge[edges]> scores = 3 * weight;
  const auto attend = [&](const auto& s, const auto& v) { return dot<Edge>(softmax<Edge>(where(here, s, -inf)), v); };
  const auto nothing_left = [&](const auto& e) { return explain(e).find("that a mask excludes") == std::string::npos && scattered_agrees(e); };
  CHECK(nothing_left(attend(scores, values)));
  CHECK(nothing_left(attend(scores + gather<Node>(sum<Feature>(rows), from), values)));
  CHECK(nothing_left(logsumexp<Edge>(where(here, scores, -inf))));
  CHECK(nothing_left(let(softmax<Edge>(where(here, scores, -inf)), [&](const auto& w) { return dot<Edge>(w, values) + sum<Edge>(w); })));
  CHECK(nothing_left(dot<Edge>(softmax<Edge>(where(to != position<Node[many]>, -inf, scores)), values)));
  CHECK(nothing_left(dot<Edge>(softmax<Edge>(where(!here, -inf, scores)), values)));
  CHECK(nothing_left(dot<Edge>(softmax<Edge>(where(here, scores, -inf) * 0.5f), values)));  // scaled outside
  CHECK(nothing_left(dot<Edge>(softmax<Edge>(where(to != position<Node[many]>, -inf, scores) / 3), values)));
  CHECK(nothing_left(dot<Edge>(softmax<Edge>(where(here && counts, scores, -inf)), values)));
  CHECK(nothing_left(dot<Edge>(softmax<Edge>(where(one_hot<Node[many]>(nearest), scores, -inf)), y)));
  // of each feature, as of heads; what is not -inf elsewhere
  CHECK(nothing_left(attend(y, values)));
  CHECK(nothing_left(attend(y * 0.1f, weight)));
  for (const float elsewhere : {0.f, -1.f, -1e9f}) {
    CHECK(nothing_left(dot<Edge>(softmax<Edge>(where(here, scores, elsewhere)), values)));
    CHECK(nothing_left(logsumexp<Edge>(where(here, y, elsewhere))));
  }
  // sizes known when it runs
  tensor<int, Edge[]> at = places(edges, 3, many + 9);
  const tensor<float, Node[], Feature[5]> some_rows = eval(rows * 1.f);
  const tensor<float, Edge[]> s = eval(3 * weight);
  const auto there = at == position<Node>;
  CHECK(scattered_agrees(dot<Edge>(softmax<Edge>(where(there, s, -inf)), gather<Node>(some_rows, clamp(at, 0, many - 1))) + some_rows));
  // no numbers, and infinite ones, stay at their places
  tensor<float, Edge[edges]> odd = scores;
  odd(5) = std::numeric_limits<float>::quiet_NaN();
  odd(100) = -inf;
  CHECK(nothing_left(attend(odd, values)));
  CHECK(nothing_left(logsumexp<Edge>(where(here, odd, -inf))));
  tensor<int, Edge[]> none(sized<Edge>(0));
  const tensor<float, Edge[]> no_scores(sized<Edge>(0));
  CHECK(agrees(logsumexp<Edge>(where(none == position<Node[many]>, no_scores, -inf))));
}

TEST_CASE("Products with what stands at a place, and another number elsewhere") {
  const auto here = target == position<Node[nodes]>;
  for (const float elsewhere : {0.f, 0.25f}) {
    CHECK(scattered_agrees(sum<Edge>(where(here, 1.f, elsewhere) * x)));
    CHECK(scattered_agrees(dot<Edge>(where(here, weight, elsewhere), x)));
    CHECK(scattered_agrees(sum<Edge>(x * where(here && counts, weight, elsewhere) * 0.5f)));
    CHECK(scattered_agrees(dot<Edge>(where(target != position<Node[nodes]>, elsewhere, weight), x)));
    CHECK(scattered_agrees(dot<Edge>(normalize<Edge>(where(here, x * x, elsewhere)), weight)));
  }
  CHECK(scattered_agrees(dot<Edge>(normalize<Edge>(where(here, exp(x), 0)), weight)));
  CHECK(agrees(dot<Edge>(where(here, weight, 0.f), where(here, x, 0.f))));
  CHECK(agrees(max<Edge>(where(here, weight, 0.f) * x)));
}

TEST_CASE("Sums at places, said of what does not stand there") {
  CHECK(scattered_agrees(sum<Edge>(where(target != position<Node[nodes]>, 0.f, x))));
  CHECK(scattered_agrees(sum<Edge>(where(!(target == position<Node[nodes]>), 0.f, x))));
  CHECK(scattered_agrees(max<Edge>(where(target != position<Node[nodes]>, -1.f, x))));
  CHECK(scattered_agrees(sum<Edge>(where(!(target == position<Node[nodes]> && counts), 0.5f, x))));
  CHECK(agrees(sum<Edge>(where(target != position<Node[nodes]>, x, 0.f))));
}
