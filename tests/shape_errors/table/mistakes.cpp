// Wrong programs as somebody new writes them, one for each number: `g++ -DMISTAKE=7` (from 200 on with xtensor). table.py compiles them all and says
// how many lines each compiler prints, and which comes first. Some stand in a function or in a lambda, some amid ten operations.
#include <cmath>
#include <vector>

#include <heed/heed.hpp>
#include <heed/attention.hpp>
#if MISTAKE >= 200
#include <heed/interop/xtensor.hpp>
#endif

struct Batch {};
struct Head {};
struct Query {};
struct Key {};
struct Feature {};
struct Value {};
struct Token {};
struct Model {};
struct Vocab {};
struct Tap {};
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

// Written as in other libraries
#elif MISTAKE == 49  // an element in brackets
float first() { return q[0][1][2]; }

#elif MISTAKE == 50  // an element of an expression
float first() { return (q * 2.f)(0, 1, 2); }

#elif MISTAKE == 51  // a loop over an expression
float total() {
  float sum = 0;
  for (auto e : q * 2.f) sum += e;
  return sum;
}

#elif MISTAKE == 52  // values in a row for two axes
tensor<float, Query[2], Feature[2]> t{1, 2, 3, 4};

#elif MISTAKE == 53  // an extent that is known at run time, in brackets
void run(int n) { tensor<float, Query[n], Feature[64]> t; }

#elif MISTAKE == 54  // the element type last
tensor<Query[128], float> t;

#elif MISTAKE == 55  // at without an axis
auto row = at(q, 0);

#elif MISTAKE == 56  // slice from a begin on
auto rows = slice<Query>(q, 16);

#elif MISTAKE == 57  // concat without an axis
auto longer = concat(k, k);

#elif MISTAKE == 58  // concat along an axis that is new
auto both = concat<Batch>(k, k);

#elif MISTAKE == 59  // split by numbers
auto heads = heed::split<Model, 8, 64>(x);

#elif MISTAKE == 60  // rename with one name
auto queries = rename<Token>(x);

#elif MISTAKE == 61  // gather without an axis
auto rows = gather(table, ids);

#elif MISTAKE == 62  // gather with table and ids exchanged
auto rows = gather<Vocab>(ids, table);

#elif MISTAKE == 63  // one_hot without an extent
auto marks = one_hot<Vocab>(ids);

#elif MISTAKE == 64  // broadcast without an extent
auto batches = broadcast<Batch>(q);

#elif MISTAKE == 65  // a window of a number
auto windows = heed::window<Token, 5>(x);

#elif MISTAKE == 66  // dot of three
auto sums = dot<Feature>(q, k, v);

#elif MISTAKE == 67  // dot of one
auto sums = dot<Feature>(q);

#elif MISTAKE == 68  // the maximum of two by max
auto larger = max(q, 0.f);

// Masks and attention
#elif MISTAKE == 69  // a mask of scores
auto masked = heed::causal<Query, Key>(dot<Feature>(q, k));

#elif MISTAKE == 70  // a mask as an argument of softmax
auto weights = softmax<Key>(dot<Feature>(q, k), heed::causal<Query, Key>());

#elif MISTAKE == 71  // where without the value elsewhere
auto masked = where(heed::causal<Query, Key>(), dot<Feature>(q, k));

#elif MISTAKE == 72  // attention with its axes exchanged
auto context = heed::attention<Feature, Key>(q, k, v);

#elif MISTAKE == 73  // attention with one axis
auto context = heed::attention<Key>(q, k, v);

#elif MISTAKE == 74  // masks joined by &
auto both = (heed::position<Key> <= heed::position<Query>) & (heed::position<Key> > 3);

// let, expect, par, hints
#elif MISTAKE == 75  // let with a body that returns nothing
auto squares = let(dot<Feature>(q, k), [](auto s) { [[maybe_unused]] auto t = s * s; });

#elif MISTAKE == 76  // let with a body for a number
auto squares = let(dot<Feature>(q, k), [](float s) { return s * s; });

#elif MISTAKE == 77  // expect with another extent
auto scores = heed::expect<Head, Query[64], Key>(dot<Feature>(q, k));

#elif MISTAKE == 78  // par around an assignment
void run() { heed::par(out = dot<Key>(dot<Feature>(q, k), v)); }

