"""Changes repeated in a line that is typed again: what the last edits replaced elsewhere is replaced in it too.

A user who replaces lines one by one makes the same change in several of them. The lines that were replaced show the
changes, token by token; they are applied to the old lines that the typed one may stand for. What follows the typed
beginning is a possible continuation, also before the user has reached the change.

A change may also depend on the words of its line (`X = "y"` became `X = _("y")`). So a line that was replaced is an
example of how to rewrite an old line of the same shape, with the words and the strings of that line.
"""

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.completion.limits import (
    MAX_DELETED_LINES_PER_EDIT,
    MAX_RECENT_EDITS,
    MAX_REPEATED_CHANGES,
    MAX_REPEATED_LINE_TOKENS,
    MAX_REPEATED_LINES,
    MAX_REWRITING_DISTANCE_LINES,
    MAX_REWRITING_EXAMPLES,
)
from understudy.nes.completion.line_tokens import LineTokens, line_tokens
from understudy.nes.completion.name_mapping import NameMapping
from understudy.nes.completion.texts import Place
from understudy.nes.completion.typing_state import find_edit_of_line
from understudy.nes.engine_api import Situation
from understudy.nes.text import Edit, EditOrigin

__all__ = [
    "Repetition",
    "Rewriting",
    "TokenChange",
    "find_repetitions",
    "find_rewritings",
    "line_changes",
    "replaced_words",
    "rewrite_line",
]

_MIN_SIMILARITY: Final = 0.5
_PAIRING_WINDOW_LINES: Final = 4
_MIN_ANCHOR_CHARS: Final = 3
_Lines = tuple[str, ...]
_Pair = tuple[str, str]
_PIECE: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`[^`]*`|\w+|[^\w\s]")
"""A string, a word or a symbol."""
_QUOTES: Final = "\"'`"


