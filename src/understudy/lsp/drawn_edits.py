"""Edits in a form that editors draw well. Pure functions over the lines of a text.

A minimal edit, such as `get` → `find` inside `get_user`, is drawn as crumbs of a word. So an edit within a line is
widened to whole words, and an edit of several lines to whole lines. The text after the edit is the same.
"""

from collections.abc import Sequence

from understudy.nes.text import LineChange, Point, Replacement, Span, can_apply, group_into_line_changes

__all__ = ["is_drawn_after", "to_drawn_edits", "to_inline_completion"]


def to_drawn_edits(edits: Sequence[Replacement], lines: Sequence[str]) -> list[Replacement]:
    """Return one edit for each group of lines that the edits change."""
    changes = group_into_line_changes(edits, lines)
    drawn = [one for change in changes if (one := _draw_change(change, lines)) is not None]
    if can_apply(drawn, lines):
        return drawn
    # Two of them insert at the same place: a line that is added above a changed line.
    whole = _draw_change(_join_changes(changes, lines), lines)
    return [whole] if whole is not None else []


def to_inline_completion(edits: Sequence[Replacement], lines: Sequence[str], line: int) -> Replacement | None:
    """Return the one edit that begins and ends on that line and makes the same change; None if there is none."""
    changes = group_into_line_changes(edits, lines)
    if len(changes) != 1:
        return None
    splice = changes[0].to_splice()
    if not splice.old and splice.new and splice.line == line + 1:
        # Lines added below: written from the end of this line on.
        end = Point(line, len(lines[line]))
        return Replacement(Span(end, end), "\n" + "\n".join(splice.new))
    if splice.line != line or len(splice.old) != 1 or not splice.new:
        return None
    return _replace_words(line, splice.old[0], "\n".join(splice.new))


def is_drawn_after(edit: Replacement, line: str, cursor: int) -> bool:
    """Whether the edit of that line changes nothing before the cursor: editors draw an inline completion from
    there on."""
    start, end = edit.span.start.column, min(edit.span.end.column, cursor)
    return start >= cursor or (edit.text.startswith(line[start:cursor]) and end == cursor)


def _join_changes(changes: Sequence[LineChange], lines: Sequence[str]) -> LineChange:
    """Return one change of all the lines from the first change to the last one."""
    first, last = changes[0].line, changes[-1].line + len(changes[-1].base)
    target: list[str] = []
    at = first
    for change in changes:
        target += (*lines[at : change.line], *change.target)
        at = change.line + len(change.base)
    return LineChange(line=first, base=tuple(lines[first:last]), target=tuple(target))


def _draw_change(change: LineChange, lines: Sequence[str]) -> Replacement | None:
    splice = change.to_splice()
    first, last = splice.line, splice.line + len(splice.old)
    text = "\n".join(splice.new)
    if not splice.old and not splice.new:
        return None
    if len(splice.old) == len(splice.new) == 1:
        return _replace_words(first, splice.old[0], splice.new[0])
    if splice.old and splice.new:
        return Replacement(Span(Point(first, 0), Point(last - 1, len(splice.old[-1]))), text)
    if last < len(lines):  # lines are only added or only removed
        return Replacement(Span(Point(first, 0), Point(last, 0)), text + "\n" if splice.new else "")
    if not first:
        return Replacement(Span(Point(0, 0), Point(last - 1, len(lines[-1]))), text)
    above = Point(first - 1, len(lines[first - 1]))
    end = Point(last - 1, len(lines[last - 1])) if splice.old else above
    return Replacement(Span(above, end), "\n" + text if splice.new else "")


def _replace_words(line: int, old: str, new: str) -> Replacement:
    """Return the smallest replacement of whole words that makes one text of the other."""
    shorter = min(len(old), len(new))
    left = 0
    while left < shorter and old[left] == new[left]:
        left += 1
    right = 0
    while right < shorter - left and old[-1 - right] == new[-1 - right]:
        right += 1
    while left and _is_word_char(old[left - 1]) and (_has_word_char(old, left) or _has_word_char(new, left)):
        left -= 1
    while (
        right
        and _is_word_char(old[len(old) - right])
        and (_has_word_char(old, len(old) - right - 1) or _has_word_char(new, len(new) - right - 1))
    ):
        right -= 1
    return Replacement(Span(Point(line, left), Point(line, len(old) - right)), new[left : len(new) - right])


def _is_word_char(char: str) -> bool:
    return char.isalnum() or char == "_"


def _has_word_char(text: str, index: int) -> bool:
    return 0 <= index < len(text) and _is_word_char(text[index])
