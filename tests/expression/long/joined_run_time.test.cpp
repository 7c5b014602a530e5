// Axes whose extents only the running program knows are one loop where all memory goes through them as one.
#include <heed/heed.hpp>

#include <numeric>

#include <support/agrees.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Batch {};
struct Head {};
struct Row {};
struct Column {};
struct Feature {};
struct Key {};
struct Value {};

template <class T = float> auto image(index_t batch, index_t rows, index_t columns, int seed = 0) {
  return numbers(tensor<T, Batch[], Row[], Column[]>(sized<Batch>(batch), sized<Row>(rows), sized<Column>(columns)), seed);
}
// The extents of the loops when an expression runs on its operands and a target of its own.
template <class E> std::vector<index_t> loops(const E& expression) {
  const auto node = as_node(expression);
  using node_type = std::remove_const_t<decltype(node)>;
  using planned = detail::plan_alone<node_type, false>;
  const auto target = eval(expression);
  detail::bound_values<planner::detail::count_of_results<node_type>> values;
  detail::collect_values(node, values);
  detail::bound_leaf to;
  detail::describe_leaf(target, to);
  auto functions = detail::functions_of(node);
  detail::bound_run<planned, decltype(functions)> run(values, &to, functions);
  std::vector<index_t> extents(std::begin(run.data.extent), std::end(run.data.extent));
  extents.erase(std::remove(extents.begin(), extents.end(), 1), extents.end());
  return extents;
}
using counts = std::vector<index_t>;
}  // namespace

TEST_CASE("Axes are joined when the program runs, if nothing asks for one of them alone") {
  const auto x = image(5, 37, 13), y = image(5, 37, 13, 3);
  const auto b = numbers(tensor<float, Column[]>(sized<Column>(13)));
  CHECK(loops(x * 2 + y) == counts{5 * 37 * 13});
  CHECK(loops(x + b) == counts{5 * 37, 13});
  CHECK(loops(x * position<Column>) == counts{5 * 37, 13});
  CHECK(loops(sum<Row, Column>(x * y)) == counts{5, 37 * 13});
  CHECK(loops(x - mean<Row, Column>(y)) == counts{5, 37 * 13, 37 * 13});  // y may have other rows than x
  CHECK(loops(max<Row>(x)) == counts{5, 13, 37});
  CHECK(explain(x * 2 + y).find("one loop where all memory goes on from axis to axis: Batch * Row * Column\n") != std::string::npos);
  CHECK(explain(at<Batch>(x, 0) * position<Column>).find("one loop") == std::string::npos);
}

TEST_CASE("Rows that are folded and then written again are one loop with the lanes, where no product is made of them") {
  const auto x = image(5, 37, 13);
  const auto standardised = [](auto t) { return (t - mean<Row, Column>(t)) * rsqrt(var<Row, Column>(t) + 1e-3f); };
  CHECK(loops(let(x, standardised)) == counts{5, 37 * 13});
  CHECK(agrees(let(x, standardised)));
  CHECK(agrees(let(x, [&](auto t) { return standardised(t) * position<Column> + position<Row>; })));
  CHECK(loops(let(x, [](auto t) { return (t - mean<Row, Column>(t)) * position<Column>; })) == counts{5, 37, 13});
  const auto line = numbers(tensor<float, Column[]>(sized<Column>(13)));
  CHECK(agrees(let(x, [&](auto t) { return (t - mean<Row, Column>(t)) * line; })));
  CHECK(agrees(let(slice<Column>(x, 1, 11), standardised)));
  CHECK(agrees(let(slice<Row>(x, 3, 20), standardised)));
  std::vector<float> into(5 * 40 * 16, -1.f);
  auto target = named<Batch[], Row[], Column[]>(into.data(), sized<Batch>(5), strided<Batch>(40 * 16), sized<Row>(37), strided<Row>(16), sized<Column>(13));
  target = let(x, standardised);
  CHECK(into[4 * 40 * 16 + 36 * 16 + 12] == Approx(values(eval(let(x, standardised))).back()).margin(1e-6));  // (in rows the sums are of other parts)
  CHECK(into[13] == -1);
  auto in_place = x;
  in_place = let(in_place, standardised);
  CHECK(values(in_place) == values(eval(let(x, standardised))));
  CHECK(values(eval(par(let(x, standardised), 2))) == values(in_place));
  // attention whose queries lie in rows and columns keeps its rows
  const auto k = numbers(tensor<float, Key[], Feature[]>(sized<Key>(19), sized<Feature>(9)));
  const auto q = numbers(tensor<float, Batch[], Row[], Feature[]>(sized<Batch>(3), sized<Row>(50), sized<Feature>(9)));
  CHECK(agrees(let(dot<Feature>(q, k), [](auto t) { return (t - mean<Batch, Row>(t)) * rsqrt(var<Batch, Row>(t) + 1e-3f); })));
  CHECK(agrees(let(dot<Feature>(q, k), [](auto t) { return (t - mean<Row, Key>(t)) * rsqrt(var<Row, Key>(t) + 1e-3f); })));
}

