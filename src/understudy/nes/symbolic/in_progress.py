"""What is not ready yet: an edit that is still being typed teaches nothing, and nothing is said twice.

An edit that came in one piece is finished. One that is typed key by key is not while the cursor stands in it
and its word, its line or its brackets are plainly incomplete. A word that nobody knows is likely half a word: it
counts only when the user has left it, or has paused for longer.
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.engine_api import Situation, Trigger
from understudy.nes.symbolic.consequences import is_builtin_name
from understudy.nes.symbolic.limits import (
    JUMP_PAUSE_S,
    KNOWN_WORD_PAUSE_S,
    MAX_WORD_LOOKUP_TEXTS,
    MIN_RETYPED_WORD_CHARS,
    UNKNOWN_WORD_PAUSE_S,
)
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.syntax import language_family
from understudy.nes.text import Edit, EditOrigin, common_affix_lengths

__all__ = ["completed_edits", "is_user_typing"]

_INCOMPLETE_SYNTAX: Final = re.compile(
    r"[,=(\[{+*/<.&|]\s*[)\]}]|,\s*,|[(\[{]\s*,|[=,+*/<.&|]\s*$"
    r"|\b(?:def|fn|function)\s+\(|\b(?:class|struct|enum|trait|interface)\s+[({:]|\bfunc \([^)]*\)\s*\("
)
"""Something is missing before a bracket, between two commas, at the end, or behind a word that names something."""
_BRACKETS: Final = ("()", "[]", "{}")


def completed_edits(situation: Situation) -> Sequence[Edit]:
    """The edits, without the newest if it is still being typed."""
    edits = situation.edits
    last = edits[-1] if edits else None
    if last is None or not (last.revision or last.ends_in_keystroke) or last.origin is not EditOrigin.TYPED:
        return edits
    line = situation.cursor.line
    lines = situation.snapshot.lines
    inside = last.uri == situation.snapshot.uri and last.line <= line < last.line + max(1, len(last.new))
    if not inside or line >= len(lines):
        return edits
    at = line - last.line
    old = last.old[at] if len(last.old) == len(last.new) else ""
    return edits[:-1] if _is_incomplete(old, lines[line], last, situation) else edits


def is_user_typing(situation: Situation) -> bool:
    """Whether the user is just typing: who asks by a key of its own is not."""
    last = situation.edits[-1] if situation.edits else None
    if last is None or last.origin is not EditOrigin.TYPED or situation.trigger is Trigger.MANUAL:
        return False
    return (last.ends_in_keystroke and situation.now - last.time < JUMP_PAUSE_S) or len(
        completed_edits(situation)
    ) < len(situation.edits)


def _is_incomplete(old: str, new: str, edit: Edit, situation: Situation) -> bool:
    column = situation.cursor.column
    if not old:
        return _may_continue_word(new, edit, situation)
    if _INCOMPLETE_SYNTAX.search(new) and not _INCOMPLETE_SYNTAX.search(old):
        return True
    if any(_bracket_excess(new, pair) != _bracket_excess(old, pair) for pair in _BRACKETS):
        return True
    before = new[:column]
    if not before.strip() and new.strip() == old.strip():
        return True  # only the space before the cursor has changed
    if old.lstrip() and new[column:].strip() == old.strip() and _begins_new_line(before.lstrip()):
        return True  # written in front of a line: it will be split from it
    if not _is_at_word_end(new, column) or not _is_change_at_cursor(old, new, column):
        return False
    word = _word_before(before)
    was = _word_at(old, len(before) - len(word))
    if was and (len(word) < min(MIN_RETYPED_WORD_CHARS, len(was)) or (was != word and was.startswith(word))):
        return True  # begun anew, or taken back letter by letter
    return _may_continue_word(new, edit, situation)


def _may_continue_word(new: str, edit: Edit, situation: Situation) -> bool:
    """Whether more of the word may come: the last key is not long ago, and the cursor still stands at its end."""
    column = situation.cursor.column
    if not edit.ends_in_keystroke or situation.trigger is Trigger.MANUAL or not _is_at_word_end(new, column):
        return False
    passed = situation.now - edit.time
    if passed >= UNKNOWN_WORD_PAUSE_S:
        return False
    word = _word_before(new[:column])
    return passed < KNOWN_WORD_PAUSE_S or not (word[0].isdigit() or _is_known_word(word, edit, situation))


def _is_change_at_cursor(old: str, new: str, column: int) -> bool:
    """Whether the word before the cursor is where the line has changed."""
    head, tail = common_affix_lengths(old, new)
    end = len(new) - tail
    while end < len(new) and (new[end].isalnum() or new[end] == "_"):
        end += 1
    return head <= column <= end


def _is_known_word(word: str, edit: Edit, situation: Situation) -> bool:
    """Whether the word is one of the language, or stands in another line or in another text."""
    if is_builtin_name(language_family(situation.snapshot), word):
        return True
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    page = situation.snapshot
    written = range(edit.line, edit.line + len(edit.new))
    if any(
        word in line and number not in written and whole.search(line)
        for number, line in enumerate(page.lines)
    ):
        return True
    others = situation.workspace_texts.find_containing([word], page.uri, MAX_WORD_LOOKUP_TEXTS)
    return any(word in line and whole.search(line) for other in others for line in other.lines)


def _begins_new_line(prefix: str) -> bool:
    """Whether this is more than one word put in front: `await ` is all of an edit, `const x = 1;` is a new line."""
    return bool(prefix) and (not prefix[-1].isspace() or len(tokenize(prefix.strip())) > 1)


def _is_at_word_end(line: str, column: int) -> bool:
    return 0 < column <= len(line) and (is_word(line[column - 1]) or line[column - 1].isdigit())


def _word_before(text: str) -> str:
    match = re.search(r"\w+$", text)
    return match[0] if match else ""


def _word_at(text: str, column: int) -> str:
    match = re.compile(r"\w+").match(text, column)
    return match[0] if match else ""


def _bracket_excess(text: str, pair: str) -> int:
    return text.count(pair[0]) - text.count(pair[1])
