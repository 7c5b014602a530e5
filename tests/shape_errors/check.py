#!/usr/bin/env python3
"""Checks that a wrong program is refused in the right words, and that it compiles once the mistake is undone.

    tests/shape_errors/check.py [--compiler g++]... [program.cpp]...     (all programs, g++ and clang++, if none is named)

A program has one mistake, and says what a compiler must answer:

    // expect: dot<Feature>              somewhere in what the compiler prints
    // expect-line: static               on the `error:` line itself
    // expect-fixed: have every Axis     on the `error:` line, where messages are fixed
    // expect-computed: 64 in the left   on the `error:` line, where messages are computed (clang 22)
    // max-lines: 12                     all that the compiler prints
    #ifndef HEED_FIXED
    auto s = dot<Feature>(q, k);         // the mistake
    #else
    auto s = dot<Feature>(q, k2);
    #endif

`expect-gcc`, `expect-clang`, `max-lines-clang`, ... hold for one compiler only, beside those without a name. `Query [4]` and
`Query[4]` are the same words. There must be exactly one error; the fixed program must compile without a warning. ctest tries the
mistakes one by one (--wrong), and all the fixed programs as one unit (--fixed), each in a namespace of its own: parsing heed once.
The mistakes read heed precompiled (--precompiled DIRECTORY, made by --precompile): a program that includes only <heed/heed.hpp>, or only
<heed/attention.hpp>, is parsed in a tenth of the time. What a compiler then prints of where headers are included is put as it is without.
"""
import argparse
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
ERROR = re.compile(r"^(?!\s).*?\b(?:fatal )?error: ", re.MULTILINE)
DIRECTIVE = re.compile(r"^\s*//\s*(expect(?:-line|-fixed|-computed)?|max-lines)(?:-(gcc|clang))?:\s*(.*?)\s*$", re.MULTILINE)
INCLUDE = re.compile(r"^#include .*", re.MULTILINE)
HEADER = re.compile(r"^#include <heed/(.*)>", re.MULTILINE)
PRECOMPILED = ("heed", "attention")
# The lines that say by which precompiled header a header was included: clang's stands beside one that names the program, g++'s two are for one that does.
BY_PRECOMPILED = re.compile(r"^In file included from \S*/precompiled_\w+\.hpp:.*\n|^ +from <command-line>:\n", re.MULTILINE)
KNOWN = re.compile(r"^\s*//\s*((?:expect|max-lines)[\w-]*):", re.MULTILINE)


class Compiler:
    def __init__(self, command, includes=()):
        self.command = shlex.split(command)
        self.name = Path(self.command[0]).name
        self.flags = ["-fsyntax-only", f"-I{REPOSITORY / 'include'}"]
        if not any(flag.startswith("-std=") for flag in self.command):
            self.flags.append("-std=c++20")
        for directory in includes:
            self.flags += ["-isystem", directory]
        macros = self.run("-dM", "-E", "-x", "c++", "/dev/null").stdout
        self.family = "clang" if "__clang__" in macros else "gcc"
        feature = re.search(r"__cpp_static_assert (\d+)", macros)
        numbers = [re.search(rf"__{part}__ (\d+)", macros) for part in (("clang_major", "clang_minor") if self.family == "clang" else ("GNUC", "GNUC_MINOR"))]
        self.version = f"{re.sub(r'-[0-9]+$', '', self.name)} {'.'.join(n[1] for n in numbers if n)}"
        # clang computes messages in every mode from version 22 on, as the library itself asks.
        version = re.search(r"__clang_major__ (\d+)", macros)
        self.computes = bool(feature and int(feature[1]) >= 202306) or bool(version and int(version[1]) >= 22)

    def run(self, *arguments):
        return subprocess.run([*self.command, *self.flags, *map(str, arguments)], text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, errors="replace")

    def precompile(self, directory):
        """Makes what `precompiled` finds."""
        for header in PRECOMPILED:
            unit = directory / f"precompiled_{header}.hpp"
            unit.write_text(f"#include <heed/{header}.hpp>\n", encoding="utf-8")
            flags = [flag for flag in self.flags if flag != "-fsyntax-only"]
            subprocess.run([*self.command, *flags, "-x", "c++-header", str(unit), "-o", f"{unit}.{'pch' if self.family == 'clang' else 'gch'}"], check=True)

    def precompiled(self, program, directory):
        """The options with which this program reads heed precompiled; none where it includes something else of heed's."""
        included = set(HEADER.findall(program.read_text(encoding="utf-8")))
        for header in PRECOMPILED:
            unit = directory / f"precompiled_{header}.hpp"
            if included == {f"{header}.hpp"}:
                return ["-include-pch", f"{unit}.pch"] if self.family == "clang" else ["-Winvalid-pch", "-include", str(unit)]
        return []


def squash(text):
    return re.sub(r"\s+", " ", text).replace(" [", "[").replace("‘", "'").replace("’", "'")


def expectations(program, compiler):
    """The (kind, words) pairs that hold for this compiler."""
    text = program.read_text(encoding="utf-8")
    found = [(kind, family, words) for kind, family, words in DIRECTIVE.findall(text)]
    problems = []
    if len(found) != len(KNOWN.findall(text)):
        problems.append("a comment beside the known ones: " + ", ".join(KNOWN.findall(text)))
    if not any(kind != "max-lines" for kind, _, _ in found):
        problems.append("expects no words: write `// expect: ...`")
    if "HEED_FIXED" not in text:
        problems.append("has no #ifndef HEED_FIXED around its mistake")
    return [(kind, words) for kind, family, words in found if family in ("", compiler.family)], problems


