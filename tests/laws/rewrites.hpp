// Changes that keep the meaning of an expression.
#pragma once

#include <laws/forms.hpp>

namespace laws {

struct as_written {
  template <class X> const X& operand(const X& x) const { return x; }
  template <class X> X scores(X x) const { return x; }
  template <class X> X part(X x) const { return x; }
  template <class... A, class X, class Y> auto dot(const X& x, const Y& y) const { return heed::dot<A...>(x, y); }
};

/// A function that nothing is known of stands between scores and weights.
struct opaque_scores : as_written {
  template <class X> auto scores(X x) const { return pointwise([](auto s) { return s; }, x); }
};

/// Contractions are sums of products, the other way round.
struct spelled_out : as_written {
  template <class... A, class X, class Y> auto dot(const X& x, const Y& y) const { return sum<A...>(y * x); }
};

/// Parts have a name.
struct named_parts : as_written {
  template <class X> auto part(X x) const { return let(x, [](auto t) { return t; }); }
  template <class X> auto scores(X x) const { return let(x, [](auto t) { return maximum(t, t); }); }
};

/// What was read from memory is computed.
struct computed_operands : as_written {
  template <class X> auto operand(const X& x) const { return x * 0.75f + 0.125f; }
};

/// All at once.
struct everything {
  template <class X> auto operand(const X& x) const { return computed_operands().operand(x); }
  template <class X> auto scores(X x) const { return opaque_scores().scores(named_parts().scores(x)); }
  template <class X> auto part(X x) const { return named_parts().part(x); }
  template <class... A, class X, class Y> auto dot(const X& x, const Y& y) const { return spelled_out().dot<A...>(x, y); }
};

// Names that are nobody's.
template <int> struct fresh_axis {};
using fresh_names = names<fresh_axis<0>, fresh_axis<1>, fresh_axis<2>, fresh_axis<3>, fresh_axis<4>>;

}  // namespace laws
