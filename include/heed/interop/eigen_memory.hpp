// How `named` reads Eigen's matrices, vectors, arrays, maps, references and blocks: their strides, either order, no copy.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#elif __has_include(<eigen3/Eigen/Core>)
#include <eigen3/Eigen/Core>
#else
#error "heed/interop/eigen.hpp needs Eigen (3.3 or later), which was not found"
#endif

#include <array>
#include <cstddef>
#include <type_traits>

#include <heed/tensor/named.hpp>

namespace heed {

namespace detail {
template <class E> std::true_type is_eigen_dense(const Eigen::DenseBase<E>*);
std::false_type is_eigen_dense(const void*);
template <class E> concept is_eigen = decltype(detail::is_eigen_dense(static_cast<E*>(nullptr)))::value;
// Elements that stand in memory; sums, products, their transposes and other expressions of Eigen do not.
template <class E> concept eigen_in_memory = is_eigen<E> && (static_cast<unsigned>(E::Flags) & Eigen::DirectAccessBit) != 0;

// Objects that refer to elements which someone else owns: all but matrices and arrays, and a Ref<const X>, which may own a
// copy. What a block or a transpose is of is kept by reference where it is a matrix, which then has a name or is about to die
// unseen; by value where it only refers to elements itself.
template <class E> inline constexpr bool refers_only_eigen = !std::is_base_of_v<Eigen::PlainObjectBase<E>, E>;
template <class P, int O, class S> inline constexpr bool refers_only_eigen<Eigen::Ref<P, O, S>> = !std::is_const_v<P>;

constexpr index_t size_known_to_eigen(Eigen::Index n) { return n == Eigen::Dynamic ? dynamic : static_cast<index_t>(n); }
constexpr index_t stride_known_to_eigen(Eigen::Index n) { return n == Eigen::Dynamic ? dynamic_stride : static_cast<index_t>(n); }

// A vector has one dimension, anything else two, rows before columns.
template <class E> struct eigen_extents {
  static constexpr bool is_vector = E::IsVectorAtCompileTime;

  static std::size_t rank(const E&) { return is_vector ? 1 : 2; }
  static index_t extent(const E& m, std::size_t dimension) {
    return static_cast<index_t>(is_vector ? m.size() : dimension == 0 ? m.rows() : m.cols());
  }
  static constexpr auto static_extents() {
    if constexpr (is_vector) return std::array<index_t, 1>{detail::size_known_to_eigen(E::SizeAtCompileTime)};
    else return std::array<index_t, 2>{detail::size_known_to_eigen(E::RowsAtCompileTime), detail::size_known_to_eigen(E::ColsAtCompileTime)};
  }
};
}  // namespace detail

/// Eigen's dense objects in memory.
template <detail::eigen_in_memory E> struct memory_access<E> : detail::eigen_extents<E> {
  static constexpr bool is_vector = E::IsVectorAtCompileTime;

  template <class M> static auto data(M& m) {
    if constexpr (requires { m.data()[0] = m.data()[0]; }) return m.data();
    else return static_cast<const typename E::Scalar*>(m.data());
  }
  static index_t stride(const E& m, std::size_t dimension) {
    return static_cast<index_t>(is_vector || (dimension == 0) != bool(E::IsRowMajor) ? m.innerStride() : m.outerStride());
  }

  template <class S> static constexpr std::array<index_t, S::rank> static_strides() {
    std::array<index_t, S::rank> strides{};
    strides.fill(dynamic_stride);
    const index_t inner = detail::stride_known_to_eigen(E::InnerStrideAtCompileTime), outer = detail::stride_known_to_eigen(E::OuterStrideAtCompileTime);
    if constexpr (is_vector && S::rank == 1) strides[0] = inner;
    else if constexpr (S::rank == 2) {
      strides[E::IsRowMajor ? 1 : 0] = inner;
      strides[E::IsRowMajor ? 0 : 1] = outer;
    }
    return strides;
  }
};
template <detail::eigen_in_memory E> inline constexpr bool borrowed_memory<E> = detail::refers_only_eigen<E>;

}  // namespace heed

HEED_QUIET_END
