// well_shaped and has_axes of every operation: a wrong shape is false, and not an error.
#include <support/catch.hpp>

#include <string>
#include <vector>

#include <heed/expression/activation.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/let.hpp>
#include <heed/expression/normalise.hpp>
#include <support/axes.hpp>

namespace {
using namespace heed;
tensor<float, Head[2], Query[3], Feature[64]> q;
tensor<float, Head[2], Key[5], Feature[64]> k;
tensor<float, Head[2], Key[5], Feature[32]> w;
tensor<float, Query[], Feature[64]> d;

#define HEED_WELL(...) static_assert(well_shaped<decltype(__VA_ARGS__)>)
#define HEED_ILL(...) static_assert(!well_shaped<decltype(__VA_ARGS__)>)
HEED_WELL(dot<Feature>(q, k));
HEED_WELL(dot<Query>(q, d));
HEED_ILL(dot<Feature>(q, w));
HEED_ILL(dot<Key>(q, k));
HEED_ILL(dot(q, k));
HEED_ILL(dot<Feature, Feature>(q, k));
HEED_ILL(dot<Feature[64]>(q, k));
HEED_WELL(sum<Query, Head>(q));
HEED_ILL(sum<Key>(q));
HEED_ILL(sum(q));
HEED_ILL(mean<Query>(sum<Query>(q)));
HEED_ILL(sum<Key>(position<Key>));
HEED_WELL(sum<Key>(position<Key[5]>));
HEED_WELL(sum<Key>(position<Key> + k));
HEED_WELL(softmax<Feature>(q));
HEED_ILL(softmax<Key>(q));
HEED_ILL(softmax(q));
HEED_ILL(log_softmax<Key>(q));
HEED_ILL(logsumexp<Key>(q));
HEED_ILL(normalize<Key>(q));
HEED_ILL(norm<Key>(q));
HEED_WELL(q + k);
HEED_ILL(q + w);
HEED_WELL(q * d);
HEED_ILL(where(q > 0, 0, w));
HEED_ILL(clamp(q, 0, w));
HEED_ILL(minimum(q, w));
HEED_ILL(pow(q, w));
HEED_ILL(pointwise([](float a, float) { return a; }, q, w));
HEED_ILL(pointwise([](float a, float) { return a; }, q));
HEED_ILL(pointwise([](float) {}, q));
HEED_WELL(pointwise([](float a, float) { return a; }, q, 1));
HEED_ILL(cast<std::string>(q));
HEED_ILL(rename<Key, Token>(q));
HEED_ILL(rename<Query, Feature>(q));
HEED_WELL(rename<Query, Query>(q));
HEED_ILL(at<Key>(q + q, 1));
HEED_ILL(slice<Query, 2, 2>(q + q));
HEED_ILL(slice<Key>(q + q, 2, 2));
HEED_WELL(slice<Query, 100, 2>(d * 2));
HEED_ILL(split<Feature, Value[8], Model[9]>(q));
HEED_ILL(split<Feature, Value, Model[8]>(q));
HEED_ILL(split<Feature, Value[], Model[7]>(q));
HEED_ILL(split<Feature, Value[], Model[]>(q));
HEED_ILL(split<Key, Value[], Model[8]>(position<Key>));
HEED_WELL(split<Feature, Feature[8], Value[8]>(q));
HEED_WELL(split<Query, Value[2], Model[2]>(d));
HEED_ILL(merge<Model, Query, Key>(q));
HEED_ILL(merge<Feature, Query, Head>(q));
HEED_ILL(broadcast<Head[2]>(q));
HEED_ILL(broadcast<Head>(q, 2));
HEED_ILL(expect<Head, Query>(q));
HEED_ILL(expect<Head, Query, Feature[32]>(q));
HEED_WELL(expect<Feature, Head[2], Query>(q));
HEED_WELL(expect<>(sum<Query, Feature>(d)));
// What is handed something ill-shaped is ill-shaped, in silence.
HEED_ILL(softmax<Key>(dot<Feature>(q, w)));
HEED_ILL(gelu(relu(q + w)));
HEED_ILL(let(q + w, [](auto a) { return a * a; }));
HEED_ILL(1 - exp(-(q + w)));
HEED_ILL(!(q + w));
HEED_ILL(at<Query>(slice<Key>(expect<Key>(cast<int>(q + w)), 1, 2), 1));

static_assert(has_axes<decltype(dot<Feature>(q, k)), Head[2], Key[5], Query[3]>);
static_assert(has_axes<decltype(dot<Feature>(q, k)), Head, Query, Key>);
static_assert(!has_axes<decltype(dot<Feature>(q, k)), Head, Query>);
static_assert(!has_axes<decltype(dot<Feature>(q, k)), Head, Query, Key, Token>);
static_assert(!has_axes<decltype(dot<Feature>(q, k)), Head, Query[4], Key>);
static_assert(!has_axes<decltype(dot<Feature>(q, k)), Head, Query, Query>);
static_assert(!has_axes<decltype(dot<Feature>(q, w)), Head>);
static_assert(has_axes<decltype(q), Head, Query, Feature>);
static_assert(has_axes<decltype(sum<Query, Feature>(d))>);

template <class X> using shape_of_result = shape_of_operand<X>;
#define HEED_SHAPE(axes_of_it, ...) static_assert(std::is_same_v<shape_of_result<decltype(__VA_ARGS__)>, decltype(shape<HEED_LIST axes_of_it>{})>)
#define HEED_LIST(...) __VA_ARGS__
// The union of the axes, in order of first appearance; axes that only a position brings come last.
HEED_SHAPE((Head[2], Query[3], Feature[64], Key[5]), q + k);
HEED_SHAPE((Query[3], Feature[64], Head[2]), d + q);
HEED_SHAPE((Head[2], Query[3], Feature[64], open<Key>), position<Key> + q);
HEED_SHAPE((open<Key>, open<Query>), position<Key> <= position<Query>);
HEED_SHAPE((Head[2], Query[3], Key[5]), where(position<Key> <= position<Query>, dot<Feature>(q, k), -inf));
HEED_SHAPE((Head[2], Query[3], Key[5]), dot<Feature>(q, k));
HEED_SHAPE((Head[2], Feature[64]), dot<Query>(q, d));
HEED_SHAPE((Query[], Feature[64]), softmax<Feature>(d));
HEED_SHAPE((Query[]), logsumexp<Feature>(d));
HEED_SHAPE((Head[2], Token[3], Feature[64]), rename<Query, Token>(q));
HEED_SHAPE((Token[], Feature[64]), rename<Query, Token>(d));
HEED_SHAPE((open<Token>), rename<Key, Token>(position<Key>));
HEED_SHAPE((Head[2], Feature[64]), at<Query>(q + q, 1));
HEED_SHAPE((Query[2], Feature[64]), slice<Query, 1, 2>(d * 1));
HEED_SHAPE((Head[2], Query[], Feature[64]), slice<Query>(q * 1, 1, 2));
HEED_SHAPE((Head[2], Query[3], Value[8], Model[8]), split<Feature, Value[8], Model[8]>(q));
HEED_SHAPE((Head[2], Model[192]), merge<Model, Query, Feature>(q));
HEED_SHAPE((Query[3], Model[128]), merge<Model, Feature, Head>(q));
HEED_SHAPE((Model[]), merge<Model, Query, Feature>(d));
HEED_SHAPE((Query[], Feature[64], Key[5]), broadcast<Key[5]>(d));
HEED_SHAPE((Key[]), broadcast<Key>(1.5f, 3));
HEED_SHAPE((), length<Key>);
HEED_SHAPE((Query[3], Head[2]), let(d * 2, [](auto a) { return dot<Feature>(a, q); }));

// clang 14 forms return types before it looks at constraints: they must exist for the operators of other people, too.
enum class colour { red, green };
struct incomplete;
static_assert(colour::red != colour::green);
std::string greeting() { return "a" + std::string("b") + 'c'; }
bool same_vectors(const std::vector<int>& a, const std::vector<int>& b) { return a == b && !(a < b); }
bool same_pointers(incomplete* a, incomplete* b) { return a == b || !a; }
template <class T> concept summable = requires(T t) { sum<Query>(t); t + t; };
static_assert(!summable<std::string*> && !summable<colour> && !summable<std::vector<int>> && summable<tensor<float, Query[3]>>);

TEST_CASE("shapes are decided at compile time") {
  CHECK(greeting() == "abc");
  CHECK(same_vectors({1}, {1}));
  CHECK(same_pointers(nullptr, nullptr));
}
}  // namespace