TEST_CASE("Memory that does not go on from one axis to the next is gone through axis by axis") {
  std::vector<float> memory(1000);
  std::iota(memory.begin(), memory.end(), 0.f);
  const auto packed = named<Row[], Column[]>(memory.data(), sized<Row>(11), sized<Column>(7));
  const auto rows_apart = named<Row[], Column[]>(memory.data(), sized<Row>(11), strided<Row>(16), sized<Column>(7));
  const auto turned = named<Row[], Column[]>(memory.data(), sized<Row>(11), strided<Row>(1), sized<Column>(7), strided<Column>(11));
  const auto same_row = named<Row[], Column[]>(memory.data(), sized<Row>(11), strided<Row>(0), sized<Column>(7));
  CHECK(loops(packed * 2) == counts{77});
  CHECK(loops(rows_apart * 2) == counts{11, 7});
  CHECK(loops(turned * 2) == counts{11, 7});
  CHECK(loops(packed + rows_apart) == counts{11, 7});
  const auto all_agree = [&](const auto& x) {
    CHECK(agrees(x * 2 + packed));
    CHECK(agrees(sum<Row, Column>(x * packed)));
    CHECK(agrees(packed - mean<Row, Column>(x)));
    CHECK(agrees(cast<float>(argmax<Column>(x))));
  };
  all_agree(packed);
  all_agree(rows_apart);
  all_agree(turned);
  all_agree(same_row);
  CHECK(agrees(slice<Row>(packed, 2, 5) * 3.f));
  CHECK(agrees(slice<Column>(packed, 2, 5) * 3.f));
  CHECK(agrees(shift<Row>(packed, 1, 0.f) + rows_apart));
  CHECK(agrees(reverse<Row>(packed) + packed));
  // into memory whose rows are apart: what lies between them stays
  std::vector<float> into(11 * 16, -1.f);
  auto target = named<Row[], Column[]>(into.data(), sized<Row>(11), strided<Row>(16), sized<Column>(7));
  target = packed * 2;
  CHECK(into[16 * 10 + 6] == 2 * memory[76]);
  CHECK(into[16 * 10 + 7] == -1);
}

TEST_CASE("What is computed is the same, whatever the extents") {
  for (const auto& [batch, rows, columns] : {std::array<index_t, 3>{5, 37, 13}, {1, 1, 1}, {1, 40, 1}, {7, 1, 3}, {1, 1, 67}, {2, 0, 5}, {0, 3, 4}, {3, 4, 0}, {2, 3, 300}}) {
    CAPTURE(batch, rows, columns);
    const auto x = image(batch, rows, columns), y = image(batch, rows, columns, 3);
    CHECK(agrees(x * 2 + y));
    CHECK(agrees(where(x > y, x, 0)));
    CHECK(agrees(cast<double>(x) * 0.5));
    CHECK(agrees(sum<Batch, Row, Column>(x * y)));
    CHECK(agrees(sum<Row, Column>(abs(x))));
    CHECK(agrees(sum<Batch, Row>(x)));
    if (batch * rows * columns != 0) {
      CHECK(agrees((x - mean<Row, Column>(x)) * rsqrt(var<Row, Column>(x) + 1e-3f)));
      CHECK(agrees((x - mean<Batch, Row>(x)) * rsqrt(var<Batch, Row>(x) + 1e-3f)));
      CHECK(agrees(x / max<Batch, Row, Column>(abs(x))));
      CHECK(agrees(let(x, [](auto t) { return t - logsumexp<Row, Column>(t); })));
      CHECK(agrees(softmax<Row, Column>(x)));
      CHECK(agrees(softmax<Column>(x)));
    }
  }
}