# What cannot stand in a namespace.
ALONE = re.compile(r"^template <> struct heed::|\bint main\b", re.MULTILINE)
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion"]


def check_fixed(program, compiler):
    """The complaints about one fixed program on one compiler."""
    fixed = compiler.run("-DHEED_FIXED", *WARNINGS, program)
    return ["does not compile without a warning when it is fixed:\n" + indent(fixed.stderr)] if fixed.returncode != 0 or fixed.stderr else []


def all_fixed(programs, compiler):
    """Whether fixed programs compile without a warning as one unit; where they do not, each must be tried alone."""
    texts = [program.read_text(encoding="utf-8") for program in programs]
    includes = sorted({line for text in texts for line in INCLUDE.findall(text)})
    spaces = [f'namespace program_{i} {{\n#line 1 "{program}"\n{INCLUDE.sub("", text)}\n}}' for i, (program, text) in enumerate(zip(programs, texts))]
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder) / "fixed.cpp"
        unit.write_text("\n".join(includes + spaces), encoding="utf-8")
        done = compiler.run("-DHEED_FIXED", *WARNINGS, unit)
    return done.returncode == 0 and not done.stderr


def check(program, compiler, fixed=True, precompiled=None):
    """The complaints about one program on one compiler, and what the compiler printed."""
    expected, complaints = expectations(program, compiler)

    wrong = compiler.run(*(compiler.precompiled(program, precompiled) if precompiled else []), program)
    output = BY_PRECOMPILED.sub("", wrong.stderr) if precompiled else wrong.stderr
    errors = [line for line in output.splitlines() if ERROR.match(line)]
    if wrong.returncode == 0:
        complaints.append("compiles, and must not")
    elif len(errors) != 1:
        complaints.append(f"{len(errors)} errors; there must be one")
    everything, error_line = squash(output), squash(errors[0]) if errors else ""
    for kind, words in expected:
        if kind == "max-lines":
            lines = len(output.splitlines())
            if lines > int(words):
                complaints.append(f"{lines} lines; at most {words} are allowed")
        elif kind in ("expect-fixed", "expect-computed") and compiler.computes != (kind == "expect-computed"):
            continue
        elif kind == "expect" and squash(words) not in everything:
            complaints.append(f"does not say: {words}")
        elif kind != "expect" and squash(words) not in error_line:
            complaints.append(f"does not say on the error line: {words}")

    return complaints + (check_fixed(program, compiler) if fixed else []), output


def indent(text):
    return "\n".join("    | " + line for line in text.splitlines()[:60])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", action="append", help="a compiler, flags may follow it (g++ and clang++)")
    parser.add_argument("--include", action="append", default=[], help="where Boost or xsimd are")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="print what the compilers say, even where it is right")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--wrong", action="store_true", help="only the mistakes")
    part.add_argument("--fixed", action="store_true", help="only the fixed programs, as one unit")
    part.add_argument("--precompile", type=Path, metavar="DIRECTORY", help="precompile heed's headers into it, for one compiler, and check nothing")
    parser.add_argument("--precompiled", type=Path, metavar="DIRECTORY", help="where they are")
    parser.add_argument("programs", nargs="*", type=Path)
    arguments = parser.parse_args()

    names = arguments.compiler or [name for name in ("g++", "clang++") if shutil.which(name)]
    compilers = [Compiler(name, arguments.include) for name in names]
    programs = arguments.programs or sorted(Path(__file__).parent.glob("*.cpp"))
    if not compilers or not programs:
        sys.exit("no compiler" if not compilers else "no programs")

    if arguments.precompile:
        arguments.precompile.mkdir(parents=True, exist_ok=True)
        compilers[0].precompile(arguments.precompile)
        return

    pairs = [(program, compiler) for program in programs for compiler in compilers]
    if arguments.fixed:
        alone = {program for program in programs if ALONE.search(program.read_text(encoding="utf-8"))}
        right = [compiler for compiler in compilers if all_fixed([program for program in programs if program not in alone], compiler)]
        pairs = [(program, compiler) for program, compiler in pairs if program in alone or compiler not in right]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        if arguments.fixed:
            results = list(pool.map(lambda pair: (check_fixed(*pair), ""), pairs))
        else:
            results = list(pool.map(lambda pair: check(*pair, fixed=not arguments.wrong, precompiled=arguments.precompiled), pairs))
    failed = 0
    for (program, compiler), (complaints, output) in zip(pairs, results):
        print(f"{'FAILED' if complaints else 'ok    '} {program.stem} ({compiler.name}, {len(output.splitlines())} lines)")
        for complaint in complaints:
            print(f"  {complaint}")
        if complaints or arguments.show:
            print(indent(output))
        failed += bool(complaints)
    what = "compile without a warning" if arguments.fixed else "refused in the right words"
    print(f"{len(pairs) - failed} of {len(pairs)} {what}" + (", and the others as one unit" if arguments.fixed and right == compilers else ""))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
