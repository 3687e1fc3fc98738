"""A draft in whole lines as the smallest replacement of text, and as a candidate."""

from understudy.nes.port import Candidate
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.values import Point, Replacement, Span

__all__ = ["candidate", "replacement"]


def replacement(draft: Draft) -> Replacement:
    lines = draft.page.lines
    first, end = draft.line, draft.line + draft.count
    if draft.count and draft.new:
        return _within(draft, lines)
    if not draft.count and first:
        # Behind the line above, as it is typed: Enter and the new line.
        above = Point(first - 1, len(lines[first - 1]))
        return Replacement(Span(above, above), "".join("\n" + line for line in draft.new))
    if end < len(lines):
        return Replacement(Span(Point(first, 0), Point(end, 0)), "".join(line + "\n" for line in draft.new))
    last = Point(len(lines) - 1, len(lines[-1]))
    start = Point(first - 1, len(lines[first - 1])) if first else Point(0, 0)
    return Replacement(Span(start, last), "")


def _within(draft: Draft, lines: list[str]) -> Replacement:
    """Only what differs, so that what is shown is what changes."""
    last = draft.line + draft.count - 1
    old, new = "\n".join(draft.old), "\n".join(draft.new)
    head = 0
    short = min(len(old), len(new))
    while head < short and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < short - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    before = old[:head]
    start = Point(draft.line + before.count("\n"), head - (before.rfind("\n") + 1))
    rest = old[len(old) - tail :]
    behind = rest.find("\n") if "\n" in rest else len(rest)
    stop = Point(last - rest.count("\n"), 0)
    stop = Point(stop.line, len(lines[stop.line]) - behind)
    return Replacement(Span(start, stop), new[head : len(new) - tail])


def candidate(draft: Draft) -> Candidate:
    return Candidate(
        kind="edit",
        uri=draft.page.uri,
        chance=draft.chance,
        family=draft.family,
        lesson=draft.lesson,
        topic=draft.topic,
        why=draft.why,
        edits=(replacement(draft),),
    )
