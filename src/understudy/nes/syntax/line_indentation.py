"""Whether the new lines of a change are indented as code is: deeper after an opening line, no deeper after a
complete statement.

Looks at pairs of consecutive lines only. The style of a text is not judged: a pair that was there before is right.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from understudy.languages import Language
from understudy.nes.text import Splice

__all__ = ["is_misindented"]

_UNJUDGED: Final = re.compile(r"""^\s*(?:[#*.?:|&+)\]}]|//|/\*|<|--|\\|case\b|default\b)|\"{3}|'{3}|`""")
"""Comments, the rest of a longer expression, markup, labels, and strings over several lines."""
_OPENING: Final = re.compile(r"[{(\[]\s*\Z")
_PYTHON_OPENING: Final = re.compile(r"[{(\[:]\s*\Z")
_COMPLETE: Final = re.compile(r";\s*\Z")
_BRACKETS: Final = re.compile(r"[()\[\]{}]")


def is_misindented(splice: Splice, language: Language) -> bool:
    """Whether a line of the change is indented against the line above it, which the old lines do not have."""
    if language.grammar is None or len(splice.new) < 2:
        return False
    is_python = language.id == "python"
    known = set(_wrong_pairs(splice.old, is_python))
    return any(pair not in known for pair in _wrong_pairs(splice.new, is_python))


def _wrong_pairs(lines: Sequence[str], is_python: bool) -> Iterator[tuple[str, str]]:
    opening = _PYTHON_OPENING if is_python else _OPENING
    depth = 0
    for above, below in pairwise(lines):
        depth += sum(1 if sign in "([{" else -1 for sign in _BRACKETS.findall(above)) if is_python else 0
        if not above.strip() or not below.strip():
            continue
        if _UNJUDGED.search(above) or _UNJUDGED.search(below):
            continue
        outer, inner = _indentation(above), _indentation(below)
        if opening.search(above):
            is_wrong = len(inner) <= len(outer)
        elif is_python and depth == 0 and not above.rstrip().endswith((",", "\\")):
            is_wrong = len(inner) > len(outer)
        else:
            is_wrong = _COMPLETE.search(above) is not None and len(inner) > len(outer)
        if is_wrong or (outer and inner and outer[0] != inner[0]):
            yield above.strip(), below.strip()


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]
