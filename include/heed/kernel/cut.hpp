// A walk that is cut into parts, each of which begins from nothing: along what, how finely, and how what they give is merged into one.
#pragma once

#include <cstring>

#include <heed/kernel/share_out.hpp>

namespace heed::kernel {

/// How a walk is cut when it runs.
struct cut {
  index_t parts = 1, rows = 0;  // parts, and rows (or lanes) of one
  std::size_t bytes = 0;        // of the accumulators of a part
  char* results = nullptr;      // [items][parts] of these; in the end the first part's have the merged ones
  bool along_lanes = false;     // where it would be cut along its rows, had it enough of them
};

/// Walk W of the nest that kernel K runs.
template <class K, int W> struct cut_walk {
  using R = typename K::R;
  using state = typename R::state;
  static constexpr const auto& nest = R::nest;
  static constexpr const auto& g = R::g;
  using walk = walk_run<R, W>;
  using facts = typename walk::facts;
  using in_blocks = loop_in_blocks<R>;

  static constexpr index_t known_extent(int v) { return v < 0 ? 0 : g.variables[v].extent; }
  static constexpr bool over_lanes = nest.walks[W].where == planner::scope::outer;
  // The variable along which it is cut, -1: none.
  static constexpr int variable = [] {
    const int rows = walk::block_variable;
    if (!over_lanes) return rows;
    const bool few_rows = known_extent(rows) != dynamic && known_extent(rows) < 2 * 8192;
    return few_rows ? int{R::lane} : rows;
  }();
  // Whether it is cut along the lanes where there turn out to be few rows (which may be joined with the lanes: plan/joint_loops.hpp).
  static constexpr bool either = over_lanes && variable >= 0 && variable != R::lane && R::lane >= 0 && known_extent(R::lane) == dynamic;
  // Of a loop inside blocks beside one block of lanes, whose steps are not shared out either: how many rows and lanes one row of the walk stands for.
  static constexpr index_t work_of_row = in_blocks::any && R::lane >= 0 && known_extent(R::lane) > 0 && known_extent(R::lane) <= R::width ? in_blocks::steps * known_extent(R::lane) : 1;
  /// A part has at least so many rows, or lanes: less is done sooner than threads are started.
  static constexpr index_t smallest_along(int v) { return !over_lanes ? (work_of_row > 1 ? std::max(2048 / work_of_row, nest.walks[W].block) : 2048) : v == R::lane ? 1 << 16 : 8192; }
  static constexpr index_t smallest = smallest_along(variable);
  /// How many rows, or lanes, there are to be cut.
  static index_t extent(const state& s, const cut& c) {
    if constexpr (either)
      if (c.along_lanes) return R::extent(s, R::lane);
    (void)c;
    return R::extent(s, variable);
  }

  /// Cuts each of so many items, so that there are `enough` parts of all of them if parts of that size are not too small.
  static cut decide(const state& s, index_t items, index_t enough) {
    cut c;
    if (items == 0 || items >= enough) return c;
    const auto along = [&](int v) {
      const index_t n = extent(s, c), least = smallest_along(v);
      const index_t parts = enough / items < n / least ? enough / items : n / least;
      if (parts < 2) return;
      const index_t grain = v == R::lane ? walk::lanes_at_once : nest.walks[W].block;  // parts are whole blocks, but for the last
      c.rows = pieces_of(pieces_of(n, parts), grain) * grain;
      c.parts = pieces_of(n, c.rows);
    };
    along(variable);
    if (either && c.parts < 2) {
      c.along_lanes = true;
      along(R::lane);
    }
    if (c.parts > 1) facts::for_folds([&](auto i) { c.bytes += tile_bytes<nest.walks[W].folds[decltype(i)::value].tile>(s); });
    return c;
  }

  // ---- the accumulators of a part, as tiles
  template <int T> static std::size_t tile_bytes(const state& s) {
    return scratch_arena::in_lines(K::template bytes<T>(s)) * K::copies_of(T);
  }
  // Of step `step` of a loop inside blocks.
  static void point_tiles(state& s, char* at, index_t step) {
    facts::for_folds([&](auto i) {
      constexpr int t = nest.walks[W].folds[decltype(i)::value].tile;
      s.tile[t] = at + static_cast<std::size_t>(step) * (tile_bytes<t>(s) / K::copies_of(t));
      at += tile_bytes<t>(s);
    });
    if constexpr (in_blocks::any) s.at[in_blocks::v] = step;
  }
  // From the tiles of s to memory, or back.
  template <bool Save> static void copy(const state& s, char* memory) {
    facts::for_folds([&](auto i) {
      constexpr int t = nest.walks[W].folds[decltype(i)::value].tile;
      const std::size_t size = nest.tiles[t].copies > 1 ? tile_bytes<t>(s) : K::template bytes<t>(s);
      if constexpr (Save) std::memcpy(memory, s.tile[t], size);
      else std::memcpy(s.tile[t], memory, size);
      memory += tile_bytes<t>(s);
    });
  }

  // ---- a part of a walk
  static void run_part(state& s, const cut& c, index_t first, index_t last) {
    in_blocks::each(s, [&]() HEED_INLINED { walk::start(s, typename walk::all_folds{}); });
    const typename walk::some_rows rows{first, last};
    if constexpr (!over_lanes) {
      s.first_vector = 0;
      s.last_vector = R::used_vectors(s);
      walk::blocks(s, rows);
    } else if constexpr (variable == R::lane) walk::over_lanes(s, first, last);
    else {
      if constexpr (either)
        if (c.along_lanes) {
          walk::over_lanes(s, first, last);
          return;
        }
      walk::over_lanes(s, 0, R::extent(s, R::lane), rows);
    }
    (void)c;
  }
  // The partial results of a part, into those of the ones before. Both are then relative to the larger maximum.
  static void add_part(state& s, state& part) {
    typename walk::anchors ours, theirs;
    walk::remember(s, ours, typename walk::anchor_folds{});
    walk::remember(part, theirs, typename walk::anchor_folds{});
    const auto add = [&](auto i) {
      constexpr auto& f = nest.walks[W].folds[decltype(i)::value];
      using fold = typename facts::template fold<f.node>;
      R::template for_points<f.rows, 0>(s, [&] {
        for (int v = 0; v < R::variables; ++v) part.at[v] = s.at[v];
        for (int j = 0; j < R::vectors; ++j)
          fold::template store<f.tile>(s, j, fold::merged(fold::template load<f.tile>(s, j), fold::template load<f.tile>(part, j)));
      });
    };
    facts::for_folds([&](auto i) {
      constexpr auto& f = nest.walks[W].folds[decltype(i)::value];
      if constexpr (facts::view.is_anchor(f.node)) {
        add(i);
        for (int j = 0; j < R::vectors; ++j) R::store(R::load(R::template tile_at<f.tile>(s, j)), R::template tile_at<f.tile>(part, j));
      }
    });
    facts::for_folds([&](auto i) {
      constexpr int k = decltype(i)::value;
      if constexpr (nest.walks[W].folds[k].anchor >= 0) {
        walk::template rescale<k>(s, ours);
        walk::template rescale<k>(part, theirs);
      }
    });
    facts::for_folds([&](auto i) {
      if constexpr (!facts::view.is_anchor(nest.walks[W].folds[decltype(i)::value].node)) add(i);
    });
  }
  static void merge_parts(const typename R::data& d, const cut& c, index_t item) {
    char* const parts = c.results + static_cast<std::size_t>(item * c.parts) * c.bytes;
    state s{d}, part{d};
    s.last_vector = part.last_vector = R::vectors;
    for (index_t step = 0; step < in_blocks::steps; ++step) {
      point_tiles(s, parts, step);
      for (index_t p = 1; p < c.parts; ++p) {
        point_tiles(part, parts + static_cast<std::size_t>(p) * c.bytes, step);
        add_part(s, part);
      }
      if constexpr (over_lanes) walk::merge(s);
      walk::finish(s, typename walk::variances{});
    }
  }
};

}  // namespace heed::kernel
