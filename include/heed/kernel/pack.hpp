// Packed tiles: the value of a node for all its rows, in the order in which a micro-kernel or a walk reads it.
#pragma once

#include <heed/kernel/along_rows.hpp>
#include <heed/kernel/constants.hpp>
#include <heed/simd/transpose.hpp>

namespace heed::kernel {

/// Rows that are turned at a time.
inline constexpr index_t rows_turned = 16;

/// R: a nest_run.
template <class R> struct packing {
  using state = typename R::state;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& g = R::g;
  using value = values<R, -1>;
  template <int N> using constants = loop_constants<value, N>;
  template <int N> using shared = shared_below<value, N>;

  template <int T> static void fill(state& s) {
    constexpr int node = nest.tiles[T].node;  // (a reference to the plan would be captured, and the plan kept in the program)
    constexpr vars rows = nest.tiles[T].rows;
    [[maybe_unused]] const int used = R::used_vectors(s);
    if constexpr (R::view.may_go_along_rows() && nest.tiles[T].row_count > 0) return fill_along<T>(s);
    else if constexpr (constexpr choice across = R::alone || R::view.lying_across(T) < 0 ? choice::never : R::view.lies_across(R::view.access_to(R::view.lying_across(T)), R::view.contiguous_row(nest.tiles[T], R::view.lying_across(T)));
                       across == choice::never) fill_as_it_lies<T>(s);
    else {
      constexpr int source = R::view.lying_across(T), access = R::view.access_to(source), v = R::view.contiguous_row(nest.tiles[T], source);
      const index_t along = R::template stride_along<access, R::lane>(s);
      if constexpr (across == choice::when_it_runs)
        if (along == 1 || along == 0 || R::template stride_along<access, v>(s) != 1) return fill_as_it_lies<T>(s);
      fill_transposed<T, source, v>(s, along);
      if constexpr (source != node) {  // computed where it lies now
        const typename constants<node>::vectors made(s.run.constants, constants<node>::uses);
        using known_before = typename constants<node>::known;
        using turned = known_value<source, simd::lanes_of<typename R::template tile_element<T>, R::lanes>, known_before>;
        const known_before known{made};
        R::template for_points<rows, R::chunk_set>(s, [&]() HEED_INLINED {
          for (int j = 0; j < used; ++j)
            R::store(value::template compute<node>(s, j, turned{R::load(R::template tile_at<T>(s, j)), known}), R::template tile_at<T>(s, j));
        });
      }
    }
  }
  template <int T> static HEED_INLINE void fill_as_it_lies(state& s) {
    constexpr int node = nest.tiles[T].node;
    const int used = R::used_vectors(s);
    const typename constants<node>::vectors made(s.run.constants, constants<node>::uses);
    const typename constants<node>::known known{made};
    constexpr bool is_one = R::lane >= 0 && !planner::has(g.nodes[node].free, R::lane < 0 ? 0 : R::lane);  // the same for all lanes
    R::template for_points<nest.tiles[T].rows, R::chunk_set>(s, [&]() HEED_INLINED {
      if constexpr (is_one) {
        const auto all = [&](const auto& k) HEED_INLINED {
          const auto x = value::template compute<node>(s, 0, k);
          for (int j = 0; j < R::begun_vectors(s); ++j) R::store(x, R::template tile_at<T>(s, j));
        };
        if constexpr (shared<node>::nodes.count > 0) shared<node>::with(s, 0, known, all);
        else all(known);
        return;
      }
      for (int j = 0; j < used; ++j) {
        if constexpr (shared<node>::nodes.count > 0)
          shared<node>::with(s, j, known, [&](const auto& k) HEED_INLINED { R::store(value::template compute<node>(s, j, k), R::template tile_at<T>(s, j)); });
        else R::store(value::template compute<node>(s, j, known), R::template tile_at<T>(s, j));
      }
      // lanes beyond the edge take part in products; whatever they hold must not be slow (denormals, NaN)
      for (int j = used; j < R::begun_vectors(s); ++j) R::store(zero<T>(), R::template tile_at<T>(s, j));
    });
  }
  // One lane, in vectors along the innermost row of its tile.
  template <int T> HEED_LOOPS static void fill_along(const state& outside) {
    constexpr auto& t = nest.tiles[T];
    constexpr int node = t.node, v = t.order[t.row_count - 1];
    using along = alone_along<R, v>;
    using V = values<along, -1>;
    using fixed = loop_constants<V, node>;
    state s = outside;
    const typename fixed::vectors made(s.run.constants, fixed::uses);
    const typename fixed::known known{made};
    const index_t begin = R::begin_of(s, R::chunk_set, v), end = R::end_of(s, R::chunk_set, v);
    R::template for_points<t.rows & ~planner::one(v), R::chunk_set>(s, [&]() HEED_INLINED {
      along::for_vectors(s, begin, end, [&](auto) HEED_INLINED {
        if constexpr (shared_below<V, node>::nodes.count > 0)
          shared_below<V, node>::with(s, 0, known, [&](const auto& k) HEED_INLINED { along::store(V::template compute<node>(s, 0, k), along::template tile_at<T>(s)); });
        else along::store(V::template compute<node>(s, 0, known), along::template tile_at<T>(s));
      });
    });
  }
  // The extent of a row variable, where it is small and constant and the lanes fill whole blocks; else 0.
  template <int V> static constexpr index_t few_rows =
      R::whole_blocks && !planner::has(R::chunk_set, V) && g.variables[V].extent > 0 && g.variables[V].extent <= rows_turned ? g.variables[V].extent : 0;
  // The tile's rows lie side by side in memory, its lanes apart.
  template <int T, int Source, int V> static void fill_transposed(state& s, index_t along) {
    constexpr auto& t = nest.tiles[T];
    constexpr int A = R::view.access_to(Source);
    using E = typename R::template type<t.node>;
    constexpr int k = R::view.place_in(T, V);
    constexpr vars others = t.rows & ~planner::one(V);
    const index_t begin = R::begin_of(s, R::chunk_set, V), end = R::end_of(s, R::chunk_set, V);
    const auto turn = [&]() HEED_INLINED {
      s.at[V] = begin;
      E* to = R::template tile_at<T>(s);
      const index_t stride = R::template tile_stride<T, k>(s);
      const E* from = static_cast<const E*>(s.run.base[A]) + R::template offset<A>(s);
      if constexpr (!R::whole_blocks)  // the lanes beyond the edge, with the others of their vector
        if (s.valid % R::lanes != 0)
          for (index_t r = 0; r < end - begin; ++r) simd::all<E, R::lanes>(E(0)).store(to + r * stride + s.valid / R::lanes * R::lanes);
      if constexpr (constexpr index_t rows = R::view.side_by_side(A, V); simd::are_few_side_by_side<E>(rows) && !planner::has(R::chunk_set, V)) {
        if (s.valid == R::width) simd::take_apart<static_cast<int>(rows)>(from, R::width, to, stride);
        else simd::take_any_apart<static_cast<int>(rows)>(from, s.valid, to, stride);
      } else if constexpr (few_rows<V>) simd::transpose_few(from, along, R::width, few_rows<V>, to, stride);
      else simd::transpose<!planner::is_within(g, Source, R::program.target.l2)>(from, along, s.valid, end - begin, to, stride);
    };
    if constexpr (others == 0) turn();
    else R::template for_points<others, R::chunk_set>(s, turn);
  }
  template <int T> static HEED_INLINE auto zero() { return simd::all<typename R::template tile_type<T>, R::lanes>({}); }
};

}  // namespace heed::kernel
