#!/usr/bin/env python3
"""Checks that every public name of namespace heed stands in the reference.

    tests/docs/names.py [repository]             prints each name that docs/reference lacks; exits with 1 if there is any
    tests/docs/names.py --list [repository]      prints the names that it looks for

Public is what a header of axes/, tensor/, expression/, eval/, interop/ or attention/ declares in namespace heed itself, not in a namespace inside it:
classes, concepts, aliases, variables, functions, operators; and macros that begin with HEED_ and users may set. A name stands
in the reference where a page has it in code: between backticks, or in a code block.
"""
import re
import sys
from pathlib import Path

FOLDERS = ["axes", "tensor", "expression", "eval", "interop", "attention"]
# Macros that are the library's own tools; config.hpp and machine.hpp have those that users may set.
OWN_MACRO = re.compile(r"HEED_(SENTENCE|COMPUTED|QUIET|INLINE|SHARED|RARE|LOOPS|LIFETIMEBOUND|LAZY|UNSET)")
MACRO_FILES = ["config.hpp", "eval/machine.hpp"]

WORD = r"[A-Za-z_]\w*"
OPERATOR = r"operator\s*(?:[-+*/%]=?|&&|\|\||[=!<>]=?|!)"
DECLARATIONS = [
    re.compile(rf"^(?:class|struct)\s+({WORD})"),
    re.compile(rf"^concept\s+({WORD})"),
    re.compile(rf"^using\s+({WORD})\s*="),
    re.compile(rf"^enum(?:\s+class)?\s+({WORD})"),
    re.compile(rf"^inline\s+constexpr\b[^=(;{{]*?\b({WORD})\s*(?:<|=|\{{|;)"),
]
FUNCTION = re.compile(rf"(?:^|[\s*&>])({OPERATOR}|{WORD})\s*\(")
# What stands before a parenthesis at the level of the namespace and is no function.
NOT_FUNCTIONS = {"static_assert", "decltype", "sizeof", "requires", "noexcept", "alignas", "defined", "__attribute__", "if", "HEED_DELETED"}


def without_comments(text):
    text = re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', '""', text)
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)
    text = re.sub(r"HEED_SENTENCES_(?:BEGIN|END)", " ", text)
    return re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", " ", text, flags=re.MULTILINE)


def skip_braces(text, i):
    """The position after the brace that closes the one at i."""
    depth = 0
    while i < len(text):
        if text[i] == "{":
            depth += 1
        elif text[i] == "}":
            depth -= 1
            if depth == 0:
                return i + 1
        i += 1
    return i


def statements(text):
    """What stands in namespace heed and in no namespace inside it, a declaration at a time, without bodies."""
    namespaces, i, start = [], 0, 0
    opening = re.compile(r"(?:inline\s+)?namespace\s+([\w:]*)\s*\{")
    while i < len(text):
        head = opening.match(text, i) if text[i : i + 1] in "in" else None
        if head and not text[start:i].strip():
            namespaces.append(head[1])
            i = start = head.end()
        elif text[i] == "}":
            if namespaces:
                namespaces.pop()
            i = start = i + 1
        elif text[i] == "{":
            if namespaces == ["heed"]:
                yield text[start:i] + "{"
            i = start = skip_braces(text, i)
            # an initialiser is followed by a semicolon, a body is not
            rest = re.compile(r"\s*;").match(text, i)
            if rest:
                i = start = rest.end()
        elif text[i] == ";":
            if namespaces == ["heed"]:
                yield text[start:i] + ";"
            i = start = i + 1
        else:
            i += 1


def without_angles(text):
    """Removes `template <...>` and requires-clauses in front, so that the declaration begins."""
    text = " ".join(text.split())
    while text.startswith("template"):
        angles, parentheses, i = 0, 0, text.index("<")
        while True:
            parentheses += (text[i] == "(") - (text[i] == ")")
            if parentheses == 0:  # a comparison stands in parentheses
                angles += (text[i] == "<") - (text[i] == ">" and text[i - 1] != "-")
                if angles == 0:
                    break
            i += 1
        text = text[i + 1 :].strip()
    return text


def names_of(text):
    for statement in statements(without_comments(text)):
        declaration = without_angles(statement)
        if declaration.startswith("requires"):
            declaration = re.sub(r"^requires\s*(?:\((?:[^()]|\([^()]*\))*\)|(?:\w+<[^>]*>))(?:\s*&&\s*\w+<[^>]*>)*\s*", "", declaration)
        for pattern in DECLARATIONS:
            found = pattern.match(declaration)
            if found:
                yield found[1]
                break
        else:
            call = FUNCTION.search(re.sub(r"decltype\([^()]*\)", "", declaration))
            if call and call[1] not in NOT_FUNCTIONS:
                yield re.sub(r"\s", "", call[1])


def public_names(repository):
    """Every public name, with the header that declares it first."""
    root = repository / "include" / "heed"
    names = {}
    headers = [header for folder in FOLDERS for header in sorted((root / folder).rglob("*.hpp"))]
    for header in headers:
        for name in names_of(header.read_text()):
            names.setdefault(name, header.relative_to(root).as_posix())
    for file in MACRO_FILES:
        for macro in re.findall(r"^\s*#\s*define\s+(HEED_\w+)", (root / file).read_text(), re.MULTILINE):
            if not OWN_MACRO.match(macro):
                names.setdefault(macro, file)
    return names


def words_in_code(page):
    blocks = re.findall(r"^```.*?^```", page, re.DOTALL | re.MULTILINE)
    code = blocks + re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE))
    words = set()
    for text in code:
        words.update(re.findall(WORD, text))
        words.update(re.findall(r"operator[^\s\w`(]+", text))
    return words


def main(arguments):
    show = "--list" in arguments
    rest = [a for a in arguments if a != "--list"]
    repository = Path(rest[0]) if rest else Path(__file__).resolve().parents[2]
    names = public_names(repository)
    if show:
        print("\n".join(f"{name}  ({header})" for name, header in names.items()))
        return 0
    if len(names) < 100:
        print(f"names.py: only {len(names)} names were found in {repository}/include/heed; it no longer understands the headers")
        return 1
    words = set()
    for page in (repository / "docs" / "reference").glob("**/*.md"):
        words |= words_in_code(page.read_text())
    missing = [name for name in names if name not in words]
    for name in missing:
        print(f"docs/reference does not have `{name}`, which include/heed/{names[name]} declares")
    print(f"{len(names)} public names, {len(missing)} of them not in docs/reference")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
