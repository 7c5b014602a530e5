// Mixtures of experts: gates that wait for their maximum, times matrix products. Where both are sums they are one product; what every
// output needs alike is computed once.
#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

using namespace heed;

namespace {
struct Expert {};
struct Out {};
struct Hidden {};

template <index_t T, index_t E, index_t M, index_t O> struct mixture {
  tensor<float, Token[T], Model[M]> x = numbers(tensor<float, Token[T], Model[M]>{}, 1);
  tensor<float, Expert[E], Model[M]> to_gates = numbers(tensor<float, Expert[E], Model[M]>{}, 2);
  tensor<float, Expert[E], Model[M], Out[O]> w = numbers(tensor<float, Expert[E], Model[M], Out[O]>{}, 3);
  auto gates() const { return softmax<Expert>(dot<Model>(x, to_gates) * 3); }
};
const mixture<53, 5, 19, 29> m;

int calls = 0;
const auto counted = [](float x) {
  ++calls;
  return x * x;
};

template <class E> constexpr bool in_one_nest = plan_of<E>.temporaries == 0 && plan_of<E>.passes == 3;
}  // namespace

TEST_CASE("gates and what each expert says are one matrix product, in every order") {
  auto says = dot<Model>(m.x, m.w);
  auto as_one = [&](const auto& e) {
    static_assert(in_one_nest<std::decay_t<decltype(e)>>);
    CHECK(agrees(e));
  };
  as_one(dot<Expert>(m.gates(), says));
  as_one(sum<Expert>(says * m.gates()) / 2);
  as_one(dot<Model>(dot<Expert>(m.gates(), m.w), m.x));
  as_one(dot<Expert, Model>(m.gates() * m.x, m.w));
  as_one(let(m.gates(), [&](auto p) { return -dot<Expert>(where(p > 0.1f, p, 0), says); }));
}

TEST_CASE("gates of few or one, and of lengths that are known when it runs") {
  const mixture<1, 3, 19, 29> one_token;
  CHECK(agrees(dot<Expert>(one_token.gates(), dot<Model>(one_token.x, one_token.w))));
  const mixture<53, 1, 7, 29> one_expert;
  CHECK(agrees(dot<Expert>(one_expert.gates(), dot<Model>(one_expert.x, one_expert.w))));
  const mixture<53, 5, 19, 1> one_output;
  CHECK(agrees(dot<Expert>(one_output.gates(), dot<Model>(one_output.x, one_output.w))));
  for (const index_t tokens : {0, 1, 41})
    for (const index_t experts : {1, 6}) {
      const auto x = numbers(tensor<float, Token[], Model[19]>(sized<Token>(tokens)), 4);
      const auto to_gates = numbers(tensor<float, Expert[], Model[19]>(sized<Expert>(experts)), 5);
      const auto w = numbers(tensor<float, Expert[], Model[19], Out[29]>(sized<Expert>(experts)), 6);
      CHECK(agrees(dot<Expert>(softmax<Expert>(dot<Model>(x, to_gates)), dot<Model>(x, w))));
    }
}

TEST_CASE("experts that are no sums: what all outputs need is stored") {
  const auto bias = numbers(tensor<float, Expert[5], Out[29]>{}, 7);
  CHECK(agrees(dot<Expert>(m.gates(), gelu(dot<Model>(m.x, m.w) + bias))));
  const auto w1 = numbers(tensor<float, Expert[5], Hidden[17], Model[19]>{}, 8);
  const auto w2 = numbers(tensor<float, Expert[5], Hidden[17], Out[29]>{}, 9);
  auto hidden = pointwise(counted, dot<Model>(m.x, w1));
  CHECK(agrees(dot<Expert>(m.gates(), dot<Hidden>(hidden, w2))));
  auto with_bias = dot<Expert>(m.gates(), dot<Hidden>(hidden, w2) + bias);
  CHECK(agrees(with_bias));
  calls = 0;
  const auto context = eval(with_bias);
  CHECK(calls >= 53 * 5 * 17);
  CHECK(calls < 2 * 53 * 5 * 17);  // 29 times as often: for each output
}

// One pass over the experts, in whose blocks the micro-kernel computes what they say to all tokens; nothing is stored.
template <class E> void is_held_for_all(const E& e) {
  static_assert(plan_of<E>.temporaries == 0 && plan_of<E>.passes == 1);
  CHECK(explain(e).find("micro-kernel") != std::string::npos);
  CHECK(agrees(e));
}

TEST_CASE("what experts say is no sum: the largest, the mean of something, a gated activation") {
  const auto gates = numbers(tensor<float, Token[53], Expert[5]>{}, 4);
  const auto bias = numbers(tensor<float, Expert[5], Out[29]>{}, 7);
  auto says = dot<Model>(m.x, m.w);
  is_held_for_all(max<Expert>(says));
  is_held_for_all(mean<Expert>(maximum(says, 0)));
  is_held_for_all(dot<Expert>(gates, sigmoid(says + bias)));
  CHECK(agrees(logsumexp<Expert>(says)));  // waits for the maxima, which differ between outputs: row by row
  const mixture<53, 5, 19, 192> whole_blocks;  // of lanes along Out: the operand with lanes is another for each expert, and read where it lies
  is_held_for_all(max<Expert>(dot<Model>(whole_blocks.x, whole_blocks.w)));
  is_held_for_all(dot<Expert>(gates, maximum(dot<Model>(whole_blocks.x, whole_blocks.w), 0)));
  is_held_for_all(max<Expert>(dot<Model>(whole_blocks.x, whole_blocks.w) * 0.3f));
  CHECK(agrees(sum<Expert>(softmax<Expert>(says) * says)));
  CHECK(agrees(dot<Expert>(whole_blocks.gates(), maximum(dot<Model>(whole_blocks.x, whole_blocks.w), 0))));
  const auto across = numbers(tensor<float, Expert[5], Out[192], Model[19]>{}, 5);
  is_held_for_all(min<Expert>(dot<Model>(m.x, across)));
  const mixture<1, 3, 19, 192> one_token;
  CHECK(agrees(max<Expert>(dot<Model>(one_token.x, one_token.w))));
  for (const index_t tokens : {0, 1, 41}) {
    const auto x = numbers(tensor<float, Token[], Model[19]>(sized<Token>(tokens)), 4);
    CHECK(agrees(max<Expert>(dot<Model>(x, m.w))));
  }
}

TEST_CASE("gates by position, and a gate that is NaN") {
  auto says = dot<Model>(m.x, m.w);
  CHECK(agrees(dot<Expert>(softmax<Expert>(where(position<Expert> <= position<Token>, dot<Model>(m.x, m.to_gates), -inf)), says)));
  const auto bad = eval(where(position<Token> == 3, NAN, m.x));
  const auto context = eval(dot<Expert>(softmax<Expert>(dot<Model>(bad, m.to_gates)), says));
  int nan = 0;
  for (const float c : context) nan += c != c ? 1 : 0;
  CHECK(nan == 29);
}
