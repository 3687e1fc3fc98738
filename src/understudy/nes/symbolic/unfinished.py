"""What is not ready yet: an edit that is still being typed teaches nothing, and nothing is said twice.

An edit that came in one piece is finished. One that is typed key by key is not while the cursor stands in it
and its word, its line or its brackets are plainly incomplete.
"""

import re
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from understudy.nes.port import Edit, Origin, Situation
from understudy.nes.symbolic.alignment import token_changes
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.tokens import is_word, tokens

__all__ = ["finished", "stutters"]

PAUSE: Final = 0.3
"""Seconds without a key after which a word counts as finished."""
SHORTEST: Final = 3
"""Characters of a word that may stand for a longer one."""
_GAP: Final = re.compile(r"[,=(\[{+*/<.&|]\s*[)\]}]|,\s*,|[(\[{]\s*,|[=,+*/<.&|]\s*$")
"""Something is missing before a bracket, between two commas or at the end."""
_BRACKETS: Final = ("()", "[]", "{}")


def finished(situation: Situation) -> Sequence[Edit]:
    """The edits, without the newest if it is still being typed."""
    edits = situation.edits
    last = edits[-1] if edits else None
    if last is None or last.revision == 0 or last.origin is not Origin.TYPED:
        return edits
    line, column = situation.cursor
    lines = situation.page.lines
    inside = last.uri == situation.page.uri and last.line <= line < last.line + max(1, len(last.new))
    if not inside or line >= len(lines):
        return edits
    at = line - last.line
    old = last.old[at] if len(last.old) == len(last.new) else ""
    return edits[:-1] if _is_open(old, lines[line], column, last) else edits


def _is_open(old: str, new: str, column: int, edit: Edit) -> bool:
    if not old:
        return _is_typing(new, column) and time.monotonic() - edit.time < PAUSE
    if _GAP.search(new) and not _GAP.search(old):
        return True
    if any(_excess(new, pair) != _excess(old, pair) for pair in _BRACKETS):
        return True
    before = new[:column]
    if not before.strip() and new.strip() == old.strip():
        return True  # only the space before the cursor has changed
    if old.lstrip() and new[column:].strip() == old.strip() and _is_begun(before.lstrip()):
        return True  # written in front of a line: it will be split from it
    if not _is_typing(new, column):
        return False
    word = _word_before(before)
    was = _word_at(old, len(before) - len(word))
    if was and (len(word) < min(SHORTEST, len(was)) or (was != word and was.startswith(word))):
        return True  # begun anew, or taken back letter by letter
    return time.monotonic() - edit.time < PAUSE


def _is_begun(prefix: str) -> bool:
    """Whether this is more than one word put in front: `await ` is all of an edit, `const x = 1;` is a new line."""
    return bool(prefix) and (not prefix[-1].isspace() or len(tokens(prefix.strip())) > 1)


def _is_typing(line: str, column: int) -> bool:
    return 0 < column <= len(line) and (is_word(line[column - 1]) or line[column - 1].isdigit())


def _word_before(text: str) -> str:
    match = re.search(r"\w+$", text)
    return match[0] if match else ""


def _word_at(text: str, column: int) -> str:
    match = re.compile(r"\w+").match(text, column)
    return match[0] if match else ""


def _excess(text: str, pair: str) -> int:
    return text.count(pair[0]) - text.count(pair[1])


def stutters(draft: Draft) -> bool:
    """Whether it puts something beside itself: what it adds is there already."""
    if draft.count != 1 or len(draft.new) != 1:
        return False
    return _says_twice(draft.page.lines[draft.line], draft.new[0])


@lru_cache(maxsize=1024)
def _says_twice(old: str, new: str) -> bool:
    for op in token_changes(old, new):
        added = "".join(op.new).strip(" ,")
        if op.start == op.end and len(added) > 1:
            twice = re.compile(rf"(?<!\w){re.escape(added)}[\s,]*{re.escape(added)}(?!\w)")
            if twice.search(new):
                return not twice.search(old)
    return False
