// Memory that is asked for before it is read: some lines of the cache at a time, while something else is computed.
#pragma once

#include <cstdint>

#include <heed/axes/axis.hpp>
#include <heed/config.hpp>

namespace heed::simd {

/// Memory that will be needed next, which need not be there: nothing is read.
class fetch_queue {
 public:
  fetch_queue() = default;
  /// A copy of where a nest stands has nothing to ask for.
  fetch_queue(const fetch_queue&) {}
  fetch_queue& operator=(const fetch_queue&) = delete;

  /// Rows of so many bytes, `stride` bytes apart. (Of more than it holds the last are not asked for.)
  void add(const void* from, index_t offset, index_t bytes, index_t rows = 1, index_t stride = 0) {
    if (first == count) clear();
    if (count == most || rows <= 0) return;
    const auto first_byte = reinterpret_cast<std::uintptr_t>(from) + static_cast<std::uintptr_t>(offset), begin = first_byte / line * line;
    pieces[count++] = {begin, 0, static_cast<index_t>((first_byte - begin + static_cast<std::uintptr_t>(bytes) + line - 1) / line), rows, stride};
  }
  void clear() { first = count = 0; }
  /// Asks for so many lines.
  HEED_INLINE void take(index_t lines) {
    if (first < count) take_some(lines);
  }

 private:
  [[gnu::noinline]] void take_some(index_t lines) {
    while (lines > 0 && first < count) {
      piece& p = pieces[first];
      const index_t end = p.done + lines < p.lines ? p.done + lines : p.lines;
      lines -= end - p.done;
      for (; p.done < end; ++p.done) __builtin_prefetch(reinterpret_cast<const void*>(p.at + static_cast<std::uintptr_t>(p.done) * line));
      if (p.done < p.lines) return;
      p.done = 0;
      p.at += static_cast<std::uintptr_t>(p.stride);
      if (--p.rows == 0) ++first;
    }
  }
  static constexpr std::uintptr_t line = 64;
  static constexpr int most = 8;
  struct piece {
    std::uintptr_t at;
    index_t done, lines, rows, stride;  // of the current row, and rows that are left
  };
  piece pieces[most];
  int first = 0, count = 0;
};

}  // namespace heed::simd
