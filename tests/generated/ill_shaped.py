#!/usr/bin/env python3
"""Random programs with one wrong axis: each must be refused by one error that says so, and compile without the mistake.

    tests/generated/ill_shaped.py --count 20 --seed 1 --compiler g++ --compiler clang++

A program of the generator (whole language) is taken, and one mistake is put somewhere into its expression: an axis that
nothing has, an axis named twice, an extent that differs, an axis that is there already, an expectation that does not hold.
"""
import argparse
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from generate import FIRST_WHOLE, Program  # noqa: E402

ROOT = HERE.parent.parent
MOST_LINES = 14  # of a compiler's output
LINES_OF_A_LET = 6  # where the mistake is in the function of a let, clang says from where that is called
INTERNAL = re.compile(r"hana|heed::planner|heed::kernel|heed::simd")
PRELUDE = """#include <cmath>
#include <heed/heed.hpp>
#include <support/axes.hpp>
struct Hidden {};
struct Tap {};
struct Nowhere {};  // an axis that nothing has
template <class Tensor> Tensor copy_of(const Tensor& t) { return t; }
inline double halved(double x) { return x / 2; }
inline constexpr float scale = 1.25f;
using namespace heed;
"""
# calls whose first template argument is an axis of the operand
WITH_AXIS = r"\b(sum|max|min|mean|var|prod|norm|logsumexp|any_of|all_of|argmax|argmin|softmax|log_softmax|normalize|dot|cumsum|reverse|shift|at|gather|window)<"
FOLDS = r"\b(sum|max|min|mean|var|prod|norm|logsumexp|softmax|log_softmax|normalize|dot)<"


class Mistake:
    """What is wrong (words), the expression with it, and what must be declared for it."""

    def __init__(self, what, text, declared=""):
        self.what, self.text, self.declared = what, text, declared


def operands(program):
    """The static extents of every operand of the expression: {name: [(axis, size)]}."""
    found = {}
    for line in program.e.declarations:
        m = re.match(r"heed::tensor<\w+(.*)> (t\d+)", line)
        if m:
            found[m[2]] = re.findall(r", ([\w:<>]+)\[(\d*)\]", m[1])
    return found


def mistakes(program, text):
    """Every kind of mistake that this expression can be given, at a random place."""
    choose, found = program.random.choice, []
    calls = list(re.finditer(WITH_AXIS, text))
    if calls:
        m = choose(calls)
        axis = re.match(r"(heed::prime<\w+>|\w+)", text[m.end():])
        if axis:
            found.append(Mistake(f"{m[1]} over an axis that is not there", text[:m.end()] + "Nowhere" + text[m.end() + axis.end():]))
    folds = list(re.finditer(FOLDS, text))
    if folds:
        m = choose(folds)
        axis = re.match(r"(heed::prime<\w+>|\w+)", text[m.end():])
        if axis:
            found.append(Mistake(f"{m[1]} over an axis twice", text[:m.end()] + axis[0] + ", " + text[m.end():]))
    uses = [m for m in re.finditer(r"\bt\d+\b", text) if m[0] in operands(program)]
    if uses:
        m = choose(uses)
        axes = operands(program)[m[0]]
        put = lambda new: text[:m.start()] + new + text[m.end():]  # noqa: E731
        found.append(Mistake("an expectation", put(f"expect<Nowhere>({m[0]})")))
        static = [(a, int(n)) for a, n in axes if n]
        if static:
            a, n = choose(static)
            found.append(Mistake("two extents", put(f"({m[0]} * wrong)"), f"heed::tensor<int, {a}[{n + 1}]> wrong;"))
        if len(axes) >= 2:
            a, b = program.random.sample([x for x, _ in axes], 2)
            found.append(Mistake("a name that is taken", put(f"rename<{a}, {b}>({m[0]})")))
    return found


def cases(seed, count):
    """(title, source) of so many programs; with HEED_FIXED the mistake is undone."""
    made, n = [], 0
    while len(made) < count:
        program = Program(FIRST_WHOLE + seed, n)
        n += 1
        text = program.texts[0]
        possible = mistakes(program, text) if "shared" not in text and "before" not in text else []
        if not possible:
            continue
        mistake = program.random.choice(possible)
        names = set(re.findall(r"\bt\d+\b", text))
        declared = [d for d in program.e.declarations if d.startswith("heed::tensor") and set(re.findall(r"\bt\d+\b", d)) <= names]
        body = "\n".join(f"  {d}" for d in [*declared, mistake.declared] if d)
        source = f"{PRELUDE}\n// {mistake.what}\nvoid program() {{\n{body}\n#ifndef HEED_FIXED\n  const auto e = {mistake.text};\n#else\n  const auto e = {text};\n#endif\n  (void)e;\n}}\n"
        made.append((f"seed {seed} program {n - 1}: {mistake.what}", source))
    return made


def complaint(compiler, path):
    """What is wrong with how the compiler takes the program, or nothing."""
    command = [*compiler.split(), "-std=c++20", "-fsyntax-only", f"-I{ROOT}/include", f"-I{ROOT}/tests", str(path)]
    fixed = subprocess.run([*command, "-DHEED_FIXED"], capture_output=True, text=True)
    if fixed.returncode != 0:
        return f"without the mistake it does not compile\n{fixed.stderr[:1500]}"
    wrong = subprocess.run(command, capture_output=True, text=True)
    lines = wrong.stderr.splitlines()
    errors = [line for line in lines if re.search(r"\berror:", line)]
    if wrong.returncode == 0:
        return "the mistake is not found"
    if len(errors) != 1:
        return f"{len(errors)} errors\n" + "\n".join(errors[:6])
    if not re.search(r"static assertion|static_assert", errors[0]):
        return f"no sentence of heed's\n{errors[0]}"
    if INTERNAL.search(errors[0]):
        return f"names of heed's own\n{errors[0]}"
    lets = sum("function template specialization 'heed::let<" in line for line in lines)
    if len(lines) > MOST_LINES + LINES_OF_A_LET * lets:
        return f"{len(lines)} lines\n" + "\n".join(line[:200] for line in lines)
    return ""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--count", type=int, default=20)
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--compiler", action="append", help="g++ and clang++ if none is given")
    given = arguments.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.jobs) as pool:
        work = []
        for number, (title, source) in enumerate(cases(given.seed, given.count)):
            path = Path(folder) / f"{number}.cpp"
            path.write_text(source)
            work += [(title, source, compiler, pool.submit(complaint, compiler, path)) for compiler in given.compiler or ["g++", "clang++"]]
        for title, source, compiler, done in work:
            if done.result():
                failed += 1
                print(f"{title} ({compiler}): {done.result()}\n{source[len(PRELUDE):]}", flush=True)
    print(f"{given.count} programs with a mistake: {failed} complaints")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
