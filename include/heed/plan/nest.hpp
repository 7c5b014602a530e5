// What planning gives: temporaries, each computed by a loop nest of its own, then the nests of the results.
//
//   for outer variables
//     walks over the lane variable (folds that the lanes take part in)             scope::outer
//     for blocks of lanes
//       tiles and walks, in order                                                  scope::lanes
//       write the results, row by row
//
// A walk runs over the variables that its folds bind, the last of them in blocks. In a block it fills strips (values for
// the block's rows × lanes), level by level: a level is finished before what is anchored on its maxima starts.
#pragma once

#include <heed/plan/graph.hpp>

namespace heed::planner {

/// A buffer in scratch memory: the value of a node for some rows, each row a block of lanes (or one element).
struct tile {
  std::int16_t node = 0;
  vars rows = 0;            // row-major in `order`
  std::int16_t order[6]{};  // the row variables, outermost first
  std::int16_t row_count = 0;
  vars relative = 0;        // row variables that count from the start of the current block
  index_t block = 0;        // how many rows a relative variable has at most, if it is not the chunk's (rows_of_block)
  bool turned = false;      // elements as they lie in memory, rows and lanes exchanged (else truth values lie here as floats)
  bool at_outer = false;    // of a fold that the lanes take part in: one value for all lanes
  std::int16_t parts = 1;   // values an element that a fold keeps
  std::int16_t copies = 1;  // one for each step of the loop inside blocks
  std::int16_t alias = -1;  // shares the memory of this tile
  std::int16_t kept_by = -1;  // the walk that writes it, for all rows or, at scope::outer, for all lanes of the point: what follows reads it
  bool all_lanes = false;
};

/// Values that fold f keeps for an element, in elements of its type: a variance's mean, squared deviations, count and sum of deviations; a place and what
/// stands there.
template <class G> constexpr std::int16_t parts_of_fold(const G& g, int f) {
  const fold_op o = g.fold_of(f);
  if (gives_place(o)) return static_cast<std::int16_t>(1 + (bytes_of(g.nodes[f].operand) + 3) / 4);
  return o == fold_op::var ? 4 : 1;
}

/// One fold in a walk.
struct fold_step {
  std::int16_t node = 0;
  std::int16_t tile = 0;     // its accumulators
  std::int16_t level = 0;
  std::int16_t anchor = -1;  // the running maximum (a node) that its partial results are relative to
  std::int16_t power = 0;    // of the weights in them: they are rescaled by its change to this power
  // a product of rows times lanes for the micro-kernel: what is broadcast, what has lanes; -1: folded row by row
  std::int16_t rows_node = -1;
  std::int16_t lanes_node = -1;
  vars rows = 0;
};

/// A value that is held for the rows of the current block.
struct strip {
  std::int16_t tile = 0;
  std::int16_t level = 0;
  // a contraction inside the block (fold >= 0) or the element-wise value of the node
  fold_step fold{};
  bool contraction = false;
  std::int16_t along = -1;  // of a copy of what lies in memory with its lanes apart: the row variable along which it is contiguous
  /// Such a copy is turned a block at a time.
  constexpr bool across() const { return along >= 0; }
  constexpr bool swept() const { return !contraction && !across(); }
};

enum class scope : std::uint8_t { outer, lanes };

struct walk {
  scope where = scope::lanes;
  vars bound = 0;             // everything walked, the lane variable included at scope::outer
  std::int16_t order[6]{};    // the walked variables but the lanes, outermost first; the last is walked in blocks
  std::int16_t depth = 0;
  index_t block = 1;          // rows of a block
  vars inside = 0;            // what is walked wholly inside a block, beside its rows
  std::int16_t levels = 1;
  fold_step folds[10]{};
  int fold_count = 0;
  strip strips[12]{};
  int strip_count = 0;
  bool bounded = false;       // a mask may exclude blocks: ask interval arithmetic before computing one
  bool looked_into = false;   // so may one of truth values of every pair, which are looked at once a block and for nothing more
};

/// A step at scope::lanes before the results are written: a packed tile, or a walk.
struct step {
  bool is_walk = false;
  bool hoisted = false;    // a tile that changes with neither lanes nor rows: filled once for all lanes
  std::int16_t index = 0;  // of the walk, or of the tile
};

struct output {
  std::int16_t node = 0;
  std::int16_t target = 0;  // a result, or a temporary
  bool temporary = false;
  vars axes = 0;            // the variables of the target
};

/// A loop nest, but for what grows with the number of nodes.
struct nest_facts {
  std::int16_t outer[8]{};  // outermost first
  int outer_count = 0;
  std::int16_t lane = -1;   // -1: nothing has an axis worth vectors
  std::int16_t lanes = 8;   // elements of a vector
  std::int16_t vectors = 1; // of a lane block
  bool alone = false;       // whether the lanes are taken one at a time, and vectors run along the rows of blocks (kernel/along_rows.hpp)
  index_t alone_up_to = 0;  // and of how many lanes, where their number is known when it runs
  bool wide = false;        // whether these are many (plan/wide_block.hpp): then only those that have a lane inside are begun
  bool rows_alone = false;  // whether a row at a time is read where more is folded than the caches hold
  std::int16_t tile_rows = 1;  // of the micro-kernel's register block
  index_t block = 0;           // rows of a block, where the formula says how many
  std::int16_t chunk = -1;  // a row variable that is walked in chunks outside the lanes
  index_t chunk_size = 0;
  std::int16_t in_blocks = -1;  // a variable of the results whose loop runs inside each block of the walk (plan/loop_in_blocks.hpp)
  vars rows = 0;            // row variables of the results
  output outputs[6]{};
  int output_count = 0;
  tile tiles[40]{};
  int tile_count = 0;
  walk walks[10]{};
  int walk_count = 0;
  step steps[40]{};
  int step_count = 0;
  // Loops around several nests (plan/carry.hpp), outermost first, in the variables of this one; running sums are carried along the last.
  static constexpr int most_around = 4;
  std::int16_t around[most_around]{};
  std::int16_t around_count = 0;
  bool turned = false;        // the last is gone through from its end here
  std::int16_t together = 0;  // of the first in such loops: how many nests run in them