TEST_CASE("Products have the rows of all axes; attention of heads that share their keys the queries of all heads") {
  for (const auto& [batch, rows, keys] : {std::array<index_t, 3>{3, 37, 19}, {1, 40, 64}, {40, 1, 64}, {1, 1, 5}, {2, 3, 0}, {0, 4, 5}, {200, 3, 33}}) {
    CAPTURE(batch, rows, keys);
    const auto x = numbers(tensor<float, Batch[], Row[], Feature[]>(sized<Batch>(batch), sized<Row>(rows), sized<Feature>(17)));
    const auto w = numbers(tensor<float, Feature[], Key[]>(sized<Feature>(17), sized<Key>(keys)), 3);
    CHECK(agrees(dot<Feature>(x, w)));
    CHECK(agrees(relu(dot<Feature>(x, w) + 1.f) * 2));
    const auto k = numbers(tensor<float, Key[], Feature[]>(sized<Key>(keys), sized<Feature>(17)), 5);
    const auto v = numbers(tensor<float, Key[], Value[]>(sized<Key>(keys), sized<Value>(9)), 7);
    CHECK(agrees(dot<Key>(softmax<Key>(dot<Feature>(x, k) / 8.f), v)));
    CHECK(agrees(sum<Feature>(abs(x - k))));
  }
  const auto x = numbers(tensor<float, Batch[], Row[], Feature[]>(sized<Batch>(6), sized<Row>(50), sized<Feature>(16)));
  const auto w = numbers(tensor<float, Feature[], Key[]>(sized<Feature>(16), sized<Key>(40)));
  CHECK(loops(dot<Feature>(x, w)) == counts{300, 40, 16});
  const auto many = tensor<float, Batch[], Row[], Feature[]>(sized<Batch>(1), sized<Row>(20000), sized<Feature>(16));
  CHECK(plan(dot<Feature>(many, w)).scratch_bytes < 1 << 19);  // a tile for a chunk of the rows, not for all of them
}

TEST_CASE("Joined loops read in place, and are shared out among threads, as others are") {
  const auto before = image(5, 67, 31);
  auto x = before;
  x = x * 2 + 1;
  CHECK(values(x) == values(eval(before * 2 + 1)));
  CHECK(values(eval(par(before * 2 + 1, 2))) == values(x));
  CHECK(values(eval(par(sum<Row, Column>(before), 2))) == values(eval(sum<Row, Column>(before))));
  const auto many = image(3, 300, 400);  // one loop of 360,000 steps: it is cut along the lanes
  const auto whole = sum<Batch, Row, Column>(abs(many));
  CHECK(values(eval(par(whole, 2))) == values(eval(par(whole, 3))));
  CHECK(values(eval(par(whole, 2))) == near(values(eval(whole)), 1e-5));
  const auto apart = slice<Column>(many, 1, 399);  // no loop is joined: along the rows, if at all
  CHECK(values(eval(par(sum<Batch, Row, Column>(abs(apart)), 2))) == near(values(eval(sum<Batch, Row, Column>(abs(apart)))), 1e-5));
  const auto largest = logsumexp<Batch, Row, Column>(many);
  CHECK(values(eval(par(largest, 2))) == near(values(eval(largest)), 1e-5));
  const auto spread = var<Batch, Row, Column>(many);
  CHECK(values(eval(par(spread, 2))) == near(values(eval(spread)), 1e-5));
  const auto w = numbers(tensor<float, Column[], Key[]>(sized<Column>(31), sized<Key>(23)));
  CHECK(values(eval(par(dot<Column>(before, w), 2))) == values(eval(dot<Column>(before, w))));
}
