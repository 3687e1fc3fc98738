"""What speaks for a lesson at a place, in figures: how often it was seen, how near it is, what came of it."""

import math
import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.port import Edit, Origin, Situation
from understudy.nes.symbolic.alignment import likeness
from understudy.nes.symbolic.lessons import Lessons
from understudy.nes.symbolic.scanning import Scan

__all__ = ["Evidence", "balance", "log", "short"]

_HEADER: Final = re.compile(
    r"\s*(?:(?:export|default|async|pub|static|public|private|protected|unsafe)\s+)*(?:def|func|fn|function|class)\b"
)
PLACES: Final = 12
"""Places of one lesson that are weighed, the nearest to the cursor first."""


def log(value: float) -> float:
    return math.log1p(value) if value > 0 else 0.0


def short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def balance(lines: Sequence[str]) -> int:
    """How many brackets are open at the end, over all kinds."""
    text = "".join(lines)
    return sum(text.count(sign) for sign in "([{") - sum(text.count(sign) for sign in ")]}")


class Evidence:
    """The figures that many lessons share, for one page in one situation."""

    def __init__(self, scan: Scan, situation: Situation, lessons: Lessons) -> None:
        self.scan = scan
        self.situation = situation
        self.lessons = lessons
        self.here = scan.page.uri == situation.page.uri
        self.known: dict[int, tuple[list[Edit], dict[str, float]]] = {}
        """Figures of a lesson that were worked out before, by the lesson's identity."""
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
        distance = line - self.situation.cursor.line if self.here else 0
        same = [edit for edit in edits if edit.uri == self.scan.page.uri]
        head = self.scan.function(line)
        return {
            "here": float(self.here),
            "same_file": float(bool(same)),
            "same_function": float(
                any(edit.line >= 0 and self.scan.function(edit.line) == head for edit in same[:8])
            ),
            "distance": log(abs(distance)) if self.here else 6.0,
            "below": float(self.here and distance >= 0),
            "fresh": float(self.fresh(line)),
            "ours": float(line in self._accepted),
            "other_kind": float(self._other_kind(line, edits)),
            "around": max((self._around(line, edit) for edit in edits[:4]), default=0.0),
        }

    def _other_kind(self, line: int, edits: Sequence[Edit]) -> bool:
        """Whether one is the head of a function and the other is not."""
        if not 0 <= line < len(self.scan.lines):
            return False
        here = bool(_HEADER.match(self.scan.lines[line]))
        kinds = {bool(_HEADER.match(edit.old[0])) for edit in edits[:4] if edit.old}
        return bool(kinds) and here not in kinds

    def _around(self, line: int, edit: Edit) -> float:
        """How alike the neighbours of the place and of the edit are."""
        lines = self.scan.lines
        above = lines[line - 1] if line > 0 else ""
        below = lines[line + 1] if line + 1 < len(lines) else ""
        return (
            likeness(above.strip(), (edit.above or "").strip())
            + likeness(below.strip(), (edit.below or "").strip())
        ) / 2
