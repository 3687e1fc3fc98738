"""Why there is no suggestion: stable words, each with its sentence, and the account of one answer.

`understudy nes explain` and the log show these. No word ever changes its meaning; a sentence may be bettered.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from understudy.nes.port import Candidate

__all__ = ["SENTENCES", "Considered", "Explanation", "Reason", "considered", "told"]

SHORT: Final = 80
"""Characters of a text that may be in a log."""


class Reason(StrEnum):
    SHOWN = "shown"
    KEPT = "kept"
    DISABLED = "disabled"
    UNKNOWN_DOCUMENT = "unknown-document"
    UNTRUSTED = "untrusted"
    UNWIELDY = "unwieldy"
    STALE = "stale"
    AHEAD = "ahead"
    OUTSIDE = "outside"
    UNDO = "undo"
    NO_EDITS = "no-edits"
    NO_LESSON = "nothing-learned"
    NO_PLACE = "nowhere"
    LOW_CHANCE = "low-chance"
    BEHIND = "behind"
    REFUSED = "refused"
    KIND = "kind"
    REVERSE = "reverse"
    BRACKETS = "brackets"
    ALREADY_THERE = "already-there"
    TOO_LARGE = "too-large"
    NO_CHANGE = "no-change"
    BAD_EDIT = "bad-edit"
    OTHER_FILE = "other-file"
    SUPERSEDED = "superseded"
    CLOSED = "closed"
    LATE = "late"
    MODEL_FAILED = "model-failed"
    FAILED = "failed"


SENTENCES: Final[Mapping[str, str]] = {
    Reason.SHOWN: "A suggestion was shown.",
    Reason.KEPT: "The suggestion that was shown before still holds, so it stays.",
    Reason.DISABLED: "Next edit suggestions are switched off for this session.",
    Reason.UNKNOWN_DOCUMENT: "The text of the document is not known: it was not opened, is not among the recent "
    "files and cannot be read from the workspace.",
    Reason.UNTRUSTED: "A change could not be applied to the document; a full text makes it known again.",
    Reason.UNWIELDY: "The text is binary, or too large, or its lines are too many or too long.",
    Reason.STALE: "The document has changed since the request was made.",
    Reason.AHEAD: "The request is for a version of the document that has not arrived.",
    Reason.OUTSIDE: "The position is outside the document.",
    Reason.UNDO: "The last thing the user did was an undo.",
    Reason.NO_EDITS: "The user has not edited anything yet that one could learn from.",
    Reason.NO_LESSON: "Nothing can be learned from the last edits.",
    Reason.NO_PLACE: "What was learned applies nowhere else.",
    Reason.LOW_CHANCE: "Nothing was certain enough for the chosen eagerness.",
    Reason.BEHIND: "Another one was better, or was shown already.",
    Reason.REFUSED: "The user refused it before.",
    Reason.KIND: "The client does not take this kind of suggestion.",
    Reason.REVERSE: "It would take back what the user just did.",
    Reason.BRACKETS: "It would leave a bracket without its partner.",
    Reason.ALREADY_THERE: "What it adds is there already.",
    Reason.TOO_LARGE: "It changes more than can be seen at a glance.",
    Reason.NO_CHANGE: "It changes nothing.",
    Reason.BAD_EDIT: "It does not fit the document.",
    Reason.OTHER_FILE: "It is for another file whose text is not known well enough.",
    Reason.SUPERSEDED: "A newer request took its place.",
    Reason.CLOSED: "The session was closed meanwhile.",
    Reason.LATE: "The time was up.",
    Reason.MODEL_FAILED: "The model could not be asked.",
    Reason.FAILED: "Something went wrong inside; the log has more.",
}

_TOLD: Final = re.compile(r"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?::\s*|$)", re.ASCII)


def told(text: str) -> tuple[str, str]:
    """An engine's reason: its word, which may be one of its own, and its sentence."""
    found = _TOLD.match(text)
    word = found[1] if found is not None else Reason.NO_LESSON
    sentence = text[found.end() :] if found is not None else text
    return word, sentence.strip() or SENTENCES.get(word, SENTENCES[Reason.NO_LESSON])


class Considered(Struct, frozen=True, kw_only=True):
    """One candidate and what became of it."""

    kind: str
    uri: str
    line: int
    chance: float
    """As weighed by the service; the engine's own is `raw`."""
    raw: float
    family: str
    lesson: str
    why: str
    fate: str
    """`shown`, `kept`, or the word that says why not."""


def considered(candidate: Candidate, chance: float, fate: str) -> Considered:
    if candidate.edits:
        line = candidate.edits[0].span.start.line
    else:
        line = -1 if candidate.place is None else candidate.place.line
    return Considered(
        kind=candidate.kind,
        uri=candidate.uri,
        line=line,
        chance=round(chance, 3),
        raw=round(candidate.chance, 3),
        family=candidate.family,
        lesson=candidate.lesson,
        why=candidate.why,
        fate=fate,
    )


class Explanation(Struct, frozen=True, kw_only=True):
    """The account of one answer."""

    word: str
    sentence: str
    uri: str
    version: int
    trigger: str
    engine: str
    threshold: float
    milliseconds: float
    suggestion: str | None = None
    """The id of what was shown."""
    considered: tuple[Considered, ...] = ()

    def line(self) -> str:
        """For the log: one line, with next to nothing of anybody's text."""
        said = "; ".join(_brief(one) for one in self.considered[:5])
        more = len(self.considered) - 5
        lesson = _short(self.considered[0].lesson) if self.considered else ""
        sentence = SENTENCES.get(self.word) or _short(self.sentence)
        return (
            f"suggest {self.word} [{self.engine}, {self.trigger}, v{self.version}, {self.milliseconds:.1f} ms, "
            f"threshold {self.threshold:.2f}] {_short(self.uri)}: {sentence}"
            + (f" | {said}" if said else "")
            + (f" | {more} more" if more > 0 else "")
            + (f" | the first: {lesson}" if lesson else "")
        )


def _brief(one: Considered) -> str:
    return f"{one.kind} {one.family} {one.chance:.2f} ({one.raw:.2f}) line {one.line + 1} {one.fate}"


def _short(text: str, most: int = SHORT) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
