"""Feature extraction for a (pattern, place) pair: examples, distance, neighbouring lines, and user feedback.

Features of a single kind of pattern are computed by its generator. Does not weigh features: see `probability`.
"""

import math
import re
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.alignment import similarity
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS, MAX_PLACES_PER_PATTERN
from understudy.nes.symbolic.passed_places import VISITED_FEATURES, PassedPlaces, is_visited, visited_line
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.probability import is_hopeless
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import cache_by_line
from understudy.nes.text import Edit, EditOrigin

__all__ = ["FeatureExtractor", "bracket_balance", "log_scaled", "truncate_text"]

_DEFINITION_HEADER: Final = re.compile(
    r"\s*(?:(?:export|default|async|pub|static|public|private|protected|unsafe)\s+)*(?:def|func|fn|function|class)\b"
)

_PROSE_ENDINGS: Final = frozenset({"md", "rst", "txt", "adoc", "markdown", "html"})
_CONFIG_ENDINGS: Final = frozenset(
    {"json", "toml", "yml", "yaml", "ini", "cfg", "xml", "lock", "mod", "gradle"}
)


_Result = TypeVar("_Result")


def log_scaled(value: float) -> float:
    return math.log1p(value) if value > 0 else 0.0


def truncate_text(text: str, max_chars: int = 40) -> str:
    return text if len(text) <= max_chars else text[: max_chars - 1] + "…"


def bracket_balance(lines: Sequence[str]) -> int:
    """The number of brackets opened minus those closed, over all kinds."""
    text = "".join(lines)
    count = text.count
    return count("(") + count("[") + count("{") - count(")") - count("]") - count("}")


class _EditContext(NamedTuple):
    """What the place features of one pattern have in common."""

    edits: Sequence[Edit]
    has_same_file: bool
    """Whether some of the edits are in this text."""
    scopes: set[int]
    """The scopes that contain the edits."""
    header_flags: set[bool]
    """Whether the edits changed headers of definitions: one value, or both."""
    first_serial: int
    """The number of the first edit."""
    neighbour_lines: dict[tuple[str, str], None]
    """The lines above and below each edit, without duplicates, in order."""


