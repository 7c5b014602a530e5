// The constants among the operands of what a loop computes, made once before it. A loop whose stores may alias what constants are read
// from would read and broadcast them (or divide by them) again for every vector.
#pragma once

#include <utility>

#include <heed/kernel/value.hpp>

namespace heed::kernel {

struct constant_use {
  int node = 0;
  planner::scalar type{};
  bool inverse = false;
  bool operator==(const constant_use&) const = default;
};
struct constant_uses {
  constant_use at[16]{};
  int count = 0;
  constexpr void add(const constant_use& c) {
    for (int i = 0; i < count; ++i)
      if (at[i] == c) return;
    if (count < 16) at[count++] = c;
  }
};

/// R: the nest; V: how its values are computed.
template <class R, class V> struct constants_below {
  static constexpr const auto& g = R::g;

  // What is read, not computed, where another value needs it.
  static constexpr bool is_source(int n) { return g[n].edges == 0 || R::is_stored(n) || V::tile_of(n) >= 0 || g.is(n, kind::fold); }
  static constexpr void find(int n, bool* seen, constant_uses& found) {
    if (seen[n]) return;
    seen[n] = true;
    if (g.is(n, kind::elementwise))
      for (int k = 0; k < g[n].edges; ++k)
        if (const int c = g.child(n, k); g.is(c, kind::constant) && planner::is_float(g[n].operand)) found.add({c, g[n].operand, k == 1 && V::divides_by_constant(n)});
    for (int k = 0; k < g[n].edges; ++k)
      if (!is_source(g.child(n, k))) find(g.child(n, k), seen, found);
  }
};

template <int I, class B> struct constant_slot { B value; };
/// All constants of a loop, which Loop::uses lists, as vectors.
template <class Loop, class S> struct made_constants;
template <class Loop, int... I> struct made_constants<Loop, std::integer_sequence<int, I...>> : constant_slot<I, typename Loop::template lanes_of<I>>... {
  explicit HEED_INLINE made_constants(const typename Loop::state* s)
      : constant_slot<I, typename Loop::template lanes_of<I>>{
          Loop::value::template all_of_constant<typename Loop::template element<I>, Loop::uses.at[I].inverse>(*s, Loop::template item<I>, Loop::template literal<I>)}... {}
  static constexpr int find(int node, int type, bool inverse) {
    for (int i = 0; i < Loop::uses.count; ++i)
      if (Loop::uses.at[i] == constant_use{node, static_cast<planner::scalar>(type), inverse}) return i;
    return -1;
  }
};
template <int I, class B> HEED_INLINE const B& made_constant(const constant_slot<I, B>& c) { return c.value; }

/// R: the nest; V: how its values are computed. Roots: Roots::add_to(f) calls f(node) for every node that the loop computes. Before the loop:
///   const typename constants::made made(&s);
///   const typename constants::known known{made};
template <class R, class V, class Roots> struct loop_constants {
  using state = typename R::state;
  using value = V;

  static constexpr constant_uses uses = [] {
    constant_uses found;
    bool seen[R::program.capacity]{};
    Roots::add_to([&](int n) { constants_below<R, V>::find(n, seen, found); });
    return found;
  }();
  template <int I> using element = typename detail::type_of<uses.at[I].type>::type;
  template <int I> using lanes_of = typename R::template batch_of<element<I>>;
  template <int I> static constexpr int item = R::g[uses.at[I].node].item;
  template <int I> static constexpr double literal = V::constant_literal(uses.at[I].node);
  using made = std::conditional_t<uses.count == 0, no_constants, made_constants<loop_constants, std::make_integer_sequence<int, uses.count>>>;
  using known = std::conditional_t<uses.count == 0, no_values, known_constants<made>>;
};

/// What is computed more than once below node N at a point of a loop, where N itself is computed: made once a point, or lets in one
/// another would be computed, and compiled, twice as often at each level.
template <class R, class V, int N> struct shared_below {
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  struct list {
    int at[64]{};
    int count = 0;
  };
  static constexpr void count_uses(int n, int* uses) {
    if (uses[n]++ > 0 || constants_below<R, V>::is_source(n)) return;
    for (int k = 0; k < g[n].edges; ++k) count_uses(g.child(n, k), uses);
  }
  static constexpr list nodes = [] {
    list l;
    int uses[R::program.capacity]{};
    for (int k = 0; k < g[N].edges; ++k) count_uses(g.child(N, k), uses);
    for (int n = 0; n < N; ++n)
      if (uses[n] > 1 && !constants_below<R, V>::is_source(n) && l.count < 64) l.at[l.count++] = n;
    return l;
  }();
  /// Calls then(known) with all of them, and what is known `before`.
  template <int I = 0, class Known, class Then> static HEED_INLINE void with(state& s, int j, const Known& before, Then&& then) {
    if constexpr (I == nodes.count) then(before);
    else {
      constexpr int n = nodes.at[I];
      const auto x = V::template compute<n>(s, j, before);
      const known_value<n, std::remove_cvref_t<decltype(x)>, Known> k{x, before};
      with<I + 1>(s, j, k, then);
    }
  }
};

/// What a loop over lanes reads below node N, or N itself, that is the same for all of them: read once before it.
template <class R, class V, int N> struct same_for_lanes {
  using state = typename R::state;
  static constexpr const auto& g = R::g;
  struct list {
    int at[16]{};
    int count = 0;
  };
  static constexpr void find(int n, bool* seen, list& l) {
    if (seen[n]) return;
    seen[n] = true;
    const bool read = constants_below<R, V>::is_source(n);
    if (read && (g[n].free & planner::one(R::lane)) == 0 && !g.is(n, kind::constant) && (V::tile_of(n) >= 0 || R::is_stored(n) || !g.is(n, kind::fold)) && l.count < 16) l.at[l.count++] = n;
    for (int k = 0; k < g[n].edges && !read; ++k) find(g.child(n, k), seen, l);
  }
  static constexpr list nodes = [] {
    list l;
    bool seen[R::program.capacity]{};
    find(N, seen, l);
    return l;
  }();
  /// Calls then(known) with all of them, and what is known `before`.
  template <int I = 0, class Known, class Then> static HEED_INLINE void with(state& s, const Known& before, Then&& then) {
    if constexpr (I == nodes.count) then(before);
    else {
      constexpr int n = nodes.at[I];
      const auto x = V::template get<n>(s, 0, before);
      const known_value<n, std::remove_cvref_t<decltype(x)>, Known> k{x, before};
      with<I + 1>(s, k, then);
    }
  }
};

/// The one value that a loop computes: node N, -1 where it only reads.
template <int N> struct one_root {
  template <class F> static constexpr void add_to(F f) {
    if (N >= 0) f(N);
  }
};

}  // namespace heed::kernel
