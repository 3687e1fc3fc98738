"""What of the events and the other files goes into a prompt, and the diffs that events are told as.

The file's own text is never cut here; what is cut is the least important: other files first, then old edits.
"""

from collections.abc import Callable, Sequence
from typing import Final

from understudy.nes.model.prompting import Budget, Event, ModelContext, Related, Unfit, holds, tokens

__all__ = ["fit", "hunk"]

LONGEST_EVENT: Final = 600
"""Tokens of one event. A larger one is no hint but a wall."""
SMALLEST_PIECE: Final = 20
"""Tokens of another file that are worth showing."""


def hunk(event: Event) -> str:
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


def fit(
    context: ModelContext,
    budget: Budget,
    fixed: str,
    specials: Sequence[str],
    event_text: Callable[[Event], str],
    related_text: Callable[[Related], str],
) -> tuple[list[str], list[str]]:
    """The texts of the events, the newest last, and of the other files, that fit beside `fixed`.

    What holds a special token is left out whole. Raises Unfit if `fixed` is too much by itself.
    """
    room = budget.prompt - tokens(fixed)
    if room < 0:
        raise Unfit("too-long", "The text around the cursor is too long for the model.")
    events: list[str] = []
    for event in reversed(context.events):
        if len(events) == budget.events:
            break
        text = event_text(event)
        cost = tokens(text)
        if cost > LONGEST_EVENT or _special(_source(event), event.path, specials):
            continue
        if cost > room:
            break
        events.insert(0, text)
        room -= cost
    related: list[str] = []
    for piece in context.related:
        if room < SMALLEST_PIECE:
            break
        shorter = _shortened(piece, room, related_text)
        if shorter is None or _special("\n".join(shorter.lines), shorter.path, specials):
            continue
        text = related_text(shorter)
        related.append(text)
        room -= tokens(text)
    return events, related


def _source(event: Event) -> str:
    return "\n".join((event.above or "", *event.old, *event.new, event.below or ""))


def _special(source: str, path: str, specials: Sequence[str]) -> bool:
    return any(holds(source, token) or token in path for token in specials)


def _shortened(piece: Related, room: int, related_text: Callable[[Related], str]) -> Related | None:
    lines = piece.lines
    while lines and tokens(related_text(Related(piece.path, lines))) > room:
        lines = lines[: len(lines) * 3 // 4]
    return Related(piece.path, lines) if lines else None
