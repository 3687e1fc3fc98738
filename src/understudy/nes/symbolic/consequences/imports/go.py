"""Go's imports. The name of a package is guessed from its path; where the guess is weak, there is no name."""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.consequences.imports.model import Bound, Statement
from understudy.nes.values import Point

__all__ = ["guessed", "statements"]

_ONE: Final = re.compile(r"import\s+(?:([\w.]+)\s+)?\"([^\"]+)\"\s*\Z")
_BLOCK: Final = re.compile(r"import\s*\(\s*\Z")
_LINE: Final = re.compile(r"(\s+)(?:([\w.]+)\s+)?\"([^\"]+)\"\s*(?://.*)?\Z")
_VERSION: Final = re.compile(r"/v\d+\Z")
_DOTTED: Final = re.compile(r"\.v\d+\Z")


def guessed(path: str) -> str:
    """The name that the package at that path most likely has."""
    last = _VERSION.sub("", path).rpartition("/")[2]
    last = _DOTTED.sub("", last)
    last = last.removeprefix("go-").removesuffix("-go").removesuffix(".go")
    return last if last.isidentifier() else ""


def statements(raw: Sequence[str]) -> list[Statement]:
    found: list[Statement] = []
    inside: Point | None = None
    for number, line in enumerate(raw):
        if inside is not None:
            if line.startswith(")"):
                inside = None
                continue
            match = _LINE.match(line)
            if match is not None:
                found.append(_statement(number, match[1], match[2] or "", match[3], inside))
        elif line.startswith("import"):
            if _BLOCK.match(line):
                inside = Point(number, line.index("("))
            elif match := _ONE.match(line):
                found.append(_statement(number, "", match[1] or "", match[2], None))
        elif line.startswith(("func ", "type ", "var ", "const ")):
            break
    return found


def _statement(number: int, indent: str, alias: str, path: str, opening: Point | None) -> Statement:
    silent = alias in ("_", ".")
    name = "" if silent else alias or guessed(path)
    bounds = (Bound(name, ""),) if name else ()
    return Statement(
        "module", path, number, number, bounds, opening=opening, indent=indent, public=silent, kind=alias
    )
