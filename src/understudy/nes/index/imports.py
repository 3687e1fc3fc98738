"""Where a text imports a name, and how it would import that name alone, by a cheap look at single lines.

Speaks Python, JavaScript and TypeScript, Java, Kotlin and Scala, C#, Rust, Go and PHP. It is no parser: what it
does not understand it leaves out.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from understudy.languages import ImportSyntax, import_group, language_by_id
from understudy.nes.limits import (
    MAX_IMPORT_LINE_CHARS,
    MAX_IMPORT_LINES_TRIED,
    MAX_IMPORT_SPAN_LINES,
    MAX_IMPORT_STATEMENT_CHARS,
)
from understudy.nes.text import TextSnapshot

__all__ = ["ImportStatement", "find_imports", "import_filter"]


_IMPORT_LINE_PREFIXES: Final = (
    "import",
    "from ",
    "use ",
    "pub",
    "using ",
    "const ",
    "let ",
    "var ",
    "}",
    '"',
)
"""How the lines begin that imports are on."""
_IMPORT_LIST_LINE = re.compile(r"""[\w$:{}*"'./~,\s)-]+;?(?:(?:#|//).*)?""")
"""A line within a list of imported names, perhaps with a comment."""
_PYTHON_FROM = re.compile(r"\s*from\s+([\w.]+)\s+import\s+(.*)$")
_PYTHON_IMPORT = re.compile(r"\s*import\s+(.*)$")
_SCRIPT_FROM = re.compile(r"""import (type )?(.*?) ?\bfrom ?((['"])[^'"]{1,300}\4) ?(;?)""")
_SCRIPT_REQUIRE = re.compile(
    r"""(const|let|var) (.*?) ?= ?require\( ?((['"])[^'"]{1,300}\4) ?\)([\w.]*) ?(;?)"""
)
_JAVA_IMPORT = re.compile(r"^\s*import\s+(?:static\s+)?[\w.]+\.(\w+)\s*;?\s*$")
_CSHARP_ALIAS = re.compile(r"^\s*using\s+(\w+)\s*=\s*[\w.<>, ]+;\s*$")
_RUST_USE = re.compile(r"(?:pub(?:\([\w:]+\))? )?use ([\w:]+?)(?:::\{([^{}]*)\})?(?: as (\w+))? ?;")
_GO_IMPORT = re.compile(r'^\s*(?:import\s+)?(?:([\w.]+)\s+)?"([\w./~-]+)"\s*$')
_PHP_USE = re.compile(r"^\s*use\s+(?:function\s+|const\s+)?([\w\\]+?)(?:\s+as\s+(\w+))?\s*;\s*$")


class ImportStatement(NamedTuple):
    line: int
    statement: str
    """What imports this name alone, as that file would write it. A relative path in it is relative to that file."""


def import_filter(name: str) -> Callable[[str], bool]:
    """A quick test of a whole text: whether one of the first lines with the name looks like an import."""

    def test(text: str) -> bool:
        start = text.find(name)
        for _ in range(MAX_IMPORT_LINES_TRIED):
            if start < 0:
                return False
            end = text.find("\n", start)
            if _looks_like_import(text[text.rfind("\n", 0, start) + 1 : end if end >= 0 else len(text)]):
                return True
            start = text.find(name, end) if end >= 0 else -1
        return False

    return test


def find_imports(snapshot: TextSnapshot, name: str) -> Iterator[ImportStatement]:
    """The imports of that name in the text. They stand before nearly everything else, so few lines are tried."""
    language = language_by_id(import_group(snapshot.language))
    reader = _READERS.get(language.imports.syntax) if language is not None and language.imports else None
    if reader is None:
        return
    word = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
    tries = 0
    seen: set[str] = set()
    for number, line in enumerate(snapshot.lines):
        if name not in line or not _looks_like_import(line) or not word.search(line):
            continue
        statement = reader(snapshot.lines, number, name)
        if statement is not None and statement not in seen:
            seen.add(statement)  # one over several lines may have the name in its path, too
            yield ImportStatement(number, statement)
        tries += 1
        if tries >= MAX_IMPORT_LINES_TRIED:
            return


def _looks_like_import(line: str) -> bool:
    written = line.strip()
    return len(line) <= MAX_IMPORT_LINE_CHARS and (
        written.startswith(_IMPORT_LINE_PREFIXES) or _IMPORT_LIST_LINE.fullmatch(written) is not None
    )


def _joined_statement(lines: list[str], first: int) -> str:
    """What begins at that line, with single spaces and bounded: patterns then have only one way to match."""
    text = " ".join(line[:MAX_IMPORT_LINE_CHARS] for line in lines[first : first + MAX_IMPORT_SPAN_LINES])
    return " ".join(text[:MAX_IMPORT_STATEMENT_CHARS].split())


