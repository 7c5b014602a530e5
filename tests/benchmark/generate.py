#!/usr/bin/env python3
"""Writes the files of a benchmark program: attention with scores, masks and normalisers put together at random.

  generate.py [--seed N] [--count N] FOLDER

Every expression is held against plain attention plus its own arithmetic: the same functions, of elements that stay in the first
cache. What a mask of positions excludes counts for neither. The seed decides everything.
"""

import argparse
import random
from pathlib import Path

# What a score is, of q and k; what is left of it without the contraction, about as large; flops over plain attention's.
BASES = [
    ("dot<Feature>(q, k) / 8.f", "x", 1),
    ("dot<Feature>(q, k) / 8.f", "x", 1),
    ("10 * dot<Feature>(q, k) * rsqrt(heed::sum<Feature>(q * q)) * rsqrt(heed::sum<Feature>(k * k))", "0.8f * x * y", 1),
    ("(2 * dot<Feature>(q, k) - heed::sum<Feature>(q * q) - heed::sum<Feature>(k * k)) / 64.f", "(2 * x - 0.3f - y) / 64.f", 1),
    ("dot<Feature>(q, k) / 8.f + dot<Hidden>(a, b) / 6.f", "x + y / 6.f", 1.25),
]

# From scores to scores. {i}, {j}: the positions of query and key; slope: {Head}, own: {Query}, bonus: {Key}, bias: {Head, Query, Key};
# there: which keys are there.
SCORES = [
    "{s} * 0.7f + 0.1f", "20 * tanh({s} / 20)", "3 * erf({s} / 3)", "sin({s})", "gelu({s})", "{s} * sigmoid({s})", "softplus({s})",
    "clamp({s}, -2, 2)", "sqrt(abs({s}) + 1)", "log1p(abs({s}))", "{s} / (1 + abs({s}))", "where({s} > 0, {s}, 0.2f * {s})",
    "{s} * {s} * 0.2f", "rsqrt(1 + {s} * {s})", "minimum({s}, {bonus})", "{s} + {bonus}", "{s} * {own} + {bonus}", "{s} + {bias}",
    "{s} - abs({i} - {j}) * {slope}", "{s} - log(1 + abs({i} - {j}) * 0.01f)", "{s} + cos(({i} - {j}) * 0.1f)",
    "{s} * exp2(-0.01f * abs({i} - {j}))", "where({there}, {s}, -4.f)", "where({j} % 4 == 3, 0.5f * {s}, {s})",
]

# Pairs that see each other, and their share of all.
N = 1024
MASKS = [(None, 1)] * 5 + [
    ("{j} <= {i}", (N + 1) / 2 / N),
    ("{j} <= {i} && {i} - {j} < 256", (N * 256 - 256 * 255 / 2) / N**2),
    ("{j} < 128 || {j} <= {i}", 0.5 + 128 * 127 / 2 / N**2),
    ("{i} - {j} <= 200 && {j} - {i} <= 200", (401 * N - 200 * 201) / N**2),
    ("({i} + {j}) % 2 == 0", 1),
    ("{there}", 1),
]

# Weights of scores: by softmax, or phi, normalised.
PHIS = ["exp({s})", "log(1 + exp({s}))", "sigmoid({s})", "maximum({s} + 3, 0)", "1 / (1 + {s} * {s})", "exp2({s})", "{s} * {s}", "pow(abs({s}), 1.5f)"]

# Of weights: what is contracted with the values, the arithmetic of an element, and whether the scores are needed twice.
AFTER = [("p", None, False)] * 5 + [
    ("p * {bonus}", "{s} * {bonus}", False),
    ("where({there}, p, 0)", "where({there}, {s}, 0)", False),
    ("p * p", "{s} * {s}", False),
    ("maximum(p - 0.001f, 0)", "maximum({s} - 0.001f, 0)", True),
]

IN_ATTENTION = {"i": "heed::position<Query>", "j": "heed::position<Key>", "slope": "slope", "own": "own", "bonus": "bonus", "bias": "bias", "there": "there"}
ALONE = {"i": "512", "j": "heed::position<Row>", "slope": "0.02f", "own": "0.7f", "bonus": "y", "bias": "z", "there": "m"}

HEADER = """// Written by generate.py from the seed {seed}.
#include "plain.hpp"

namespace {{
using namespace heed_benchmark;

struct data {{
  using there_type = heed::tensor<bool, Key[1024]>;
  static auto& a() {{ return numbers<heed::tensor<float, Head[8], Query[1024], Hidden[32]>, 4>(); }}
  static auto& b() {{ return numbers<heed::tensor<float, Head[8], Key[1024], Hidden[32]>, 5>(); }}
  static auto& slope() {{ return numbers<heed::tensor<float, Head[8]>, 6>(0.002f); }}
  static auto& own() {{ return numbers<heed::tensor<float, Query[1024]>, 7>(); }}
  static auto& bonus() {{ return numbers<heed::tensor<float, Key[1024]>, 8>(); }}
  static auto& bias() {{ return numbers<heed::tensor<float, Head[8], Query[1024], Key[1024]>, 9>(); }}
  template <class Tensor> static Tensor& there() {{
    static Tensor& made = *[] {{
      auto* t = new Tensor;
      for (heed::index_t i = 0; i < t->size(); ++i) t->data()[i] = i % 11 != 3;
      return t;
    }}();
    return made;
  }}
}};
template <class Formula> prepared attention(Formula formula) {{
  return fused(formula, q(), k(), v(), data::a(), data::b(), data::slope(), data::own(), data::bonus(), data::bias(), data::there<heed::tensor<bool, Key[1024]>>());
}}
template <class Formula> prepared alone(Formula formula) {{
  return fused(formula, numbers<heed::tensor<float, Row[4096]>, 1>(), numbers<heed::tensor<float, Row[4096]>, 2>(), numbers<heed::tensor<float, Row[4096]>, 3>(),
               data::there<heed::tensor<bool, Row[4096]>>());
}}
"""

