"""The reasons for a response without a suggestion, and the explanation of one response.

`understudy nes explain` and the log show both. The words are stable and never change their meaning; the
sentences may be reworded.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from understudy.nes.engine_api import Candidate
from understudy.nes.limits import MAX_LOGGED_TEXT_CHARS

__all__ = [
    "SENTENCES",
    "ConsideredCandidate",
    "Explanation",
    "Reason",
    "describe_candidate",
    "parse_engine_reason",
]


class Reason(StrEnum):
    SHOWN = "shown"
    STILL_SHOWN = "kept"
    DISABLED = "disabled"
    UNKNOWN_DOCUMENT = "unknown-document"
    OUT_OF_SYNC = "untrusted"
    UNPROCESSABLE = "unwieldy"
    STALE = "stale"
    VERSION_AHEAD = "ahead"
    POSITION_OUTSIDE = "outside"
    AFTER_UNDO = "undo"
    IN_PROGRESS = "in-progress"
    NO_EDITS = "no-edits"
    NO_PATTERN = "nothing-learned"
    NO_LOCATION = "nowhere"
    LOW_PROBABILITY = "low-chance"
    OUTRANKED = "behind"
    REJECTED = "refused"
    UNSUPPORTED_KIND = "kind"
    REVERTS_USER_EDIT = "reverse"
    UNBALANCED_BRACKETS = "brackets"
    BREAKS_SYNTAX = "syntax"
    WRONG_INDENTATION = "indentation"
    DELETES_USED_NAME = "still-used"
    UNKNOWN_NAME = "unknown-name"
    MISPLACED_WORD = "misplaced-word"
    ALREADY_THERE = "already-there"
    TOO_LARGE = "too-large"
    NO_CHANGE = "no-change"
    BAD_EDIT = "bad-edit"
    OTHER_FILE_UNKNOWN = "other-file"
    SUPERSEDED = "superseded"
    CLOSED = "closed"
    TIMED_OUT = "late"
    MODEL_FAILED = "model-failed"
    FAILED = "failed"


SENTENCES: Final[Mapping[str, str]] = {
    Reason.SHOWN: "A suggestion was shown.",
    Reason.STILL_SHOWN: "The suggestion that was shown before still holds, so it stays.",
    Reason.DISABLED: "Next edit suggestions are switched off for this session.",
    Reason.UNKNOWN_DOCUMENT: "The text of the document is not known: it was not opened, is not among the recent "
    "files and cannot be read from the workspace.",
    Reason.OUT_OF_SYNC: "A change could not be applied to the document; a full text makes it known again.",
    Reason.UNPROCESSABLE: "The text is binary, or too large, or its lines are too many or too long.",
    Reason.STALE: "The document has changed since the request was made.",
    Reason.VERSION_AHEAD: "The request is for a version of the document that has not arrived.",
    Reason.POSITION_OUTSIDE: "The position is outside the document.",
    Reason.AFTER_UNDO: "The last thing the user did was an undo.",
    Reason.IN_PROGRESS: "The newest edit is still being typed.",
    Reason.NO_EDITS: "The user has not edited anything yet that one could learn from.",
    Reason.NO_PATTERN: "Nothing can be learned from the last edits.",
    Reason.NO_LOCATION: "What was learned applies nowhere else.",
    Reason.LOW_PROBABILITY: "Nothing was certain enough for the chosen eagerness.",
    Reason.OUTRANKED: "Another one was better, or was shown already.",
    Reason.REJECTED: "The user rejected it before.",
    Reason.UNSUPPORTED_KIND: "The client does not take this kind of suggestion.",
    Reason.REVERTS_USER_EDIT: "It would take back what the user just did.",
    Reason.UNBALANCED_BRACKETS: "It would leave a bracket without its partner.",
    Reason.BREAKS_SYNTAX: "It would leave code with a syntax error.",
    Reason.WRONG_INDENTATION: "Its lines would not be indented like the code around them.",
    Reason.DELETES_USED_NAME: "It would remove a name that is still used.",
    Reason.UNKNOWN_NAME: "It would write a name that nothing defines.",
    Reason.MISPLACED_WORD: "It would write a word that the function around it cannot have, such as await.",
    Reason.ALREADY_THERE: "What it adds is there already.",
    Reason.TOO_LARGE: "It changes more than can be seen at a glance.",
    Reason.NO_CHANGE: "It changes nothing.",
    Reason.BAD_EDIT: "It does not fit the document.",
    Reason.OTHER_FILE_UNKNOWN: "It is for another file whose text is not known well enough.",
    Reason.SUPERSEDED: "A newer request took its place.",
    Reason.CLOSED: "The session was closed meanwhile.",
    Reason.TIMED_OUT: "The time was up.",
    Reason.MODEL_FAILED: "The model could not be asked.",
    Reason.FAILED: "Something went wrong inside; the log has more.",
}

_ENGINE_REASON: Final = re.compile(r"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?::\s*|$)", re.ASCII)


def parse_engine_reason(text: str) -> tuple[str, str]:
    """Split the reason of an engine into its word, which need not be a `Reason`, and its sentence."""
    found = _ENGINE_REASON.match(text)
    word = found[1] if found is not None else Reason.NO_PATTERN
    sentence = text[found.end() :] if found is not None else text
    return word, sentence.strip() or SENTENCES.get(word, SENTENCES[Reason.NO_PATTERN])


class ConsideredCandidate(Struct, frozen=True, kw_only=True):
    """One candidate and its outcome, for the report."""

    kind: str
    uri: str
    line: int
    chance: float
    """The probability that the service used; `raw` is the one of the engine."""
    raw: float
    family: str
    lesson: str
    why: str
    fate: str
    """`shown`, `kept`, or the reason word for not showing it."""


def describe_candidate(candidate: Candidate, probability: float, outcome: str) -> ConsideredCandidate:
    if candidate.edits:
        line = candidate.edits[0].span.start.line
    else:
        line = -1 if candidate.position is None else candidate.position.line
    return ConsideredCandidate(
        kind=candidate.kind,
        uri=candidate.uri,
        line=line,
        chance=round(probability, 3),
        raw=round(candidate.probability, 3),
        family=candidate.family,
        lesson=candidate.pattern,
        why=candidate.why,
        fate=outcome,
    )


class Explanation(Struct, frozen=True, kw_only=True):
    """How one response came about."""

    word: str
    sentence: str
    uri: str
    version: int
    trigger: str
    engine: str
    threshold: float
    milliseconds: float
    suggestion: str | None = None
    """The id of the suggestion that was shown."""
    considered: tuple[ConsideredCandidate, ...] = ()

    def log_line(self) -> str:
        """Return one line for the log. Quotes at most MAX_LOGGED_TEXT_CHARS characters of the document."""
        summaries = "; ".join(_candidate_summary(one) for one in self.considered[:5])
        more = len(self.considered) - 5
        pattern = _shorten(self.considered[0].lesson) if self.considered else ""
        sentence = SENTENCES.get(self.word) or _shorten(self.sentence)
        return (
            f"suggest {self.word} [{self.engine}, {self.trigger}, v{self.version}, {self.milliseconds:.1f} ms, "
            f"threshold {self.threshold:.2f}] {_shorten(self.uri)}: {sentence}"
            + (f" | {summaries}" if summaries else "")
            + (f" | {more} more" if more > 0 else "")
            + (f" | the first: {pattern}" if pattern else "")
        )


def _candidate_summary(one: ConsideredCandidate) -> str:
    return f"{one.kind} {one.family} {one.chance:.2f} ({one.raw:.2f}) line {one.line + 1} {one.fate}"


def _shorten(text: str, max_chars: int = MAX_LOGGED_TEXT_CHARS) -> str:
    line = " ".join(text.split())
    return line if len(line) <= max_chars else f"{line[: max_chars - 1]}…"
