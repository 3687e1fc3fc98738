"""Go's imports. The name of a package is guessed from its path; where the guess is weak, there is no name."""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.consequences.imports.statement import ImportedName, ImportStatement
from understudy.nes.text import Point

__all__ = ["guess_package_name", "parse_statements"]

_SINGLE_IMPORT: Final = re.compile(r"import\s+(?:([\w.]+)\s+)?\"([^\"]+)\"\s*\Z")
_BLOCK_START: Final = re.compile(r"import\s*\(\s*\Z")
_BLOCK_LINE: Final = re.compile(r"(\s+)(?:([\w.]+)\s+)?\"([^\"]+)\"\s*(?://.*)?\Z")
_VERSION_SUFFIX: Final = re.compile(r"/v\d+\Z")
_DOTTED_VERSION_SUFFIX: Final = re.compile(r"\.v\d+\Z")


def guess_package_name(path: str) -> str:
    """The name that the package at that path most likely has."""
    last = _VERSION_SUFFIX.sub("", path).rpartition("/")[2]
    last = _DOTTED_VERSION_SUFFIX.sub("", last)
    last = last.removeprefix("go-").removesuffix("-go").removesuffix(".go")
    return last if last.isidentifier() else ""


def parse_statements(raw: Sequence[str]) -> list[ImportStatement]:
    found: list[ImportStatement] = []
    inside: Point | None = None
    for number, line in enumerate(raw):
        if inside is not None:
            if line.startswith(")"):
                inside = None
                continue
            match = _BLOCK_LINE.match(line)
            if match is not None:
                found.append(_build_statement(number, match[1], match[2] or "", match[3], inside))
        elif line.startswith("import"):
            if _BLOCK_START.match(line):
                inside = Point(number, line.index("("))
            elif match := _SINGLE_IMPORT.match(line):
                found.append(_build_statement(number, "", match[1] or "", match[2], None))
        elif line.startswith(("func ", "type ", "var ", "const ")):
            break
    return found


def _build_statement(
    number: int, indent: str, alias: str, path: str, opening: Point | None
) -> ImportStatement:
    silent = alias in ("_", ".")
    name = "" if silent else alias or guess_package_name(path)
    bounds = (ImportedName(name, ""),) if name else ()
    return ImportStatement(
        "module",
        path,
        number,
        number,
        bounds,
        opening=opening,
        indent=indent,
        is_reexport=silent,
        modifier=alias,
    )
