// A target gets the extents of its result: also where it is an operand of it.
#pragma once

#include <heed/eval/bind.hpp>
#include <heed/tensor/concepts.hpp>

namespace heed::detail {

/// Whether a point-wise function is known to read this memory: those of interop/ read arrays of other libraries.
template <class Functions> bool function_reads(const Functions& functions, const memory_range& m) {
  auto one = [&](const auto& f) {
    if constexpr (requires { f.reads(m.begin, m.end); }) return f.reads(m.begin, m.end);
    else return false;
  };
  return std::apply([&](const auto*... f) { return (one(*f) || ...); }, functions);
}

/// Whether an expression reads memory of t, or t itself while it has no elements.
template <class Target, class E> bool reads(const E& expression, const Target& t) {
  constexpr planner::place count = planner::detail::count_of_results<E>;
  bound_values<count> values;
  collect_values(expression, values);
  const char* begin = reinterpret_cast<const char*>(t.data());
  const memory_range mine{begin, begin + static_cast<std::size_t>(t.size()) * sizeof(typename Target::element_type)};
  for (int i = 0; i < count.leaf; ++i) {
    const bound_leaf& l = values.leaves[static_cast<std::size_t>(i)];
    if (l.data == t.data() || range_of(l).overlaps(mine)) return true;
  }
  return false;
}

/// A target whose run-time axes have the extents of the expression, if it owns its memory. One that changes its extents
/// while the expression reads it, as in `cache = concat<Key>(cache, added)`, is computed beside itself and moved in; so is one that a
/// look-up may leave as it is, by an id that is outside.
template <class Target> class fitted_target {
  struct none {};
  static constexpr bool resizable = tensor_like<Target> && !Target::layout_type::has_static_extents;
  Target& target_;
  std::conditional_t<resizable, Target, none> beside_{};  // run-time axes: it has no elements until it is resized
  bool is_beside_ = false;

 public:
  /// node: the target's own expression; all: everything that is computed together with it.
  template <class N, class E> fitted_target(Target& t, const N& node, const E& all) : target_(t) {
    if constexpr (resizable) {
      auto extents = t.layout().extents();
      [&]<class... X>(shape<X...>) {
        std::size_t i = 0;
        auto fit = [&]<class A, bool Known>() {
          if constexpr (Known) extents[i] = extent_at_run_time<A>(node, no_lets{});
          ++i;
        };
        (fit.template operator()<axis_of<X>, size_of_extent<X> == dynamic && contains_axis<shape_of<N>, axis_of<X>> &&
                                                 !is_open<extent_in_shape<shape_of<N>, axis_of<X>>>>(),
         ...);
      }(typename Target::shape_type{});
      is_beside_ = extents != t.layout().extents() && (planner::detail::count_of_results<E>.look_up > 0 || reads(all, t));
      (is_beside_ ? beside_ : t).resize_to(extents);
    }
    (void)node;
    (void)all;
  }
  Target& get() {
    if constexpr (resizable)
      if (is_beside_) return beside_;
    return target_;
  }
  void finish() {
    if constexpr (resizable)
      if (is_beside_) target_ = std::move(beside_);
  }
};

}  // namespace heed::detail
