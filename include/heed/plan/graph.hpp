// The expression as a compiler sees it: a flat array of nodes over index variables. Integers only; values (pointers,
// constants, run-time extents) stay in the expression object and are numbered here.
//
// Axes have become variables. Every node has the set of variables that its value depends on (`free`); a fold binds
// variables; a leaf is addressed by an affine map of them. So rename, slice, split and merge are gone: they are in the maps.
#pragma once

#include <cstdint>
#include <string_view>

#include <heed/node/op.hpp>
#include <heed/plan/length.hpp>
#include <heed/plan/scalar.hpp>
#include <heed/plan/variable.hpp>

namespace heed::planner {

enum class kind : std::uint8_t {
  leaf,         // item: an access
  constant,     // item: a constant
  position,     // item: an access (its value is the coordinate)
  length,       // item: a variable; its extent
  elementwise,  // code: an op
  mapped,       // item: a function of the user's
  convert,
  fold,         // code: a fold_op; bound: what it folds over
  stored,       // item: an access to another node's value, under other names of its axes
  scan,         // running sums along a variable (item); always stored
  looked_up,    // the first operand where variable item, which is bound here, is what the second, integers, says
  scatter,      // code: a fold_op, of the first operand over `bound`, each at the place that integers say, the operands from the second on, along the
                // variables of `item` (scattered_along); elsewhere stands the last operand, a number, if there is one more; always stored
};

/// What is asked of a value: the code of a conversion to the type that it has already.
enum class hint_code : std::uint8_t {
  none,
  stored,       // in a nest of its own, before it is used
  recomputed,   // where it is used, never stored
  tiled,        // item: the tiling of the nest that computes it
  lanes_along,  // item: the variable of the lanes of that nest
};
/// A register block and the rows of a block; 0: not said.
struct tiling {
  int vectors = 0, rows = 0;
  index_t block = 0;
};

struct node {
  kind what = kind::constant;
  std::uint8_t code = 0;
  scalar type = scalar::f32;     // of the value
  scalar operand = scalar::f32;  // that the operands are converted to
  std::int16_t item = 0;
  std::int16_t first_edge = 0;
  std::int16_t edges = 0;
  vars bound = 0;
  vars free = 0;
  vars folded = 0;  // what folds at or below bind
};

/// The variables along which a node of kind::scatter has places, one or two.
struct scattered_along {
  std::int16_t at[2]{-1, -1};
  int count = 0;
  explicit constexpr scattered_along(const node& n) {
    for (int x = n.item; x > 0; x /= 64) at[count++] = static_cast<std::int16_t>(x % 64 - 1);
  }
  /// Of these, as such a node's item. (Variable 63 is none of them.)
  static constexpr std::int16_t item(int first, int second) { return static_cast<std::int16_t>(1 + first + 64 * (1 + second)); }
};

struct leaf {
  static constexpr int max_rank = 8;
  scalar type = scalar::f32;
  int rank = 0;
  index_t extent[max_rank]{};
  index_t stride[max_rank]{};
  std::string_view axis[max_rank]{};
};

/// The parts into which an axis was refined, because somewhere it is a merge of them.
struct refinement {
  tag axis{};
  index_t whole = 0;
  index_t part[4]{};
  std::string_view name[4]{};
  int parts = 0;
};

/// A fold over `whole` that is taken as folds over the rest of folds over `inner`, because somewhere else a fold over
/// `inner` alone waits for it.
struct nesting {
  vars whole = 0, inner = 0;
};

/// A sum of products whose order was chosen (plan/product_order.hpp): its factors, the points of its sums as written and as chosen.
struct reordered_product {
  static constexpr int most = 8;
  std::int16_t node = 0;
  std::int16_t factor[most]{};
  int factor_count = 0;
  vars bound = 0;
  vars written[most]{};
  vars values[most]{};    // the axes of each as written
  bool products[most]{};  // which of them are sums of products
  int written_count = 0;
  vars chosen[most]{};
  int chosen_count = 0;
  double largest = 0;     // elements of the largest value as written
};

/// What a graph holds that does not grow with the number of nodes.
struct graph_facts {
  int size = 0;  // nodes
  int edges = 0;
  variable variables[64]{};
  int variable_count = 0;
  int map_count = 0;
  int access_count = 0;
  int term_count = 0;
  int leaf_count = 0;
  double constants[32]{};   // constants of the planner's own; those of the expression are numbered from own_constants on
  int constant_count = 0;
  refinement refinements[8]{};
  int refinement_count = 0;
  index_t divisor[64]{};    // of derived variables; 0 or less: in a slot
  bool shares = false;
  nesting nestings[4]{};
  int nesting_count = 0;
  vars fold_sets[32]{};       // what folds bind, each set once (as many as fit)
  int fold_set_count = 0;
  int single = -1;            // the variable of extent 1 that leaves are given (plan/single_lane.hpp)
  static constexpr int most_reordered = 8;
  reordered_product reordered[most_reordered]{};
  int reordered_count = 0;
  bool keeps_order = false;   // products that are made now stay as written
  static constexpr int most_apart = 16;
  std::int16_t apart[most_apart]{};  // values of lets that a sum was made without (plan/ordered_sum.hpp)
  int apart_count = 0;
  bool keeps_lets = false;    // one of them is there all the same: no sum is made without
  static constexpr int most_again = 8;
  std::int16_t again[most_again]{};  // values of lets of which a few elements are computed again (plan/let.hpp),
  tag again_of[most_again]{};        // and the lets
  int again_count = 0;
  tag stored_lets[most_again]{};     // those of which none are: what has other names reads the value
  int stored_let_count = 0;
  bool stores_anew = false;          // one was found: build again
  vars result_axes = 0;       // of the result that is built now
  static constexpr int most_tilings = 8;
  tiling tilings[most_tilings]{};
  int tiling_count = 0;
  bool hinted = false;        // something is said of a value
  bool looks_up = false;      // integers say where something is read
  bool binds_apart = false;   // folds that are made now bind no variable of a loop around them
  vars few = 0;               // whose run-time extents are taken for small (plan/short_rows.hpp)
  bool any_extents = false;   // costs are compared for extents that are not known, whatever is known of them
  bool refined_anew = false;  // a refinement or a nesting was found while building: build again with it
  // the conditions under which what is built now is used: what a where around it asks, and the answer
  struct condition {
    std::int16_t node = 0;
    bool holds = true;
  } conditions[16]{};
  int condition_begin = 0, condition_end = 0;
  bool overflow = false;      // more nodes than fit
  bool lacks_room = false;    // there was a plan that did not fit, whether or not it was the one that was made: plan again with more room
  bool address_overflow = false;  // a coordinate of more terms than fit
  // run-time lengths that are equal, because operands with one axis are combined: the second is taken to be the first
  static constexpr int most_equal_lengths = 32;
  extent_source equal_lengths[most_equal_lengths][2]{};
  int equal_length_count = 0;
  bool has_open_length = false;  // length<A> stands where nothing gives A an extent; A:
  tag open_length{};
};

/// What is done with the value that is built now.
struct uses_of_value {
  int folds = 0;         // around it
  index_t pooled = 0;    // elements that the innermost takes together, where it is no sum and their number is known
  bool linear = false;   // that one is a sum
  double overlap = 1;    // of so many windows that overlap each of its elements is read
  vars bound = 0;        // by the folds around
  vars summed = 0;       // by those that are sums, of sums
};

template <int N> struct graph : graph_facts {
  static constexpr int capacity = N, half = N / 2 + 16, most_terms = N + 32;
  node nodes[N]{};
  std::int16_t edge[N * 2 + 16]{};
  affine maps[half]{};
  access accesses[half]{};
  term terms[most_terms]{};
  leaf leaves[half]{};
  // which leaf or constant of an earlier result holds the same value as this one (plan/share.hpp); itself where none does
  std::int16_t same_leaf[half]{};
  std::int16_t same_constant[half]{};
  bool alone[half]{};  // leaves that are given an axis of extent 1
  fold_lengths lengths{};
  uses_of_value uses{};
  bool as_it_stands[N]{};  // values that no product of others is taken apart for: of lets, and as_written
  bool of_let[N]{};        // those of lets

  constexpr int leaf_number(int i) const { return shares ? same_leaf[i] : i; }
  constexpr int constant_number(int i) const { return shares ? same_constant[i] : i; }
  /// One source for all that are known to be equal.
  constexpr extent_source same_length(extent_source s) const {
    if (s.where == extent_source::from::leaf) s.number = static_cast<std::int16_t>(leaf_number(s.number));
    for (int i = equal_length_count - 1; i >= 0; --i)  // what the first was taken to be earlier stands before it
      if (equal_lengths[i][1] == s) s = equal_lengths[i][0];
    return s;
  }
  constexpr void set_equal(extent_source a, extent_source b) {
    a = same_length(a);
    b = same_length(b);
    if (a == b || equal_length_count == most_equal_lengths) return;
    equal_lengths[equal_length_count][0] = a;
    equal_lengths[equal_length_count++][1] = b;
  }
  constexpr int child(int n, int i) const { return edge[nodes[n].first_edge + i]; }
  constexpr op op_of(int n) const { return static_cast<op>(nodes[n].code); }
  constexpr fold_op fold_of(int n) const { return static_cast<fold_op>(nodes[n].code); }
  constexpr bool is(int n, op o) const { return nodes[n].what == kind::elementwise && nodes[n].code == static_cast<std::uint8_t>(o); }
  constexpr bool is(int n, kind k) const { return nodes[n].what == k; }
  constexpr hint_code hint_of(int n) const { return nodes[n].what == kind::convert ? static_cast<hint_code>(nodes[n].code) : hint_code::none; }
  constexpr bool is(int n, hint_code h) const { return nodes[n].what == kind::convert && nodes[n].code == static_cast<std::uint8_t>(h); }

  // One node for one value: a node that is there already is returned, not made again. Children come before parents.
  constexpr int make(node n, const int* child_list, int child_count) {
    n.edges = static_cast<std::int16_t>(child_count);
    vars free = n.free;
    for (int i = 0; i < child_count; ++i) free |= nodes[child_list[i]].free;
    n.free = free & ~n.bound;
    n.folded = n.bound;
    for (int i = 0; i < child_count; ++i) n.folded |= nodes[child_list[i]].folded;
    const int start = child_count > 0 ? largest(child_list, child_count) + 1 : 0;
    for (int i = start; i < size; ++i) {
      const node& o = nodes[i];
      if (o.what == n.what && o.code == n.code && o.item == n.item && o.edges == n.edges && o.type == n.type && o.bound == n.bound &&
          o.operand == n.operand && o.free == n.free && same_children(o, child_list))
        return i;
    }
    if (size == N || edges + child_count > static_cast<int>(sizeof(edge) / sizeof(edge[0]))) return is_full();
    n.first_edge = static_cast<std::int16_t>(edges);
    for (int i = 0; i < child_count; ++i) edge[edges++] = static_cast<std::int16_t>(child_list[i]);
    nodes[size] = n;
    if (n.what == kind::fold) remember_fold(n.bound);
    return size++;
  }
  constexpr int make(op o, scalar type, int a) {
    return make({.what = kind::elementwise, .code = static_cast<std::uint8_t>(o), .type = type, .operand = type}, &a, 1);
  }
  constexpr int make(op o, scalar type, int a, int b) {
    const int c[] = {a, b};
    return make({.what = kind::elementwise, .code = static_cast<std::uint8_t>(o), .type = type, .operand = type}, c, 2);
  }
  constexpr int make_comparison(op o, scalar operand, int a, int b) {
    const int c[] = {a, b};
    return make({.what = kind::elementwise, .code = static_cast<std::uint8_t>(o), .type = scalar::b8, .operand = operand}, c, 2);
  }
  constexpr int make_where(scalar type, int test, int yes, int no) {
    const int c[] = {test, yes, no};
    return make({.what = kind::elementwise, .code = static_cast<std::uint8_t>(op::where), .type = type, .operand = type}, c, 3);
  }
  constexpr int make_constant(double value, scalar type) {
    int i = 0;
    while (i < constant_count && !(constants[i] == value)) ++i;
    if (i == 32) { overflow = true; return 0; }
    if (i == constant_count) constants[constant_count++] = value;
    return make({.what = kind::constant, .type = type, .operand = type, .item = static_cast<std::int16_t>(-1 - i)}, nullptr, 0);
  }

  constexpr index_t extent(int v) const { return variables[v].extent; }

  /// More was asked for than there is room for.
  constexpr int is_full() {
    overflow = lacks_room = true;
    return 0;
  }

 private:
  constexpr void remember_fold(vars bound) {
    for (int i = 0; i < fold_set_count; ++i)
      if (fold_sets[i] == bound) return;
    if (fold_set_count < 32) fold_sets[fold_set_count++] = bound;
  }
  constexpr int largest(const int* c, int count) const {
    int m = c[0];
    for (int i = 1; i < count; ++i) m = c[i] > m ? c[i] : m;
    return m;
  }
  constexpr bool same_children(const node& o, const int* c) const {
    for (int i = 0; i < o.edges; ++i)
      if (edge[o.first_edge + i] != c[i]) return false;
    return true;
  }
};

}  // namespace heed::planner
