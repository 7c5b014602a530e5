// Wrong programs as somebody new writes them, one for each number: `g++ -DMISTAKE=7`. table.py compiles them all and says
// how many lines each compiler prints, and which comes first. Some stand in a function or in a lambda, some amid ten operations.
#include <cmath>
#include <vector>

#include <heed/heed.hpp>
#include <heed/attention.hpp>

struct Batch {};
struct Head {};
struct Query {};
struct Key {};
struct Feature {};
struct Value {};
struct Token {};
struct Model {};
struct Vocab {};
struct Keys;        // declared and never defined
enum class Color { red };
struct Word { int id; };  // not empty

using heed::tensor;

tensor<float, Head[8], Query[128], Feature[64]> q;
tensor<float, Head[8], Key[128], Feature[64]> k;
tensor<float, Head[8], Key[128], Value[64]> v;
tensor<float, Head[8], Key[128], Feature[32]> narrow;
tensor<float, Head[8], Query[128], Value[64]> out;
tensor<float, Head[8], Query[128]> lse;
tensor<float, Token[128], Model[512]> x;
tensor<float, Model[512], Head[8], Feature[64]> wq, wk;
tensor<float, Vocab[1000], Model[512]> table;
tensor<int, Token[128]> ids;
tensor<float, Key[], Feature[64]> cache(heed::sized<Key>(3));

// A contraction
#if MISTAKE == 1  // dot: extents that differ
auto scores = dot<Feature>(q, narrow);

#elif MISTAKE == 2  // dot without an axis
auto scores = dot(q, k);

#elif MISTAKE == 3  // an axis that only one operand has
auto scores = dot<Query>(q, k);

#elif MISTAKE == 4  // a wrong extent amid ten operations
auto context() {
  return eval(dot<Key>(softmax<Key>(where(heed::position<Key> <= heed::position<Query>,
                                          20.f * tanh(dot<Feature>(q * 2.f, narrow) / std::sqrt(64.f) / 20.f), -heed::inf)), v) * 0.5f + 1.f);
}

#elif MISTAKE == 5  // the same in a lambda that is called with tensors
auto attend = [](const auto& a, const auto& b, const auto& c) { return dot<Key>(softmax<Key>(dot<Feature>(a, b) * 0.125f), c); };
void run() { out = attend(q, narrow, v); }

#elif MISTAKE == 6  // a tensor where an axis is meant
auto scores = heed::dot<q>(q, k);

#elif MISTAKE == 7  // self-attention without rename, its context assigned
void run() {
  auto query = dot<Model>(x, wq), key = dot<Model>(x, wk);
  auto scores = dot<Feature>(query, key);
  out = dot<Key>(softmax<Key>(scores), v);
}

#elif MISTAKE == 8  // self-attention without rename, found by expect
auto scores = heed::expect<Query, Head, Key>(dot<Feature>(dot<Model>(x, wq), dot<Model>(x, wk)));

// Normalisers and reductions
#elif MISTAKE == 9  // softmax without an axis
auto weights = softmax(dot<Feature>(q, k));

#elif MISTAKE == 10  // softmax with the axis as an argument
auto weights = softmax(dot<Feature>(q, k), Key{});

#elif MISTAKE == 11  // an axis that is gone
auto weights = softmax<Feature>(dot<Feature>(q, k));

#elif MISTAKE == 12  // a name that is close to one that is there
struct Keyy {};
auto weights = softmax<Keyy>(dot<Feature>(q, k));

#elif MISTAKE == 13  // the same axis twice
auto total = sum<Key, Key>(k);

#elif MISTAKE == 14  // an axis with its extent
auto total = sum<Key[128]>(k);

#elif MISTAKE == 15  // a number instead of an axis, as in NumPy
auto total = heed::sum<1>(k);

#elif MISTAKE == 16  // argmax over two axes
auto best = argmax<Head, Key>(k);

// Tensors
#elif MISTAKE == 17  // a bare axis where an extent is due
tensor<float, Query, Feature[64]> t;

#elif MISTAKE == 18  // a number where an axis is due
tensor<float, 128, 64> t;

#elif MISTAKE == 19  // the same axis twice in a tensor
tensor<float, Token[128], Token[128]> t;

