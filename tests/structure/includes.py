#!/usr/bin/env python3
"""Checks who includes what: the direction of the folders, one file for each dependency, and a word that must not occur.

    tests/structure/includes.py [repository]

Prints one line for each broken rule and exits with 1 if there is any.
"""
import re
import sys
from pathlib import Path

# Each folder of include/heed includes only itself and folders before it in this list.
FOLDERS = ["config", "axes", "tensor", "node", "shape", "expression", "plan", "simd", "kernel", "eval", "interop"]

# What stands beside these folders, and what it may include.
BESIDE = {
    "axes.hpp": {"config", "axes"},
    "heed.hpp": set(FOLDERS) - {"interop"},
    # Written in the public language only: the proof that it suffices.
    "attention": {"config", "axes", "tensor", "expression", "axes.hpp", "attention"},
    "attention.hpp": {"config", "axes.hpp", "heed.hpp", "attention"},
}

# A dependency is included from one file of its folder, where its versions are told apart.
SINGLE = [("boost/", "axes"), ("xsimd/", "simd")]
# xtensor comes with interop/ alone.
ONLY_INTEROP = ("xtensor/", "xtensor-", "xtl/", "Eigen/", "eigen3/", "mdspan")

# The planner knows folds, not names of normalisers (letters, whatever the case).
PLANNED = ["plan", "simd", "kernel"]
FORBIDDEN_WORD = re.compile("soft_?max", re.IGNORECASE)

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def includes(file):
    """The (bracket, path) pairs that a file includes, comments aside."""
    text = file.read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return INCLUDE.findall(text)


def sources(folder):
    return sorted(f for f in folder.rglob("*") if f.suffix in {".hpp", ".cpp", ".h"}) if folder.is_dir() else []


def folder_of(path):
    """Where a header stands, from its path below heed/: a folder, `config`, or the name of another top-level header."""
    first = path.split("/")[0]
    return "config" if first == "config.hpp" else first


def included_header(bracket, path, file, heed):
    """The path below heed/ of an include of ours, None for anybody else's header."""
    if path.startswith("heed/"):
        return path.removeprefix("heed/")
    if bracket == '"':
        target = (file.parent / path).resolve()
        if target.is_relative_to(heed.resolve()):
            return target.relative_to(heed.resolve()).as_posix()
    return None


def check_direction(heed, file, broken):
    name = file.relative_to(heed).as_posix()
    here = folder_of(name)
    if here in BESIDE:
        allowed = BESIDE[here]
    elif here in FOLDERS:
        allowed = set(FOLDERS[: FOLDERS.index(here) + 1])
    else:
        broken.append(f"heed/{name}: is in no folder of the design ({', '.join(FOLDERS)})")
        return
    for bracket, path in includes(file):
        target = included_header(bracket, path, file, heed)
        if target is None:
            continue
        if not (heed / target).exists():
            broken.append(f"heed/{name}: includes heed/{target}, which does not exist")
        elif folder_of(target) not in allowed:
            broken.append(f"heed/{name}: includes heed/{target}, against the direction of the folders")


def check_dependencies(heed, broken):
    users = {dependency: [] for dependency, _ in SINGLE}
    for file in sources(heed):
        name = file.relative_to(heed).as_posix()
        for _, path in includes(file):
            for dependency, folder in SINGLE:
                if path.startswith(dependency):
                    users[dependency].append(name)
                    if folder_of(name) != folder:
                        broken.append(f"heed/{name}: includes <{path}>; only {folder}/ may")
            if path.startswith(ONLY_INTEROP) and folder_of(name) != "interop":
                broken.append(f"heed/{name}: includes <{path}>; only interop/ may")
            if path.startswith("catch2/"):
                broken.append(f"heed/{name}: includes <{path}>; only tests may")
    for dependency, folder in SINGLE:
        files = sorted(set(users[dependency]))
        if len(files) > 1:
            broken.append(f"<{dependency}...> is included by {len(files)} files, and one may: {', '.join(files)}")


def check_words(heed, broken):
    for folder in PLANNED:
        for file in sources(heed / folder):
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                if FORBIDDEN_WORD.search(line):
                    broken.append(f"heed/{file.relative_to(heed).as_posix()}:{number}: says softmax; "
                                  "the planner knows folds only")


def check_others(repository, broken):
    for folder in ["tests", "examples", "docs"]:
        for file in sources(repository / folder):
            name = file.relative_to(repository).as_posix()
            for _, path in includes(file):
                if path.startswith("catch2/") and name != "tests/support/catch.hpp":
                    broken.append(f"{name}: includes <{path}>; tests include <support/catch.hpp>")


def check_version(repository, broken):
    """The version stands in CMakeLists.txt and in config.hpp."""
    cmake, config = repository / "CMakeLists.txt", repository / "include/heed/config.hpp"
    if not (cmake.exists() and config.exists()):
        return
    project = re.search(r"project\(heed VERSION ([\d.]+)", cmake.read_text(encoding="utf-8"))
    header = re.findall(r"#define HEED_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", config.read_text(encoding="utf-8"))
    if not project or project[1] != ".".join(header):
        broken.append(f"CMakeLists.txt says version {project[1] if project else 'nothing'}, "
                      f"heed/config.hpp says {'.'.join(header)}")


def check(repository):
    repository = Path(repository)
    heed, broken = repository / "include/heed", []
    for file in sources(heed):
        check_direction(heed, file, broken)
    check_dependencies(heed, broken)
    check_words(heed, broken)
    check_others(repository, broken)
    check_version(repository, broken)
    return broken


if __name__ == "__main__":
    broken_rules = check(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2])
    print("\n".join(broken_rules) if broken_rules else "every include follows the rules")
    sys.exit(1 if broken_rules else 0)
