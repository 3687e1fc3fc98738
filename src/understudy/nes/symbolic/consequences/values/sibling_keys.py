"""A key was added to or renamed in one of several entries of the same shape, in YAML or JSON: the others follow.

Entries are the mappings under one parent or the items of one list, by indentation; in JSON also objects on lines of
their own. Entries that share few keys have nothing to do with each other, and neither have two mappings with names
of their own, such as `smtp` and `imap`: a renamed key follows in the items of a list, and in three or more
mappings.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_ENTRY_LINES,
    MAX_VALUE_CANDIDATES,
    MIN_LIKE_MAPPINGS,
    MIN_SHARED_KEYS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["propose_sibling_keys"]

_KEY_LINE: Final = re.compile(r"(\s*)((?:- +)*)([\"']?)([\w./-]+)\3\s*:(?=\s|\Z)(.*)\Z")
_INLINE_OBJECT: Final = re.compile(r"\s*\{.*\},?\s*\Z")
_INLINE_PAIR: Final = re.compile(
    r"\"([^\"]+)\"\s*:\s*(\"(?:[^\"\\]|\\.)*\"|[^,{}\[\]]+?|\[[^\[\]]*\])\s*(?=[,}])"
)
_SUFFIXES: Final = (".yml", ".yaml", ".json", ".jsonc", ".json5")


class _Features(NamedTuple):
    stale: float = 0
    is_added: float = 0
    """The value of the new key is that of the first entry."""
    is_block: float = 0
    """The key was added as a whole line: in the histories, one of seven other entries got it."""


PROBABILITY: Final = RuleProbability(0.8, _Features(stale=STALE_SHIFT / 3, is_added=-0.7, is_block=-1.5))


class _Entry(NamedTuple):
    keys: dict[str, int]
    """The line of each key."""
    is_item: bool = False
    """Whether it is an item of a list, not a mapping with a name."""


def propose_sibling_keys(context: RuleContext) -> list[Candidate]:
    """Propose a new or renamed key for the other entries of the same shape."""
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        if text is None or not text.snapshot.uri.lower().endswith(_SUFFIXES) or not change.is_current(text):
            continue
        if text is not context.current_text or context.is_past_deadline:
            continue
        found = list(_candidates(text, change))
        if found:
            return found[:MAX_VALUE_CANDIDATES]
    return []


def _candidates(text: SourceText, change: Change) -> Iterator[Candidate]:
    edit = change.edit
    if not edit.old and len(edit.new) == 1:
        yield from _added_key(text, change, edit.line)
    elif len(edit.old) == len(edit.new) == 1:
        old, new = _KEY_LINE.match(edit.old[0]), _KEY_LINE.match(edit.new[0])
        if _INLINE_OBJECT.match(edit.old[0]) and _INLINE_OBJECT.match(edit.new[0]):
            yield from _inline_change(text, change)
        elif (
            old is not None
            and new is not None
            and old[4] != new[4]
            and old.group(1, 2, 5) == new.group(1, 2, 5)
        ):
            yield from _renamed_key(text, change, edit.line, old[4], new[4])


def _depth(match: re.Match[str]) -> int:
    return len(match[1]) + len(match[2])


def _entries(text: SourceText, line: int) -> tuple[_Entry, list[_Entry]]:
    """Return the entry with the line, and the entries beside it."""
    own = _KEY_LINE.match(text.raw[line])
    if own is None:
        return _Entry({}), []
    depth = _depth(own)
    entries: list[_Entry] = []
    current: _Entry | None = None
    mine = _Entry({})
    for number in range(max(0, line - MAX_ENTRY_LINES), min(len(text.raw), line + MAX_ENTRY_LINES)):
        written = text.raw[number]
        if not written.strip() or written.lstrip().startswith("#"):
            continue
        match = _KEY_LINE.match(written)
        indent = len(written) - len(written.lstrip())
        is_new_item = match is not None and bool(match[2]) and _depth(match) == depth
        if indent < depth and not is_new_item:
            current = None
            continue
        if match is None or _depth(match) != depth:
            continue
        if current is None or is_new_item:
            begins_item = number > 0 and text.raw[number - 1].strip() in ("{", "-")
            current = _Entry({}, is_new_item or begins_item)
            entries.append(current)
        current.keys.setdefault(match[4], number)
        if number == line:
            mine = current
    return mine, [one for one in entries if one is not mine]


def _is_alike(one: _Entry, other: _Entry, without: str) -> bool:
    keys = set(one.keys) - {without}
    return len(keys & set(other.keys)) >= max(1, MIN_SHARED_KEYS * len(keys))


def _added_key(text: SourceText, change: Change, line: int) -> Iterator[Candidate]:
    match = _KEY_LINE.match(text.raw[line])
    if match is None or not match[5].strip(" ,") or match[5].rstrip().endswith(("{", "[", "|", ">")):
        return
    mine, others = _entries(text, line)
    names = list(mine.keys)
    if len(names) < 2 or mine.keys.get(match[4]) != line:
        return
    at = names.index(match[4])
    for other in others:
        if match[4] in other.keys or not _is_alike(mine, other, match[4]) or at == 0:
            continue
        before = names[at - 1]
        if before not in other.keys:
            continue
        number = other.keys[before]
        last = _block_end(text.raw, number)
        if text.snapshot.uri.lower().endswith((".yml", ".yaml")):
            place, written = Point(last, len(text.raw[last])), f"\n{text.raw[line]}"
        elif text.raw[last].rstrip().endswith(","):
            is_last = not _KEY_LINE.match(text.raw[last + 1]) if last + 1 < len(text.raw) else True
            own = text.raw[line].rstrip().rstrip(",")
            place, written = Point(last, len(text.raw[last])), f"\n{own}" + ("" if is_last else ",")
        else:
            own = text.raw[line].rstrip().rstrip(",")
            place, written = Point(last, len(text.raw[last])), f",\n{own}"
        yield _candidate(text, change, match[4], Replacement(Span(place, place), written), is_added=True)


def _block_end(lines: Sequence[str], number: int) -> int:
    """Return the last line of what belongs to a key."""
    match = _KEY_LINE.match(lines[number])
    depth = _depth(match) if match is not None else 0
    last = number
    for at in range(number + 1, min(len(lines), number + MAX_ENTRY_LINES)):
        written = lines[at]
        indent = len(written) - len(written.lstrip())
        if written.strip() and (
            indent < depth or (indent == depth and not written.lstrip().startswith("- "))
        ):
            break
        if written.strip():
            last = at
    return last


def _renamed_key(text: SourceText, change: Change, line: int, old: str, new: str) -> Iterator[Candidate]:
    mine, others = _entries(text, line)
    alike = [
        one
        for one in others
        if not {old, new}.isdisjoint(one.keys) and (len(mine.keys) == 1 or _is_alike(mine, one, new))
    ]
    if not mine.is_item and len(alike) < MIN_LIKE_MAPPINGS:
        return
    for other in alike:
        if old not in other.keys or new in other.keys:
            continue
        number = other.keys[old]
        match = _KEY_LINE.match(text.raw[number])
        if match is not None:
            span = Span(Point(number, match.start(4)), Point(number, match.end(4)))
            yield _candidate(text, change, new, Replacement(span, new), is_added=False)


def _inline_change(text: SourceText, change: Change) -> Iterator[Candidate]:
    """An object on one line got a key, or another key."""
    edit = change.edit
    before, after = (list(_INLINE_PAIR.finditer(line)) for line in (edit.old[0], edit.new[0]))
    old, new = [one[1] for one in before], [one[1] for one in after]
    added = [name for name in new if name not in old]
    if len(added) != 1 or len(new) < 2:
        return
    at = new.index(added[0])
    indent = len(edit.new[0]) - len(edit.new[0].lstrip())
    for number in _lines_beside(text, edit.line, indent):
        pairs = list(_INLINE_PAIR.finditer(text.raw[number]))
        names = [one[1] for one in pairs]
        if names != old:
            continue
        if len(new) == len(old):
            pair = pairs[at]
            span = Span(Point(number, pair.start(1)), Point(number, pair.end(1)))
            yield _candidate(text, change, added[0], Replacement(span, added[0]), is_added=False)
        elif at > 0 and len(new) == len(old) + 1:
            end = Point(number, pairs[at - 1].end(2))
            yield _candidate(
                text,
                change,
                added[0],
                Replacement(Span(end, end), f", {after[at][0].rstrip()}"),
                is_added=True,
            )


def _lines_beside(text: SourceText, line: int, indent: int) -> Iterator[int]:
    """Yield the neighbouring lines that are objects, too, those below first."""
    for step in (1, -1):
        number = line + step
        while 0 <= number < len(text.raw) and abs(number - line) < MAX_ENTRY_LINES:
            written = text.raw[number]
            if not _INLINE_OBJECT.match(written) or len(written) - len(written.lstrip()) != indent:
                break
            yield number
            number += step


def _candidate(text: SourceText, change: Change, key: str, edit: Replacement, *, is_added: bool) -> Candidate:
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="sibling-key",
        pattern=f"{key} in every entry",
        topic=key,
        why=f"You wrote the key {key} in an entry of the same shape.",
        edits=(edit,),
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.age,
                is_added=is_added,
                is_block=is_added and change.edit.origin is EditOrigin.TYPED and not change.edit.is_typed,
            )
        ),
    )
