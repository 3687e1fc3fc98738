"""The words that formats and the engine share: what a model is shown, a prompt, a format. Pure values.

Tokens are guessed from bytes, three to one, on the safe side: no tokenizer is loaded.

What of the events and the other files goes into a prompt, and the diffs that events are told as.

The file's own text is never cut here; what is cut is the least important: other files first, then old edits.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from understudy.nes.model.limits import MAX_EVENT_TOKENS, MIN_RELATED_TOKENS

__all__ = [
    "BYTES_PER_TOKEN",
    "DEFAULT_BUDGET",
    "EditEvent",
    "ModelContext",
    "Prompt",
    "PromptBudget",
    "PromptFormat",
    "RegionShape",
    "RelatedSnippet",
    "UnfitContextError",
    "contains_token",
    "estimate_tokens",
    "fit_to_budget",
    "format_hunk",
    "reject_special_tokens",
]

BYTES_PER_TOKEN: Final = 3


def estimate_tokens(text: str) -> int:
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


class UnfitContextError(Exception):
    """This text cannot be put to this model. `word` is stable, the message is a sentence."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class PromptBudget(NamedTuple):
    """In tokens, but for the number of events."""

    prompt: int = 4096
    events: int = 6


DEFAULT_BUDGET: Final = PromptBudget()


class RegionShape(NamedTuple):
    """Which lines around the cursor a format rewrites, and how many more it shows."""

    region: int = 350
    """Tokens that may be rewritten; 0 for the cursor's line alone."""
    above: int = 150
    """Tokens shown before the region."""
    below: int = 150
    window: int | None = None
    """Lines before and after the cursor's instead of tokens, as long as the tokens do."""


class EditEvent(Struct, frozen=True):
    """One edit of the user's, in whole lines."""

    path: str
    line: int
    """The first line that changed, from 0; -1 if it is not known any more."""
    old: tuple[str, ...]
    new: tuple[str, ...]
    above: str | None = None
    below: str | None = None
    accepted: bool = False
    """A suggestion that the user took."""


class RelatedSnippet(Struct, frozen=True):
    """A piece of another file."""

    path: str
    lines: tuple[str, ...]


class ModelContext(Struct, frozen=True, kw_only=True):
    """What a model may know of the situation: the region that it may rewrite, and what is around it."""

    path: str
    before: tuple[str, ...] = ()
    region: tuple[str, ...]
    after: tuple[str, ...] = ()
    first: int = 0
    """The region's first line in the file, from 0."""
    cursor: tuple[int, int] = (0, 0)
    """Line in the region and column."""
    starts_file: bool = True
    """Nothing stands above `before`."""
    ends_file: bool = True
    original: tuple[str, ...] = ()
    """The region before the user's newest edit, for the formats that want it; empty if that did not touch it."""
    events: tuple[EditEvent, ...] = ()
    """The newest last."""
    related: tuple[RelatedSnippet, ...] = ()
    """The most important first."""

    @property
    def region_text(self) -> str:
        return "\n".join(self.region)

    def region_with_marker(self, marker: str) -> list[str]:
        """The region's lines with a marker at the cursor."""
        lines = list(self.region)
        line, column = self.cursor
        lines[line] = lines[line][:column] + marker + lines[line][column:]
        return lines


class Prompt(Struct, frozen=True):
    text: str
    stops: tuple[str, ...] = ()
    """At most four: more is refused by some servers."""
    max_tokens: int = 512
    """Of the reply."""
    system: str = ""
    style: Literal["raw", "chat", "edit"] = "raw"
    """A plain completion, a chat, or the endpoint that is made for edits."""


class PromptFormat(Struct, frozen=True):
    """How one family of models is asked. Both functions are pure, and `parse` never raises."""

    name: str
    build: Callable[[ModelContext, PromptBudget], Prompt]
    """Raises Unfit."""
    parse: Callable[[str, ModelContext], str | None]
    """The new text of the region; None for no edit, or for a reply that makes no sense."""
    special_tokens: tuple[str, ...]
    """What a source text must not hold; one that ends with a line's end counts only as a whole line."""
    shape: RegionShape = RegionShape()
    salvage_truncated: Callable[[str], str | None] = lambda _: None
    """What can be used of a reply that hit its limit of tokens."""


def contains_token(text: str, token: str) -> bool:
    if token.endswith("\n"):
        return f"\n{token}" in f"\n{text}\n"
    return token in text


def reject_special_tokens(context: ModelContext, special_tokens: tuple[str, ...]) -> None:
    """Raises Unfit if the file's own text holds a special token: it could pass for an instruction."""
    shown = "\n".join((context.path, *context.before, *context.region, *context.after))
    for token in special_tokens:
        if contains_token(shown, token):
            raise UnfitContextError(
                "special-tokens",
                f"The text around the cursor holds {token.strip()!r}, which the model obeys.",
            )


def format_hunk(event: EditEvent) -> str:
    """The event as one hunk of a unified diff, with a line around it where known; each line ended."""
    above = [] if event.above is None else [event.above]
    below = [] if event.below is None else [event.below]
    old, new = len(above) + len(event.old) + len(below), len(above) + len(event.new) + len(below)
    start = event.line + 1 - len(above)
    head = [f"@@ -{start},{old} +{start},{new} @@"] if start > 0 else []
    body = [
        *(f" {line}" for line in above),
        *(f"-{line}" for line in event.old),
        *(f"+{line}" for line in event.new),
        *(f" {line}" for line in below),
    ]
    return "".join(f"{line}\n" for line in (*head, *body))


def fit_to_budget(
    context: ModelContext,
    budget: PromptBudget,
    fixed: str,
    special_tokens: Sequence[str],
    render_event: Callable[[EditEvent], str],
    render_related: Callable[[RelatedSnippet], str],
) -> tuple[list[str], list[str]]:
    """The texts of the events, the newest last, and of the other files, that fit beside `fixed`.

    What holds a special token is left out whole. Raises Unfit if `fixed` is too much by itself.
    """
    room = budget.prompt - estimate_tokens(fixed)
    if room < 0:
        raise UnfitContextError("too-long", "The text around the cursor is too long for the model.")
    events: list[str] = []
    for event in reversed(context.events):
        if len(events) == budget.events:
            break
        text = render_event(event)
        cost = estimate_tokens(text)
        if cost > MAX_EVENT_TOKENS or _contains_special_token(
            _event_source(event), event.path, special_tokens
        ):
            continue
        if cost > room:
            break
        events.insert(0, text)
        room -= cost
    related: list[str] = []
    for piece in context.related:
        if room < MIN_RELATED_TOKENS:
            break
        shorter = _truncate_to_fit(piece, room, render_related)
        if shorter is None or _contains_special_token("\n".join(shorter.lines), shorter.path, special_tokens):
            continue
        text = render_related(shorter)
        related.append(text)
        room -= estimate_tokens(text)
    return events, related


def _event_source(event: EditEvent) -> str:
    return "\n".join((event.above or "", *event.old, *event.new, event.below or ""))


def _contains_special_token(source: str, path: str, special_tokens: Sequence[str]) -> bool:
    return any(contains_token(source, token) or token in path for token in special_tokens)


def _truncate_to_fit(
    piece: RelatedSnippet, max_tokens: int, render_related: Callable[[RelatedSnippet], str]
) -> RelatedSnippet | None:
    lines = piece.lines
    while lines and estimate_tokens(render_related(RelatedSnippet(piece.path, lines))) > max_tokens:
        lines = lines[: len(lines) * 3 // 4]
    return RelatedSnippet(piece.path, lines) if lines else None
