"""What an engine is asked, and what it answers. The engines and the service know each other only by this."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Literal, Protocol

from msgspec import Struct

from understudy.nes.text import Edit, Point, Replacement, Span, TextSnapshot

__all__ = [
    "Candidate",
    "Diagnostic",
    "Engine",
    "EngineResult",
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
    """What the user did lately: insertChar, cursorMovement, delete, undo, …"""

    action: str
    uri: str
    position: Point
    time: int
    """Milliseconds since 1970."""


class WorkspaceTexts(Protocol):
    """The other texts: open documents first, then recent files, then the files of the workspace, nearest first.

    Nothing here waits for long: what is not in memory yet is left out.
    """

    def snapshot(self, uri: str) -> TextSnapshot | None:
        """That text, if it is known."""
        ...

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        """Up to `most` texts that hold one of the literals, without the one at `near`, the nearest to it first."""
        ...


class Situation(Struct, frozen=True, kw_only=True, eq=False):
    """All that an engine may know when it is asked."""

    snapshot: TextSnapshot
    cursor: Point
    edits: Sequence[Edit]
    """Newest last, over all files of the session."""
    workspace_texts: WorkspaceTexts
    trigger: Trigger = Trigger.AUTOMATIC
    selection: Span | None = None
    visible_lines: tuple[int, int] | None = None
    """First and last line that can be seen."""
    diagnostics: Sequence[Diagnostic] = ()
    snippets: Sequence[Snippet] = ()
    actions: Sequence[UserAction] = ()
    supported_kinds: frozenset[SuggestionKind] = frozenset({"edit"})
    """What the client takes."""
    is_rejected: Callable[["Candidate"], bool] = lambda _: False
    """Whether the user refused this candidate before, here."""
    feedback_counts: Callable[[str], tuple[int, int]] = lambda _: (0, 0)
    """How often suggestions of that lesson or topic were taken and refused, in this session; "" for all of them."""
    now: float = float("inf")
    """On the clock of the edits; by itself, long after them."""
    rejection_streak: int = 0
    """How many suggestions were refused in a row, up to now."""
    deadline: float = float("inf")
    """On `time.monotonic`'s clock; past it an engine answers with what it has."""


class Candidate(Struct, frozen=True, kw_only=True):
    """Something that may be suggested."""

    kind: SuggestionKind
    uri: str
    probability: float
    """How likely the user is to take it, from 0 to 1."""
    family: str
    """The kind of reasoning, for the report and for what is remembered across sessions, like `replacement`."""
    pattern: str = ""
    """What was learned from the user, in few words; equal for all places it applies to."""
    topic: str = ""
    """What the lesson is about, whatever it makes of it: who refuses one outcome doubts the others too."""
    why: str = ""
    """A sentence for the user."""
    is_consequence: bool = False
    """It follows from an edit by a rule, and does not repeat it."""
    edits: tuple[Replacement, ...] = ()
    position: Point | None = None
    """Where a jump goes, where the symbol of a rename is, or where the cursor is best put after an edit."""
    new_name: str = ""
    search: str = ""
    replace: str = ""
    is_regex: bool = False
    whole_word: bool = False


class EngineResult(Struct, frozen=True, kw_only=True):
    """Candidates, the best first, and why there is none worth showing if there is none."""

    candidates: tuple[Candidate, ...] = ()
    reason: str = ""
    """Why nothing: one of the service's stable words, then a sentence."""


class Engine(Protocol):
    def propose(self, situation: Situation) -> EngineResult:
        """Answers at once. Never raises for anything that a text may hold."""
        ...
