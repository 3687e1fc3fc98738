"""A name that is used does not become `_`, nor gets an underscore before it, as one that was not used.

Who writes `for _ in range(count)` leaves `for i in range(size)` as it is if the loop reads `i`.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.bindings import Binding, resolver_for
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.text import Point

__all__ = ["limit_blanks_for_used_names"]

_LOCAL: Final = frozenset({"local", "parameter"})


class _BlankedName(NamedTuple):
    column: int
    name: str


def limit_blanks_for_used_names(unscored: Sequence[UnscoredCandidate]) -> None:
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY or "_" not in one.new[0]:
            continue
        old = one.snapshot.lines[one.line]
        if any(_is_used(one, blanked) for blanked in _blanked_names(old, one.new[0])):
            one.probability = OTHER_VALUE_PROBABILITY


def _blanked_names(old: str, new: str) -> Iterator[_BlankedName]:
    """The names that a change replaces by `_`, or by themselves behind an underscore."""
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return
    tokens = tokenize(old)
    for op in diff_tokens(old, new):
        removed = tokens[op.start : op.end]
        if len(removed) == len(op.new) == 1 and is_word(removed[0]) and op.new[0] in ("_", f"_{removed[0]}"):
            yield _BlankedName(len("".join(tokens[: op.start])), removed[0])


def _is_used(one: UnscoredCandidate, blanked: _BlankedName) -> bool:
    resolver = resolver_for(one.snapshot)
    binding = (
        resolver.resolve(blanked.name).at(Point(one.line, blanked.column)) if resolver is not None else None
    )
    if binding is None or binding.kind not in _LOCAL:
        return False  # such as a field, which becomes a private one
    start, end = _lines_of_value(binding, one.line)
    is_kept = blanked.name in tokenize(one.new[0])
    return any(
        use.role != "definition" and start <= use.line < end and (use.line != one.line or is_kept)
        for use in binding.occurrences
    )


def _lines_of_value(binding: Binding, line: int) -> tuple[float, float]:
    """The first line in which the name may have the value it gets in a line, and the line behind the last one.

    A name that is defined once may be used above, as in a comprehension.
    """
    others = [one.line for one in binding.definitions if one.line != line]
    return (
        (line, min((one for one in others if one > line), default=float("inf")))
        if others
        else (0, float("inf"))
    )
