"""What speaks for a lesson at a place, in figures: how often it was seen, how near it is, what came of it."""

import math
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.port import Edit, Origin, Situation
from understudy.nes.symbolic.alignment import likeness
from understudy.nes.symbolic.lessons import Lessons
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.symbolic.tokens import kept_by_line

__all__ = ["Evidence", "balance", "log", "short"]

_HEADER: Final = re.compile(
    r"\s*(?:(?:export|default|async|pub|static|public|private|protected|unsafe)\s+)*(?:def|func|fn|function|class)\b"
)
PLACES: Final = 8
"""Places of one lesson that are weighed, the nearest to the cursor first."""


def log(value: float) -> float:
    return math.log1p(value) if value > 0 else 0.0


def short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def balance(lines: Sequence[str]) -> int:
    """How many brackets are open at the end, over all kinds."""
    text = "".join(lines)
    count = text.count
    return count("(") + count("[") + count("{") - count(")") - count("]") - count("}")


class _Ground(NamedTuple):
    """What the figures of all places of one lesson have in common."""

    edits: Sequence[Edit]
    same: bool
    """Some of the edits are in this text."""
    heads: set[int]
    """The functions that they are in."""
    kinds: set[bool]
    """Whether they changed heads of functions."""
    edges: dict[tuple[str, str], None]
    """The lines around them, above and below."""


class Evidence:
    """The figures that many lessons share, for one page in one situation."""

    def __init__(self, scan: Scan, situation: Situation, lessons: Lessons) -> None:
        self.scan = scan
        self.situation = situation
        self.lessons = lessons
        self.here = scan.page.uri == situation.page.uri
        self.known: dict[int, tuple[list[Edit], dict[str, float]]] = {}
        """Figures of a lesson that were worked out before, by the lesson's identity."""
        self.foretold: dict[int, float] = {}
        """How well a lesson about whole lines foretold the others, by the lesson's identity: for all pages."""
        self._grounds: dict[int, _Ground] = {}
        self._beside: dict[int, tuple[str, str]] = {}
        self._written: dict[int, int] = {}
        self._accepted: set[int] = set()
        for edit in situation.edits:
            if edit.uri == scan.page.uri and edit.line >= 0:
                for line in range(edit.line, edit.line + len(edit.new)):
                    self._written[line] = edit.serial
                    if edit.origin is Origin.ACCEPTED:
                        self._accepted.add(line)
        taken, refused = situation.trust("")
        self._session = {
            "session_taken": float(min(taken, 8)),
            "session_refused": float(min(refused, 8)),
            "streak": float(min(situation.streak, 3)),
            "repetitive": lessons.repetitive,
        }

    def elsewhere(self, scan: Scan) -> "Evidence":
        """The same for another page."""
        other = Evidence(scan, self.situation, self.lessons)
        other.foretold = self.foretold
        return other

    def touched(self, line: int, since: int) -> bool:
        """Whether the user has edited this line since then: who left something there meant to."""
        return self._written.get(line, -1) >= since

    def fresh(self, line: int) -> bool:
        """Whether the user wrote this line lately."""
        return line in self._written

    def opened(self) -> int:
        """The empty line that the user has just made and stands in; -1 for none."""
        line = self.situation.cursor.line
        is_open = self.here and line in self._written and not self.scan.lines[line].strip()
        return line if is_open else -1

    def nearest(self, lines: Sequence[int]) -> list[int]:
        """Below the cursor first, then above it; in other files from the top."""
        ordered = sorted(set(lines))
        if self.here:
            at = self.situation.cursor.line
            ordered = [*(n for n in ordered if n >= at), *(n for n in reversed(ordered) if n < at)]
        return ordered[:PLACES]

    def lesson(self, edits: Sequence[Edit], age: int, lesson: str, topic: str) -> dict[str, float]:
        taken, refused = self.situation.trust(lesson)
        topic_taken, topic_refused = self.situation.trust(topic)
        return {
            "support": log(len({edit.serial for edit in edits}) - 1),
            "examples": log(len(edits) - 1),
            "age": float(min(age, 6)),
            "newest": float(age == 0),
            "taken": float(min(taken, 4)),
            "refused": float(min(refused, 3)),
            "topic_taken": float(min(topic_taken, 4)),
            "topic_refused": float(min(topic_refused, 3)),
            "edit_size": log(min(len(edit.old) + len(edit.new) for edit in edits)),
            **self._session,
        }

    def place(self, line: int, edits: Sequence[Edit]) -> dict[str, float]:
        ground = self._grounds.get(id(edits))
        if ground is None:
            ground = self._grounds[id(edits)] = self._ground(edits)
        here = self.here
        distance = line - self.situation.cursor.line if here else 0
        above, below = self._edges(line)
        around = 0.0
        for over, under in ground.edges:
            around = max(around, (likeness(above, over) + likeness(below, under)) / 2)
        return {
            "here": float(here),
            "same_file": float(ground.same),
            "same_function": float(bool(ground.heads) and self.scan.function(line) in ground.heads),
            "distance": log(abs(distance)) if here else 6.0,
            "below": float(here and distance >= 0),
            "fresh": float(line in self._written),
            "ours": float(line in self._accepted),
            "other_kind": float(self._other_kind(line, ground.kinds)),
            "around": around,
        }

    def _ground(self, edits: Sequence[Edit]) -> _Ground:
        same = [edit for edit in edits if edit.uri == self.scan.page.uri]
        return _Ground(
            edits,
            bool(same),
            {self.scan.function(edit.line) for edit in same[:8] if edit.line >= 0},
            {_is_header(edit.old[0]) for edit in edits[:4] if edit.old},
            dict.fromkeys(((edit.above or "").strip(), (edit.below or "").strip()) for edit in edits[:4]),
        )

    def _edges(self, line: int) -> tuple[str, str]:
        """The neighbours of a line."""
        known = self._beside.get(line)
        if known is None:
            lines = self.scan.lines
            above = lines[line - 1].strip() if line > 0 else ""
            below = lines[line + 1].strip() if line + 1 < len(lines) else ""
            known = self._beside[line] = (above, below)
        return known

    def _other_kind(self, line: int, kinds: set[bool]) -> bool:
        """Whether one is the head of a function and the other is not."""
        lines = self.scan.lines
        return bool(kinds) and 0 <= line < len(lines) and _is_header(lines[line]) not in kinds


@kept_by_line
def _is_header(text: str) -> bool:
    return _HEADER.match(text) is not None
