#include <support/catch.hpp>

#include <heed/axes.hpp>
#include <heed/eval/notation.hpp>
#include <heed/heed.hpp>

namespace {
using namespace heed;
using axes::Feature, axes::Group, axes::Head, axes::Key, axes::KeyHead, axes::Query, axes::Tap, axes::Value;
struct Two_words {};

TEST_CASE("attention is written as in the paper") {
  tensor<float, Query[4], Feature[3]> q;
  tensor<float, Key[5], Feature[3]> k;
  tensor<float, Key[5], Value[2]> v;
  const auto scores = dot<Feature>(q / sqrt(length<Feature>), k);
  CHECK(notation(dot<Key>(softmax<Key>(scores), v), {"Q", "K", "V"}) ==
        R"(\underset{\mathsf{key}}{\mathrm{softmax}}\left(\frac{Q}{\sqrt{|\mathsf{feature}|}} \underset{\mathsf{feature}}{\odot} K\right) \underset{\mathsf{key}}{\odot} V)");
  CHECK(notation(where(position<Key> <= position<Query>, dot<Feature>(q, k), -inf)) ==
        R"(\begin{cases} A \underset{\mathsf{feature}}{\odot} B & \text{if } i_{\mathsf{key}} \leq i_{\mathsf{query}} \\ -\infty & \text{otherwise} \end{cases})");
  CHECK(notation(log_softmax<Key>(scores) - logsumexp<Key, Query>(k * 1 + q), {"Q"}) ==
        R"(\underset{\mathsf{key}}{\mathrm{log\,softmax}}\left(\frac{Q}{\sqrt{|\mathsf{feature}|}} \underset{\mathsf{feature}}{\odot} B\right) - \underset{\mathsf{key},\mathsf{query}}{\mathrm{logsumexp}}\left(B \cdot 1 + Q\right))");
}

TEST_CASE("one name for a tensor, wherever it stands; a let that is more than a name is defined") {
  tensor<float, Query[4], Feature[3]> x, y;
  CHECK(notation(x + y * x + 2) == R"(A + B \odot A + 2)");
  CHECK(notation(x) == "A");
  CHECK(notation(let(x, [](auto t) { return t - mean<Feature>(t); }), {"X"}) == R"(X - \underset{\mathsf{feature}}{\mathrm{mean}}\left(X\right))");
  CHECK(notation(let(x + y, [](auto t) { return softmax<Feature>(t) + normalize<Feature>(t) + norm<Feature>(t) + log_softmax<Query>(t); })) ==
        R"(\underset{\mathsf{feature}}{\mathrm{softmax}}\left(x_{1}\right) + \underset{\mathsf{feature}}{\mathrm{normalize}}\left(x_{1}\right) + \sqrt{\sum_{\mathsf{feature}} x_{1} \odot x_{1}} + \underset{\mathsf{query}}{\mathrm{log\,softmax}}\left(x_{1}\right) \quad\text{where } x_{1} = A + B)");
  CHECK(notation(let(exp(x), [&](auto t) { return let(t * y, [&](auto u) { return u / t; }); })) == 
        R"(\frac{x_{2}}{x_{1}} \quad\text{where } x_{1} = \exp\left(A\right),\; x_{2} = x_{1} \odot B)");
  CHECK(notation(gelu(x + y) + norm<Feature>(x + 1)) == R"(\mathrm{gelu}\left(A + B\right) + \underset{\mathsf{feature}}{\mathrm{norm}}\left(A + 1\right))");
}

TEST_CASE("index maps are subscripts") {
  tensor<float, Query[4], Feature[6]> x;
  CHECK(notation(rename<Query, prime<Query>>(x)) == R"(A_{[\mathsf{query}\to\mathsf{query}']})");
  CHECK(notation(at<Feature>(rename<Query, KeyHead>(x + 1), 2)) == R"(\left(A + 1\right)_{[\mathsf{query}\to\mathsf{keyHead}], \mathsf{feature}(2)})");
  CHECK(notation(split<Feature, Head[3], Group[2]>(x)) == R"(A_{[\mathsf{feature}\to(\mathsf{head},\mathsf{group})]})");
  CHECK(notation(merge<Two_words, Query, Feature>(x)) == R"(A_{[(\mathsf{query},\mathsf{feature})\to\mathsf{two\_words}]})");
  CHECK(notation(slice<Feature>(slice<Query, 1, 2>(x * 2), 0, 3)) == R"(\left(A \cdot 2\right)_{\mathsf{query}(1:3), \mathsf{feature}(0:3)})");
  tensor<float, Tap[2], Feature[6]> w;
  CHECK(notation(dot<Feature, Tap>(window<Query, Tap[2]>(x), w), {"X", "W"}) ==
        R"(\underset{\mathsf{query},\mathsf{tap}}{\mathrm{unroll}}\left(X\right) \underset{\mathsf{feature},\mathsf{tap}}{\odot} W)");
  CHECK(notation(stack<Tap>(concat<Query>(x, x), 1)) == R"(\underset{\mathsf{tap}}{\mathrm{stack}}\left(\underset{\mathsf{query}}{\mathrm{concat}}\left(A, A\right), 1\right))");
  CHECK(notation(shift<Query>(reverse<Query>(cumsum<Query>(x)), -1, 0)) ==
        R"(\underset{\mathsf{query}}{\mathrm{shift}}\left(\underset{\mathsf{query}}{\mathrm{reverse}}\left(\underset{\mathsf{query}}{\mathrm{cumsum}}\left(A\right)\right), -1, 0\right))");
  CHECK(notation(diagonal<Query, Feature, Key>(tensor<float, Query[2], Feature[2]>{})) ==
        R"(\underset{\mathsf{query},\mathsf{feature}}{\mathrm{diagonal}}\left(A\right)_{[(\mathsf{query},\mathsf{feature})\to\mathsf{key}]})");
}

TEST_CASE("parentheses stand where the formula needs them, and numbers are short") {
  tensor<float, Query[4]> a, b;
  CHECK(notation((a + b) * (a - (b - a)) / -b) == R"(\frac{\left(A + B\right) \odot \left(A - \left(B - A\right)\right)}{-B})");
  CHECK(notation(sum<Query>(a + b) * max<Query>(a)) == R"(\left(\sum_{\mathsf{query}} \left(A + B\right)\right) \odot \underset{\mathsf{query}}{\mathrm{max}}\left(A\right))");
  CHECK(notation(sum<Query>(a * b) + dot<Query>(a, b)) == R"(\sum_{\mathsf{query}} A \odot B + A \underset{\mathsf{query}}{\odot} B)");
  CHECK(notation(pow(a + 1, 2) * 0.1f - 1e-5) == R"({\left(A + 1\right)}^{2} \cdot 0.1 - 10^{-5})");
  CHECK(notation((a < b && !(a == 3000000.f)) || b > 2.5e-9) == R"(A < B \land \lnot \left(A = 3000000\right) \lor B > 2.5 \cdot 10^{-9})");
  CHECK(notation(a - where(a > 0, a, -1) + tanh(rsqrt(b)) + abs(a)) ==
        R"(A - \left(\begin{cases} A & \text{if } A > 0 \\ -1 & \text{otherwise} \end{cases}\right) + \tanh\left(\frac{1}{\sqrt{B}}\right) + \left|A\right|)");
  CHECK(notation(pointwise([](float x) { return x; }, a) + pointwise([](float x, float y) { return x * y; }, a, b)) == R"(f_{1}\left(A\right) + f_{2}\left(A, B\right))");
}
}  // namespace
