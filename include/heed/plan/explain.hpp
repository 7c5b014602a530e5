// A plan in words: the nests with their loops, every buffer with its axes and bytes, what each pass folds.
#pragma once

#include <heed/plan/formula.hpp>
#include <heed/plan/joint_loops.hpp>
#include <heed/plan/summary.hpp>

namespace heed::planner {

namespace detail {
inline std::string in_bytes(double n) {
  if (n < 4096) return std::to_string(static_cast<long long>(n)) + " B";
  if (n < 4096.0 * 1024) return std::to_string(static_cast<long long>(n / 1024 + 0.5)) + " KiB";
  return std::to_string(static_cast<long long>(n / 1024 / 1024 + 0.5)) + " MiB";
}
inline std::string in_flops(double n) {
  const char* unit = n < 1e6 ? "" : n < 1e9 ? " M" : " G";
  const double x = n < 1e6 ? n : n < 1e9 ? n / 1e6 : n / 1e9;
  std::string s = std::to_string(x);
  return s.substr(0, s.find('.') + (n < 1e6 ? 0 : 3)) + (n < 1e6 ? " " : unit) + "flop";
}

template <int N, int M, class Extent> class explanation {
 public:
  explanation(const program<N, M>& plan, const double* constants, Extent extent_of) : p(plan), g(plan.g), f(plan, constants), extent(extent_of) {}

  std::string text() {
    leaves();
    scattered(-1);
    for (int i = 0; i < p.nest_count; ++i) {
      one_nest(i);
      scattered(i);
    }
    joint_loops();
    total();
    return out;
  }

 private:
  const program<N, M>& p;
  const graph<N>& g;
  formula<N, M> f;
  Extent extent;
  std::string out;

  void line(int depth, const std::string& s) { out += std::string(static_cast<std::size_t>(2 * depth), ' ') + s + "\n"; }
  std::string sized(int v) const {
    return f.name(v) + "[" + (extent(v) == dynamic ? "" : std::to_string(extent(v))) + "]";
  }
  std::string sized_axes(vars s) const {
    std::string text;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(s, v)) text += (text.empty() ? "" : ", ") + sized(v);
    return "{" + text + "}";
  }
  static const char* type_name(scalar s) {
    constexpr const char* table[] = {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"};
    return table[static_cast<int>(s)];
  }

  void leaves() {
    for (int l = 0; l < g.leaf_count; ++l) {
      if (g.leaf_number(l) != l) continue;  // one that is written again
      std::string axes;
      for (int k = 0; k < g.leaves[l].rank; ++k)
        axes += (k ? ", " : "") + std::string(g.leaves[l].axis[k]) + "[" + (g.leaves[l].extent[k] == dynamic ? "" : std::to_string(g.leaves[l].extent[k])) + "]";
      line(0, formula<N, M>::leaf_name(l) + ": " + type_name(g.leaves[l].type) + " {" + axes + "}");
    }
  }

  std::string tile_axes(const nest<N>& n, const tile& t) const {
    std::string s = t.copies > 1 ? sized(n.in_blocks) + ", " : "";
    for (int k = 0; k < t.row_count; ++k) {
      const int v = t.order[k];
      s += f.name(v) + "[" + (has(t.relative, v) ? std::to_string(n.rows_of_block(t, v)) : extent(v) == dynamic ? "" : std::to_string(extent(v))) + "], ";
    }
    if (n.lane < 0) return "{" + s + "}";
    if (t.all_lanes) return "{" + sized(n.lane) + "}";
    return "{" + s + f.name(n.lane) + "[" + std::to_string(n.width()) + "]}";
  }
  std::string tile_bytes(const nest<N>& n, const tile& t) const {
    double size = static_cast<double>(n.width()) * t.parts * t.copies * (bytes_of(g.nodes[t.node].type) < 4 ? 4 : bytes_of(g.nodes[t.node].type));
    if (t.all_lanes) {
      if (extent(n.lane) == dynamic) return "bytes with the extents";
      size *= static_cast<double>(blocks_of_lanes(n, extent(n.lane)));
    }
    for (int k = 0; k < t.row_count; ++k) {
      const int v = t.order[k];
      if (!has(t.relative, v) && extent(v) == dynamic) return "bytes with the extents";
      size *= static_cast<double>(has(t.relative, v) ? n.rows_of_block(t, v) : extent(v));
    }
    return in_bytes(size);
  }
  void buffer(const nest<N>& n, int depth, int t, const char* what, const std::string& value) {
    const tile& d = n.tiles[t];
    const std::string where = d.alias >= 0 ? "in the memory of s" + std::to_string(d.alias + 1) : tile_bytes(n, d);
    line(depth, "s" + std::to_string(t + 1) + " " + tile_axes(n, d) + " = " + value + "   [" + what + ", " + where + "]");
    f.names[d.node] = "s" + std::to_string(t + 1);
  }

  // What a buffer holds: a temporary's name where it copies one, else the formula.
  std::string value_of(int node) const { return f.is_stored(node) ? f.of(node) : f.of(node, false); }

  void fold(const nest<N>& n, int depth, const fold_step& s) {
    std::string how = s.lanes_node >= 0 && n.alone ? f.of(s.rows_node) + " times the one lane of " + f.of(s.lanes_node)
                      : s.lanes_node >= 0 ? "micro-kernel " + std::to_string(n.tile_rows) + " rows x " + std::to_string(n.vectors) + " vectors: " + f.of(s.rows_node) +
                                              " broadcast, " + f.of(s.lanes_node) + " in lanes"
                                        : "row by row";
    if (s.anchor >= 0) how += ", rescaled when " + f.of(s.anchor) + " grows";
    // a product is scaled in the operand that is packed, and an operand may be stored in another order
    const bool of_others = n.tiles[s.tile].node != s.node || (s.lanes_node >= 0 && (f.is_copy(s.lanes_node) || f.is_copy(s.rows_node)));
    const std::string value = of_others ? f.fold_of(s.node, f.of(s.lanes_node) + " * " + f.of(s.rows_node)) : f.of(s.node, false);
    buffer(n, depth, s.tile, how.c_str(), value);
  }

  void filled(const nest<N>& n, int depth, const strip& x) {
    if (x.contraction) fold(n, depth, x.fold);
    else buffer(n, depth, x.tile, n.tiles[x.tile].kept_by >= 0 ? "kept" : x.across() ? "turned for the block" : "computed for the block", value_of(n.tiles[x.tile].node));
  }
  void one_walk(const nest<N>& n, int depth, const walk& w) {
    std::string over;
    for (int k = 0; k < w.depth; ++k) over += (k ? ", " : "") + sized(w.order[k]);
    if (w.where == scope::outer) over += (over.empty() ? "" : ", ") + std::string("lanes of ") + sized(n.lane);
    std::string head = "pass over " + over;
    if (w.depth > 0) head += ", " + std::to_string(w.block) + " rows a block";
    if (w.bounded || w.looked_into) head += ", blocks that a mask excludes left out";
    line(depth, head);
    forget_strips(n);  // the strips of another pass are gone
    // what sweeps and products refer to by name, before it is printed
    const auto in_loop = [&](const strip& x) { return n.in_blocks >= 0 && (x.swept() || has(g.nodes[n.tiles[x.tile].node].free, n.in_blocks)); };
    if (n.in_blocks >= 0) {
      for (int s = 0; s < w.strip_count; ++s)
        if (!in_loop(w.strips[s])) filled(n, depth + 1, w.strips[s]);
      line(++depth, "for " + sized(n.in_blocks) + ", in each block");
    }
    for (int l = 0; l < w.levels; ++l) {
      for (int swept = 0; swept <= 1; ++swept)
        for (int s = 0; s < w.strip_count; ++s) {
          const strip& x = w.strips[s];
          if (x.level != l || x.swept() != (swept == 1) || (n.in_blocks >= 0 && !in_loop(x))) continue;
          filled(n, depth + 1, x);
        }
      for (int k = 0; k < w.fold_count; ++k)
        if (w.folds[k].level == l) fold(n, depth + 1, w.folds[k]);
    }
  }

  void forget_strips(const nest<N>& n) {
    for (int w = 0; w < n.walk_count; ++w)
      for (int s = 0; s < n.walks[w].strip_count; ++s) {
        const int node = n.tiles[n.walks[w].strips[s].tile].node;
        if (n.tile_of[node] < 0) f.names[node].clear();
      }
  }

  // What is made after nest i by taking what lies in memory to its places.
  void scattered(int i) {
    f.nest = i + 1;
    for (int t = 0; t < p.temporary_count; ++t) {
      const temporary& s = p.temporaries_list[t];
      if (!g.is(s.node, kind::scatter) || s.made_by != i) continue;
      for (auto& name : f.names) name.clear();
      const int x = g.child(s.node, 0);
      vars all = g.nodes[x].free;
      for (int k = 0; k < scattered_along(g.nodes[s.node]).count; ++k) all |= g.nodes[g.child(s.node, 1 + k)].free;
      line(0, "temporary t" + std::to_string(t + 1) + " " + sized_axes(g.nodes[s.node].free) + ":");
      line(1, "for " + sized_axes(all));
      line(2, (g.fold_of(s.node) == fold_op::sum ? "add " : "take ") + f.of(x) + " where " + f.places(s.node));
    }
  }
  vars stored_axes(const nest<N>& n, const output& r) const {
    return p.temporaries_list[r.target].carried ? r.axes & ~one(n.around[n.around_count - 1]) : r.axes;
  }
  void one_nest(int i) {
    nest<N> n = p.nests[i];
    n.alone = n.is_alone(extent);
    f.nest = i;
    for (auto& name : f.names) name.clear();
    if (n.together > 0)
      for (int k = 0; k < n.around_count; ++k) line(k, "for " + sized(n.around[k]) + (k + 1 < n.around_count ? "" : ", with running sums carried on:"));
    const int around = n.around_count;
    for (int o = 0; o < n.output_count; ++o) {
      const output& r = n.outputs[o];
      line(around, (r.temporary ? (axis_of_line(g, p.temporaries_list[r.target]) >= 0 ? "line t" : "temporary t") + std::to_string(r.target + 1) + " " : p.results > 1 ? "result " + std::to_string(r.target + 1) + " " : std::string("result ")) +
                       sized_axes(r.temporary ? stored_axes(n, r) : r.axes) + (n.turned ? ", from the end of " + f.name(n.around[n.around_count - 1]) : "") + ":");
    }
    int depth = around + 1;
    for (int k = 0; k < n.outer_count; ++k)
      if (!has(n.around_set(), n.outer[k])) line(depth++, "for " + sized(n.outer[k]));
    if (n.chunk >= 0) line(depth++, "for " + sized(n.chunk) + " in chunks of " + std::to_string(n.chunk_size));
    for (int w = 0; w < n.walk_count; ++w)
      if (n.walks[w].where == scope::outer) one_walk(n, depth, n.walks[w]);
    for (int s = 0; s < n.step_count; ++s)
      if (n.steps[s].hoisted) buffer(n, depth, n.steps[s].index, "once for all lanes", value_of(n.tiles[n.steps[s].index].node));
    bool any = false;
    for (int o = 0; o < n.output_count; ++o) {
      const bool at_lanes = n.lane < 0 || has(n.outputs[o].axes, n.lane);
      any = any || at_lanes;
      if (!at_lanes) write(n, depth, n.outputs[o]);
    }
    if (!any) return;
    if (n.lane >= 0 && n.alone) line(depth++, "for " + sized(n.lane) + " one at a time, with vectors along rows");
    else if (n.lane >= 0)
      line(depth++, "for " + sized(n.lane) + " in blocks of " + std::to_string(n.lanes * n.vectors) + " lanes (" + std::to_string(n.vectors) + (n.vectors == 1 ? " vector of " : " vectors of ") +
                        std::to_string(n.lanes) + ")");
    for (int s = 0; s < n.step_count; ++s) {
      if (n.steps[s].hoisted) continue;
      if (!n.steps[s].is_walk) buffer(n, depth, n.steps[s].index, "packed", value_of(n.tiles[n.steps[s].index].node));
      else if (n.walks[n.steps[s].index].where == scope::lanes) one_walk(n, depth, n.walks[n.steps[s].index]);
    }
    forget_strips(n);
    for (int o = 0; o < n.output_count; ++o)
      if (n.lane < 0 || has(n.outputs[o].axes, n.lane)) write(n, depth, n.outputs[o]);
  }
  void write(const nest<N>& n, int depth, const output& r) {
    line(depth, "write " + sized_axes(r.axes & (n.in_blocks < 0 ? n.rows : n.rows | one(n.in_blocks))) + " " + (f.names[r.node].empty() ? value_of(r.node) : f.names[r.node]));
  }

  // Axes that may turn out to be one loop (plan/joint_loops.hpp).
  struct joint_sets {
    vars of[64]{};
    constexpr void joint_access(const planner::joint_access&) {}
    constexpr void joint(const joint_entry& e) {
      const vars both = of[e.outer] | of[e.inner] | one(e.outer) | one(e.inner);
      for (int v = 0; v < 64; ++v)
        if (has(both, v)) of[v] = both;
    }
  };
  void joint_loops() {
    joint_sets sets;
    list_joint_loops(p, sets);
    for (int v = 0; v < g.variable_count; ++v) {
      if (sets.of[v] == 0 || (sets.of[v] & (one(v) - 1)) != 0) continue;
      std::string axes;
      for (int w = v; w < g.variable_count; ++w)
        if (has(sets.of[v], w)) axes += (axes.empty() ? "" : " * ") + f.name(w);
      line(0, "one loop where all memory goes on from axis to axis: " + axes);
    }
  }
  void total() {
    const summary s = summarise(p, extent);
    bool known = true;
    for (int v = 0; v < g.variable_count; ++v) known = known && (extent(v) != dynamic || g.variables[v].derived);
    line(0, "total: " + std::to_string(s.passes) + (s.passes == 1 ? " pass, " : " passes, ") + std::to_string(s.temporaries) +
                (s.temporaries == 1 ? " temporary" : " temporaries") + (s.temporaries ? " of " + in_bytes(static_cast<double>(s.temporary_bytes)) : "") +
                (s.lines == 0 ? std::string() : ", " + std::to_string(s.lines) + (s.lines == 1 ? " line of " : " lines of ") + in_bytes(static_cast<double>(s.line_bytes))) + ", scratch " + in_bytes(static_cast<double>(s.scratch_bytes)) + " a thread, contractions " + in_flops(static_cast<double>(s.flops)) +
                (s.flops_as_written == s.flops ? "" : " (" + in_flops(static_cast<double>(s.flops_as_written)) + " as written)") +
                ", memory moved " + in_bytes(static_cast<double>(s.bytes_moved)) +
                (known ? "" : " (without what depends on run-time extents)"));
  }
};
}  // namespace detail

/// constants: of the expression, in order, or nullptr where they are not known.
template <int N, int M, class Extent> std::string explain(const program<N, M>& p, const double* constants, Extent extent) {
  return detail::explanation<N, M, Extent>(p, constants, extent).text();
}

}  // namespace heed::planner
