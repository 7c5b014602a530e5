// The memory of an owning tensor: aligned to a cache line; on the heap, or in the object where it is small and static.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include <heed/axes/axis.hpp>
#include <heed/tensor/fail.hpp>
#include <heed/tensor/pages.hpp>

namespace heed {

/// Owning tensors are aligned to this many bytes: a cache line, and the widest SIMD register there is.
inline constexpr std::size_t tensor_alignment = 64;
/// A tensor whose size is static and at most this many bytes is inside its object: no allocation, but views of it and
/// pointers into it last no longer than the object, as with std::array.
inline constexpr std::size_t inline_storage_bytes = 256;

namespace detail {
/// Asks for memory whose elements are about to be written.
struct for_overwrite {};

// `calloc` rather than operator new and a loop: the pages of large blocks come zeroed from the system, untouched.
inline void* allocate_aligned(std::size_t bytes, bool zeroed) {
  static_assert(sizeof(void*) <= tensor_alignment && places_apart % tensor_alignment == 0);
  const bool is_large = bytes >= large_block;
  const std::size_t alignment = is_large ? large_page : tensor_alignment, all = bytes + alignment + (is_large ? places_in_page * places_apart : 0);
  void* block = zeroed ? std::calloc(all, 1) : std::malloc(all);
  if (block == nullptr) fail(std::bad_alloc());
  // At least one pointer's width stands before the aligned address: malloc aligns to that much or more.
  const std::size_t past = reinterpret_cast<std::uintptr_t>(block) % alignment;
  char* aligned = static_cast<char*>(block) + (alignment - past);
  if (is_large) {
    ask_for_large_pages(aligned, bytes);
    aligned += reinterpret_cast<std::uintptr_t>(aligned) / large_page % places_in_page * places_apart;
  }
  std::memcpy(aligned - sizeof(void*), &block, sizeof(void*));
  return aligned;
}
inline void free_aligned(void* aligned) noexcept {
  if (aligned == nullptr) return;
  void* block;
  std::memcpy(&block, static_cast<char*>(aligned) - sizeof(void*), sizeof(void*));
  std::free(block);
}

template <class T> class heap_storage {
 public:
  heap_storage() = default;
  explicit heap_storage(index_t count) : heap_storage(count, true) {}
  heap_storage(index_t count, for_overwrite) : heap_storage(count, false) {}
  heap_storage(const heap_storage& other) : heap_storage(other.count_, false) { copy_from(other); }
  heap_storage(heap_storage&& other) noexcept { swap(other); }
  heap_storage& operator=(const heap_storage& other) {
    if (this == &other) return *this;
    resize(other.count_);
    copy_from(other);
    return *this;
  }
  heap_storage& operator=(heap_storage&& other) noexcept {
    heap_storage taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~heap_storage() { free_aligned(data_); }

  T* data() const { return data_; }
  // The elements are unspecified afterwards. Memory that suffices is kept, so that its address stays.
  void resize(index_t count) {
    if (count > capacity_) *this = heap_storage(count, for_overwrite{});
    count_ = count;
  }

 private:
  heap_storage(index_t count, bool zeroed) : count_(count), capacity_(count) {
    if (count > (PTRDIFF_MAX - static_cast<index_t>(tensor_alignment)) / static_cast<index_t>(sizeof(T)))
      fail(std::bad_alloc());
    if (count > 0) data_ = static_cast<T*>(allocate_aligned(static_cast<std::size_t>(count) * sizeof(T), zeroed));
  }
  void copy_from(const heap_storage& other) {
    if (count_ > 0) std::memcpy(data_, other.data_, static_cast<std::size_t>(count_) * sizeof(T));
  }
  void swap(heap_storage& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    std::swap(capacity_, other.capacity_);
  }

  T* data_ = nullptr;
  index_t count_ = 0;
  index_t capacity_ = 0;
};

template <class T, index_t N> class inline_storage {
 public:
  inline_storage() = default;
  explicit inline_storage(index_t) {}
  inline_storage(index_t, for_overwrite) {}
  T* data() { return elements_; }
  const T* data() const { return elements_; }
  void resize(index_t) {}

 private:
  alignas(tensor_alignment) T elements_[static_cast<std::size_t>(N)] = {};
};

template <class T, index_t N, bool small = (N > 0 && static_cast<std::size_t>(N) <= inline_storage_bytes / sizeof(T))>
struct storage_for {
  using type = heap_storage<T>;
};
template <class T, index_t N> struct storage_for<T, N, true> { using type = inline_storage<T, N>; };
}  // namespace detail

/// Zero-filled memory for N elements, or for as many as its constructor is told where N is `dynamic`.
template <class T, index_t N> using storage = typename detail::storage_for<T, N>::type;

}  // namespace heed
