"""The interface between the service and the engines: the input (`Situation`) and the output (`EngineResult`)."""

import time
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Literal, Protocol, runtime_checkable

from msgspec import Struct, field

from understudy.nes.text import Edit, Point, Replacement, Span, TextSnapshot

__all__ = [
    "Candidate",
    "Diagnostic",
    "Engine",
    "EngineResult",
    "NameIndex",
    "PreparableEngine",
    "Situation",
    "Snippet",
    "SuggestionKind",
    "Trigger",
    "UserAction",
    "WorkspaceTexts",
]

SuggestionKind = Literal["edit", "jump", "rename", "searchAndReplace"]


class Trigger(Enum):
    AUTOMATIC = "automatic"
    DIAGNOSTIC = "diagnostic"
    MANUAL = "manual"


class Diagnostic(Struct, frozen=True):
    uri: str
    span: Span
    severity: Literal["error", "warning", "information", "hint"]
    message: str


class Snippet(Struct, frozen=True):
    uri: str
    line: int
    text: str


class UserAction(Struct, frozen=True):
    """A recent action of the user: insertChar, cursorMovement, delete, undo, …"""

    action: str
    uri: str
    position: Point
    time: int
    """Milliseconds since 1970."""


class WorkspaceTexts(Protocol):
    """The other texts of the workspace: open documents first, then recent files, then files on disk, nearest first.

    Methods do not block: a file that is not indexed yet is left out of a search.
    """

    def snapshot(self, uri: str) -> TextSnapshot | None:
        """Return the text at the URI; None if it is not known."""
        ...

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        """Return up to `max_texts` texts that contain one of the literals, nearest to `near` first, without
        `near`."""
        ...


@runtime_checkable
class NameIndex(Protocol):
    """A `WorkspaceTexts` with an index of names."""

    def find_definitions(self, name: str, near: str = "") -> Sequence[tuple[TextSnapshot, int]]:
        """Return the texts and lines that define the name, nearest to `near` first."""
        ...

    def find_imports(self, name: str, near: str = "") -> Sequence[tuple[TextSnapshot, int, str]]:
        """Return the texts and lines that import the name, with the statement that imports only it."""
        ...


class Situation(Struct, frozen=True, kw_only=True, eq=False):
    """The input of an engine for one request."""

    snapshot: TextSnapshot
    cursor: Point
    edits: Sequence[Edit]
    """The edits in all files of the session, newest last."""
    workspace_texts: WorkspaceTexts
    trigger: Trigger = Trigger.AUTOMATIC
    selection: Span | None = None
    visible_lines: tuple[int, int] | None = None
    """The first and the last line on the screen."""
    diagnostics: Sequence[Diagnostic] = ()
    snippets: Sequence[Snippet] = ()
    actions: Sequence[UserAction] = ()
    supported_kinds: frozenset[SuggestionKind] = frozenset({"edit"})
    """The kinds that the client can show."""
    is_rejected: Callable[["Candidate"], bool] = lambda _: False
    """Whether the user has rejected this candidate at this place in this session."""
    feedback_counts: Callable[[str], tuple[int, int]] = lambda _: (0, 0)
    """How often the user accepted and rejected suggestions of a pattern or topic in this session; "" for the
    total."""
    now: float = float("inf")
    """The time on the clock of `Edit.time`. The default is long after every edit."""
    rejection_streak: int = 0
    """The number of rejections since the last accepted suggestion."""
    deadline: float = float("inf")
    """On the clock of `time.thread_time`, so that a busy machine does not change the result. After it, an engine
    returns the candidates that it has."""
    earliest_deadline: float = float("-inf")
    """On the clock of `time.monotonic`: the deadline does not pass before. This clock is read many times faster."""
    found_texts: dict[str, TextSnapshot | None] = field(default_factory=dict)
    """What `snapshot_at` has found: to look up a text that is not open takes several calls of the system."""

    @property
    def is_past_deadline(self) -> bool:
        return time.monotonic() > self.earliest_deadline and time.thread_time() > self.deadline

    def snapshot_at(self, uri: str) -> TextSnapshot | None:
        """Return the text at the URI, that of the request or another one; None if it is not known."""
        if uri == self.snapshot.uri:
            return self.snapshot
        if uri not in self.found_texts:
            self.found_texts[uri] = self.workspace_texts.snapshot(uri)
        return self.found_texts[uri]


class Candidate(Struct, frozen=True, kw_only=True):
    """A possible suggestion."""

    kind: SuggestionKind
    uri: str
    probability: float
    """The estimated probability that the user accepts it, from 0 to 1."""
    family: str
    """The id of the rule or generator, such as `replacement`. Reports and the feedback store group by it."""
    pattern: str = ""
    """A short description of the learned pattern; the same at every place where the pattern applies."""
    topic: str = ""
    """What the pattern matches, without its result: a rejection of one result counts against the others too."""
    why: str = ""
    """The explanation for the user, one sentence."""
    is_consequence: bool = False
    """A rule derived it from an edit; it does not repeat the edit."""
    edits: tuple[Replacement, ...] = ()
    position: Point | None = None
    """The target of a jump, the symbol of a rename, or the best cursor position after an edit."""
    new_name: str = ""
    search: str = ""
    replace: str = ""
    is_regex: bool = False
    whole_word: bool = False


class EngineResult(Struct, frozen=True, kw_only=True):
    """Candidates, best first, or the reason why there is none."""

    candidates: tuple[Candidate, ...] = ()
    reason: str = ""
    """Why there is no candidate: a stable word, a colon and a sentence."""
    final_check: Callable[[Candidate, TextSnapshot], str | None] = lambda _candidate, _snapshot: None
    """Returns why a candidate must not be displayed, or None. It is called only for a candidate that would be
    displayed, since it takes too long for all of them."""
    retry_at: float | None = None
    """On the clock of `Edit.time`: when the same request may have a better result, because the newest edit may
    count as complete by then."""
    is_continued: bool = False
    """The candidates are left over from the last result. If none of them can be displayed, the engine is asked
    again, and searches for others."""


class Engine(Protocol):
    def propose(self, situation: Situation) -> EngineResult:
        """Return without blocking. No text makes it raise."""
        ...


@runtime_checkable
class PreparableEngine(Engine, Protocol):
    def prepare(self, snapshot: TextSnapshot, edits: Sequence[Edit]) -> None:
        """Do in advance what the next request about that text, after these edits, does first."""
        ...
