// The constants among the operands of what a loop computes, made once before it. A loop whose stores may alias what constants are read
// from would read and broadcast them (or divide by them) again for every vector.
#pragma once

#include <utility>

#include <heed/kernel/value.hpp>

namespace heed::kernel {

template <int I, class B> struct constant_slot { B value; };
/// Constants of these types as vectors of W elements.
template <int W, class S, class... T> struct constant_vectors;
template <int W, int... I, class... T> struct constant_vectors<W, std::integer_sequence<int, I...>, T...> : constant_slot<I, simd::lanes_of<T, W>>... {
  HEED_INLINE constant_vectors(const double* later, const constant_uses& uses)
      : constant_slot<I, simd::lanes_of<T, W>>{simd::all<T, W>(static_cast<T>(uses.at[I].value(later)))}... {}
};
template <int I, class B> HEED_INLINE const B& made_constant(const constant_slot<I, B>& c) { return c.value; }

template <int W, const constant_uses& Uses, class S = std::make_integer_sequence<int, Uses.count>> struct vectors_of_constants { using type = no_constants; };
template <int W, const constant_uses& Uses, int First, int... I> struct vectors_of_constants<W, Uses, std::integer_sequence<int, First, I...>> {
  using type = constant_vectors<W, std::integer_sequence<int, First, I...>, typename detail::type_of<Uses.at[First].type>::type, typename detail::type_of<Uses.at[I].type>::type...>;
};
/// The constants of a loop that computes node N (-1: that only reads); V: how its values are computed. Before it:
///   const typename constants::vectors made(s.run.constants, constants::uses);
///   const typename constants::known known{made};
template <class V, int N> struct loop_constants {
  static constexpr constant_uses uses = V::view.constants_of(N);
  using vectors = typename vectors_of_constants<V::lanes, uses>::type;
  using known = std::conditional_t<uses.count == 0, no_values, known_constants<loop_constants>>;
};
/// Those of the sweep of a level.
template <class V, int Level> struct sweep_constants {
  static constexpr constant_uses uses = V::view.constants_of_level(V::template at<Level>);
  using vectors = typename vectors_of_constants<V::lanes, uses>::type;
  using known = std::conditional_t<uses.count == 0, no_values, known_constants<sweep_constants>>;
};

/// What is computed more than once below node N at a point of a loop, where N itself is computed: made once a point, or lets in one
/// another would be computed, and compiled, twice as often at each level.
template <class V, int N> struct shared_below {
  using state = typename V::state;
  static constexpr node_list nodes = V::view.shared_below(N);
  /// Calls then(known) with all of them, and what is known `before`.
  template <int I = 0, class Known, class Then> static HEED_INLINE void with(state& s, int j, const Known& before, Then&& then) {
    if constexpr (I == nodes.count) then(before);
    else {
      constexpr int n = nodes.at[I];
      const known_value<n, decltype(V::template compute<n>(s, j, before)), Known> k{V::template compute<n>(s, j, before), before};
      with<I + 1>(s, j, k, then);
    }
  }
};

/// Nodes that are the same for all lanes, read or computed once before a loop over these. V: how values are computed.
template <class V, const node_list& Nodes> struct known_before_lanes {
  using state = typename V::state;
  /// Calls then(known) with all of them, and what is known `before`.
  template <int I = 0, class Known, class Then> static HEED_INLINE void with(state& s, const Known& before, Then&& then) {
    if constexpr (I == Nodes.count) then(before);
    else {
      constexpr int n = Nodes.at[I];
      const known_value<n, std::remove_cvref_t<decltype(V::template get<n>(s, 0, before))>, Known> k{V::template get<n>(s, 0, before), before};
      with<I + 1>(s, k, then);
    }
  }
};
/// What a loop over lanes reads below node N, or N itself.
template <class V, int N> inline constexpr node_list same_for_lanes = V::view.same_for_lanes(N);

}  // namespace heed::kernel
