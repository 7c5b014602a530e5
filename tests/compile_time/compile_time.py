#!/usr/bin/env python3
"""What compiling heed's expressions costs.

  compile_time.py seconds          user seconds of g++ -O3 -march=native: including heed, plain attention, each further
                                   attention expression in the same unit, one transformer layer, four as one expression; the
                                   same attention in Eigen and xtensor, where they are installed; bytes of code of each
  compile_time.py count            template instantiations of the same units by clang 14, a number that does not depend on
                                   the machine; fails where one exceeds instantiations.json by more than 5 %, or where
                                   one that stands there no longer compiles
  compile_time.py count --update   writes instantiations.json anew
  compile_time.py text             bytes of code and of data that plain attention and each further attention expression leave in an
                                   object of g++ -O3 -mavx2 -mfma; fails where one exceeds text.json by more than 5 %
  compile_time.py text --update    writes text.json anew

What is counted are classes, functions and variables instantiated from templates (the headers of the standard library,
Hana and xsimd included). Raising a limit is a decision: say why in the commit.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parents[1] / "include"
TOLERANCE = 1.05
EXPRESSIONS = ["plain attention", "causal", "soft cap", "distance bias", "standardised scores", "cosine"]
COUNTED = ["include only", "plain attention", "six attentions", "layer", "four layers"]


def units():
    """[(name, source, definitions)], cumulative in the attention expressions."""
    attention, layers = HERE / "attention.cpp", HERE / "layers.cpp"
    yield "include only", attention, ["-DHEED_EXPRESSIONS=0"]
    for count, name in enumerate(EXPRESSIONS, 1):
        yield name, attention, [f"-DHEED_EXPRESSIONS={count}"]
    yield "layer", layers, ["-DHEED_LAYERS=1"]
    yield "four layers", layers, ["-DHEED_LAYERS=4"]


def peers():
    """Plain attention in other libraries, and where their headers are."""
    for name in ("eigen", "xtensor"):
        yield f"plain attention, {name}", HERE / "peers" / f"{name}.cpp", ["-isystem", "/usr/include/eigen3"]


def errors(text):
    """The first error lines, as far as one reads them."""
    return "\n".join("  " + line[:240] for line in text.splitlines() if "error:" in line)[:1000]


def user_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if found.returncode != 0:
        raise RuntimeError(errors(found.stderr))
    return after.ru_utime - before.ru_utime


def seconds(given):
    print(f"{'unit':26}{'user s':>8}{'added':>8}{'code':>10}   ({given.compiler} {' '.join(given.flags)}, best of {given.repetitions})")
    results, previous, failed = {}, 0.0, []
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "unit.o")
        for name, source, definitions in [*units(), *peers()]:
            command = [given.compiler, "-std=c++20", *given.flags, f"-I{INCLUDE}", *definitions, "-c", str(source), "-o", str(target)]
            try:
                results[name] = min(user_seconds(command) for _ in range(given.repetitions))
            except RuntimeError as problem:
                if source.parent == HERE:
                    failed.append(name)
                print(f"{name:26} does not compile:\n{problem}")
                continue
            added = f"{results[name] - previous:8.2f}" if name in EXPRESSIONS else " " * 8
            print(f"{name:26}{results[name]:8.2f}{added}{bytes_of(target)['code']:10}", flush=True)
            previous = results[name]
    if given.json:
        Path(given.json).write_text(json.dumps(results, indent=1) + "\n")
    return 1 if failed else 0


def instantiations(clang, source, definitions):
    """Classes, functions and variables that this unit instantiates."""
    with tempfile.TemporaryDirectory() as folder:
        # -fsyntax-only instantiates everything that is used and generates no code; it leaves the trace in ./.json.
        command = [clang, "-std=c++20", f"-I{INCLUDE}", *definitions, "-fsyntax-only", "-ftime-trace", "-ftime-trace-granularity=0",
                   "-Xclang", "-print-stats", str(source)]
        found = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        if found.returncode != 0:
            raise RuntimeError(errors(found.stderr))
        trace = next(Path(folder).glob("*.json"), None) or Path(folder, ".json")
        text = trace.read_text()
    variables = re.search(r"(\d+) VarTemplateSpecialization decls", found.stderr)
    return {
        "classes": text.count('"name":"InstantiateClass"'),
        "functions": text.count('"name":"InstantiateFunction"'),
        "variables": int(variables.group(1)) if variables else 0,
    }


def bytes_of(object_file):
    """Code, and constants that the program keeps, of an object: everything but symbols, relocations and tables for unwinding."""
    found = {"code": 0, "data": 0}
    listing = subprocess.run(["readelf", "-SW", str(object_file)], capture_output=True, text=True, check=True).stdout
    for name, size in re.findall(r"\] (\.[\w.]+)\S*\s+\w+\s+[0-9a-f]+\s+[0-9a-f]+\s+([0-9a-f]+)", listing):
        kind = name.split(".")[1]
        if kind in ("text", "rodata", "data"):
            found["code" if kind == "text" else "data"] += int(size, 16)
    return found


def held(given, measured):
    """Prints what was measured, [(name, figures, their sum; None where it does not compile)], and holds each sum to the limits."""
    limits = Path(given.limits)
    allowed = json.loads(limits.read_text()) if limits.exists() else {}
    found, exceeded = {}, []
    for name, figures, total in measured:
        limit = int(allowed[name] * TOLERANCE) if name in allowed else 0
        if total is None:
            print(f"{name:28} does not compile:\n{figures}")
        else:
            found[name] = total
            print(f"{name:28}" + "".join(f"{figure:>11}" for figure in [*figures, total, limit or "-"]), flush=True)
        if limit and (total is None or total > limit):
            exceeded.append(name)
    if given.update:
        limits.write_text(json.dumps(found, indent=2) + "\n")
        return 0
    if exceeded:
        print(f"more than {limits.name} allows ({TOLERANCE - 1:.0%} over what stands there), or no longer compiling: {', '.join(exceeded)}")
        return 1
    return 0


def text(given):
    def measured(expressions):
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder, "unit.o")
            subprocess.run([given.compiler, "-std=c++20", *given.flags, f"-I{INCLUDE}", f"-DHEED_EXPRESSIONS={expressions}", "-c",
                            str(HERE / "attention.cpp"), "-o", str(target)], check=True)
            return bytes_of(target)

    plain, all_of_them = measured(1), measured(len(EXPRESSIONS))
    print(f"{'':28}{'bytes':>11}{'limit':>11}")
    rows = []
    for kind in plain:
        rows.append((f"plain attention, {kind}", [], plain[kind]))
        rows.append((f"each further, {kind}", [], (all_of_them[kind] - plain[kind]) // (len(EXPRESSIONS) - 1)))
    return held(given, rows)


def count(given):
    def counted():
        for name, source, definitions in units():
            name = "six attentions" if name == EXPRESSIONS[-1] else name
            if name not in COUNTED:
                continue
            try:
                by_kind = instantiations(given.clang, source, definitions)
                yield name, by_kind.values(), sum(by_kind.values())
            except RuntimeError as problem:
                yield name, problem, None

    print(f"{'':28}" + "".join(f"{word:>11}" for word in ["classes", "functions", "variables", "all", "limit"]))
    return held(given, counted())


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = options.add_subparsers(required=True)
    clock = what.add_parser("seconds", help="user seconds of a compiler")
    clock.add_argument("--compiler", default="g++")
    clock.add_argument("--flags", type=str.split, default=["-O3", "-march=native"], help="default: -O3 -march=native")
    clock.add_argument("--repetitions", type=int, default=3)
    clock.add_argument("--json", metavar="FILE")
    clock.set_defaults(run=seconds)
    number = what.add_parser("count", help="template instantiations of clang")
    number.add_argument("--clang", default="clang++-14")
    number.add_argument("--limits", default=str(HERE / "instantiations.json"))
    number.add_argument("--update", action="store_true")
    number.set_defaults(run=count)
    size = what.add_parser("text", help="bytes in an object of g++")
    size.add_argument("--compiler", default="g++")
    size.add_argument("--flags", type=str.split, default=["-O3", "-mavx2", "-mfma"], help="default: -O3 -mavx2 -mfma")
    size.add_argument("--limits", default=str(HERE / "text.json"))
    size.add_argument("--update", action="store_true")
    size.set_defaults(run=text)
    given = options.parse_args()
    sys.exit(given.run(given))


if __name__ == "__main__":
    main()
