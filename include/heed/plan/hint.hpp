// Hints become nodes of their own, which no factoring looks through: a conversion to the type that the value has already, with a
// code that says what is asked. Placing reads them (place.hpp, lanes.hpp, temporaries.hpp).
#pragma once

#include <heed/node/hint.hpp>
#include <heed/plan/index.hpp>
#include <heed/shape/hint.hpp>

namespace heed::planner::detail {

template <class H, class X> struct operands_of<hinted<H, X>> { using type = child_list<X>; };

// What lies in memory is computed by nothing: it can only be stored once more.
template <class G> constexpr int make_hint(G& g, hint_code code, int value, int item) {
  if (code != hint_code::stored && g.nodes[value].edges == 0) return value;
  g.hinted = true;
  return g.make({.what = kind::convert, .code = static_cast<std::uint8_t>(code), .type = g.nodes[value].type, .operand = g.nodes[value].type, .item = static_cast<std::int16_t>(item)}, &value, 1);
}

template <class X> struct part<hinted<hint::as_written, X>> : index_part<X> {
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    const bool before = g.keeps_order;
    g.keeps_order = true;
    const int value = detail::flatten<G, X>(g, p, a, l);
    g.keeps_order = before;
    g.as_it_stands[value] = true;
    return value;
  }
};
template <class X> struct part<hinted<hint::stored, X>> : index_part<X> {
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    return make_hint(g, hint_code::stored, detail::flatten<G, X>(g, p, a, l), 0);
  }
};
template <class X> struct part<hinted<hint::recomputed, X>> : index_part<X> {
  // its folds are computed inside the loops around it, so that none of them binds a variable of those
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    const bool before = g.binds_apart;
    g.binds_apart = true;
    const int value = detail::flatten<G, X>(g, p, a, l);
    g.binds_apart = before;
    return make_hint(g, hint_code::recomputed, value, 0);
  }
};
template <tiles T, class X> struct part<hinted<hint::tiled<T>, X>> : index_part<X> {
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    int t = 0;
    while (t < g.tiling_count && !(g.tilings[t].vectors == T.vectors && g.tilings[t].rows == T.rows && g.tilings[t].block == T.block)) ++t;
    if (t == G::most_tilings) { g.overflow = true; return 0; }
    if (t == g.tiling_count) g.tilings[g.tiling_count++] = {T.vectors, T.rows, T.block};
    return make_hint(g, hint_code::tiled, detail::flatten<G, X>(g, p, a, l), t);
  }
};
template <class A, class X> struct part<hinted<hint::lanes_along<A>, X>> : index_part<X> {
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    // where the axis is made of several variables, the one that lies closest
    const affine to = look_up(tag_of<A>, a)->to;
    int v = -1;
    for (int i = 0; i < to.count; ++i)
      if (to.terms[i].coefficient == 1 && to.terms[i].slot < 0 && !g.variables[to.terms[i].variable].derived) v = to.terms[i].variable;
    const int value = detail::flatten<G, X>(g, p, a, l);
    return v < 0 ? value : make_hint(g, hint_code::lanes_along, value, v);
  }
};

}  // namespace heed::planner::detail
