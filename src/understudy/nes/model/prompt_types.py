"""The words that formats and the engine share: what a model is shown, a prompt, a format. Pure values.

Tokens are guessed from bytes, three to one, on the safe side: no tokenizer is loaded.
"""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from msgspec import Struct

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
