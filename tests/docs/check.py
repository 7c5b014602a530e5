#!/usr/bin/env python3
"""Checks that what the documentation shows is so: its C++ compiles, its quotes are quotes, its errors are real.
Files that a page links to must be there.

    tests/docs/check.py [--compiler g++]... [--include DIRECTORY]... [--precompiled DIRECTORY]... [page.md]...      (every page, if none is named)

The ```cpp blocks of a page are one translation unit, in their order; its #include lines go to the top. HTML comments,
which readers do not see, say what else there is (each on lines of its own, before the block that it is about):

    <!-- hidden                         code that the blocks around it need, taken as it stands
    struct Query {}; void f() {
    -->
    <!-- program -->                    the next block is a whole program: it is compiled alone
    <!-- run -->                        the same, and run; it must exit with 0
    <!-- ran examples/a.cpp -mavx2 -->  that program is built and run, where this processor can; about no block
    <!-- ran page -mavx2 -->            the same for the page itself: its blocks and hidden code make a program
    <!-- output -->                     the next ```text block is what the last program printed
    <!-- wrong -->                      the next block has one mistake: the page must not compile with it, and does without
    <!-- error g++ -->                  the next ```text block is what this compiler says about the last mistake
    <!-- quote examples/a.cpp name -->  the next block is what stands between // [name] and // [/name] in that file

Printed text may leave something out, which is written as …

A directory with heed precompiled (made by tests/shape_errors/check.py --precompile), one for each compiler in their order, saves
parsing <heed/heed.hpp> for what is only compiled.
"""
import argparse
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
from itertools import zip_longest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
PIECE = re.compile(r"^<!--\s*(?P<word>hidden|program|ran|run|output|wrong|error|quote)\b(?P<rest>.*?)-->[ \t]*$"
                   r"|^(?P<indent>[ \t]*)```(?P<language>\w*)[ \t]*\n(?P<block>.*?)^[ \t]*```[ \t]*$", re.MULTILINE | re.DOTALL)
ERROR = re.compile(r"^(?!\s).*?\b(?:fatal )?error: ", re.MULTILINE)
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)[^)]*\)")
HEED = "precompiled_heed.hpp"
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b.*$", re.MULTILINE)


def quoted(file, name):
    """What stands between the markers of this name, all its parts one after the other, each at the left margin."""
    text = Path(file).read_text(encoding="utf-8")
    parts = re.findall(rf"^[ \t]*// \[{re.escape(name)}\]\n(.*?)^[ \t]*// \[/{re.escape(name)}\]$", text, re.MULTILINE | re.DOTALL)
    return "\n\n".join(textwrap.dedent(part).rstrip() for part in parts) if parts else None


def squash(text):
    text = text.replace("‘", "'").replace("’", "'").replace("`", "'")
    return re.sub(r"\s+", "", text)


def shows(shown, printed):
    """Whether the pieces of each line that is shown stand in what was printed, the lines in their order."""
    rest = squash(printed)
    for line in shown.splitlines():
        for piece in filter(None, map(squash, line.split("…"))):
            found = rest.find(piece)
            if found < 0:
                return False
            rest = rest[found + len(piece):]
    return True


class Page:
    """The pieces of a page: (line, kind, argument, text), and its links to files."""

    def __init__(self, file):
        self.file = file
        self.pieces, self.complaints = [], []
        text = file.read_text(encoding="utf-8")
        prose = re.sub(r"`[^`\n]+`", "", PIECE.sub(lambda piece: "\n" * piece[0].count("\n"), text))
        self.links = [(prose.count("\n", 0, link.start()) + 1, link[1]) for link in LINK.finditer(prose)]
        pending = None
        for match in PIECE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if match["word"] == "hidden":
                self.pieces.append((line, "code", "", match["rest"].split("\n", 1)[-1]))
            elif match["word"] == "ran":
                self.pieces.append((line, "ran", match["rest"].strip(), ""))
            elif match["word"]:
                if pending:
                    self.complaints.append(f"{file}:{pending[2]}: `{pending[0]}` is about no block")
                pending = match["word"], match["rest"].strip(), line
            elif pending or match["language"] == "cpp":
                kind, argument, _ = pending or ("code", "", 0)
                block = textwrap.dedent(match["block"]) if match["indent"] else match["block"]
                self.pieces.append((line + 1, kind, argument, block))
                pending = None
        if pending:
            self.complaints.append(f"{file}:{pending[2]}: `{pending[0]}` is about no block")

    def unit(self, mistake=None):
        """The page as one translation unit, with the one wrong block if it is given."""
        taken = [p for p in self.pieces if p[1] == "code" or p is mistake]
        includes = dict.fromkeys(i.strip() for p in taken for i in INCLUDE.findall(p[3]))
        code = "\n".join(f'#line {line} "{self.file.name}"\n{INCLUDE.sub("", text)}'
                         for line, kind, _, text in taken)
        return "\n".join(includes) + "\n" + code if code.strip() else ""


