// A running sum is stored: a nest of its own writes the elements, which are then added up where they lie. What uses it reads
// the temporary under whatever its axes mean there.
#pragma once

#include <heed/plan/index.hpp>
#include <heed/shape/cumsum.hpp>

namespace heed::planner::detail {

template <class A, class X> struct operands_of<running_sum<A, X>> { using type = child_list<X>; };

template <class A, class X> struct part<running_sum<A, X>> : index_part<X> {
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    return flatten_over(g, p, a, l, shape_of<X>{});
  }
  template <class G, class... E> static constexpr int flatten_over(G& g, const place& p, const axis_scope* a, const let_scope<G>* l, shape<E...>) {
    static_assert(sizeof...(E) <= leaf::max_rank, "heed: a running sum has at most 8 axes");
    // every axis is a variable here, over the whole of it
    axis_scope scopes[sizeof...(E)]{};
    std::int16_t variables[sizeof...(E)]{};
    const axis_scope* inner = a;
    int rank = 0;
    auto bind = [&](tag axis, std::string_view name, index_t size, bool open) {
      const axis_scope* around = look_up(axis, a);
      if (open) size = around->size;  // a position that X does not give an extent has that of its surroundings
      const extent_source s = size >= 0 ? extent_source{} : open ? around->source : part<X>::source(axis, p, l);
      variables[rank] = static_cast<std::int16_t>(find_variable(g, {axis, name, size, s, 0, -1}));
      scopes[rank] = {axis, {}, size, s, inner};
      scopes[rank].to.add(variables[rank], 1);
      inner = &scopes[rank++];
    };
    (bind(tag_of<axis_of<E>>, axis_name<axis_of<E>>, size_of_extent<E>, is_open<E>), ...);
    const int summed = variables[index_of_axis<shape<E...>, A>];
    const int body = detail::flatten<G, X>(g, p, inner, l);
    constexpr scalar type = scalar_of<value_type_of<running_sum<A, X>>>();
    const int sums = g.make({.what = kind::scan, .type = type, .operand = type, .item = static_cast<std::int16_t>(summed), .free = one(summed)}, &body, 1);

    affine maps[sizeof...(E) + 1]{};
    index_t strides[sizeof...(E) + 1]{};  // the temporary's, known when it is planned; the maps stand in the order of the variables
    int count = 0;
    for (int v = 0; v < g.variable_count; ++v) {
      if (!has(g[sums].free, v)) continue;
      strides[count] = unknown_stride;
      for (int k = 0; k < rank; ++k)
        if (variables[k] == v) maps[count] = look_up(scopes[k].axis, a)->to;
      if (v == g.single) maps[count].add(v, 1);  // (a leaf's, not one of X)
      ++count;
    }
    const int acc = make_access(g, access::of::value, sums, maps, count, strides);
    return g.make({.what = kind::stored, .type = type, .operand = type, .item = static_cast<std::int16_t>(acc), .free = variables_of(g, g.accesses[acc])}, nullptr, 0);
  }
};

}  // namespace heed::planner::detail
