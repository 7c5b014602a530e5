// Folds and contractions bind variables for the axes that they fold over.
#pragma once

#include <heed/plan/leaf.hpp>
#include <heed/plan/ordered_sum.hpp>
#include <heed/plan/repeated.hpp>

namespace heed::planner::detail {

template <fold_op O, class L, class X> struct operands_of<fold<O, L, X>> { using type = child_list<X>; };
template <class L, class X, class Y> struct operands_of<contraction<L, X, Y>> { using type = child_list<X, Y>; };
template <class L, class X, class Y> struct effort_of<contraction<L, X, Y>> { static constexpr effort value = effort::contraction; };
template <class L, class X, class Y> struct effort_of<fold<fold_op::sum, L, elementwise<op::multiply, X, Y>>> { static constexpr effort value = effort::contraction; };
template <fold_op O, class L, class X> struct effort_of<fold<O, L, X>> { static constexpr effort value = effort_of<void>::most(effort::dear, child_list<X>{}); };

// Binds the axes L of a body of shape S, builds the body by `build`, then the fold by `finish(body, bound, count)`.
template <class L, class S> struct binding;
template <class... A, class S> struct binding<axis_list<A...>, S> {
  template <class G, class Source, class Build> static constexpr int run(G& g, const axis_scope* a, Source source_of, Build build) {
    vars live = 0;
    for (const axis_scope* s = a; s; s = s->outer)
      if (g.binds_apart || (shape_facts<S>::has(s->axis) && !((tag_of<A> == s->axis) || ...) && look_up(s->axis, a) == s)) live |= base_variables(g, s->to.used());
    axis_scope scopes[sizeof...(A)]{};
    int i = 0;
    vars bound = 0;
    const axis_scope* inner = a;
    auto bind = [&](tag axis, std::string_view name, index_t size) {
      const extent_source s = size >= 0 ? extent_source{} : g.same_length(source_of(axis));
      scopes[i] = {axis, bind_axis(g, axis, name, size, s, live | bound), size, s, inner};
      bound |= scopes[i].to.used();
      inner = &scopes[i++];
      g.lengths.remember({axis, size, s});
    };
    (bind(tag_of<A>, axis_name<A>, size_in_shape<S, A>), ...);
    const int own = g.lengths.fold_count, n = build(inner, bound);
    (g.lengths.forget_below(tag_of<A>, own), ...);
    return n;
  }
};

template <class G, class... A> constexpr int count_of_axes(G& g, axis_list<A...>, const axis_scope* inner, scalar type) {
  index_t known = 1;
  int n = -1;
  auto one_axis = [&](tag axis, std::string_view name) {
    const axis_scope* s = look_up(axis, inner);
    if (s->size >= 0) { known *= s->size; return; }
    const int l = part<length_node<int>>::length_of(g, {}, axis, name, inner, type);
    n = n < 0 ? l : g.make(op::multiply, type, n, l);
  };
  (one_axis(tag_of<A>, axis_name<A>), ...);
  if (n < 0) return g.make_constant(static_cast<double>(known), type);
  return known == 1 ? n : g.make(op::multiply, type, n, g.make_constant(static_cast<double>(known), type));
}

// A product of small integers that is summed is taken in the type of the sum, as dot takes it.
template <class G> constexpr int product_of_sum(G& g, int n, scalar type) {
  if (is_float(type) || !g.is(n, op::multiply) || bytes_of(g.nodes[n].type) >= bytes_of(type) || g.as_it_stands[n]) return n;
  const int a = product_of_sum(g, g.child(n, 0), type), b = product_of_sum(g, g.child(n, 1), type);
  return g.make(op::multiply, type, a, b);
}

template <class S, class... A> constexpr uses_of_value used_by_fold(const uses_of_value& around, vars bound, bool sum, axis_list<A...>) {
  constexpr bool known = ((size_in_shape<S, A> >= 0) && ...);
  return {around.folds + 1, known && !sum ? (index_t{1} * ... * size_in_shape<S, A>) : 0, sum, 1, around.bound | bound, sum ? around.summed | bound : 0};
}

template <fold_op O, class L, class X> struct part<fold<O, L, X>> {
  static constexpr place count = count_of<X>;
  static constexpr scalar type = scalar_of<value_type_of<fold<O, L, X>>>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    if constexpr (window_of_folds<O, L, X>::value) return detail::flatten<G, typename window_of_folds<O, L, X>::type>(g, p, a, l);
    else return binding<L, shape_of<X>>::run(
        g, a, [&](tag axis) { return detail::source<G, X>(axis, p, l); },
        [&](const axis_scope* inner, vars bound) {
          const uses_of_value before = g.uses;
          g.uses = used_by_fold<shape_of<X>>(before, bound, O == fold_op::sum || O == fold_op::mean, L{});
          int body = detail::flatten<G, X>(g, p, inner, l);
          g.uses = before;
          if ((O == fold_op::sum || O == fold_op::mean) && is_float(type) && g.nodes[body].type != type)
            body = g.make({.what = kind::convert, .type = type, .operand = type}, &body, 1);
          if constexpr (O == fold_op::sum) return make_ordered_sum(g, bound, type, product_of_sum(g, body, type));
          else if constexpr (O == fold_op::mean)
            return g.make(op::divide, type, make_ordered_sum(g, bound, type, body), count_of_axes(g, L{}, inner, type));
          else return make_plain_fold(g, O, bound, type, type, body);
        });
  }
  template <class S> static constexpr extent_source source(tag axis, const place& p, const S* l) { return part<X>::source(axis, p, l); }
};
template <class L, class X, class Y> struct part<contraction<L, X, Y>> : children_part<X, Y> {
  static constexpr place count = total<X, Y>();
  static constexpr scalar type = scalar_of<value_type_of<contraction<L, X, Y>>>();
  template <class G> static constexpr int flatten(G& g, const place& p, const axis_scope* a, const let_scope<G>* l) {
    return binding<L, union_of<shape_of<X>, shape_of<Y>>>::run(
        g, a, [&]([[maybe_unused]] tag axis) -> extent_source {
          if constexpr (has_static_extents<shape_of<X>> && has_static_extents<shape_of<Y>>) return {};
          else return children_part<X, Y>::source(axis, p, l);
        },
        [&](const axis_scope* inner, vars bound) {
          int c[2]{};
          const uses_of_value before = g.uses;
          g.uses = used_by_fold<shape<>>(before, bound, true, axis_list<>{});
          if constexpr (share_run_time_axes<X, Y>) children_part<X, Y>::set_equal_lengths(g, p, l);
          children_part<X, Y>::flatten_all(g, p, inner, l, c);
          g.uses = before;
          return make_ordered_sum(g, bound, type, g.make(op::multiply, type, c[0], c[1]));
        });
  }
};

}  // namespace heed::planner::detail
