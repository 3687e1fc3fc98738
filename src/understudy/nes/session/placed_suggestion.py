"""A displayed suggestion as a change of texts, with the text that it changes: for clients that do not take ACP's
messages. Positions are code points, texts have `\\n`; the client's units and line endings are the caller's."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from understudy.nes.engine_api import Candidate, SuggestionKind
from understudy.nes.text import Point, Replacement, TextSnapshot, can_apply

if TYPE_CHECKING:
    from understudy.nes.session.rejections import EditRevision
    from understudy.nes.session.session import NesSession

__all__ = ["Alternatives", "PlacedSuggestion", "place_candidate", "place_others"]


class PlacedSuggestion(Struct, frozen=True, kw_only=True):
    kind: SuggestionKind
    uri: str
    edits: tuple[Replacement, ...]
    position: Point | None
    """The target of a jump, or the best cursor position after an edit."""
    family: str
    why: str
    lines: Sequence[str]
    """The text that it changes. An open document shares them, so they are valid until its next change."""
    line_ending: str
    version: int | None
    """None if the document is not open."""


class Alternatives(Struct, frozen=True, eq=False):
    """The candidates of the newest answer, and whether one may be displayed in that text."""

    candidates: Sequence[Candidate]
    is_acceptable: Callable[[Candidate, TextSnapshot], bool]
    revision: "EditRevision"


def place_candidate(session: "NesSession", candidate: Candidate) -> PlacedSuggestion | None:
    """Return None if its text is not known any more, or no longer fits."""
    found = _find_text(session, candidate.uri)
    if found is None or not can_apply(candidate.edits, found[0].lines):
        return None
    snapshot, version = found
    return PlacedSuggestion(
        kind=candidate.kind,
        uri=candidate.uri,
        edits=candidate.edits,
        position=candidate.position,
        family=candidate.family,
        why=candidate.why,
        lines=snapshot.lines,
        line_ending=snapshot.line_ending,
        version=version,
    )


def place_others(session: "NesSession", shown: Candidate) -> list[PlacedSuggestion]:
    """Return the other places where the pattern of that candidate applies, as far as they may be displayed."""
    alternatives = session.alternatives
    if alternatives is None or alternatives.revision != session.revision or shown.kind != "edit":
        return []
    changed = {(shown.uri, line) for line in _changed_lines(shown)}
    found: list[PlacedSuggestion] = []
    for candidate in alternatives.candidates:
        if candidate.kind != "edit" or (candidate.family, candidate.pattern) != (shown.family, shown.pattern):
            continue
        lines = {(candidate.uri, line) for line in _changed_lines(candidate)}
        text = _find_text(session, candidate.uri) if changed.isdisjoint(lines) else None
        if text is None or not alternatives.is_acceptable(candidate, text[0]):
            continue
        placed = place_candidate(session, candidate)
        if placed is not None:
            changed |= lines
            found.append(placed)
    return found


def _find_text(session: "NesSession", uri: str) -> tuple[TextSnapshot, int | None] | None:
    """Return the text and, if the document is open, its version; None for a text that is unknown or out of sync."""
    document = session.documents.get(uri)
    if document is not None:
        return (document.snapshot(), document.version) if document.is_in_sync else None
    snapshot = session.workspace_texts.snapshot(uri)
    return None if snapshot is None else (snapshot, None)


def _changed_lines(candidate: Candidate) -> set[int]:
    return {line for (start, end), _ in candidate.edits for line in range(start.line, end.line + 1)}