EXPRESSION = """
const measured expression{number}("generated/{number}", {{.flops = {share} * {flops} * plain_flops, .expected = {{{expected}}}, .tolerance = 1e-4}}, [] {{
  return attention([]([[maybe_unused]] auto& q, [[maybe_unused]] auto& k, auto& v, [[maybe_unused]] auto& a, [[maybe_unused]] auto& b, [[maybe_unused]] auto& slope,
                      [[maybe_unused]] auto& own, [[maybe_unused]] auto& bonus, [[maybe_unused]] auto& bias, [[maybe_unused]] auto& there) {{
    auto scores = {scores};
    auto weights = {weights};
    return dot<Key>({after}, v);
  }});
}});
"""

ARITHMETIC = """const measured arithmetic{number}("arithmetic/generated_{number}", {{.tolerance = 1e-4}}, [] {{
  return alone([](auto& x, [[maybe_unused]] auto& y, [[maybe_unused]] auto& z, [[maybe_unused]] auto& m) {{ return {alone}; }});
}});
"""


def applied(formula, s):
    """The formula with s in it: bound where it stands more than once. (Braces are doubled: names are filled in at the end.)"""
    if formula.count("{s}") > 1:
        return f"let({s}, [&](auto s) {{{{ return {formula.replace('{s}', 's')}; }}}})"
    return formula.replace("{s}", s if s.isalnum() else f"({s})")


def expression(number, choose):
    base, alone, flops = choose.choice(BASES)
    scores, arithmetic = base, alone
    has_bias = False
    for formula in choose.sample(SCORES, choose.choice([0, 1, 1, 2, 2, 3])):
        scores, arithmetic = applied(formula, scores), applied(formula, arithmetic)
        has_bias = has_bias or "{bias}" in formula
    mask, share = choose.choice(MASKS)
    if choose.random() < 0.6:
        weights, alone_minus_exp = "heed::softmax<Key>(scores)", False
        if choose.random() < 0.25:
            weights = "let(scores, [](auto t) {{ return let(exp(t - heed::max<Key>(t)), [](auto e) {{ return e / heed::sum<Key>(e); }}); }})"
        if mask:
            scores = f"where({mask}, {scores}, -heed::inf)"
            arithmetic = f"where({mask}, {arithmetic}, 0)"
    else:
        phi = choose.choice(PHIS)
        of_phi = applied(phi, "scores")
        weights, alone_minus_exp = f"heed::normalize<Key>({f'where({mask}, {of_phi}, 0)' if mask else of_phi})", True
        arithmetic = applied(phi, arithmetic)
        if mask:
            arithmetic = f"where({mask}, {arithmetic}, 0)"
    after, after_alone, twice = choose.choice(AFTER)
    after = f"let(weights, [&](auto p) {{{{ return {after}; }}}})" if after != "p" else "weights"

    # both contractions, once more the one of the scores where they are needed twice
    times = flops + (0.5 + (flops - 1) if twice else 0)
    expected = [f'{{"plain", {share * times:.6g}}}', f'{{"arithmetic/generated_{number}", {2 if twice else 1} * {share:.6g} * plain_scores / 4096}}']
    if alone_minus_exp and not twice:  # plain attention has one
        expected.append(f'{{"arithmetic/exp", -{share:.6g} * plain_scores / 4096}}')
    if after_alone:
        arithmetic = applied(after_alone, arithmetic)
    if has_bias:
        expected.append(f'{{"peak/read_64MiB", {0.5 * share:.6g}}}')
    text = EXPRESSION.format(number=number, share=f"{share:.6g}", flops=times, expected=", ".join(expected), scores=scores.format(**IN_ATTENTION),
                             weights=weights.format(**IN_ATTENTION), after=after.format(**IN_ATTENTION))
    text += ARITHMETIC.format(number=number, alone=arithmetic.format(**ALONE) if arithmetic != "x" else "x * 1.f")
    return text


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--seed", type=int, required=True)
    options.add_argument("--count", type=int, default=40)
    given = options.parse_args()

    choose = random.Random(given.seed)
    texts = [expression(f"{i:02}", choose) for i in range(given.count)]
    given.folder.mkdir(parents=True, exist_ok=True)
    files = max(1, given.count // 4)
    for file in range(files):
        text = HEADER.format(seed=given.seed) + "".join(texts[file::files]) + "\n}  // namespace\n"
        path = given.folder / f"expressions_{file:02}.cpp"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


if __name__ == "__main__":
    main()