#elif MISTAKE == 79  // an expression as a statement
void run() { softmax<Key>(dot<Feature>(q, k)); }

#elif MISTAKE == 80  // assign with a target too many
void run() { assign(heed::to(lse, out), logsumexp<Key>(dot<Feature>(q, k))); }

#elif MISTAKE == 81  // tiles as numbers
auto scores = heed::tiled<0, 50>(dot<Feature>(q, k));

#elif MISTAKE == 82  // a pointer into a result that is gone
const float* begin = eval(q * 2.f).data();

// Memory of others
#elif MISTAKE == 83  // a vector assigned to a tensor
std::vector<float> data(128 * 512);
void run() { x = data; }

#elif MISTAKE == 84  // named without axes
std::vector<float> data(128);
auto named = heed::named(data);

#elif MISTAKE == 85  // named without extents
std::vector<float> data(128);
auto named = heed::named<Query>(data);

#elif MISTAKE == 86  // a number after a pointer
auto named(const float* memory) { return heed::named<Query[]>(memory, 128); }

#elif MISTAKE == 87  // const memory as a target
void run(const float* memory) { heed::named<Query[128]>(memory) = 0; }

#elif MISTAKE == 88  // a tensor with run-time extents, sized by a number
tensor<float, Key[], Feature[64]> longer(100);

#elif MISTAKE == 89  // rows of a table by a tensor of ids, as in NumPy
auto rows = at<Vocab>(table, ids);

#elif MISTAKE == 90  // gather of one id
auto row = gather<Vocab>(table, 3);

#elif MISTAKE == 91  // where with the scores first
auto masked = where(dot<Feature>(q, k), heed::position<Key> <= heed::position<Query>, -heed::inf);

#elif MISTAKE == 92  // comparisons in a row, as in Python
auto masked = where(0 <= heed::position<Key> <= heed::position<Query>, dot<Feature>(q, k), -heed::inf);

#elif MISTAKE == 93  // clamp with one bound
auto positive = clamp(q, 0);

#elif MISTAKE == 94  // the maximum of three
auto largest = maximum(q, 2 * q, 0);

#elif MISTAKE == 95  // cumsum over two axes
auto sums = cumsum<Token, Model>(x);

#elif MISTAKE == 96  // shift without what comes in
auto moved = shift<Token>(x, 1);

#elif MISTAKE == 97  // assign with the expression first
void run() { heed::assign(2 * x, heed::to(x)); }

#elif MISTAKE == 98  // an array of another size
float values[12];
auto named_values = heed::named<Query[3], Feature[5]>(values);

#elif MISTAKE == 99  // layer_norm without an axis
auto normed = heed::layer_norm(x);

#elif MISTAKE == 100  // causal with one axis
auto masked = where(heed::causal<Query>(), dot<Feature>(q, k), -heed::inf);

#elif MISTAKE == 101  // eval of a number
auto number = heed::eval(3.f);

#elif MISTAKE == 102  // a tensor where a function is meant
auto squares = heed::pointwise(x, x);

#elif MISTAKE == 103  // alibi without the heads
auto biased = dot<Feature>(q, k) + heed::alibi<Query, Key>();

#elif MISTAKE == 104  // softcap with its arguments exchanged
auto capped = heed::softcap(30, dot<Feature>(q, k));

#elif MISTAKE == 105  // multi-head attention of queries, keys and values
auto heads = heed::multi_head_attention(q, k, v);

#elif MISTAKE == 106  // a mask that is not called, in attention
auto context = heed::attention<Key, Feature>(q, k, v, heed::causal<Query, Key>);

#elif MISTAKE == 107  // a mask that is not called, in where
auto masked = where(heed::causal<Query, Key>, dot<Feature>(q, k), -heed::inf);

#elif MISTAKE == 108  // a modifier that takes more than the scores
auto context = heed::attention<Key, Feature>(q, k, v, [](auto scores, float least) { return maximum(scores, least); });

#elif MISTAKE == 109  // a product as NumPy has it
auto scores = matmul(q, k);

#elif MISTAKE == 110  // axes as letters
auto scores = heed::einsum("qf,kf->qk", q, k);

#elif MISTAKE == 111  // a matrix that is turned
auto turned = transpose(q);