class FeatureExtractor:
    """Computes the features that many patterns share, for one text in one situation."""

    def __init__(
        self,
        index: SnapshotIndex,
        situation: Situation,
        patterns: EditPatterns,
        *,
        is_limited: bool = False,
    ) -> None:
        """If `is_limited`, hopeless patterns are left out."""
        self._is_limited = is_limited
        self.index = index
        self.situation = situation
        self.patterns = patterns
        self.is_current_file = index.snapshot.uri == situation.snapshot.uri
        self.block_features_cache: dict[int, tuple[list[Edit], Features]] = {}
        """Block features computed before, by the id of the block."""
        self.corroboration_cache: dict[int, float] = {}
        """Corroboration scores computed before, by the id of the block; shared by the extractors of all texts."""
        self._computed_once: dict[Hashable, Any] = {}
        """What generators compute from the patterns alone; shared by the extractors of all texts."""
        self.pattern_edits: dict[str, Sequence[Edit]] = {}
        """The edits that show a pattern, by its description."""
        self.indexes: dict[str, SnapshotIndex] = {index.snapshot.uri: index}
        """The texts that are searched, by URI; shared by the extractors of all texts."""
        self._edit_contexts: dict[int, _EditContext] = {}
        self._neighbour_cache: dict[int, tuple[str, str]] = {}
        self._edited_lines: dict[int, int] = {}
        self._accepted_lines: set[int] = set()
        self._last_own_line = -1
        """Where the user's own last edit of this text is; -1 if it is not known."""
        self._visited_line = visited_line(situation) if self.is_current_file else -1
        self._passed_places = PassedPlaces(index.snapshot.uri, situation.edits)
        for edit in situation.edits:
            if edit.uri == index.snapshot.uri and edit.line >= 0:
                if edit.origin is EditOrigin.TYPED:
                    self._last_own_line = edit.line
                for line in range(edit.line, edit.line + len(edit.new)):
                    self._edited_lines[line] = edit.serial
                    if edit.origin is EditOrigin.ACCEPTED:
                        self._accepted_lines.add(line)
        accepted, rejected = situation.feedback_counts("")
        self._session_features: Features = {
            "session_taken": float(min(accepted, 8)),
            "session_refused": float(min(rejected, 8)),
            "streak": float(min(situation.rejection_streak, 3)),
            "repetitive": patterns.repetition_share,
            "edits": log_scaled(len(situation.edits)),
            **_file_features(index.snapshot.uri),
        }

    def for_index(self, index: SnapshotIndex) -> "FeatureExtractor":
        """An extractor for another text."""
        other = FeatureExtractor(index, self.situation, self.patterns, is_limited=self._is_limited)
        other.corroboration_cache = self.corroboration_cache
        other._computed_once = self._computed_once
        self.indexes[index.snapshot.uri] = index
        other.indexes = self.indexes
        return other

    def compute_once(self, key: Hashable, compute: Callable[[], _Result]) -> _Result:
        """Compute something that depends on the patterns alone for the first text only."""
        if key not in self._computed_once:
            self._computed_once[key] = compute()
        return self._computed_once[key]

    def leaves_out(self, family: str, shared: Features) -> bool:
        """Whether a pattern is left out, given the features that all its places have in common."""
        if self._visited_line >= 0:
            shared = {**shared, "above_first": 0.0, "passed": 0.0}  # one of the places may be at the cursor
        return self._is_limited and is_hopeless(family, shared)

    def visited_features(self, line: int) -> Features:
        """What to change in the features of a place at the cursor, if the user has moved the cursor there."""
        return VISITED_FEATURES if is_visited(line, self._visited_line) else {}

    def is_edited_since(self, line: int, serial: int) -> bool:
        """Whether the line was edited since then: what the user left in it was left on purpose."""
        edited = self._edited_lines.get(line)  # edits that the client reported have negative serial numbers
        return edited is not None and edited >= serial

    def is_recently_edited(self, line: int) -> bool:
        """Whether one of the known edits wrote this line."""
        return line in self._edited_lines

    def opened_empty_line(self) -> int:
        """The empty line that the user has just added and has the cursor in; -1 for none."""
        line = self.situation.cursor.line
        is_open = self.is_current_file and line in self._edited_lines and not self.index.lines[line].strip()
        return line if is_open else -1

    def nearest_lines(self, lines: Sequence[int]) -> list[int]:
        """The nearest lines: below the cursor first, then above it; in other files from the top."""
        ordered = sorted(set(lines))
        if self.is_current_file:
            at = self.situation.cursor.line
            ordered = [*(n for n in ordered if n >= at), *(n for n in reversed(ordered) if n < at)]
            if self._visited_line >= 0:
                ordered.sort(key=lambda n: not is_visited(n, self._visited_line))
        return ordered[:MAX_PLACES_PER_PATTERN]

    def pattern_features(self, edits: Sequence[Edit], age: int, pattern: str, topic: str) -> Features:
        self.pattern_edits[pattern] = edits
        accepted, rejected = self.situation.feedback_counts(pattern)
        topic_accepted, topic_rejected = self.situation.feedback_counts(topic)
        return {
            "support": log_scaled(len({edit.serial for edit in edits}) - 1),
            "examples": log_scaled(len(edits) - 1),
            "age": float(min(age, MAX_LEARNED_EDITS)),
            "newest": float(age == 0),
            "taken": float(min(accepted, 4)),
            "refused": float(min(rejected, 3)),
            "topic_taken": float(min(topic_accepted, 4)),
            "topic_refused": float(min(topic_rejected, 3)),
            "edit_size": log_scaled(min(len(edit.old) + len(edit.new) for edit in edits)),
            "typed": float(any(edit.is_typed for edit in edits)),
            **self._session_features,
        }

    def place_features(self, line: int, edits: Sequence[Edit]) -> Features:
        context = self._edit_contexts.get(id(edits))
        if context is None:
            context = self._edit_contexts[id(edits)] = self._build_edit_context(edits)
        is_here = self.is_current_file
        distance = line - self.situation.cursor.line if is_here else 0
        above, below = self._neighbours(line)
        around = 0.0
        for edit_above, edit_below in context.neighbour_lines:
            around = max(around, (similarity(above, edit_above) + similarity(below, edit_below)) / 2)
        return {
            "here": float(is_here),
            "same_file": float(context.has_same_file),
            "same_function": float(
                bool(context.scopes) and self.index.enclosing_scope(line) in context.scopes
            ),
            "distance": log_scaled(abs(distance)) if is_here else 6.0,
            "below": float(is_here and distance >= 0),
            "ahead": float(is_here and 0 <= self._last_own_line < line),
            "fresh": float(line in self._edited_lines),
            "ours": float(line in self._accepted_lines),
            "other_kind": float(self._is_other_kind(line, context.header_flags)),
            "around": around,
            **self._passed_places.features(line, context.first_serial),
        }

    def _build_edit_context(self, edits: Sequence[Edit]) -> _EditContext:
        same = [edit for edit in edits if edit.uri == self.index.snapshot.uri]
        return _EditContext(
            edits,
            bool(same),
            {self.index.enclosing_scope(edit.line) for edit in same[:8] if edit.line >= 0},
            {_is_header(edit.old[0]) for edit in edits[:4] if edit.old},
            min((edit.serial for edit in edits), default=0),
            dict.fromkeys(((edit.above or "").strip(), (edit.below or "").strip()) for edit in edits[:4]),
        )

    def _neighbours(self, line: int) -> tuple[str, str]:
        """The lines above and below a line, stripped."""
        cached = self._neighbour_cache.get(line)
        if cached is None:
            lines = self.index.lines
            above = lines[line - 1].strip() if line > 0 else ""
            below = lines[line + 1].strip() if line + 1 < len(lines) else ""
            cached = self._neighbour_cache[line] = (above, below)
        return cached

    def _is_other_kind(self, line: int, header_flags: set[bool]) -> bool:
        """Whether the line is a definition header and the edited lines were not, or the other way round."""
        lines = self.index.lines
        return bool(header_flags) and 0 <= line < len(lines) and _is_header(lines[line]) not in header_flags


def _name_ending(uri: str) -> str:
    return uri.rpartition("/")[2].rpartition(".")[2]


@lru_cache(maxsize=64)
def _file_features(uri: str) -> Features:
    return {
        "prose": float(_name_ending(uri) in _PROSE_ENDINGS),
        "config": float(_name_ending(uri) in _CONFIG_ENDINGS),
        "test": float("test" in uri.rpartition("/")[2].lower() or "/test" in uri.lower()),
    }


@cache_by_line
def _is_header(text: str) -> bool:
    return _DEFINITION_HEADER.match(text) is not None
