// Scratch memory: one arena a thread, with mark and release. It grows to what the largest plan needs and stays, so that a
// second run allocates nothing.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include <heed/config.hpp>
#include <heed/tensor/pages.hpp>

namespace heed::kernel {

/// Memory of a thread, in blocks that never move while they are in use. Re-entrant: a nested evaluation marks and releases
/// its own part; an exception releases by unwinding.
class scratch_arena {
 public:
  static constexpr std::size_t alignment = 64;
  /// Bytes in whole lines of the cache.
  static constexpr std::size_t in_lines(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

  HEED_SHARED static scratch_arena& of_this_thread() {
    thread_local scratch_arena arena;
    return arena;
  }

  /// With the address sanitizer fresh memory holds NaN: what is read before it is written shows in a result.
  static void spoil([[maybe_unused]] char* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
    std::memset(memory, 0xff, bytes);
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    std::memset(memory, 0xff, bytes);
#endif
#endif
  }

  /// Takes memory until the object's end.
  class part {
   public:
    part() : arena(of_this_thread()), block(arena.current), used(arena.used) {}
    ~part() {
      arena.current = block;
      arena.used = used;
    }
    part(const part&) = delete;
    part& operator=(const part&) = delete;
    char* take(std::size_t bytes) { return arena.take(bytes); }

   private:
    scratch_arena& arena;
    std::size_t block, used;
  };

  /// Gives all memory of this thread back; nothing may be in use.
  void release() {
    if (current == 0 && used == 0) blocks.clear();
  }

 private:
  struct deleter {
    std::size_t alignment;
    void operator()(char* p) const { ::operator delete(p, std::align_val_t{alignment}); }
  };
  struct memory {
    std::unique_ptr<char, deleter> data;
    std::size_t size;
  };
  std::vector<memory> blocks;
  std::size_t current = 0, used = 0;

  HEED_SHARED char* take(std::size_t bytes) {
    bytes = in_lines(bytes);
    while (current < blocks.size() && used + bytes > blocks[current].size) {
      ++current;
      used = 0;
    }
    if (current == blocks.size()) {
      grow(bytes);
      used = 0;
    }
    char* p = blocks[current].data.get() + used;
    used += bytes;
    spoil(p, bytes);
    return p;
  }
  HEED_RARE void grow(std::size_t bytes) {
    const std::size_t size = bytes > (std::size_t{1} << 16) ? bytes : (std::size_t{1} << 16);
    const std::size_t aligned = size >= heed::detail::large_block ? heed::detail::large_page : alignment;
    blocks.push_back({std::unique_ptr<char, deleter>(static_cast<char*>(::operator new(size, std::align_val_t{aligned})), deleter{aligned}), size});
    heed::detail::ask_for_large_pages(blocks.back().data.get(), size);
  }
};

}  // namespace heed::kernel
