"""What a change of lines is by its shape, for the report. Judges the text alone, not what was meant."""

import re
from collections.abc import Sequence
from typing import Final, Literal, get_args

__all__ = ["EDIT_SHAPES", "EditShape", "classify_shape"]

EditShape = Literal["import", "insertion", "deletion", "rename", "layout", "replacement", "rewrite"]
EDIT_SHAPES: Final[tuple[EditShape, ...]] = get_args(EditShape)

_IMPORT_LINE: Final = re.compile(
    r"\s*(?:import\b|from\s+\S+\s+import\b|(?:pub\s+)?use\s+[\w:{]|#\s*include\b|using\s+[\w.]+\s*;"
    r"|require(?:_relative)?\b|(?:const|let|var)\s.*=\s*require\(|export\s.*\bfrom\s+['\"]|extern\s+crate\b|mod\s+\w+;)"
)
_TOKEN: Final = re.compile(r"\w+|\s+|[^\w\s]")
_NAME: Final = re.compile(r"[^\W\d]\w*")


def classify_shape(old: Sequence[str], new: Sequence[str]) -> EditShape:
    """Of lines `old` that become `new`."""
    before = [line for line in old if line.strip()]
    after = [line for line in new if line.strip()]
    if (before or after) and all(_IMPORT_LINE.match(line) for line in (*before, *after)):
        return "import"
    if [line.split() for line in before] == [line.split() for line in after]:
        return "layout"
    if not before:
        return "insertion"
    if not after:
        return "deletion"
    if len(old) != len(new):
        return "rewrite"
    return "rename" if _is_rename(old, new) else "replacement"


def _is_rename(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether every difference is the same name becoming the same other name."""
    pairs: set[tuple[str, str]] = set()
    for before, after in zip(old, new, strict=True):
        words, others = _TOKEN.findall(before), _TOKEN.findall(after)
        if len(words) != len(others):
            return False
        pairs.update((word, other) for word, other in zip(words, others, strict=True) if word != other)
    return len(pairs) == 1 and all(_NAME.fullmatch(word) for pair in pairs for word in pair)
