#include <support/catch.hpp>

#include <heed/expression/normalise.hpp>
#include <heed/expression/activation.hpp>
#include <heed/expression/index.hpp>
#include <heed/node/in_float64.hpp>
#include <heed/shape/in_float64.hpp>
#include <support/axes.hpp>

namespace {
using namespace heed;

template <class T> using t = tensor<T, Query[4]>;
tensor<bool, Query[4]> b;
t<short> s;
t<int> i;
t<long long> l;
t<float> f;
t<double> d;

template <class X> using type_of = value_type_of<node_of<X>>;
template <class X> inline constexpr bool weak = element_of<node_of<X>>::weak;
#define HEED_HAS_TYPE(expression, T) static_assert(std::is_same_v<type_of<decltype(expression)>, T>, #expression)

// Scalars are weak: they take the tensor's type within its category.
HEED_HAS_TYPE(f * 2.0, float);
HEED_HAS_TYPE(f * 2, float);
HEED_HAS_TYPE(2.0 / f, float);
HEED_HAS_TYPE(d * 2.f, double);
HEED_HAS_TYPE(s + 1, short);
HEED_HAS_TYPE(s + 1ll, short);
HEED_HAS_TYPE(i + true, int);
HEED_HAS_TYPE(dot<Query>(f, f) * 0.125, float);
static_assert(!weak<decltype(f * 2.0)> && !weak<decltype(s + 1)>);

// bool < integers < floats; across categories the higher category's tensor type wins.
HEED_HAS_TYPE(i + f, float);
HEED_HAS_TYPE(l * f, float);
HEED_HAS_TYPE(l * d, double);
HEED_HAS_TYPE(b + i, int);
HEED_HAS_TYPE(b * s, short);
HEED_HAS_TYPE(b * f, float);
HEED_HAS_TYPE(f + d, double);
HEED_HAS_TYPE(s + i, int);
HEED_HAS_TYPE(i + l, long long);

// A tensor of integers or truth values and a floating scalar make a weak float: it becomes what it meets next.
HEED_HAS_TYPE(i * 0.5, float);
HEED_HAS_TYPE(b * 0.5, float);
HEED_HAS_TYPE(2.0 - b, float);
HEED_HAS_TYPE(b * 2, int);
HEED_HAS_TYPE(b * 0.5 + d, double);
HEED_HAS_TYPE(norm<Query>(i), float);
HEED_HAS_TYPE(normalize<Query>(b), float);
static_assert(weak<decltype(i * 0.5)>);
HEED_HAS_TYPE(i * 0.5 + d, double);
HEED_HAS_TYPE((i * 0.5) * f, float);
HEED_HAS_TYPE(position<Query[4]> * 0.5 + d, double);

// bool counts as int where it is added or negated, and stays bool where it is chosen.
HEED_HAS_TYPE(b + b, int);
HEED_HAS_TYPE(-b, int);
HEED_HAS_TYPE(where(b, b, b), bool);
HEED_HAS_TYPE(minimum(b, b), bool);
HEED_HAS_TYPE(maximum(b, b), bool);
HEED_HAS_TYPE(where(b, f, -inf), float);
HEED_HAS_TYPE(where(b, d, -inf), double);
HEED_HAS_TYPE(where(f > 0, i, 0.5), float);

// Comparisons and logic give bool; functions of integers are float32.
HEED_HAS_TYPE(i < f, bool);
HEED_HAS_TYPE(f == 0, bool);
HEED_HAS_TYPE(b && !f, bool);
HEED_HAS_TYPE(exp(i), float);
HEED_HAS_TYPE(exp(d), double);
HEED_HAS_TYPE(sqrt(l), float);
HEED_HAS_TYPE(abs(i), int);
HEED_HAS_TYPE(pow(f, 2), float);
HEED_HAS_TYPE(i / i, int);
HEED_HAS_TYPE(i % 3, int);
HEED_HAS_TYPE(gelu(i), float);
HEED_HAS_TYPE(relu(i), int);
HEED_HAS_TYPE(gelu(d), double);
HEED_HAS_TYPE(clamp(f, 0, 1), float);

// Sums of bool and small integers are integers, means are floats.
HEED_HAS_TYPE(sum<Query>(b), int);
HEED_HAS_TYPE(sum<Query>(s), int);
HEED_HAS_TYPE(sum<Query>(l), long long);
HEED_HAS_TYPE(sum<Query>(f), float);
HEED_HAS_TYPE(prod<Query>(s), int);
HEED_HAS_TYPE(dot<Query>(s, s), int);
HEED_HAS_TYPE(dot<Query>(b, b), int);
HEED_HAS_TYPE(dot<Query>(i, f), float);
HEED_HAS_TYPE(mean<Query>(i), float);
HEED_HAS_TYPE(var<Query>(b), float);
HEED_HAS_TYPE(mean<Query>(d), double);
HEED_HAS_TYPE(max<Query>(s), short);
HEED_HAS_TYPE(any_of<Query>(f > 0), bool);
HEED_HAS_TYPE(all_of<Query>(i), bool);
HEED_HAS_TYPE(softmax<Query>(f), float);
HEED_HAS_TYPE(softmax<Query>(d), double);
HEED_HAS_TYPE(softmax<Query>(i), float);
HEED_HAS_TYPE(normalize<Query>(b), float);
HEED_HAS_TYPE(logsumexp<Query>(d), double);
HEED_HAS_TYPE(norm<Query>(i), float);

HEED_HAS_TYPE(cast<double>(f), double);
static_assert(!weak<decltype(cast<float>(i * 0.5))>);
HEED_HAS_TYPE(position<Query>, int);
HEED_HAS_TYPE(length<Query>, int);
HEED_HAS_TYPE(pointwise([](float) { return 1.0; }, f), double);
HEED_HAS_TYPE(pointwise([](auto e) { return e; }, s), short);
static_assert(std::is_same_v<value_type_of<in_float64_node<reference<t<float>>>>, double>);

TEST_CASE("element types are decided at compile time") { SUCCEED(); }
}  // namespace
