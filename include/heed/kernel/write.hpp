// The results of a nest, row by row: from values to their targets, whichever way these lie.
#pragma once

#include <algorithm>

#include <heed/kernel/fetch_ahead.hpp>
#include <heed/kernel/pack.hpp>
#include <heed/kernel/stream.hpp>
#include <heed/kernel/walk_facts.hpp>

namespace heed::kernel {

/// R: a nest_run.
template <class R> struct writing {
  using state = typename R::state;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& g = R::g;
  using value = values<R, -1>;
  template <int N, class V = value> using shared = shared_below<V, N>;
  template <int N, class V = value> static constexpr bool shares = V::view.tile_of(N) < 0 && !R::view.is_stored(N) && shared<N, V>::nodes.count > 0;
  template <int N, class V = value> using constants = loop_constants<V, V::view.tile_of(N) >= 0 ? -1 : N>;

  // Vector j of an output, whose memory begins at `base`.
  template <int O, class T, class X> static HEED_INLINE void put(state& s, int j, T* base, const X& x) {
    constexpr int access = R::view.access_of_output(O);
    if constexpr (R::lane < 0 || !planner::has(nest.outputs[O].axes, R::lane)) base[R::template offset<access>(s)] = x.get(0);
    else {
      const index_t stride = R::template stride_along<access, R::lane>(s);
      T* to = base + R::template offset<access>(s) + stride * (j * R::lanes);
      const index_t n = R::valid_from(s, j);
      if (stride == 1 && n >= R::lanes) x.store(to);
      else simd::store_some<T, R::lanes>(x, to, stride, n);
    }
  }
  static constexpr vars rows_of(int o) { return nest.outputs[o].axes & nest.rows; }
  template <int O> static void write(state& s) { write_rows<O, rows_of(O)>(s); }
  // Rows: those that are written here; all, but where a loop around has one at a time.
  template <int O, vars Rows> static void write_rows(state& s) {
    constexpr auto& o = nest.outputs[O];
    constexpr int node = o.node;
    constexpr int access = R::view.access_of_output(O);
    if constexpr (is_written_by_walk(R::view, O))
      if (R::template stride_along<access, R::lane>(s) == 1) return;
    using T = typename R::template type<o.node>;
    [[maybe_unused]] T* const base = static_cast<T*>(const_cast<void*>(s.run.base[access]));
    constexpr bool along = R::lane >= 0 && planner::has(o.axes, R::lane);
    [[maybe_unused]] const int used = along ? R::used_vectors(s) : 1;
    constexpr bool by_side = along && Rows == rows_of(O) && R::view.contiguous_row_of_output(O) >= 0;
    if constexpr (R::view.may_go_along_rows() && by_side) write_along<O>(s);
    else if constexpr (constexpr choice across = R::alone || !by_side ? choice::never : R::view.lies_across(access, R::view.contiguous_row_of_output(O)); across == choice::never)
      write_as_it_lies<O, Rows>(s, base, used);
    else {
      constexpr int v = R::view.contiguous_row_of_output(O);
      if constexpr (across == choice::when_it_runs)
        if (R::template stride_along<access, R::lane>(s) == 1 || R::template stride_along<access, v>(s) != 1) return write_as_it_lies<O, Rows>(s, base, used);
      write_side<O, access, v, node>(s);
    }
  }
  template <int O, vars Rows, class T> static HEED_INLINE void write_as_it_lies(state& s, T* base, int used) {
    constexpr int node = nest.outputs[O].node;
    using V = values<R, R::view.is_written_at_outer(O) ? before_lanes : -1>;
    const typename constants<node, V>::vectors made(s.run.constants, constants<node, V>::uses);
    const typename constants<node, V>::known known{made};
    R::template for_points<Rows, R::chunk_set>(s, [&]() HEED_INLINED {
      for (int j = 0; j < used; ++j) {
        if constexpr (shares<node, V>) shared<node, V>::with(s, j, known, [&](const auto& k) HEED_INLINED { put<O>(s, j, base, V::template get_as<node, T>(s, j, k)); });
        else put<O>(s, j, base, V::template get_as<node, T>(s, j, known));
      }
    });
  }

  // One lane, in vectors along the row that the target is contiguous along.
  template <int O> HEED_LOOPS static void write_along(const state& outside) {
    constexpr auto& o = nest.outputs[O];
    constexpr int node = o.node, access = R::view.access_of_output(O), v = R::view.contiguous_row_of_output(O);
    using T = typename R::template type<node>;
    using rows = alone_along<R, v>;
    using V = values<rows, -1>;
    using fixed = constants<node, V>;
    state s = outside;
    T* const base = static_cast<T*>(const_cast<void*>(s.run.base[access]));
    const typename fixed::vectors made(s.run.constants, fixed::uses);
    const typename fixed::known known{made};
    const index_t begin = R::begin_of(s, R::chunk_set, v), end = R::end_of(s, R::chunk_set, v), stride = R::template stride_along<access, v>(s);
    R::template for_points<rows_of(O) & ~planner::one(v), R::chunk_set>(s, [&]() HEED_INLINED {
      rows::for_vectors(s, begin, end, [&](auto edge) HEED_INLINED {
        T* const to = base + R::template offset<access>(s);
        const auto put = [&](const auto& x) HEED_INLINED {
          if (!decltype(edge)::value && stride == 1) x.store(to);
          else simd::store_some<T, rows::lanes>(x, to, stride, s.valid);
        };
        if constexpr (shares<node, V>) shared<node, V>::with(s, 0, known, [&](const auto& k) HEED_INLINED { put(V::template get_as<node, T>(s, 0, k)); });
        else put(V::template get_as<node, T>(s, 0, known));
      });
    });
  }

  // Between the edges of a line every `where` on positions is what it chooses there.
  using between_edges = values<R, -1, true, true>;
  template <int N> static constexpr node_list edges = value::view.edges_below(N);
  template <int N, class Known> static HEED_INLINE bool holds_at(state& s, index_t first, const Known& known) {
    s.at[R::lane] = first;
    bool all = true;
    edges_of<N>::each([&](auto i) HEED_INLINED { all = all && simd::all_of(value::template get_as<edges<N>.at[decltype(i)::value], bool>(s, 0, known)); });
    return all;
  }
  template <int N> using edges_of = indices_to<edges<N>.count>;

  // Whole blocks of lanes from `first` on, where the target's lanes lie side by side; how far it came.
  template <int O> static index_t write_lines(const state& around, index_t first, index_t last) {
    constexpr int node = nest.outputs[O].node;  // (with sanitizers g++ 12 takes no reference for a constant inside a lambda)
    constexpr int access = R::view.access_of_output(O);
    using T = typename R::template type<node>;
    state s = around;  // nobody else knows this one: what it says can stay in registers
    if (R::template stride_along<access, R::lane>(s) != 1) return first;
    s.valid = R::width;
    s.at[R::lane] = 0;
    T* to = static_cast<T*>(const_cast<void*>(s.run.base[access])) + R::template offset<access>(s);
    const bool past_caches = s.streams && streaming<R>::begins_a_line(to + first);
    const auto put_line = [&](const auto& x, int j) HEED_INLINED {
      if constexpr (streaming<R>::is_possible)
        if (past_caches) return x.stream(to + first + j * R::lanes);
      x.store(to + first + j * R::lanes);
    };
    const auto line = [&]<class V>(const auto& known, int j, V*) HEED_INLINED {
      if constexpr (shares<node, V>) shared<node, V>::with(s, j, known, [&](const auto& k) HEED_INLINED { put_line(V::template get_as<node, T>(s, j, k), j); });
      else put_line(V::template get_as<node, T>(s, j, known), j);
    };
    const auto blocks = [&]<class V>(const auto& known, index_t end, V* how) HEED_INLINED {
      for (; first + R::width <= end; first += R::width) {
        s.at[R::lane] = first;
        if (!past_caches) fetch_ahead<R>::template result<access>(s, to + first);
#pragma GCC unroll 4
        for (int j = 0; j < R::vectors; ++j) line(known, j, how);
      }
    };
    const auto vectors = [&]<class V>(const auto& known, index_t end, V* how) HEED_INLINED {
      for (; first + R::lanes <= end; first += R::lanes) {
        s.at[R::lane] = first;
        line(known, 0, how);
      }
    };
    constexpr value* as_it_is = nullptr;
    const auto write = [&](const auto& known) HEED_INLINED {
      if constexpr (edges<node>.count > 0)
        if (const index_t end = last - R::lanes; first + 2 * R::lanes <= end && holds_at<node>(s, first + R::lanes, known) && holds_at<node>(s, end - R::lanes, known)) {
          constexpr between_edges* between = nullptr;
          vectors(known, first + R::lanes, as_it_is);
          blocks(known, end, between);
          vectors(known, end, between);
          vectors(known, last, as_it_is);
        }
      blocks(known, last, as_it_is);
    };
    const typename constants<node>::vectors made(s.run.constants, constants<node>::uses);
    const typename constants<node>::known literals{made};
    known_before_lanes<value, same_for_lanes<value, node>>::with(s, literals, write);
    return first;
  }

  // Whether a position may say for a whole block which side of node N is there, and whether N lies in memory as the target's rows do.
  template <int N> static constexpr bool is_chosen = [] {
    if constexpr (R::view.is_stored(N) || value::view.tile_of(N) >= 0 || nest.walk_count == 0) return false;
    else return nest.walks[0].where == planner::scope::lanes && chooses(g, N);
  }();
  template <int N, int V, class T> static constexpr bool lies_in_rows = [] {
    if constexpr (!(R::view.is_stored(N) || g.is(N, kind::leaf)) || !std::is_same_v<typename R::template type<N>, T>) return false;
    else {
      constexpr auto& a = g.accesses[R::view.access_to(N)];
      constexpr index_t stride = planner::stride_along(g, a, V);
      return (stride == 1 || stride == planner::unknown_stride) && !planner::is_irregular_along(g, a, V) && !planner::may_be_nowhere(g, a);
    }
  }();
  // Some rows at a time, which lie side by side in the target. Of a block that lies on one side of a concat only that is written.
  template <int O, int A, int V, int N> static void write_side(state& s) {
    constexpr int node = N;
    const int used = R::used_vectors(s);
    using T = typename R::template type<nest.outputs[O].node>;
    if constexpr (is_chosen<N>) {
      s.first_vector = 0;
      s.last_vector = used;
      if (proofs<R, 0>::template is_shown<g.child(N, 0), claim::always>(s)) return write_side<O, A, V, g.child(N, 1)>(s);
      if (proofs<R, 0>::template is_shown<g.child(N, 0), claim::never>(s)) return write_side<O, A, V, g.child(N, 2)>(s);
    }
    constexpr vars others = nest.outputs[O].axes & nest.rows & ~planner::one(V);
    const index_t stride = R::template stride_along<A, R::lane>(s);
    const index_t begin = R::begin_of(s, R::chunk_set, V), end = R::end_of(s, R::chunk_set, V);
    if constexpr (lies_in_rows<N, V, T>)
      if (R::template stride_along<R::view.access_to(N), V>(s) == 1) {
        const index_t first = s.at[R::lane];
        R::template for_points<others, R::chunk_set>(s, [&] {
          s.at[V] = begin;
          for (index_t i = 0; i < s.valid; ++i) {
            s.at[R::lane] = first + i;
            std::copy_n(static_cast<const T*>(s.run.base[R::view.access_to(N)]) + R::template offset<R::view.access_to(N)>(s), end - begin,
                        static_cast<T*>(const_cast<void*>(s.run.base[A])) + R::template offset<A>(s));
          }
          s.at[R::lane] = first;
        });
        return;
      }
    alignas(64) T rows[rows_turned * R::width];  // [rows_turned][lanes]
    const typename constants<node>::vectors made(s.run.constants, constants<node>::uses);
    const typename constants<node>::known known{made};
    const auto all_of_row = [&] {
      for (index_t first = begin; first < end; first += rows_turned) {
        const index_t count = end - first < rows_turned ? end - first : rows_turned;
        for (index_t r = 0; r < count; ++r) {
          s.at[V] = first + r;
          for (int j = 0; j < used; ++j) {
            if constexpr (shares<node>) shared<node>::with(s, j, known, [&](const auto& k) { value::template get_as<node, T>(s, j, k).store(rows + r * R::width + j * R::lanes); });
            else value::template get_as<node, T>(s, j, known).store(rows + r * R::width + j * R::lanes);
          }
        }
        s.at[V] = first;
        T* to = static_cast<T*>(const_cast<void*>(s.run.base[A])) + R::template offset<A>(s);
        if constexpr (constexpr index_t side_by_side = R::view.side_by_side(A, V); simd::are_few_side_by_side<T>(side_by_side) && !planner::has(R::chunk_set, V)) {
          if (s.valid == R::width) simd::put_together<static_cast<int>(side_by_side)>(static_cast<const T*>(rows), R::width, R::width, to);
          else simd::put_any_together<static_cast<int>(side_by_side)>(static_cast<const T*>(rows), R::width, s.valid, to);
        } else if constexpr (packing<R>::template few_rows<V>) simd::transpose_few(static_cast<const T*>(rows), R::width, packing<R>::template few_rows<V>, R::width, to, stride);
        else simd::transpose(rows, R::width, count, s.valid, to, stride);
      }
    };
    if constexpr (others == 0) all_of_row();
    else R::template for_points<others, R::chunk_set>(s, all_of_row);
  }
};

}  // namespace heed::kernel
