#include <support/catch.hpp>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <heed/axes.hpp>
#include <heed/heed.hpp>
#include <heed/interop/io.hpp>
#include <support/values.hpp>

namespace {
using namespace heed;
using axes::Feature, axes::Head, axes::Key, axes::Query;

template <class X> std::string printed(const X& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}

template <class... X> auto counted() {
  tensor<int, X...> t;
  int next = 0;
  for (int& e : t) e = next++;
  return t;
}

TEST_CASE("tensors, views and expressions are printed with their axes") {
  tensor<float, Query[2], Feature[3]> x{{1, 2.5, 3}, {-4, 5, 600}};
  CHECK(printed(x) == "float32 {Query[2], Feature[3]}\n{{  1, 2.5,   3},\n { -4,   5, 600}}");
  CHECK(printed(slice<Feature, 1, 2>(x) * 2) == "float32 {Query[2], Feature[2]}\n{{   5,    6},\n {  10, 1200}}");
  CHECK(printed(at<Feature>(x, 1)) == "float32 {Query[2]}\n{2.5,   5}");
  CHECK(printed(x > 2) == "bool {Query[2], Feature[3]}\n{{false,  true,  true},\n {false,  true,  true}}");
  CHECK(printed(max<Query, Feature>(x)) == "600");
  CHECK(printed(tensor<bool>()) == "false");
  CHECK(printed(tensor<std::int8_t, Key[2]>{65, -1}) == "int8 {Key[2]}\n{65, -1}");
  CHECK(printed(tensor<double, Head[1], Query[2], Key[1]>{{{1}, {2}}}) == "float64 {Head[1], Query[2], Key[1]}\n{{{1},\n  {2}}}");
  CHECK(printed(tensor<float, Key[], Feature[2]>()) == "float32 {Key[0], Feature[2]}\n{}");
  CHECK(printed(tensor<float, Query[2]>{inf, -inf}) == "float32 {Query[2]}\n{ inf, -inf}");

  // long axes are elided, what they are of is not
  CHECK(printed(counted<Key[12]>()) == "int32 {Key[12]}\n{ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11}");
  CHECK(printed(counted<Key[1000]>()) == "int32 {Key[1000]}\n{  0,   1,   2,   3, ..., 996, 997, 998, 999}");
  CHECK(printed(counted<Key[13], Head[1]>()) == "int32 {Key[13], Head[1]}\n{{ 0},\n { 1},\n { 2},\n { 3},\n ...,\n { 9},\n {10},\n {11},\n {12}}");

  // precision and flags are the stream's, and it keeps them
  std::ostringstream out;
  out << std::setprecision(3) << std::fixed << at<Query>(x, 0) << ' ' << 1.0;
  CHECK(out.str() == "float32 {Feature[3]}\n{1.000, 2.500, 3.000} 1.000");
}

struct folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("heed_io_" + std::to_string(std::random_device{}()));
  folder() { std::filesystem::create_directory(path); }
  ~folder() { std::filesystem::remove_all(path); }
  std::filesystem::path file(const std::string& bytes) const {
    std::ofstream(path / "given.npy", std::ios::binary) << bytes;
    return path / "given.npy";
  }
  auto count() const { return std::distance(std::filesystem::directory_iterator(path), {}); }
};
// A file as NumPy writes it, version 1 of the format.
template <class T> std::string npy(const std::string& header, const std::vector<T>& elements) {
  std::string text = header + std::string(118 - header.size() - 1, ' ') + '\n';
  std::string file = std::string("\x93NUMPY\x01\x00", 8) + char(text.size()) + '\0' + text;
  std::string raw(elements.size() * sizeof(T), ' ');
  if (!raw.empty()) std::memcpy(raw.data(), elements.data(), raw.size());
  return file + raw;
}

