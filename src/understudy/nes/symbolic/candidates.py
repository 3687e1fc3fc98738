"""A draft in whole lines as the smallest replacement of text, and as a candidate.

A change of whole lines that a lesson would make at one place, with what speaks for and against it.
"""

from msgspec import Struct
from msgspec.structs import replace

from understudy.nes.engine_api import Candidate, EditOrigin, Situation
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.text import Point, Replacement, Span, TextSnapshot

__all__ = ["UnscoredCandidate", "minimal_replacement", "move_into_empty_line", "to_candidate"]


class UnscoredCandidate(Struct, eq=False):
    snapshot: TextSnapshot
    line: int
    line_count: int
    """How many lines it replaces; 0 for an insertion before `line`."""
    new: tuple[str, ...]
    family: str
    pattern: str
    topic: str
    why: str
    features: Features
    probability: float = 0.0
    token_replacement: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """For replacements that can be made together with others in the same line."""

    @property
    def old(self) -> tuple[str, ...]:
        return tuple(self.snapshot.lines[self.line : self.line + self.line_count])


def minimal_replacement(unscored: UnscoredCandidate) -> Replacement:
    lines = unscored.snapshot.lines
    first, end = unscored.line, unscored.line + unscored.line_count
    if unscored.line_count and unscored.new:
        return _changed_part(unscored, lines)
    if not unscored.line_count and first:
        # Behind the line above, as it is typed: Enter and the new line.
        above = Point(first - 1, len(lines[first - 1]))
        return Replacement(Span(above, above), "".join("\n" + line for line in unscored.new))
    if end < len(lines):
        return Replacement(
            Span(Point(first, 0), Point(end, 0)), "".join(line + "\n" for line in unscored.new)
        )
    last = Point(len(lines) - 1, len(lines[-1]))
    start = Point(first - 1, len(lines[first - 1])) if first else Point(0, 0)
    return Replacement(Span(start, last), "")


def _changed_part(unscored: UnscoredCandidate, lines: list[str]) -> Replacement:
    """Only what differs, so that what is shown is what changes."""
    last = unscored.line + unscored.line_count - 1
    old, new = "\n".join(unscored.old), "\n".join(unscored.new)
    head = 0
    short = min(len(old), len(new))
    while head < short and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < short - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    before = old[:head]
    start = Point(unscored.line + before.count("\n"), head - (before.rfind("\n") + 1))
    rest = old[len(old) - tail :]
    behind = rest.find("\n") if "\n" in rest else len(rest)
    stop = Point(last - rest.count("\n"), 0)
    stop = Point(stop.line, len(lines[stop.line]) - behind)
    return Replacement(Span(start, stop), new[head : len(new) - tail])


def to_candidate(unscored: UnscoredCandidate) -> Candidate:
    return Candidate(
        kind="edit",
        uri=unscored.snapshot.uri,
        probability=unscored.probability,
        family=unscored.family,
        pattern=unscored.pattern,
        topic=unscored.topic,
        why=unscored.why,
        edits=(minimal_replacement(unscored),),
    )


def move_into_empty_line(one: Candidate, situation: Situation) -> Candidate:
    """New lines beside the empty one that the user has just made and stands in: put into it instead."""
    place = situation.cursor.line
    if len(one.edits) != 1 or one.uri != situation.snapshot.uri or not _is_in_opened_line(situation):
        return one
    (start, end), text = one.edits[0]
    lines = text.split("\n")
    above = start.column == 0 and not lines[-1] and start.line in (place, place + 1)
    behind = start.line in (place, place - 1) and not lines[0]
    behind = behind and start.column == len(situation.snapshot.lines[start.line])
    if start != end or len(lines) < 2 or not (above or behind):
        return one
    put = "\n".join(lines[:-1] if above else lines[1:])
    blank = situation.snapshot.lines[place]
    depth = len(blank) if put.startswith(blank) else 0
    span = Span(Point(place, depth), Point(place, len(blank)))
    return replace(one, edits=(Replacement(span, put[depth:]),), position=None)


def _is_in_opened_line(situation: Situation) -> bool:
    """Whether the cursor stands in a line that holds nothing and that the newest edit has brought."""
    lines, line = situation.snapshot.lines, situation.cursor.line
    last = situation.edits[-1] if situation.edits else None
    if last is None or last.origin is not EditOrigin.TYPED or line >= len(lines) or lines[line].strip():
        return False
    inside = last.uri == situation.snapshot.uri and last.line <= line < last.line + len(last.new)
    return inside and len(last.new) > len(last.old)
