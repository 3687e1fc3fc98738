"""Java's imports, one name each."""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.consequences.imports.model import Bound, Statement

__all__ = ["statements"]

_IMPORT: Final = re.compile(r"import\s+(static\s+)?([\w.]+)\.(\w+)\s*;\s*\Z")


def statements(code: Sequence[str]) -> list[Statement]:
    found: list[Statement] = []
    for number, line in enumerate(code):
        match = _IMPORT.match(line) if line.startswith("import") else None
        if match is not None:
            kind = "static" if match[1] else ""
            bounds = (Bound(match[3], match[3]),)
            found.append(Statement("names", match[2], number, number, bounds, kind=kind))
        elif line.startswith(("public ", "class ", "final ", "abstract ", "interface ")):
            break
    return found
