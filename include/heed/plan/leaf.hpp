// Leaves: tensors become accesses; constants, positions and lengths are values of their own.
#pragma once

#include <heed/axes/name.hpp>
#include <heed/plan/address.hpp>
#include <heed/plan/flatten.hpp>
#include <heed/plan/single_lane.hpp>

namespace heed::planner::detail {

template <class N> struct tensor_part {
  using T = typename N::operand_type;
  using S = typename T::shape_type;
  using layout_type = typename T::layout_type;
  static constexpr place count{1, 0, 0, 0};
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>*) {
    return flatten_axes(g, p, a, S{});
  }
  template <class G, class... X> static constexpr int flatten_axes(G& g, const place& p, const axis_scope* a, shape<X...>) {
    static_assert(sizeof...(X) <= leaf::max_rank, "heed: a tensor in an expression has at most 8 axes");
    constexpr int rank = sizeof...(X);
    const int number = g.leaf_number(p.leaf);
    if (number >= G::half) return g.is_full();
    leaf& f = g.leaves[number];
    f.type = scalar_of<typename T::element_type>();
    f.rank = rank;
    affine maps[rank + 1]{};
    index_t strides[rank + 1]{};
    int i = 0;
    [[maybe_unused]] auto one_axis = [&](tag axis, std::string_view name) {
      f.extent[i] = layout_type::static_extents[static_cast<std::size_t>(i)];
      f.axis[i] = name;
      const index_t s = layout_type::static_strides[static_cast<std::size_t>(i)];
      f.stride[i] = strides[i] = s == dynamic_stride ? unknown_stride : s;
      maps[i] = look_up(axis, a)->to;
      ++i;
    };
    (one_axis(tag_of<axis_of<X>>, axis_name<axis_of<X>>), ...);
    if (number >= g.leaf_count) g.leaf_count = number + 1;
    if (rank > 0 && g.alone[number]) {
      g.single = find_variable(g, {tag_of<single_query>, "single", 1, {}, 0, -1});
      maps[0].add(g.single, 0);
    }
    const int acc = make_access(g, access::of::leaf, number, maps, rank, strides);
    return g.make({.what = kind::leaf, .type = f.type, .operand = f.type, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}, nullptr, 0);
  }
  template <class L> static constexpr extent_source source(tag axis, const place& p, const L*) { return of_leaf(axis, p, S{}); }
  template <class... X> static constexpr extent_source of_leaf([[maybe_unused]] tag axis, const place& p, shape<X...>) {
    extent_source s;
    std::int16_t i = 0;
    ((tag_of<axis_of<X>> == axis ? void(s = {extent_source::from::leaf, static_cast<std::int16_t>(p.leaf), i}) : void(), ++i), ...);
    return s;
  }
};
template <class T> struct part<reference<T>> : tensor_part<reference<T>> {};
template <class T> struct part<held<T>> : tensor_part<held<T>> {};
template <class T> struct part<viewed<T>> : tensor_part<viewed<T>> {};

// What has nothing below that could say how large an axis is.
struct no_source {
  template <class L> static constexpr extent_source source(tag, const place&, const L*) { return {}; }
};
template <class T> struct part<constant<T>> : no_source {
  static constexpr place count{0, 1, 0, 0};
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope*, const let_scope<G>*) {
    constexpr scalar t = scalar_of<T>();
    return g.make({.what = kind::constant, .type = t, .operand = t, .item = static_cast<std::int16_t>(g.constant_number(p.constant))}, nullptr, 0);
  }
};
template <class X> struct part<position_node<X>> : no_source {
  static constexpr place count{};
  template <class G> static constexpr int flatten(G& g, const place&, const axis_scope* a, const let_scope<G>*) {
    return make_position(g, look_up(tag_of<axis_of<X>>, a)->to);
  }
};
template <class A> struct part<length_node<A>> : no_source {
  static constexpr place count{};
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>*) {
    return length_of(g, p, tag_of<A>, axis_name<A>, a, scalar::i32);
  }
  template <class G> static constexpr int length_of(G& g, const place& p, tag axis, std::string_view name, const axis_scope* a, scalar type) {
    const axis_scope* s = look_up(axis, a);
    axis_scope folded{};
    if (!s) {
      if (const auto* f = g.lengths.ask(axis, p.as_number())) {
        folded = {axis, {}, f->extent, f->source, nullptr};
        s = &folded;
      }
    }
    if (!s) {
      g.has_open_length = true;
      g.open_length = axis;
    }
    if (!s || s->size >= 0) return g.make_constant(s ? static_cast<double>(s->size) : 1, type);
    const int v = find_variable(g, {axis, name, dynamic, s->source, 0, -1});
    return g.make({.what = kind::length, .type = scalar::i32, .operand = scalar::i32, .item = static_cast<std::int16_t>(v)}, nullptr, 0);
  }
};

}  // namespace heed::planner::detail
