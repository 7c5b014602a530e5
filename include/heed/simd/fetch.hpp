// Memory that is asked for before it is read: some lines of the cache at a time, while something else is computed.
#pragma once

#include <cstdint>

#include <heed/axes/axis.hpp>
#include <heed/config.hpp>

namespace heed::simd {

/// Bytes of a line of the cache.
inline constexpr index_t line_size = 64;
/// Bytes of the longest rows that come in turn with those of another operand (kernel/fetch_blocks.hpp), and are asked for a line at a time.
inline constexpr index_t longest_in_turn = 320;

/// Rows of memory that are asked for a line at a time, into the second cache: rows that lie pages apart would throw each other out of the first one.
class fetched_rows {
 public:
  fetched_rows() = default;
  /// Rows of so many bytes, `stride` bytes apart, from `offset` bytes after `from`, which need not be there.
  HEED_INLINE fetched_rows(const void* from, index_t offset, index_t bytes, index_t rows, index_t stride)
      : at(reinterpret_cast<std::uintptr_t>(from) + static_cast<std::uintptr_t>(offset)), lines((bytes + line_size - 1) / line_size), left(lines), count(rows * lines),
        skip(static_cast<std::uintptr_t>(stride - lines * line_size)) {}
  /// Asks for the next line, if there is one.
  HEED_INLINE void ask() {
    if (count == 0) return;
    __builtin_prefetch(reinterpret_cast<const void*>(at), 0, 2);
    --count;
    at += static_cast<std::uintptr_t>(line_size);
    if (--left > 0) return;
    at += skip;
    left = lines;
  }

 private:
  std::uintptr_t at = 0;
  index_t lines = 0, left = 0, count = 0;  // of a row, of this one, of all
  std::uintptr_t skip = 0;
};

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
    constexpr auto line = static_cast<std::uintptr_t>(line_size);
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
      for (; p.done < end; ++p.done) __builtin_prefetch(reinterpret_cast<const void*>(p.at + static_cast<std::uintptr_t>(p.done * line_size)));
      if (p.done < p.lines) return;
      p.done = 0;
      p.at += static_cast<std::uintptr_t>(p.stride);
      if (--p.rows == 0) ++first;
    }
  }
  static constexpr int most = 8;
  struct piece {
    std::uintptr_t at;
    index_t done, lines, rows, stride;  // of the current row, and rows that are left
  };
  piece pieces[most];
  int first = 0, count = 0;
};

}  // namespace heed::simd