class TokenChange(NamedTuple):
    """Tokens that became others."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    """With the space before each of them."""


class Repetition(NamedTuple):
    text: str
    """The rest of the old line, changed."""
    support: int
    """Replaced lines that show the rarest of the changes."""
    behind: int
    """Changes in the typed part of the line."""
    ahead: int
    """Changes that the continuation makes."""
    left_out: int
    """Other changes that fit the old line."""
    offset: int
    """Lines between the old line and the one that stood here."""


class Rewriting(NamedTuple):
    text: str
    """The rest of the old line, rewritten."""
    support: int
    """Replaced lines that show how."""
    offset: int
    """Lines between the old line and the one that stood here."""


class _Changed(NamedTuple):
    text: str
    support: int
    ends: tuple[int, ...]
    """Where the text of each change ends."""
    left_out: int
    line: int
    """The number of the old line in its edit."""


def find_repetitions(place: Place, situation: Situation) -> Iterator[Repetition]:
    edit = find_edit_of_line(situation)
    if edit is None or not edit.old:
        return
    here = place.line - edit.line
    changes = _known_changes(situation, edit, here)
    if not changes:
        return
    typed = place.prefix.text[len(place.prefix.indent) :]
    for one in _change_lines(edit.old[:MAX_REPEATED_LINES], changes):
        if one.text.startswith(typed) and len(one.text) > len(typed):
            behind = sum(end <= len(typed) for end in one.ends)
            rest = one.text[len(typed) :]
            ahead, offset = len(one.ends) - behind, abs(one.line - here)
            yield Repetition(rest, one.support, behind, ahead, one.left_out, offset)


def find_rewritings(place: Place, situation: Situation) -> list[Rewriting]:
    """Return the rests of the old lines near the place, rewritten as lines of the same shape were."""
    edit = find_edit_of_line(situation)
    if edit is None or not edit.old:
        return []
    here = place.line - edit.line
    examples: list[_Pair] = []
    for one, lines in reversed(_replaced_lines(situation.edits[-MAX_RECENT_EDITS:])):
        new = (*lines[:here], "", *lines[here + 1 :]) if one is edit else lines
        examples += _overlapping_pairs(
            one.old[:MAX_DELETED_LINES_PER_EDIT], new[:MAX_DELETED_LINES_PER_EDIT]
        )[::-1]
    if not examples:
        return []
    typed = place.prefix.text[len(place.prefix.indent) :]
    support: Counter[tuple[str, int]] = Counter()
    first = max(0, here - MAX_REWRITING_DISTANCE_LINES)
    for index, old in enumerate(edit.old[first : here + MAX_REWRITING_DISTANCE_LINES + 1], first):
        for example in examples[:MAX_REWRITING_EXAMPLES]:
            text = rewrite_line(old, *example)
            if text is not None and text.startswith(typed) and len(text) > len(typed):
                support[text[len(typed) :], abs(index - here)] += 1
    return [Rewriting(text, count, offset) for (text, offset), count in support.items()]


@lru_cache(maxsize=4096)
def rewrite_line(line: str, old: str, new: str) -> str | None:
    """Return the line changed as `old` became `new`, without indentation; None if it has another shape."""
    theirs, own = _PIECE.findall(old), _PIECE.findall(line)
    if theirs == own or len(theirs) != len(own) or len(own) > MAX_REPEATED_LINE_TOKENS:
        return None
    strings: dict[str, str] = {}
    mapping = NameMapping()
    for one, other in zip(theirs, own, strict=True):
        if _kind(one) != _kind(other):
            return None
        if one[0] in _QUOTES and len(one) > 1:
            if strings.setdefault(one, other) != other:
                return None
        elif not mapping.add_all([(one, other)]):
            return None

    def replace(match: re.Match[str]) -> str:
        piece = match[0]
        return strings.get(piece) or mapping.apply(piece)[0]

    return _PIECE.sub(replace, new.strip())


def _kind(piece: str) -> str:
    if len(piece) > 1 and piece[0] in _QUOTES:
        return "string"
    if piece[0].isdigit():
        return "number"
    return "word" if piece[0].isalnum() or piece[0] == "_" else piece


@lru_cache(maxsize=64)
def _overlapping_pairs(old: _Lines, new: _Lines) -> tuple[_Pair, ...]:
    """Return the replaced lines that share half of their tokens with an old one, each with that one."""
    return tuple(_pair_lines(old, new, _overlap))


@lru_cache(maxsize=4096)
def _overlap(old: str, new: str) -> float:
    """Return the share of tokens that both lines have."""
    one, other = line_tokens(old).tokens, line_tokens(new).tokens
    if not one or not other:
        return 0.0
    return (Counter(one) & Counter(other)).total() / max(len(one), len(other))


def replaced_words(place: Place, situation: Situation) -> frozenset[str]:
    """Return the words that the last edits removed from lines that they replaced."""
    edit = find_edit_of_line(situation)
    found: frozenset[str] = frozenset()
    for one, lines in _replaced_lines(situation.edits[-MAX_RECENT_EDITS:]):
        here = place.line - one.line
        new = (*lines[:here], "", *lines[here + 1 :]) if one is edit else lines
        found |= _removed_words(one.old[:MAX_DELETED_LINES_PER_EDIT], new[:MAX_DELETED_LINES_PER_EDIT])
    return found


@lru_cache(maxsize=64)
def _removed_words(old: _Lines, new: _Lines) -> frozenset[str]:
    found: set[str] = set()
    for before, after in _overlapping_pairs(old, new):
        found.update(filter(_is_informative, line_tokens(before).tokens))
        found.difference_update(line_tokens(after).tokens)
    return frozenset(found)


def _known_changes(situation: Situation, edit: Edit, here: int) -> tuple[tuple[TokenChange, int], ...]:
    """Return what the lines that were replaced show, without the typed line: changes with their support."""
    support: Counter[TokenChange] = Counter()
    for one, lines in _replaced_lines(situation.edits[-MAX_RECENT_EDITS:]):
        new = (*lines[:here], "", *lines[here + 1 :]) if one is edit else lines
        support.update(_edit_changes(one.old[:MAX_DELETED_LINES_PER_EDIT], new[:MAX_DELETED_LINES_PER_EDIT]))
    newest = [*support][-MAX_REPEATED_CHANGES:]
    return tuple([(change, support[change]) for change in newest])


def _replaced_lines(edits: Sequence[Edit]) -> list[tuple[Edit, _Lines]]:
    """Return the edits that replaced lines, with their new lines.

    An accepted completion is an edit of its own: it ends a line of the edit before it.
    """
    found: list[tuple[Edit, _Lines]] = []
    for edit in edits:
        if not edit.old or not edit.new:
            continue
        if edit.origin is EditOrigin.ACCEPTED and edit.new[0].startswith(edit.old[0]):
            for index in range(len(found) - 1, -1, -1):
                before, lines = found[index]
                if before.uri == edit.uri and lines[-1] == edit.old[0]:
                    found[index] = before, (*lines[:-1], *edit.new)
                    break
        else:
            found.append((edit, edit.new))
    return found


@lru_cache(maxsize=64)
def _edit_changes(old: _Lines, new: _Lines) -> tuple[TokenChange, ...]:
    """Return the changes of every replaced line, in order."""
    found: list[TokenChange] = []
    for before, after in _pair_lines(old, new, _similarity):
        found += line_changes(before, after)
    return tuple(found)


def _pair_lines(old: _Lines, new: _Lines, similarity_of: Callable[[str, str], float]) -> Iterator[_Pair]:
    """Yield each new line with the most similar old one near it."""
    before = set(old)
    for index, line in enumerate(new):
        if line.strip() and line not in before:
            center = index if len(old) == len(new) else index * len(old) // len(new)
            first = max(0, center - _PAIRING_WINDOW_LINES)
            near = enumerate(old[first : center + _PAIRING_WINDOW_LINES + 1], first)
            ranked = [(similarity_of(one, line), -abs(at - center), one) for at, one in near]
            similarity, _, best = max(ranked, default=(0.0, 0, ""))
            if similarity >= _MIN_SIMILARITY:
                yield best, line


@lru_cache(maxsize=4096)
def _similarity(old: str, new: str) -> float:
    """Return the share of tokens at the beginning and at the end that are equal."""
    one, other = line_tokens(old).tokens, line_tokens(new).tokens
    shorter, longer = sorted((len(one), len(other)))
    if not shorter:
        return 0.0
    start = 0
    while start < shorter and one[start] == other[start]:
        start += 1
    end = 0
    while end < shorter - start and one[-1 - end] == other[-1 - end]:
        end += 1
    return (start + end) / longer


@lru_cache(maxsize=1024)
def line_changes(old: str, new: str) -> tuple[TokenChange, ...]:
    """Return how one line became the other; where the old tokens say little, with a token beside them."""
    before, after = line_tokens(old), line_tokens(new)
    if max(len(before.tokens), len(after.tokens)) > MAX_REPEATED_LINE_TOKENS:
        return ()
    pieces = _pieces(after)
    found: list[TokenChange] = []
    matcher = difflib.SequenceMatcher(None, before.tokens, after.tokens, autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            continue
        for left, right in _anchors(before.tokens, start, end):
            changed = before.tokens[start - left : end + right]
            if changed:
                found.append(TokenChange(changed, tuple(pieces[new_start - left : new_end + right])))
    return tuple(found)


def _anchors(tokens: Sequence[str], start: int, end: int) -> list[tuple[int, int]]:
    """Return how many tokens to take along on each side, in each possible way."""
    if any(map(_is_informative, tokens[start:end])):
        return [(0, 0)]
    left = start > 0 and _is_informative(tokens[start - 1])
    right = end < len(tokens) and _is_informative(tokens[end])
    if left and right:
        return [(0, 1), (1, 0)]
    if left or right:
        return [(int(left), int(right))]
    return [(int(start > 0), int(end < len(tokens)))]


def _is_informative(token: str) -> bool:
    return len(token) >= _MIN_ANCHOR_CHARS


def _pieces(line: LineTokens) -> list[str]:
    """Return the tokens, each with the space before it."""
    begin = [line.starts[0], *line.ends[:-1]] if line.starts else []
    return [line.text[start:end] for start, end in zip(begin, line.ends, strict=True)]


@lru_cache(maxsize=16)
def _change_lines(lines: _Lines, changes: tuple[tuple[TokenChange, int], ...]) -> tuple[_Changed, ...]:
    """Return the lines with all changes that fit, and with each of them alone if several do."""
    support = dict(changes)
    found: list[_Changed] = []
    for index, text in enumerate(lines):
        line = line_tokens(text)
        if not line.tokens or len(line.tokens) > MAX_REPEATED_LINE_TOKENS:
            continue
        fitting = [change for change in support if _fits(change, line.tokens)]
        for chosen in (fitting, *([one] for one in fitting)) if len(fitting) > 1 else (fitting,):
            if chosen:
                changed, ends = _apply(line, chosen)
                rarest = min(support[one] for one in chosen)
                found.append(_Changed(changed, rarest, ends, len(fitting) - len(chosen), index))
    return tuple(found)


def _fits(change: TokenChange, tokens: tuple[str, ...]) -> bool:
    old = change.old
    if old[0] not in tokens:
        return False
    size = len(old)
    return any(tokens[at : at + size] == old for at in range(len(tokens) - size + 1))


def _apply(line: LineTokens, changes: Sequence[TokenChange]) -> tuple[str, tuple[int, ...]]:
    """Return the line without its indentation, changed wherever it fits, and where the changes end."""
    tokens, pieces = line.tokens, _pieces(line)
    ordered = sorted(changes, key=lambda one: -len(one.old))
    out = ""
    ends: list[int] = []
    at = 0
    space: str | None = None
    while at < len(tokens):
        change = next((one for one in ordered if tokens[at : at + len(one.old)] == one.old), None)
        own = pieces[at][: len(pieces[at]) - len(tokens[at])] if space is None else space
        space = None
        if change is None:
            out += own + tokens[at]
            at += 1
            continue
        if change.new:
            out += own + change.new[0].lstrip() + "".join(change.new[1:])
        else:
            space = own
        ends.append(len(out))
        at += len(change.old)
    return out + line.text[line.ends[-1] :].rstrip(), tuple(ends)
