"""Statements that import one thing each: blocks of package paths (Go), and `import a.b.Name;` (Java).

The name of a Go package is guessed from its path; where the path does not tell, the statement binds no name.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from understudy.nes.symbolic.consequences.imports.statement import ImportedName, ImportStatement
from understudy.nes.text import Point

__all__ = ["parse_block_statements", "parse_dotted_statements"]

_DOTTED_IMPORT: Final = re.compile(r"import\s+(static\s+)?([\w.]+)\.(\w+)\s*;\s*\Z")
_TYPE_STARTS: Final = ("public ", "class ", "final ", "abstract ", "interface ")
_DOTTED_STARTS: Final = ("import", "public", "class", "final", "abstract", "interface")
_SINGLE_IMPORT: Final = re.compile(r"import\s+(?:([\w.]+)\s+)?\"([^\"]+)\"\s*\Z")
_BLOCK_START: Final = re.compile(r"import\s*\(\s*\Z")
_BLOCK_LINE: Final = re.compile(r"(\s+)(?:([\w.]+)\s+)?\"([^\"]+)\"\s*(?://.*)?\Z")
_VERSION_SUFFIX: Final = re.compile(r"/v\d+\Z")
_DOTTED_VERSION_SUFFIX: Final = re.compile(r"\.v\d+\Z")


def parse_block_statements(
    raw: Sequence[str], _code: Sequence[str], _numbers: Iterable[int], _known: Mapping[int, ImportStatement]
) -> list[ImportStatement]:
    """Return all package imports. Paths are strings, so `raw` is read."""
    found: list[ImportStatement] = []
    block: Point | None = None
    for number, line in enumerate(raw):
        if block is not None:
            if line.startswith(")"):
                block = None
                continue
            match = _BLOCK_LINE.match(line)
            if match is not None:
                indent, alias, path = match.groups("")
                found.append(_build_statement(number, indent, alias, path, block))
        elif line.startswith("import"):
            if _BLOCK_START.match(line):
                block = Point(number, line.index("("))
            elif match := _SINGLE_IMPORT.match(line):
                alias, path = match.groups("")
                found.append(_build_statement(number, "", alias, path, None))
        elif line.startswith(("func ", "type ", "var ", "const ")):
            break
    return found


def _build_statement(
    number: int, indent: str, alias: str, path: str, opening: Point | None
) -> ImportStatement:
    is_blank = alias in ("_", ".")
    name = "" if is_blank else alias or _guess_package_name(path)
    imported = (ImportedName(name, ""),) if name else ()
    return ImportStatement(
        "module",
        path,
        number,
        number,
        imported,
        opening=opening,
        indent=indent,
        is_reexport=is_blank,
        modifier=alias,
    )


def _guess_package_name(path: str) -> str:
    """Return the likely name of the package at that path; empty if the path does not tell."""
    last = _VERSION_SUFFIX.sub("", path).rpartition("/")[2]
    last = _DOTTED_VERSION_SUFFIX.sub("", last)
    last = last.removeprefix("go-").removesuffix("-go").removesuffix(".go")
    return last if last.isidentifier() else ""


def parse_dotted_statements(
    raw: Sequence[str], code: Sequence[str], _numbers: Iterable[int], _known: Mapping[int, ImportStatement]
) -> list[ImportStatement]:
    """Return all imports of dotted paths, up to the first type."""
    found: list[ImportStatement] = []
    for number in range(len(raw)):
        if not raw[number].startswith(_DOTTED_STARTS):
            continue
        line = code[number]
        match = _DOTTED_IMPORT.match(line)
        if match is not None:
            modifier = "static" if match[1] else ""
            imported = (ImportedName(match[3], match[3]),)
            found.append(ImportStatement("names", match[2], number, number, imported, modifier=modifier))
        elif line.startswith(_TYPE_STARTS):
            break
    return found
