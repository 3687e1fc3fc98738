"""The types that the engine and the formats share: context, prompt, format and budget; and fitting into the budget.

Pure values and functions. Tokens are estimated from bytes, three to one, which is on the safe side: no tokenizer is
loaded. The text around the cursor is never truncated here; other files are dropped first, then old edits.
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
    """Return about how many tokens a text has. No tokenizer is loaded."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


class UnfitContextError(Exception):
    """This text cannot be sent to this model. `reason` is a stable word, the message a sentence."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class PromptBudget(NamedTuple):
    """`prompt` is in tokens, `events` is a count."""

    prompt: int = 4096
    events: int = 6


DEFAULT_BUDGET: Final = PromptBudget()


class RegionShape(NamedTuple):
    """Which lines around the cursor a format rewrites, and how many more it includes."""

    region: int = 350
    """Tokens of the region to rewrite; 0 for only the line of the cursor."""
    above: int = 150
    """Tokens before the region."""
    below: int = 150
    window: int | None = None
    """Maximum lines before and after the cursor, within the tokens."""


class EditEvent(Struct, frozen=True):
    """One edit of the user, in whole lines."""

    path: str
    line: int
    """The first changed line, from 0; -1 if it is unknown."""
    old: tuple[str, ...]
    new: tuple[str, ...]
    above: str | None = None
    below: str | None = None
    accepted: bool = False
    """Whether it is an accepted suggestion."""


class RelatedSnippet(Struct, frozen=True):
    """An excerpt of another file."""

    path: str
    lines: tuple[str, ...]


class ModelContext(Struct, frozen=True, kw_only=True):
    """The input of a format: the region to rewrite, its surroundings, recent edits and other files."""

    path: str
    before: tuple[str, ...] = ()
    region: tuple[str, ...]
    after: tuple[str, ...] = ()
    first: int = 0
    """The region's first line in the file, from 0."""
    cursor: tuple[int, int] = (0, 0)
    """Line in the region and column."""
    starts_file: bool = True
    """Whether `before` begins at the start of the file."""
    ends_file: bool = True
    original: tuple[str, ...] = ()
    """The region before the newest edit, for formats that use it; empty if that edit is elsewhere."""
    events: tuple[EditEvent, ...] = ()
    """Newest last."""
    related: tuple[RelatedSnippet, ...] = ()
    """Most important first."""

    @property
    def region_text(self) -> str:
        return "\n".join(self.region)

    def region_with_marker(self, marker: str) -> list[str]:
        """Return the lines of the region with a marker at the cursor."""
        lines = list(self.region)
        line, column = self.cursor
        lines[line] = lines[line][:column] + marker + lines[line][column:]
        return lines


class Prompt(Struct, frozen=True):
    text: str
    stops: tuple[str, ...] = ()
    """At most four: some servers reject more."""
    max_tokens: int = 512
    """The maximum length of the reply."""
    system: str = ""
    style: Literal["raw", "chat", "edit"] = "raw"
    """A raw completion, a chat, or the edit endpoint."""


class PromptFormat(Struct, frozen=True):
    """Prompt format of one model family. Both functions are pure, and `parse` never raises."""

    name: str
    build: Callable[[ModelContext, PromptBudget], Prompt]
    """Raises UnfitContextError."""
    parse: Callable[[str, ModelContext], str | None]
    """Returns the new text of the region; None for no edit or an invalid reply."""
    special_tokens: tuple[str, ...]
    """Tokens that the source text must not contain; one that ends with a newline counts only as a whole line."""
    shape: RegionShape = RegionShape()
    salvage_truncated: Callable[[str], str | None] = lambda _: None
    """Returns the usable part of a reply that reached the token limit."""
    is_complete: Callable[[str, ModelContext, bool], bool] = lambda _reply, _context, _one_line: False
    """Whether more of the reply would change nothing; with True as the last argument, whether its first line is
    there."""
    usable_parts: Callable[[str, ModelContext, bool], list[str]] = lambda reply, _context, _one_line: [reply]
    """Returns the beginnings of a reply that are edits of their own, longest first; only the first line if the last
    argument is true."""


def contains_token(text: str, token: str) -> bool:
    if token.endswith("\n"):
        return f"\n{token}" in f"\n{text}\n"
    return token in text


def reject_special_tokens(context: ModelContext, special_tokens: tuple[str, ...]) -> None:
    """Raises UnfitContextError if the text contains a special token, which could act as an instruction."""
    visible_text = "\n".join((context.path, *context.before, *context.region, *context.after))
    for token in special_tokens:
        if contains_token(visible_text, token):
            raise UnfitContextError(
                "special-tokens",
                f"The text around the cursor holds {token.strip()!r}, which the model obeys.",
            )


def format_hunk(event: EditEvent) -> str:
    """Render the event as one hunk of a unified diff, with one context line above and below if known."""
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
    """Return the rendered events, newest last, and other files that fit into the budget beside `fixed`.

    An event or file with a special token is left out. Raises UnfitContextError if `fixed` alone exceeds the budget.
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
    related: list[tuple[str, str]] = []
    for snippet in context.related:
        if room < MIN_RELATED_TOKENS:
            break
        truncated = _truncate_to_fit(snippet, room, render_related)
        if truncated is None or _contains_special_token(
            "\n".join(truncated.lines), truncated.path, special_tokens
        ):
            continue
        text = render_related(truncated)
        related.append((truncated.path, text))
        room -= estimate_tokens(text)
    # By path, not by importance: an edit elsewhere must not change the beginning of the prompt, which is cached.
    return events, [text for _, text in sorted(related)]


def _event_source(event: EditEvent) -> str:
    return "\n".join((event.above or "", *event.old, *event.new, event.below or ""))


def _contains_special_token(source: str, path: str, special_tokens: Sequence[str]) -> bool:
    return any(contains_token(source, token) or token in path for token in special_tokens)


def _truncate_to_fit(
    snippet: RelatedSnippet, max_tokens: int, render_related: Callable[[RelatedSnippet], str]
) -> RelatedSnippet | None:
    lines = snippet.lines
    while lines and estimate_tokens(render_related(RelatedSnippet(snippet.path, lines))) > max_tokens:
        lines = lines[: len(lines) * 3 // 4]
    return RelatedSnippet(snippet.path, lines) if lines else None
