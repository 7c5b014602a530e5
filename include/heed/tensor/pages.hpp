// Pages of memory: large blocks ask the system for pages of 2 MiB, which many systems give only to those who ask.
#pragma once

#include <cstddef>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace heed::detail {

/// Bytes of a large page, and of the least block that is aligned to them. (A processor knows where few pages lie: what is in pages of 4 KiB was read at 15 GB/s,
/// in these at 31.)
inline constexpr std::size_t large_page = std::size_t{1} << 21, large_block = 2 * large_page;
/// Large blocks begin at one of so many places of a page, so many bytes apart: elements of the same number would all want the same lines of a cache (of eleven arrays: a
/// tenth of the time).
inline constexpr std::size_t places_in_page = 8, places_apart = 16384 + 256;
/// Of a new block, before anything is written to it; what comes of it is the system's to say.
inline void ask_for_large_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (bytes >= large_block) ::madvise(block, bytes / large_page * large_page, MADV_HUGEPAGE);
#endif
}

}  // namespace heed::detail
