// Memory that is asked for before it is read: some lines of the cache at a time, while something else is computed.
#pragma once

#include <cstdint>

#include <heed/axes/axis.hpp>
#include <heed/config.hpp>

namespace heed::simd {

/// Stretches of memory that will be needed next, which need not be there: nothing is read.
class fetch_queue {
 public:
  /// (Where there are more than it holds, the last are not asked for.)
  void add(const char* base, index_t offset, index_t bytes) {
    if (count == most) return;
    at[count] = reinterpret_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(offset);
    left[count++] = (bytes + line - 1) / line;
  }
  void clear() { first = count = 0; }
  /// Asks for so many lines.
  [[gnu::noinline]] void take(index_t lines) {
    while (lines > 0 && first < count) {
      const index_t now = lines < left[first] ? lines : left[first];
      for (index_t i = 0; i < now; ++i) __builtin_prefetch(reinterpret_cast<const void*>(at[first] + static_cast<std::uintptr_t>(i * line)));
      at[first] += static_cast<std::uintptr_t>(now * line);
      left[first] -= now;
      lines -= now;
      if (left[first] == 0) ++first;
    }
  }

 private:
  static constexpr index_t line = 64;
  static constexpr int most = 8;
  std::uintptr_t at[most];
  index_t left[most];
  int first = 0, count = 0;
};

}  // namespace heed::simd
