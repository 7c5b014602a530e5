#!/usr/bin/env python3
"""Writes a unit of random attention-like expressions under rewrites that keep their meaning: generate_laws.py --seed 7 > unit.cpp

Scores, masks and normalisers are random. Every expression is written down again with fresh axes, with operands stored in
another order, with run-time extents, with an opaque function between scores and normaliser, with contractions spelled out,
with names for parts, with computed values, and beside a second result. The plan must stay what it is; the values of one
rewrite each, another one for every expression, are held against the reference.
"""
import argparse
import random
import re

from expressions import AXES, Expressions

DECLARED = re.compile(r"heed::tensor<(\w+)(.*?)> (t\d+)(\(.*\))?;$")
EXTENT = re.compile(r"([\w:<>]+)\[(\d*)\]")


class Law:
    def __init__(self, seed, number):
        self.title = f"seed {seed} law {number}"
        self.number = number
        self.random = random.Random(f"laws {seed}/{number}")
        while True:
            e = self.e = Expressions(self.random)
            if e.empty or not self.compose():
                continue
            if len(self.scores) + len(self.value) < 700:
                break

    def compose(self):
        e = self.e
        for a in AXES:
            e.static[a] = True
        query = {a: e.sizes[a] for a in e.shuffled(["Query", "Head", "Batch", "Token"])[:e.random.choice([1, 1, 2])]}
        walked = {"Key": e.sizes["Key"]}
        kept = {"Value": e.sizes["Value"]}
        if _product({**query, **walked, **kept}) > 60_000:
            return False
        self.scores = e.scores({**query, **walked}, 2).text
        finite = "-inf" not in self.scores and "-1e" not in self.scores
        self.normaliser = e.random.choice(
            ["softmax<Key>(@)"] * 4 + ["normalize<Key>(exp(minimum(@, 5)))", "normalize<Key>(abs(maximum(@, -9)))", "softmax<Key>(softmax<Key>(@))"] +
            (["let(@, [&](auto x) { return let(exp(x - max<Key>(x)), [&](auto w) { return w / sum<Key>(w); }); })",
              "let(@, [&](auto x) { return softmax<Key>((x - mean<Key>(x)) * rsqrt(var<Key>(x) + 0.1f)); })"] * 2 if finite else []))
        self.value = e.operand({**walked, **(kept if e.chance(0.8) else {}), **(e.some(query) if e.chance(0.3) else {})}, "f").text
        return True

    def declarations(self, order=lambda x: x, extent=lambda axis, size: f"{axis}[{size}]"):
        """The operands that are read, with their axes in another order or their extents said in another way."""
        names = set(re.findall(r"\bt\d+\b", f"{self.scores} {self.value}"))
        lines = []
        for line in self.e.declarations:
            if not set(re.findall(r"\bt\d+\b", line)) <= names:
                continue
            found = DECLARED.match(line)
            if found:
                element, axes, name, sized = found.groups()
                sizes = dict(re.findall(r"heed::sized<([\w:<>]+)>\((\d+)\)", sized or ""))
                axes = [(a, n or sizes[a]) for a, n in EXTENT.findall(axes)]
                said = [extent(a, n) for a, n in order(axes)]
                given = ", ".join(f"heed::sized<{a}>({n})" for a, n in order(axes) if extent(a, n).endswith("[]"))
                line = f"heed::tensor<{', '.join([element, *said])}> {name}{f'({given})' if given else ''};"
            lines.append(line)
        return lines

    def expression(self, scores="@", weights="@", value="@", dot="dot<Key>(@w, @v)"):
        """The expression; @ stands for what a rewrite is of."""
        w = weights.replace("@", self.normaliser.replace("@", scores.replace("@", self.scores)))
        return dot.replace("@w", w).replace("@v", value.replace("@", self.value))

    def __str__(self):
        same = "[](auto z) { return z; }"
        written = self.expression()
        rewrites = [
            ("an opaque function of the scores", self.expression(scores=f"pointwise({same}, @)"), 0),
            ("dot spelled out", self.expression(dot="sum<Key>(@v * @w)"), 0),
            ("parts with names", self.expression(scores=f"let(@, {same})", weights=f"let(@, {same})"), 0),
            ("a computed value", self.expression(value="(@ * 0.75f + 0.125f)"), 1),
        ]
        stored = [
            ("fresh names", self.declarations(), 0),
            ("another storage order", self.declarations(order=lambda axes: axes[::-1]), 0),
            ("run-time extents", self.declarations(extent=lambda axis, size: f"{axis}[]"), 2),
        ]
        checked = self.number % (len(rewrites) + len(stored) + 1)
        lines = [f'INFO(R"heed({written})heed");', "summary plan;", "{"]
        lines += [f"  {line}" for line in self.declarations()]
        lines += [f"  const auto e = {written};", "  plan = plan_of<decltype(e)>;"]
        for i, (name, text, more) in enumerate(rewrites):
            lines += ["  {", f"    const auto rewritten = {text};", f'    check_plan("{name}", plan, plan_of<decltype(rewritten)>, {more});']
            lines += ["    check_eval(rewritten);"] if i == checked else []
            lines += ["  }"]
        if checked == len(rewrites) + len(stored):
            lines += ["  check_both(e, logsumexp<Key>(" + self.scores + "));"]
        lines += ["}"]
        for i, (name, declared, more) in enumerate(stored):
            block = ["{", *[f"  {line}" for line in declared], f"  const auto rewritten = {written};",
                     f'  check_plan("{name}", plan, plan_of<decltype(rewritten)>, {more});']
            block += ["  check_eval(rewritten);"] if i + len(rewrites) == checked else []
            block += ["}"]
            if name == "fresh names":
                for n, axis in enumerate(sorted(AXES, key=len, reverse=True)):  # prime<Query> before Query
                    block = [re.sub(rf"\b{re.escape(axis)}(?!\w)", f"fresh<{n}>", line) for line in block]
            lines += block
        body = "\n".join(f"  {line}" for line in lines)
        return f'TEST_CASE("{self.title}") {{\n{body}\n}}\n'


def _product(axes):
    n = 1
    for size in axes.values():
        n *= size
    return n


HEAD = """// Written by tests/generated/generate_laws.py --seed {seed} --count {count}: random scores, masks and normalisers under rewrites.
#include <laws/plan_checks.hpp>

using namespace heed;
using namespace generated;
using namespace laws;

namespace {{
template <int> struct fresh {{}};
}}

"""


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--seed", type=int, required=True)
    arguments.add_argument("--count", type=int, default=15, help="expressions in the unit")
    arguments.add_argument("--output", help="a file to write, instead of standard output")
    given = arguments.parse_args()
    text = HEAD.format(seed=given.seed, count=given.count) + "\n".join(str(Law(given.seed, n)) for n in range(given.count))
    if given.output:
        with open(given.output, "w") as file:
            file.write(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
