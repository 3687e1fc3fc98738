"""What speaks for a lesson at a place, in figures: how often it was seen, how near it is, what came of it."""

import math
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.alignment import similarity
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.limits import MAX_PLACES_PER_PATTERN
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import cache_by_line
from understudy.nes.text import Edit, EditOrigin

__all__ = ["FeatureExtractor", "bracket_balance", "log_scaled", "truncate_text"]

_DEFINITION_HEADER: Final = re.compile(
    r"\s*(?:(?:export|default|async|pub|static|public|private|protected|unsafe)\s+)*(?:def|func|fn|function|class)\b"
)


def log_scaled(value: float) -> float:
    return math.log1p(value) if value > 0 else 0.0


def truncate_text(text: str, max_chars: int = 40) -> str:
    return text if len(text) <= max_chars else text[: max_chars - 1] + "…"


def bracket_balance(lines: Sequence[str]) -> int:
    """How many brackets are open at the end, over all kinds."""
    text = "".join(lines)
    count = text.count
    return count("(") + count("[") + count("{") - count(")") - count("]") - count("}")


class _EditContext(NamedTuple):
    """What the figures of all places of one lesson have in common."""

    edits: Sequence[Edit]
    has_same_file: bool
    """Some of the edits are in this text."""
    scopes: set[int]
    """The functions that they are in."""
    header_flags: set[bool]
    """Whether they changed heads of functions."""
    neighbour_lines: dict[tuple[str, str], None]
    """The lines around them, above and below."""


class FeatureExtractor:
    """The figures that many lessons share, for one page in one situation."""

    def __init__(self, index: SnapshotIndex, situation: Situation, patterns: EditPatterns) -> None:
        self.index = index
        self.situation = situation
        self.patterns = patterns
        self.is_current_file = index.snapshot.uri == situation.snapshot.uri
        self.block_features_cache: dict[int, tuple[list[Edit], Features]] = {}
        """Figures of a lesson that were worked out before, by the lesson's identity."""
        self.corroboration_cache: dict[int, float] = {}
        """How well a lesson about whole lines foretold the others, by the lesson's identity: for all pages."""
        self._edit_contexts: dict[int, _EditContext] = {}
        self._neighbour_cache: dict[int, tuple[str, str]] = {}
        self._edited_lines: dict[int, int] = {}
        self._accepted_lines: set[int] = set()
        for edit in situation.edits:
            if edit.uri == index.snapshot.uri and edit.line >= 0:
                for line in range(edit.line, edit.line + len(edit.new)):
                    self._edited_lines[line] = edit.serial
                    if edit.origin is EditOrigin.ACCEPTED:
                        self._accepted_lines.add(line)
        taken, refused = situation.feedback_counts("")
        self._session_features: Features = {
            "session_taken": float(min(taken, 8)),
            "session_refused": float(min(refused, 8)),
            "streak": float(min(situation.rejection_streak, 3)),
            "repetitive": patterns.repetition_share,
        }

    def for_index(self, index: SnapshotIndex) -> "FeatureExtractor":
        """The same for another page."""
        other = FeatureExtractor(index, self.situation, self.patterns)
        other.corroboration_cache = self.corroboration_cache
        return other

    def is_edited_since(self, line: int, serial: int) -> bool:
        """Whether the user has edited this line since then: who left something there meant to."""
        return self._edited_lines.get(line, -1) >= serial

    def is_recently_edited(self, line: int) -> bool:
        """Whether the user wrote this line lately."""
        return line in self._edited_lines

    def opened_empty_line(self) -> int:
        """The empty line that the user has just made and stands in; -1 for none."""
        line = self.situation.cursor.line
        is_open = self.is_current_file and line in self._edited_lines and not self.index.lines[line].strip()
        return line if is_open else -1

    def nearest_lines(self, lines: Sequence[int]) -> list[int]:
        """Below the cursor first, then above it; in other files from the top."""
        ordered = sorted(set(lines))
        if self.is_current_file:
            at = self.situation.cursor.line
            ordered = [*(n for n in ordered if n >= at), *(n for n in reversed(ordered) if n < at)]
        return ordered[:MAX_PLACES_PER_PATTERN]

    def pattern_features(self, edits: Sequence[Edit], age: int, pattern: str, topic: str) -> Features:
        taken, refused = self.situation.feedback_counts(pattern)
        topic_taken, topic_refused = self.situation.feedback_counts(topic)
        return {
            "support": log_scaled(len({edit.serial for edit in edits}) - 1),
            "examples": log_scaled(len(edits) - 1),
            "age": float(min(age, 6)),
            "newest": float(age == 0),
            "taken": float(min(taken, 4)),
            "refused": float(min(refused, 3)),
            "topic_taken": float(min(topic_taken, 4)),
            "topic_refused": float(min(topic_refused, 3)),
            "edit_size": log_scaled(min(len(edit.old) + len(edit.new) for edit in edits)),
            **self._session_features,
        }

    def place_features(self, line: int, edits: Sequence[Edit]) -> Features:
        ground = self._edit_contexts.get(id(edits))
        if ground is None:
            ground = self._edit_contexts[id(edits)] = self._build_edit_context(edits)
        here = self.is_current_file
        distance = line - self.situation.cursor.line if here else 0
        above, below = self._neighbours(line)
        around = 0.0
        for over, under in ground.neighbour_lines:
            around = max(around, (similarity(above, over) + similarity(below, under)) / 2)
        return {
            "here": float(here),
            "same_file": float(ground.has_same_file),
            "same_function": float(bool(ground.scopes) and self.index.enclosing_scope(line) in ground.scopes),
            "distance": log_scaled(abs(distance)) if here else 6.0,
            "below": float(here and distance >= 0),
            "fresh": float(line in self._edited_lines),
            "ours": float(line in self._accepted_lines),
            "other_kind": float(self._is_other_kind(line, ground.header_flags)),
            "around": around,
        }

    def _build_edit_context(self, edits: Sequence[Edit]) -> _EditContext:
        same = [edit for edit in edits if edit.uri == self.index.snapshot.uri]
        return _EditContext(
            edits,
            bool(same),
            {self.index.enclosing_scope(edit.line) for edit in same[:8] if edit.line >= 0},
            {_is_header(edit.old[0]) for edit in edits[:4] if edit.old},
            dict.fromkeys(((edit.above or "").strip(), (edit.below or "").strip()) for edit in edits[:4]),
        )

    def _neighbours(self, line: int) -> tuple[str, str]:
        """The neighbours of a line."""
        known = self._neighbour_cache.get(line)
        if known is None:
            lines = self.index.lines
            above = lines[line - 1].strip() if line > 0 else ""
            below = lines[line + 1].strip() if line + 1 < len(lines) else ""
            known = self._neighbour_cache[line] = (above, below)
        return known

    def _is_other_kind(self, line: int, header_flags: set[bool]) -> bool:
        """Whether one is the head of a function and the other is not."""
        lines = self.index.lines
        return bool(header_flags) and 0 <= line < len(lines) and _is_header(lines[line]) not in header_flags


@cache_by_line
def _is_header(text: str) -> bool:
    return _DEFINITION_HEADER.match(text) is not None
