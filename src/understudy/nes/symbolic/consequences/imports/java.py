"""Java's imports, one name each."""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.consequences.imports.statement import ImportedName, ImportStatement

__all__ = ["parse_statements"]

_IMPORT: Final = re.compile(r"import\s+(static\s+)?([\w.]+)\.(\w+)\s*;\s*\Z")


def parse_statements(code: Sequence[str]) -> list[ImportStatement]:
    found: list[ImportStatement] = []
    for number, line in enumerate(code):
        match = _IMPORT.match(line) if line.startswith("import") else None
        if match is not None:
            kind = "static" if match[1] else ""
            bounds = (ImportedName(match[3], match[3]),)
            found.append(ImportStatement("names", match[2], number, number, bounds, modifier=kind))
        elif line.startswith(("public ", "class ", "final ", "abstract ", "interface ")):
            break
    return found