#elif MISTAKE == 112  // heads by reshape
auto heads = reshape(x, 512, 8, 64);

#elif MISTAKE == 113  // random numbers without a seed
auto weights = heed::random_normal<float, Key[128], Feature[64]>();

#elif MISTAKE == 114  // softmax of a container
std::vector<float> container(128 * 64);
auto weights = heed::softmax<Feature>(container);

#elif MISTAKE == 115  // attention with a container
std::vector<float> container(128 * 64);
auto context = heed::attention<Key, Feature>(q, container, v);

#elif MISTAKE == 116  // scores where a mask takes numbers of keys
auto masked = heed::padding<Key>(dot<Feature>(q, k));

#elif MISTAKE == 117  // a shift by nothing
auto later = heed::shift<Query>(q);

#elif MISTAKE == 118  // a function of elements, along an axis
auto weights = exp<Key>(dot<Feature>(q, k));

#elif MISTAKE == 119  // a function of elements with another argument
auto hidden = heed::gelu(x, true);

#elif MISTAKE == 120  // one element without its index
auto first = heed::at<Query>(q);

#elif MISTAKE == 121  // rename of two operands
auto scores = heed::rename<Query, Token>(q, k);

#elif MISTAKE == 122  // eval with a type
auto precise = heed::eval<double>(x * 2);

#elif MISTAKE == 123  // gather without ids
auto rows = heed::gather<Vocab>(table);

#elif MISTAKE == 124  // eval inside a let
auto scaled = let(dot<Feature>(q, k), [](auto s) { return heed::eval(s / 8); });

#elif MISTAKE == 125  // a let whose value is assigned to a tensor
auto shifted = let(dot<Feature>(q, k), [](auto s) { lse = heed::max<Key>(s); return s - lse; });

#elif MISTAKE == 126  // a mask in a vector
std::vector<char> mask(128);
auto scores = where(mask, dot<Feature>(q, k), -heed::inf);

#elif MISTAKE == 127  // ids in a vector
std::vector<int> words(128);
auto rows = heed::gather<Vocab>(table, words);

#elif MISTAKE == 128  // a vector compared with a tensor
std::vector<float> expected(128 * 512);
bool run() { return all_close(x, expected); }

#elif MISTAKE == 129  // a vector added to a tensor
std::vector<float> bias(512);
void run() { x += bias; }

#elif MISTAKE == 130  // an expression where a vector is meant
std::vector<float> run() { return softmax<Model>(x); }

#elif MISTAKE == 131  // a name for an expression that is given another one
void run() {
  auto scores = dot<Feature>(q, k);
  scores = scores / 8;
}

#elif MISTAKE == 132  // the scale as an argument of attention
auto context = heed::attention<Key, Feature>(q, k, v, 0.125f);

#elif MISTAKE == 133  // rotary of keys, with the axis of queries
auto context = heed::attention<Key, Feature>(heed::rotary<Query, Feature>(q), heed::rotary<Query, Feature>(k), v);

#elif MISTAKE == 134  // cosine scores over a wrong axis
auto scores = heed::cosine<Value>(q, k);

#elif MISTAKE == 135  // an element of weights
float run() { return softmax<Model>(x)(0, 0); }

#elif MISTAKE == 136  // layer_norm over an axis that is not there
auto normal = heed::layer_norm<Feature>(x);

#elif MISTAKE == 137  // scaled scores over a wrong axis, in softmax
auto weights = softmax<Key>(heed::scaled_dot<Value>(q, k));

#elif MISTAKE == 138  // a number where a tensor is meant
auto half = heed::mean<Model>(0.5f) * x;

#elif MISTAKE == 200  // an xtensor array assigned to a tensor
xt::xarray<float> array = xt::zeros<float>({128, 512});
void run() { x = array; }

#elif MISTAKE == 201  // dot with an xtensor array
xt::xarray<float> array = xt::zeros<float>({128, 512});
auto sums = dot<Model>(x, array);

#elif MISTAKE == 202  // named with other dimensions than the array
xt::xtensor<float, 3> array = xt::zeros<float>({128, 8, 64});
auto named = heed::named<Token[128], Model[512]>(array);

#elif MISTAKE == 203  // an expression where an xtensor array is meant
xt::xarray<float> array = x * 2.f;
#endif
