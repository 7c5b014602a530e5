#!/usr/bin/env python3
"""Writes one translation unit of random programs: generate.py --seed 7 [--count 30] [--only N] > unit.cpp

The same seed gives the same programs everywhere; seeds from 1000 on use the whole language, those before the part that the
first fixed units were written in, and seeds from 100000 on write formulas as users do (formulas.py). Each program is a Catch2 test case that evaluates an expression in one of
the ways users do and holds it against the float64 reference within its running error bound (check.hpp).
"""
import argparse
import random
import re

from expressions import Expression, Expressions
from formulas import Formulas
from whole import WholeExpressions

LONGEST = 1200  # characters of one expression
FIRST_WHOLE = 1000  # units from this seed on use the whole language
FIRST_FORMULAS = 100_000


class Program:
    def __init__(self, seed, number):
        self.random = random.Random(f"{seed}/{number}")
        self.number, self.seed = number, seed
        while True:
            self.e = (Formulas if seed >= FIRST_FORMULAS else WholeExpressions if seed >= FIRST_WHOLE else Expressions)(self.random)
            self.lines, self.texts = [], []
            more = ([self.several, self.parallel], [16, 16]) if seed >= FIRST_FORMULAS else ([], [])
            make = self.random.choices([self.eval, self.assign, self.compound, self.both, self.overlap, self.into_view, *more[0]], [40, 18, 10, 14, 10, 8, *more[1]])[0]
            if make() and max(map(len, self.texts)) <= LONGEST:
                break

    # ------------------------------------------------------------------ parts

    def axes(self, least=0, most=3):
        """Axes of a result: few, so that folds inside have room."""
        chosen, wanted = {}, self.random.choice([n for n in (0, 1, 1, 2, 2, 2, 3, 3, 4) if least <= n <= most])
        names = self.e.shuffled(["Batch", "Head", "Query", "Query", "Query", "Key", "Value", "Value", "Token", "Model"])
        for a in names:
            if len(chosen) < wanted and a not in chosen and self.e.sizes[a] * _product(chosen) <= 6000:
                chosen[a] = self.e.sizes[a]
        return chosen

    def expression(self, axes, kind=None, depth=None):
        kind = kind or self.random.choices("fib", [10, 2, 1])[0]
        depth = depth or self.random.choice([2, 3, 3, 3, 4])
        form = self.random.random()
        if kind == "f" and form < 0.45:
            return self.e.attention(axes, kind, depth + 1) or self.e.make(axes, kind, depth)
        x = self.e.make(axes, kind, depth)
        # an operand alone is not worth a program
        return x if not x.text.isalnum() else self.e.make(axes, kind, depth)

    def define(self, name, x):
        # a tensor is no expression: copying it is not what the program is about
        self.texts.append(x.text)
        self.lines.append(f"const auto {name} = {x.text if not x.text.isalnum() else f'({x.text} + 0)'};")

    def target(self, name, of, axes):
        """A tensor for the value of an expression: its axes in another order, extents static or not."""
        order = self.e.shuffled(axes)
        static = {a: self.random.random() < 0.6 for a in order}
        extents = [self.e.extent(a, axes[a], static[a]) for a in order]
        self.lines.append(f"target<{', '.join([f'decltype({of})', *extents])}> {name};")

    # ------------------------------------------------------------------ kinds of programs

    def eval(self):
        self.define("e", self.expression(self.axes()))
        self.lines.append("check_eval(e);")
        return True

    def assign(self):
        axes = self.axes(1)
        self.define("e", self.expression(axes))
        self.target("result", "e", axes)
        self.lines.append("check_assign(result, e);")
        if self.random.random() < 0.2:  # again, into what is there
            self.lines.append("check_assign(result, e);")
        return True

    def compound(self):
        axes = self.axes(1)
        x = self.e.tame(self.expression(self.e.some(axes), "f"), 50)
        word, sign = self.random.choice([("add", "+"), ("add", "+"), ("subtract", "-"), ("multiply", "*"), ("divide", "/")])
        if word == "divide":
            x = self.e.positive(x)
        there = self.e.declare(axes, "f", "double", -2, 2)
        self.define("e", x)
        self.lines.append(f"const auto before = copy_of({there.text});")
        self.lines.append(f"check_compound<heed::assign_op::{word}>({there.text}, e, before {sign} e);")
        return True

    def both(self):
        """Two results that share a part, under one name: an expression is a value."""
        axes = self.axes(1, 2)
        more = self.e.fresh(axes)
        if not more:
            return False
        shared = self.e.tame(self.e.scores({**axes, **more}, 2), 20)
        self.define("shared", shared)
        self.e.variables.append(Expression("shared", shared.axes, "f", shared.low, shared.high))
        over = ", ".join(more)
        value, other = (self.e.operand({**more, **self.e.fresh({**axes, **more})}, "f").text for _ in range(2))  # (each may have an axis of its own)
        results = self.random.sample([
            f"dot<{over}>(softmax<{over}>(shared), {value})", f"logsumexp<{over}>(shared)", f"sum<{over}>(shared * shared)", f"max<{over}>(shared)",
            f"softmax<{over}>(shared)", "tanh(shared)", self.expression(axes, "f", 2).text, self.expression({**axes, **more}, "f", 2).text,
            f"sum<{over}>(softmax<{over}>(shared) * position<{over}>)", f"dot<{over}>(shared, {value})", f"dot<{over}>(softmax<{over}>(shared), {other})",
            f"dot<{over}>(shared * shared, {other})"], 2)
        for name, text in zip(("first", "second"), results):
            self.texts.append(text)
            self.lines.append(f"const auto {name} = {text if not text.isalnum() else f'({text} + 0)'};")
        self.lines.append("check_both(first, second);")
        return True

    def several(self):
        """Two or three results into tensors, of the same axes or of some of them."""
        axes = self.axes(1)
        if not all(axes.values()):
            return False
        names = ["first", "second", "third"][:self.random.choice([2, 2, 3])]
        of = []
        for name in names:
            mine = dict(axes) if self.random.random() < 0.6 else self.e.some(axes)
            x = self.expression(mine, depth=2)
            self.define(name, x)
            self.target(f"{name}_result", name, mine)
            if x.kind == "f" and not x.minus_inf and x.size <= 100:
                self.e.variables.append(Expression(name, mine, "f", x.low, x.high))
            of.append(name)
        self.lines.append(f"check_assign_all(heed::to({', '.join(f'{n}_result' for n in of)}), {', '.join(of)});")
        return True

    def parallel(self):
        """By one thread and by three: the same bits."""
        self.define("e", self.expression(self.axes()))
        self.lines.append("check_parallel(e);")
        return True

    def overlap(self):
        """x = f(x), also where elements move."""
        axes = self.axes(1, 2)
        if not all(axes.values()):
            return False
        a = self.random.choice(list(axes))
        form = self.random.choice(["same", "same", "transposed", "shifted"])
        if form == "transposed":
            b = self.e.random.choice([b for b in ("Key", "Value", "Token") if b not in axes])
            axes[b] = axes[a]
            self.e.sizes[b] = axes[a]
        x = self.e.declare(axes, "f", "float", -2, 2)
        self.e.variables.append(x)
        if form == "same":
            e = self.e.combine(self.random.choice("+-*"), self.expression(axes, "f"), x, "f")
            self.define("e", Expression(f"cast<float>({e.text})", e.axes, "f", e.low, e.high))
            self.lines.append(f"check_assign({x.text}, e);")
        elif form == "transposed":
            f = self.expression(self.e.some(axes), "f", 2).text
            self.define("e", Expression(f"cast<float>(rename<Tap, {b}>(rename<{b}, {a}>(rename<{a}, Tap>({x.text}))) * 0.5f + {f})", axes, "f", -9, 9))
            self.lines.append(f"check_assign({x.text}, e);")
        else:
            n = axes[a]
            if n < 2:
                return False
            count = self.random.randint(1, n - 1)
            begin, to = self.random.randint(0, n - count), self.random.randint(0, n - count)
            self.define("e", Expression(f"slice<{a}, {begin}, {count}>({x.text}) * 2 - at<{a}>({x.text}, {self.random.randrange(n)})", axes, "f", -9, 9))
            self.lines.append(f"check_assign(slice<{a}, {to}, {count}>({x.text}), e);")
        return True

    def into_view(self):
        """A target with strides, or memory of someone else's."""
        axes = self.axes(1)
        if not all(axes.values()):
            return False
        e = self.expression(axes, "f")
        self.define("e", Expression(f"cast<float>({e.text})", e.axes, "f", e.low, e.high))
        a = self.random.choice(list(axes))
        if self.random.random() < 0.5:
            begin = self.random.randint(0, 3)
            whole = self.e.declare({**axes, a: axes[a] + begin + self.random.randint(0, 2)}, "f", "float", -1, 1)
            self.lines.append(f"check_assign(slice<{a}, {begin}, {axes[a]}>({whole.text}), e);")
        else:
            order = self.e.shuffled(axes)
            self.lines.append(f"std::vector<float> memory({_product(axes)});")
            self.lines.append(f"check_assign(heed::named<{', '.join(f'{b}[{axes[b]}]' for b in order)}>(memory), e);")
        return True

    # ------------------------------------------------------------------ text

    def parts(self):
        """Sub-expressions that can stand alone, the shortest first: where to look for a fault."""
        def closed(text):
            names = set(re.findall(r"\b(?:[pvsw]\d+|shared|first|second|third)\b", text))
            return all(f"auto {name})" in text for name in names)
        texts = {t for t in self.e.made + self.texts if not t.isalnum() and closed(t) and any(t in whole for whole in self.texts)}
        return sorted(texts, key=lambda t: (len(t), t))

    def part(self, number):
        """A program that evaluates one of the parts."""
        text = self.parts()[number]
        return self.case(f"seed {self.seed} program {self.number} part {number}", [f"const auto e = {text};", "check_eval(e);"])

    def __str__(self):
        return self.case(f"seed {self.seed} program {self.number}", self.lines)

    def case(self, title, lines):
        said = "\n".join(lines)
        names = set(re.findall(r"\bt\d+\b", said))  # what was declared on ways that were given up is left out
        declared = [line for line in self.e.declarations if set(re.findall(r"\bt\d+\b", line)) <= names]
        body = "\n".join(f"  {line}" for line in declared + lines)
        return f'TEST_CASE("{title}") {{\n  INFO(R"heed({said})heed");\n{body}\n}}\n'


def _product(axes):
    n = 1
    for size in axes.values():
        n *= size
    return n


HEAD = """// Written by tests/generated/generate.py --seed {seed} --count {count}: random programs held against the reference.
#if defined(__x86_64__)  // as other libraries' headers do before ours: no warnings all the same
#include <immintrin.h>
#endif
#include <generated/check.hpp>

using namespace heed;
using namespace generated;

"""


def unit(seed, count, only=None, parts=()):
    """All programs of a unit, one of them, or some parts of that one."""
    head = HEAD.format(seed=seed, count=count)
    if only is None:
        return head + "\n".join(str(Program(seed, n)) for n in range(count))
    program = Program(seed, only)
    return head + "\n".join([program.part(n) for n in parts] or [str(program)])


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--seed", type=int, required=True)
    arguments.add_argument("--count", type=int, default=30, help="programs in the unit")
    arguments.add_argument("--only", type=int, help="write this program of the unit alone")
    arguments.add_argument("--output", help="a file to write, instead of standard output")
    given = arguments.parse_args()
    text = unit(given.seed, given.count, given.only)
    if given.output:
        with open(given.output, "w") as file:
            file.write(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