TEST_CASE(".npy files are read in C and Fortran order") {
  const folder here;
  const std::vector<float> six{1, 2, 3, 4, 5, 6};
  auto c = load_npy<float, Query[], Feature[3]>(here.file(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", six)));
  CHECK(extent<Query>(c) == 2);
  CHECK(values(c) == near{1, 2, 3, 4, 5, 6});
  auto fortran = load_npy<float, Query[2], Feature[]>(here.file(npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", six)));
  CHECK(values(fortran) == near{1, 3, 5, 2, 4, 6});
  auto ids = load_npy<std::int64_t, Key[]>(here.file(npy("{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }", std::vector<std::int64_t>{5, -7, 1ll << 40})));
  CHECK(ids(2) == 1ll << 40);
  CHECK(load_npy<bool, Key[2]>(here.file(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }", std::vector<char>{0, 1})))(1));
  CHECK(load_npy<double>(here.file(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (), }", std::vector<double>{2.5})))() == 2.5);
  CHECK(load_npy<float, Key[], Feature[4]>(here.file(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 4), }", std::vector<float>{}))).size() == 0);
}

TEST_CASE(".npy files that do not fit are refused in a sentence") {
  const folder here;
  const std::vector<float> six{1, 2, 3, 4, 5, 6};
  const std::string good = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", six);
  const auto path = here.file(good);
  const std::string name = path.string();
  CHECK_THROWS_WITH((load_npy<float, Query[2], Feature[4]>(path)), "load_npy<Query[2], Feature[4]>: " + name + ": dimension 1 of the file is 3");
  CHECK_THROWS_WITH((load_npy<float, Query[]>(path)), "load_npy<Query[]>: " + name + ": there are 1 axes and the file has 2");
  CHECK_THROWS_AS((load_npy<float, Query[]>(path)), shape_error);
  CHECK_THROWS_WITH((load_npy<double, Query[2], Feature[3]>(path)), "load_npy: " + name + ": its elements are '<f4', and '<f8' is asked for");
  CHECK_THROWS_WITH((load_npy<float, Query[]>(here.path / "none.npy")), Catch::Contains("none.npy: cannot be opened"));
  auto refused = [&](const std::string& bytes, const char* why) { CHECK_THROWS_WITH((load_npy<float, Query[2], Feature[3]>(here.file(bytes))), Catch::Contains(why)); };
  refused(good.substr(0, good.size() - 1), "ends before its last element");
  refused("", "is not a .npy file");
  refused("{'descr': '<f4'}", "is not a .npy file");
  refused(good.substr(0, 60), "load_npy");
  refused(npy("{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3), }", six), "its elements are '>f4'");
  refused(npy("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2, 3), }", six), "load_npy");
  auto huge = [&](const std::string& shape) { return here.file(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }", six)); };
  CHECK_THROWS_WITH((load_npy<float, Query[], Feature[]>(huge("200000000000, 30000000"))), Catch::Contains("ends before its last element"));
  CHECK_THROWS_WITH((load_npy<float, Query[], Feature[]>(huge("4294967296, 4294967296"))), Catch::Contains("ends before its last element"));
  CHECK_THROWS_WITH((load_npy<float, Query[], Feature[]>(huge("99999999999999999999999, 4"))), Catch::Contains("ends before its last element"));
}

TEST_CASE("what save_npy writes, load_npy reads") {
  const folder here;
  const auto path = here.path / "x.npy";
  tensor<float, Query[2], Feature[3]> x{{1, 2, 3}, {4, 5, 6}};
  const auto& read_only = x;
  save_npy(path, read_only);
  CHECK(values(load_npy<float, Query[2], Feature[3]>(path)) == values(x));
  save_npy(path, slice<Feature, 1, 2>(x));  // not one after the other in memory
  CHECK(values(load_npy<float, Query[2], Feature[2]>(path)) == near{2, 3, 5, 6});
  const tensor<float, Query[2], Feature[]> rows = x;  // nor these
  save_npy(path, slice<Feature>(rows, 1, 2));
  CHECK(values(load_npy<float, Query[2], Feature[2]>(path)) == near{2, 3, 5, 6});
  save_npy(path, named<Feature[3], Query[2]>(x.data(), strided<Feature>(1), strided<Query>(3)));
  CHECK(values(load_npy<float, Feature[], Query[]>(path)) == near{1, 4, 2, 5, 3, 6});
  save_npy(path, sum<Feature>(x) > 7);
  CHECK(load_npy<bool, Query[2]>(path)(1));
  save_npy(path, sum<Query, Feature>(x));
  CHECK(load_npy<float>(path)() == 21);
  CHECK(here.count() == 1);  // nothing is left beside it

  std::filesystem::create_directory(here.path / "taken");
  CHECK_THROWS_WITH(save_npy(here.path / "taken", x), Catch::Contains("save_npy: "));
  CHECK_THROWS_AS(save_npy(here.path / "nowhere" / "x.npy", x), std::runtime_error);
  CHECK(here.count() == 2);
}
}  // namespace