class Compiler:
    def __init__(self, command, includes, precompiled=None):
        self.command = [*shlex.split(command), "-std=c++20", "-I", str(REPOSITORY / "include"),
                        *(word for directory in includes for word in ("-isystem", directory))]
        self.name = Path(shlex.split(command)[0]).name
        self.precompiled = []
        for ending, option in ((".gch", ["-include", f"{precompiled}/{HEED}"]), (".pch", ["-include-pch", f"{precompiled}/{HEED}.pch"])):
            if precompiled and Path(f"{precompiled}/{HEED}{ending}").exists():
                self.precompiled = option

    def check_syntax(self, source):
        return self.run(source, *(self.precompiled if "#include <heed/heed.hpp>" in source else []), "-fsyntax-only")

    def run(self, source, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "page.cpp"
            file.write_text(source, encoding="utf-8")
            return subprocess.run([*self.command, *arguments, str(file)], text=True, capture_output=True,
                                  stdin=subprocess.DEVNULL, errors="replace")


def run_program(compiler, source, *flags):
    """The exit code of a program (negative: the signal that ended it) and what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program"
        built = compiler.run(source, "-O1", *flags, "-o", str(program))
        if built.returncode:
            return built.returncode, built.stderr
        ran = subprocess.run([str(program)], text=True, capture_output=True, stdin=subprocess.DEVNULL, cwd=folder, timeout=120)
        return ran.returncode, ran.stdout + ran.stderr


def check(file, compilers):
    """The complaints about one page."""
    page = Page(file)
    complaints = page.complaints
    first = compilers[0]

    def complain(line, words, printed=""):
        complaints.append(f"{file}:{line}: {words}" + (f"\n{textwrap.indent(printed.strip(), '    ')}" if printed else ""))

    printed, skipped, mistake, said = None, False, None, {}
    for line, link in page.links:
        if not (file.parent / link).exists():
            complain(line, f"there is no {link}")

    unit, compiles = page.unit(), True
    runs = any(kind == "ran" and argument == "page" for _, kind, argument, _ in page.pieces)
    if unit and not runs:  # what is run is compiled then
        built = first.check_syntax(unit)
        if built.returncode:
            compiles = False
            complain(1, f"the page does not compile with {first.name}", built.stderr)

    for piece in page.pieces:
        line, kind, argument, text = piece
        if kind == "quote":
            path, name = argument.split()
            original = quoted(REPOSITORY / path, name)
            if original is None:
                complain(line, f"{path} has no part `{name}`")
            elif original.strip() != text.strip():
                complain(line, f"this is no longer what {path} says between `// [{name}]` and `// [/{name}]`", original)
        elif kind == "program":
            built = first.check_syntax(text)
            if built.returncode:
                complain(line, "the program does not compile", built.stderr)
        elif kind == "ran" and argument.startswith("page") and not compiles:
            skipped = True
        elif kind in ("run", "ran"):
            if kind == "run":
                code, printed = run_program(first, text)
            else:
                path, *flags = argument.split()
                source = unit if path == "page" else (REPOSITORY / path).read_text(encoding="utf-8")
                code, printed = run_program(first, source, *flags)
            if code == -signal.SIGILL:  # a processor that lacks what the flags ask for
                printed = None
                skipped = True
            elif code:
                complain(line, f"the program fails with {code}", printed)
        elif kind == "output":
            if printed is None and not skipped:
                complain(line, "there is no program above to have printed this")
            elif printed is not None and not shows(text, printed):
                complain(line, "the program prints something else", printed)
        elif kind == "wrong":
            mistake, said = piece, {}
            for compiler in compilers:
                built = compiler.check_syntax(page.unit(mistake))
                said[compiler.name] = built.stderr
                errors = len(ERROR.findall(built.stderr))
                if errors != 1:
                    complain(line, f"{compiler.name} has {errors} errors here, not one", built.stderr)
        elif kind == "error":
            if mistake is None:
                complain(line, "there is no mistake above that this could be about")
            elif argument in said and not shows(text, said[argument]):
                complain(line, f"{argument} says something else", said[argument])
    return complaints


def pages():
    return [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--compiler", action="append")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--precompiled", action="append", default=[])
    parser.add_argument("pages", nargs="*", type=Path)
    arguments = parser.parse_args()
    commands = arguments.compiler or [c for c in ("g++", "clang++") if shutil.which(c)]
    compilers = [Compiler(c, arguments.include, p) for c, p in zip_longest(commands, arguments.precompiled)]
    found = [c for page in arguments.pages or pages() for c in check(page.resolve(), compilers)]
    print("\n".join(found) if found else "what the documentation shows is so")
    sys.exit(1 if found else 0)
