// Rows that turn out short when the program runs, in memory: several axes, views, in place, on threads, and of extents that do not agree.
#include <heed/heed.hpp>

#include <vector>

#include <support/agrees.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Row {};
struct Column {};
struct Feature {};
struct Channel {};

auto points(index_t rows, index_t features, int seed = 0) {
  return numbers(tensor<float, Row[], Feature[]>(sized<Row>(rows), sized<Feature>(features)), seed);
}
auto image(index_t rows, index_t columns, index_t channels) {
  return numbers(tensor<float, Row[], Column[], Channel[]>(sized<Row>(rows), sized<Column>(columns), sized<Channel>(channels)));
}
constexpr index_t most = 2 * detail::this_machine.float_lanes;  // elements of a short row
}  // namespace

TEST_CASE("Rows of several axes are short together, and rows of each axis for itself") {
  for (const auto& [rows, columns, channels] : {std::array<index_t, 3>{5, 37, 3}, {40, 2, 2}, {40, 5, 7}, {1, 1, 1}, {3, 300, 4}, {300, 3, 40}, {20, 20, 0}}) {
    CAPTURE(rows, columns, channels);
    const auto x = image(rows, columns, channels);
    CHECK(agrees(norm<Column, Channel>(x)));
    CHECK(agrees(sum<Channel>(abs(x))));
    CHECK(agrees(softmax<Column, Channel>(x)));
    CHECK(agrees(softmax<Channel>(x)));
    CHECK(agrees(sum<Column>(softmax<Channel>(x))));
    if (columns * channels == 0) continue;
    CHECK(agrees(max<Column>(max<Channel>(x))));
    CHECK(agrees(cast<float>(argmax<Channel>(x))));
    CHECK(agrees(x / max<Channel>(abs(x) + 1)));
    CHECK(agrees(let(max<Channel>(x), [&](auto largest) { return (largest - min<Channel>(x)) / (abs(largest) + 1); })));
  }
}

TEST_CASE("Short rows of views, of memory that is turned, and of what lies apart") {
  std::vector<float> memory(4000);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i * 7919 % 61) / 61 - 0.4f;
  const auto all_agree = [](const auto& x) {
    CHECK(agrees(sum<Feature>(x)));
    CHECK(agrees(softmax<Feature>(x)));
    CHECK(agrees(cast<float>(argmax<Feature>(x))));
    CHECK(agrees((x - mean<Feature>(x)) / (norm<Feature>(x) + 1)));
  };
  all_agree(named<Row[], Feature[]>(memory.data(), sized<Row>(53), strided<Row>(16), sized<Feature>(5)));
  all_agree(named<Row[], Feature[]>(memory.data(), sized<Row>(53), strided<Row>(1), sized<Feature>(5), strided<Feature>(64)));
  all_agree(named<Row[], Feature[]>(memory.data(), sized<Row>(53), strided<Row>(40), sized<Feature>(5), strided<Feature>(3)));
  all_agree(named<Row[], Feature[]>(memory.data(), sized<Row>(53), strided<Row>(0), sized<Feature>(5)));
  const auto x = points(67, 9);
  all_agree(slice<Feature>(x, 2, 4));
  all_agree(reverse<Row>(x));
  all_agree(reverse<Feature>(x));
  std::vector<float> into(53 * 8, -1.f);
  auto target = named<Row[], Feature[]>(into.data(), sized<Row>(53), strided<Row>(8), sized<Feature>(3));
  const auto y = points(53, 3);
  target = softmax<Feature>(y);
  CHECK(into[8 * 52 + 2] == values(eval(softmax<Feature>(y)))[53 * 3 - 1]);
  CHECK(into[8 * 52 + 3] == -1);  // what lies between the rows stays
}

TEST_CASE("Short rows in place, on several threads, of several results, with parts that are written twice") {
  for (const index_t features : {index_t{3}, most + 1}) {
    CAPTURE(features);
    const auto before = points(2111, features);
    auto x = before;
    x = softmax<Feature>(x);
    CHECK(values(x) == values(eval(softmax<Feature>(before))));
    CHECK(values(eval(par(softmax<Feature>(before), 2))) == values(x));
    CHECK(values(eval(par(argmax<Feature>(before), 3))) == values(eval(argmax<Feature>(before))));
    const auto [largest, total] = eval(max<Feature>(before), sum<Feature>(before));
    CHECK(values(largest) == values(eval(max<Feature>(before))));
    CHECK(values(total) == near(values(eval(sum<Feature>(before))), 1e-5));
    const auto other = points(2111, features, 9);
    CHECK(agrees(sum<Feature>(abs(before * 2 + 1)) + max<Feature>(abs(before * 2 + 1))));
    CHECK(agrees(sum<Feature>(abs(before * 2 + 1)) + max<Feature>(abs(other * 2 + 1))));
    x = before;
    x += sum<Feature>(before);
    CHECK(values(x) == near(values(eval(before + sum<Feature>(before))), 1e-5));
  }
}

TEST_CASE("Extents that do not agree are told before anything is written, by either plan") {
  const auto x = points(5, 3);
  const auto line = numbers(tensor<float, Feature[]>(sized<Feature>(4)));
  CHECK(error_of(sum<Feature>(abs(x - line))).find("Feature") != std::string::npos);
  std::vector<float> memory(5, 7.f);
  auto target = named<Row[]>(memory.data(), sized<Row>(4));
  CHECK_THROWS_AS(target = sum<Feature>(x), shape_error);
  CHECK(memory == std::vector<float>(5, 7.f));
}
