"""What of the events and the other files goes into a prompt, and the diffs that events are told as.

The file's own text is never cut here; what is cut is the least important: other files first, then old edits.
"""

from collections.abc import Callable, Sequence

from understudy.nes.model.limits import MAX_EVENT_TOKENS, MIN_RELATED_TOKENS
from understudy.nes.model.prompt_types import (
    EditEvent,
    ModelContext,
    PromptBudget,
    RelatedSnippet,
    UnfitContextError,
    contains_token,
    estimate_tokens,
)

__all__ = ["fit_to_budget", "format_hunk"]


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