#elif MISTAKE == 20  // an axis that is declared and not defined
tensor<float, Keys[128]> t;

#elif MISTAKE == 21  // an axis that is not an empty struct
tensor<float, Word[128]> t;

#elif MISTAKE == 22  // elements that are no numbers
tensor<std::vector<float>, Query[4]> t;

#elif MISTAKE == 23  // an extent of 0
tensor<float, Query[0]> t;

#elif MISTAKE == 24  // too few indices
float first() { return q(0, 0); }

#elif MISTAKE == 25  // a size for an axis that has one
tensor<float, Key[], Feature[64]> t(heed::sized<Feature>(64));

// Assignments and results
#elif MISTAKE == 26  // the target lacks an axis
void run() { out = dot<Feature>(q, k); }

#elif MISTAKE == 27  // the expression lacks an axis
void run() { lse = sum<Head, Key>(dot<Feature>(q, k)); }

#elif MISTAKE == 28  // a const target
void run(const tensor<float, Head[8], Query[128], Value[64]>& target) { target = dot<Key>(softmax<Key>(dot<Feature>(q, k)), v); }

#elif MISTAKE == 29  // assign(to(...)): targets in the wrong order
void run() {
  auto scores = dot<Feature>(q, k);
  assign(heed::to(lse, out), dot<Key>(softmax<Key>(scores), v), logsumexp<Key>(scores));
}

#elif MISTAKE == 30  // assign without to
void run() { heed::assign(out, dot<Key>(softmax<Key>(dot<Feature>(q, k)), v)); }

#elif MISTAKE == 31  // eval of several results, one over an axis without extent
auto results() { return eval(sum<Feature>(q), heed::position<Token> * 2); }

#elif MISTAKE == 32  // an expression where a number is meant
float loss() { return sum<Head, Query, Feature>(q * q); }

#elif MISTAKE == 33  // if (a == b)
bool same() {
  if (q == q * 1.f) return true;
  return false;
}

// Axes
#elif MISTAKE == 34  // rename to an axis that is there
auto renamed = rename<Key, Head>(k);

#elif MISTAKE == 35  // split into parts that do not make the whole
auto heads = split<Model, Head[8], Feature[32]>(x);

#elif MISTAKE == 36  // a slice beyond the end
auto last = slice<Query, 120, 16>(q * 2.f);

#elif MISTAKE == 37  // a mask whose axis nothing has
auto mask = eval(heed::position<Key> <= heed::position<Query>);

#elif MISTAKE == 38  // ids that are no integers
auto rows = gather<Vocab>(table, ids * 1.f);

// Functions
#elif MISTAKE == 39  // a function for one float, called with batches
auto cubes = eval(heed::pointwise(heed::batchwise([](float e) { return std::cbrt(e); }), q));

#elif MISTAKE == 40  // a function that takes something else
auto cubes = heed::pointwise([](const std::vector<float>& e) { return e[0]; }, q);

#elif MISTAKE == 41  // let with a body that takes nothing
auto twice = let(dot<Feature>(q, k), [] { return 1.f; });

#elif MISTAKE == 42  // an expression that doubles nine times, without let
template <int N> auto deepen(auto e) {
  if constexpr (N == 0) return e;
  else return deepen<N - 1>(e * e + 1.f);
}
auto large = eval(deepen<9>(softmax<Key>(dot<Feature>(q, k))));

// What dies too early (warnings, where the compiler has them)
#elif MISTAKE == 43  // a function that returns an expression over its own tensor
auto scaled() {
  tensor<float, Query[8]> local;
  return local * 2.f;
}

#elif MISTAKE == 44  // memory that is about to die
auto rows = heed::named<Query[8]>(std::vector<float>(8));

#elif MISTAKE == 45  // std::exp of a tensor
auto larger = std::exp(q);

#elif MISTAKE == 46  // causal over two extents, without an alignment
tensor<float, Head[8], Query[100], Key[128]> uneven;
auto masked = where(heed::causal<Query, Key>(), uneven, -heed::inf);

#elif MISTAKE == 47  // a vector beside tensors
std::vector<float> bias(64);
auto biased = q + bias;

#elif MISTAKE == 48  // par inside an expression
auto shifted = heed::par(q * 2.f) + 1.f;
#endif