  /// The strip that walk w holds of a node, -1 where it holds none.
  constexpr int strip_tile(const walk& w, int node) const {
    for (int s = 0; s < w.strip_count; ++s)
      if (tiles[w.strips[s].tile].node == node) return w.strips[s].tile;
    return -1;
  }

  /// Whether these are so few; extent(v): of a variable, `dynamic` where it is not known.
  template <class Extent> constexpr bool is_alone(Extent extent) const { return alone || (alone_up_to > 0 && extent(lane) != dynamic && extent(lane) <= alone_up_to); }
  /// Elements of a block of lanes.
  constexpr index_t width() const { return alone ? 1 : index_t{lanes} * vectors; }
  constexpr vars chunk_set() const { return chunk < 0 ? 0 : one(chunk); }
  /// How many rows a tile has at most along one of its relative variables.
  constexpr index_t rows_of_block(const tile& t, int v) const { return v == chunk ? chunk_size : t.block; }
  constexpr vars around_set() const {
    vars s = 0;
    for (int i = 0; i < around_count; ++i) s |= one(around[i]);
    return s;
  }
  constexpr vars outer_set() const {
    vars s = 0;
    for (int i = 0; i < outer_count; ++i) s |= one(outer[i]);
    return s;
  }
};
template <int N> struct nest : nest_facts {
  std::int16_t tile_of[N]{};  // of a node, -1 where it has none; strips are found through their walk
};

struct temporary {
  std::int16_t node = 0;
  std::int16_t order[8]{};  // its variables, outermost first: row-major
  std::int16_t rank = 0;
  std::int16_t made_by = -1;  // the nest that computes it; later ones read it
  scalar type = scalar::f32;
  bool as_it_lies = false;  // a running sum whose readers have their lanes as it lies: then its axis is a loop there
  bool carried = false;  // there is one point of it at a time, along the last loop around its nest
};

/// Which of its axes are relative positions; -1: none.
template <class G> constexpr int axis_of_line(const G& g, const temporary& t) {
  for (int k = 0; k < t.rank; ++k)
    if (is_of_line(g.variables[t.order[k]])) return k;
  return -1;
}

/// The strides of a temporary, whose axes are in its order already.
template <class G> constexpr void set_strides(const G& g, const temporary& t, index_t* strides) {
  index_t stride = 1;
  for (int k = t.rank - 1; k >= 0; --k) {
    strides[k] = stride;
    stride = stride == unknown_stride || g.extent(t.order[k]) == dynamic ? unknown_stride : stride * g.extent(t.order[k]);
  }
}

/// Registers and caches of the machine that a plan is made for.
struct machine {
  int registers = 16;     // vector registers
  int float_lanes = 8;    // floats in one
  index_t l1 = 32 * 1024;
  index_t l2 = 512 * 1024;
  index_t l3 = 32 * 1024 * 1024;
  bool half_registers = false;  // whether a vector may be half of one
};

/// Bytes that a kept value may have: half of the second cache, beside what is read.
constexpr index_t largest_kept(const machine& m) { return m.l2 / 2; }
/// Bytes of a result of which too little would be left in the caches for whoever reads it.
constexpr index_t beyond_caches(const machine& m) { return m.l3 + m.l3 / 4; }

struct program_facts {
  machine target{};
  int lanes = 8;           // elements of a vector: of float32, or of float64 where there is nothing smaller
  bool has_widths = false;  // whether there are values of 4 and of 8 bytes: then a nest decides
  int nest_count = 0;
  int temporary_count = 0;
  int result_nodes[8]{};
  vars result_axes[8]{};
  int result_access[8]{};  // how each result's target is addressed
  int result_lane[8]{};    // the variable along which a target is contiguous, -1: none
  int results = 0;
  bool overflow = false;
};
/// How many nests there is room for beside so many nodes: most expressions make few.
constexpr int nests_for(int nodes) { return nodes <= 96 ? 4 : nodes / 16 + 6; }
/// The whole plan: room for N nodes and for M nests (and M temporaries).
template <int N, int M = nests_for(N)> struct program : program_facts {
  static constexpr int capacity = N, nest_capacity = M;
  graph<N> g{};
  nest<N> nests[M]{};
  temporary temporaries_list[M]{};
  std::int16_t temporary_of[N]{};  // of a node, -1 where it has none
  std::int16_t access_of[N]{};     // how a node with a temporary reads it
  std::int16_t likely_lane[N]{};   // 1 + the lanes of the nest that would store a node, 0 where nobody asked
};

/// How many blocks of lanes a nest has for so many.
template <class N> constexpr index_t blocks_of_lanes(const N& n, index_t lanes) {
  return (lanes + n.width() - 1) / n.width();
}

}  // namespace heed::planner
