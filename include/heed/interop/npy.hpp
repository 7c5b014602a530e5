// load_npy and save_npy: tensors in NumPy's file format, through xtensor.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#if __has_include(<xtensor/io/xnpy.hpp>)
#include <xtensor/io/xnpy.hpp>
#else
#include <xtensor/xnpy.hpp>
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <heed/interop/xtensor.hpp>

namespace heed {

namespace detail {
[[noreturn]] inline void throw_npy(const char* operation, const std::filesystem::path& path, const std::string& why) {
  fail(std::runtime_error(std::string(operation) + ": " + path.string() + ": " + why));
}

// What stands before the elements of a file; xtensor reads it as well, and believes it.
struct npy_header {
  std::uintmax_t size = 0;  // in bytes; 0 where this is no such file
  std::string type;         // `<f4` of 'descr': '<f4'
  std::vector<std::uintmax_t> extents;

  explicit npy_header(std::istream& file) {
    unsigned char start[12]{};
    file.read(reinterpret_cast<char*>(start), sizeof start);
    if (file.gcount() != sizeof start || std::string(start + 1, start + 6) != "NUMPY") return;
    const std::uintmax_t low = start[8] + 256u * start[9], high = start[10] + 256u * start[11];
    size = start[6] == 1 ? 10 + low : 12 + low + 65536 * high;
    std::string text(static_cast<std::size_t>(std::min<std::uintmax_t>(size, 4096)), ' ');
    file.seekg(start[6] == 1 ? 10 : 12);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    auto behind = [&](std::string_view key, char open, char close) {
      const auto first = text.find(open, text.find(key) + key.size());
      return first == text.npos ? "" : text.substr(first + 1, text.find(close, first + 1) - first - 1);
    };
    if (text.find("'descr'") == text.npos || text.find("'shape'") == text.npos) return;
    type = behind("'descr'", '\'', '\'');
    const std::string shape = behind("'shape'", '(', ')');
    for (const char* at = shape.c_str(); *at != '\0';) {
      char* end = nullptr;
      const std::uintmax_t n = std::strtoull(at, &end, 10);  // the largest number where it is larger
      if (end != at) extents.push_back(n);
      at = end != at ? end : at + 1;
    }
  }
  // Whether a file of so many bytes can have all elements, each of so many.
  bool fits(std::uintmax_t bytes, std::size_t element) const {
    if (bytes < size) return false;
    std::uintmax_t room = (bytes - size) / element;
    if (std::find(extents.begin(), extents.end(), 0u) != extents.end()) return true;
    for (const auto n : extents) room /= n;
    return room > 0;
  }
};
// The same of T on this machine.
template <class T> std::string npy_type_of() {
  std::stringstream file(xt::dump_npy(xt::xtensor<T, 1>(std::array<std::size_t, 1>{0})));
  return npy_header(file).type;
}

// f(); what goes wrong there is said with the operation and the path, after clean_up().
template <class F, class Clean> auto with_path([[maybe_unused]] const char* operation, [[maybe_unused]] const std::filesystem::path& path, F f, [[maybe_unused]] Clean clean_up) {
#if HEED_EXCEPTIONS
  try {
    return f();
  } catch (const std::exception& e) {
    clean_up();
    throw_npy(operation, path, e.what());
  }
#else
  return f();
#endif
}

template <class T> auto read_npy(std::istream& file, const std::filesystem::path& path) {
  return with_path("load_npy", path, [&] {
    auto loaded = xt::load_npy<T>(file);
    if (!file) fail(std::runtime_error("cannot be read to its end"));
    return loaded;
  }, [] {});
}

// Complete, or not there.
template <class E> void write_npy(const std::filesystem::path& path, const E& elements) {
  std::filesystem::path beside = path;
  beside += ".part" + std::to_string(std::random_device{}());
  with_path("save_npy", path, [&] {
    xt::dump_npy(beside.string(), elements);
    std::ifstream written(beside, std::ios::binary);
    const auto size = npy_header(written).size + static_cast<std::uintmax_t>(elements.size()) * sizeof(typename E::value_type);
    if (std::filesystem::file_size(beside) != size) fail(std::runtime_error("not all of it could be written"));
    std::filesystem::rename(beside, path);
  }, [&] {
    std::error_code none;
    std::filesystem::remove(beside, none);
  });
}

template <class S> void check_npy_shape(S axes, const std::filesystem::path& path, const std::array<index_t, S::rank>& wanted, const auto& there) {
  auto unfit = [&](const std::string& why) {
    return shape_error("load_npy<" + extents_as_text(axes, wanted) + ">: " + path.string() + ": " + why);
  };
  if (there.size() != S::rank) fail(unfit("there are " + std::to_string(S::rank) + " axes and the file has " + std::to_string(there.size())));
  for (std::size_t i = 0; i < S::rank; ++i)
    if (wanted[i] != dynamic && wanted[i] != static_cast<index_t>(there[i]))
      fail(unfit("dimension " + std::to_string(i) + " of the file is " + std::to_string(there[i])));
}
}  // namespace detail

/// The array in a .npy file as a tensor with the axes X, in the order of its dimensions: `load_npy<float, Query[],
/// Feature[64]>(path)`. In C or Fortran order; the elements must be of type T, in this machine's byte order. Throws
/// shape_error where its shape is not that of the axes, and std::runtime_error where there is no such file, it is damaged,
/// or its elements are of another type.
template <class T, class... X> tensor<T, X...> load_npy(const std::filesystem::path& path) {
  using S = shape<X...>;
  std::ifstream file(path, std::ios::binary);
  if (!file) detail::throw_npy("load_npy", path, "cannot be opened");
  const detail::npy_header header(file);
  if (header.size == 0) detail::throw_npy("load_npy", path, "is not a .npy file");
  const std::string wanted = detail::npy_type_of<T>();
  if (header.type != wanted) detail::throw_npy("load_npy", path, "its elements are '" + header.type + "', and '" + wanted + "' is asked for");
  auto extents = row_major_layout<S>::static_extents;
  detail::check_npy_shape(S{}, path, extents, header.extents);
  if (!header.fits(std::filesystem::file_size(path), sizeof(T))) detail::throw_npy("load_npy", path, "ends before its last element");
  file.clear();
  file.seekg(0);
  const auto loaded = detail::read_npy<T>(file, path);
  detail::check_npy_shape(S{}, path, extents, loaded.shape());
  for (std::size_t i = 0; i < S::rank; ++i) extents[i] = static_cast<index_t>(loaded.shape()[i]);
  tensor<T, X...> result(detail::for_overwrite{}, extents);
  std::copy(loaded.template begin<xt::layout_type::row_major>(), loaded.template end<xt::layout_type::row_major>(), result.begin());
  return result;
}

/// Writes a tensor, a view or the value of an expression to a .npy file, in C order of its axes. The file is complete or
/// not there: it is written under another name beside the path, and renamed. Throws std::runtime_error where that fails;
/// what stood at the path is then untouched.
template <named_operand X> void save_npy(const std::filesystem::path& path, const X& x) {
  if constexpr (is_ill_shaped<X>) return;
  else if constexpr (!tensor_or_view<X>) save_npy(path, eval(x));
  else if constexpr (detail::lies_in_row_major<X>) detail::write_npy(path, as_xtensor(x));
  else {
    // xtensor writes what stands in memory
    const xt::xtensor<typename X::element_type, X::layout_type::rank, xt::layout_type::row_major> copy = as_xtensor(x);
    detail::write_npy(path, copy);
  }
}

}  // namespace heed

HEED_QUIET_END