def _read_python(lines: list[str], number: int, name: str) -> str | None:
    line = lines[number]
    head = _PYTHON_FROM.match(line)
    if head is None and (plain := _PYTHON_IMPORT.match(line)):
        part = _named_specifier(plain[1].partition("#")[0], name, dotted=True)
        return part and f"import {part}"
    if head is None:
        head = _match_above(lines, number, _PYTHON_FROM, lambda text: ")" in text)
        if head is None or "(" not in head[2] or ")" in head[2]:
            return None
        listed = line.partition(")")[0]
    else:
        listed = head[2]
    part = _named_specifier(listed.partition("#")[0].strip("( )\\"), name)
    return part and f"from {head[1]} import {part}"


def _read_script(lines: list[str], number: int, name: str) -> str | None:
    first = number
    while first > 0 and number - first < MAX_IMPORT_SPAN_LINES and not _starts_import(lines[first]):
        if ";" in lines[first] and first != number:
            return None
        first -= 1
    text = _joined_statement(lines, first)
    if found := _SCRIPT_FROM.match(text):
        kind, listed, path, _, end = found.groups()
        part = _script_specifier(listed, name, "as")
        return part and f"import {kind or ''}{part} from {path}{end}"
    if found := _SCRIPT_REQUIRE.match(text):
        keyword, listed, path, _, rest, end = found.groups()
        part = _script_specifier(listed, name, ":")
        return part and f"{keyword} {part} = require({path}){rest}{end}"
    return None


def _starts_import(line: str) -> bool:
    return line.lstrip().startswith(("import ", "import{", "const ", "let ", "var "))


def _script_specifier(specifiers: str, name: str, renamed: str) -> str | None:
    """The one of `Default, * as all, { a, b as c }` that brings the name, with its braces."""
    if specifiers.count("{") > 1:
        return None
    outer, brace, inner = specifiers.partition("{")
    for piece in outer.split(","):
        if piece.strip().rpartition(" as ")[2] == name:
            return piece.strip()
    for piece in inner.rpartition("}")[0].split(",") if brace else ():
        local = re.split(r"\s+as\s+|\s*:\s*", piece.strip())[-1]
        if local.removeprefix("type ").strip() == name and (renamed in piece or local == piece.strip()):
            return f"{{ {' '.join(piece.split())} }}"
    return None


def _named_specifier(specifiers: str, name: str, dotted: bool = False) -> str | None:
    """The one of `a, b as c` that brings the name."""
    for piece in specifiers.split(","):
        words = piece.split()
        if not words:
            continue
        local = words[-1] if len(words) == 3 and words[1] == "as" else words[0]
        if local == name or (dotted and len(words) == 1 and local.startswith(f"{name}.")):
            return " ".join(words)
    return None


def _match_above(
    lines: list[str], number: int, pattern: re.Pattern[str], stops: Callable[[str], bool]
) -> re.Match[str] | None:
    for line in reversed(lines[max(0, number - MAX_IMPORT_SPAN_LINES) : number]):
        if len(line) > MAX_IMPORT_LINE_CHARS or stops(line):
            return None
        if found := pattern.match(line):
            return found
    return None


def _read_java(lines: list[str], number: int, name: str) -> str | None:
    found = _JAVA_IMPORT.match(lines[number])
    return lines[number].strip() if found and found[1] == name else None


def _read_csharp(lines: list[str], number: int, name: str) -> str | None:
    found = _CSHARP_ALIAS.match(lines[number])
    return lines[number].strip() if found and found[1] == name else None


def _read_rust(lines: list[str], number: int, name: str) -> str | None:
    first = number
    while (
        first > 0
        and number - first < MAX_IMPORT_SPAN_LINES
        and not re.match(r"\s*(?:pub\b.*)?use\s", lines[first])
    ):
        if ";" in lines[first] and first != number:
            return None
        first -= 1
    found = _RUST_USE.match(_joined_statement(lines, first))
    if found is None:
        return None
    path, listed, renamed = found.groups()
    if listed is None:
        local = renamed or path.rpartition("::")[2]
        return f"use {path}{f' as {renamed}' if renamed else ''};" if local == name else None
    for piece in listed.split(","):
        words = piece.split()
        if words and (words[-1] if len(words) == 3 else words[0].rpartition("::")[2]) == name:
            return f"use {path}::{' '.join(words)};"
    return None


def _read_go(lines: list[str], number: int, name: str) -> str | None:
    found = _GO_IMPORT.match(lines[number])
    if found is None:
        return None
    alias, path = found.groups()
    own = re.sub(r"^go-|[-.]go$|^v\d+$", "", path.rpartition("/")[2]) or path.split("/")[-2:][0]
    if (alias or own) != name:
        return None
    return f'import {alias} "{path}"' if alias else f'import "{path}"'


def _read_php(lines: list[str], number: int, name: str) -> str | None:
    found = _PHP_USE.match(lines[number])
    if found is None or (found[2] or found[1].rpartition("\\")[2]) != name:
        return None
    return lines[number].strip()


_READERS: Final[dict[ImportSyntax, Callable[[list[str], int, str], str | None]]] = {
    "from_import": _read_python,
    "es_module": _read_script,
    "dotted_path": _read_java,
    "using_alias": _read_csharp,
    "use_path": _read_rust,
    "go_block": _read_go,
    "use_backslash": _read_php,
}
