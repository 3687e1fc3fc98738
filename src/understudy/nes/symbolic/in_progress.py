"""Recognizes an edit that is still being typed, so that no pattern is learned from it.

An edit made in one change is complete. One that is typed key by key is incomplete while the cursor is in it and
its word, line or brackets are unfinished. A word that occurs nowhere else is probably half a word: it counts as
complete only when the cursor has left it, or after a longer pause; sooner if it replaces a whole name.
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
    REPLACED_NAME_PAUSE_S,
    UNKNOWN_WORD_PAUSE_S,
)
from understudy.nes.symbolic.tokens import is_word, is_word_char, tokenize
from understudy.nes.syntax import language_of
from understudy.nes.text import Edit, EditOrigin, common_affix_lengths

__all__ = ["block_opening_time", "completed_edits", "completion_time", "jump_time"]

_INCOMPLETE_SYNTAX: Final = re.compile(
    r"[,=(\[{+*/<.&|]\s*[)\]}]|,\s*,|[(\[{]\s*,|[=,+*/<.&|]\s*$"
    r"|\b(?:def|fn|function)\s+\(|\b(?:class|struct|enum|trait|interface)\s+[({:]|\bfunc \([^)]*\)\s*\("
)
"""An operand is missing before a bracket, between commas or at the end, or a name after a definition keyword."""
_EMPTY_BRACKETS: Final = re.compile(r"\(\)|\[\]|\{\}")
_BRACKETS: Final = ("()", "[]", "{}")
_OPENING: Final = ("(", "[", "{")
_TYPED_ORIGINS: Final = (EditOrigin.TYPED, EditOrigin.REPORTED)
_NEVER: Final = float("inf")
_HYPHENATED: Final = frozenset({"css", "scss", "less", "html", "xml", "vue", "svelte", "yaml", "toml"})
"""Languages whose names have hyphens."""


def completion_time(situation: Situation) -> float | None:
    """When the newest edit may count as complete, on the clock of `Edit.time`; infinite if no pause completes it.

    None if it is complete now.
    """
    last = situation.edits[-1] if situation.edits else None
    if last is None or not (last.revision or last.ends_in_keystroke) or last.origin not in _TYPED_ORIGINS:
        return None
    line = situation.cursor.line
    lines = situation.snapshot.lines
    inside = last.uri == situation.snapshot.uri and last.line <= line < last.line + max(1, len(last.new))
    if not inside or line >= len(lines):
        return None
    at = line - last.line
    old = last.old[at] if len(last.old) == len(last.new) else ""
    pause = _completion_pause(old, lines[line], last, situation)
    return last.time + pause if pause == _NEVER or not _has_passed(pause, last, situation) else None


def completed_edits(situation: Situation) -> Sequence[Edit]:
    """The edits without the newest one if that is still being typed."""
    return situation.edits if completion_time(situation) is None else situation.edits[:-1]


def block_opening_time(situation: Situation) -> float | None:
    """When the brackets that the newest edit has opened may be closed further down; None if it opened none.

    Such an edit is not complete, as its line is not balanced, but what closes the block follows from it already.
    """
    last = situation.edits[-1] if situation.edits else None
    if last is None or not len(last.old) == len(last.new) == 1 or last.uri != situation.snapshot.uri:
        return None
    old, new = last.old[0].rstrip(), last.new[0].rstrip()
    if not (old.endswith(_OPENING) and new.endswith(_OPENING)) or situation.cursor.line != last.line:
        return None
    growth = [_bracket_excess(new, pair) - _bracket_excess(old, pair) for pair in _BRACKETS]
    is_bracket_typed = new[: situation.cursor.column].rstrip().endswith((*_OPENING, ","))
    return last.time + KNOWN_WORD_PAUSE_S if any(growth) and is_bracket_typed else None


def jump_time(situation: Situation) -> float | None:
    """When a jump may be suggested, on the clock of `Edit.time`; None if it may be now.

    Not while the user types: it would take the user away. A manual request means that the user does not.
    """
    last = situation.edits[-1] if situation.edits else None
    if last is None or last.origin not in _TYPED_ORIGINS or situation.trigger is Trigger.MANUAL:
        return None
    if last.ends_in_keystroke and not _has_passed(JUMP_PAUSE_S, last, situation):
        return last.time + JUMP_PAUSE_S
    return completion_time(situation)


def _completion_pause(old: str, new: str, edit: Edit, situation: Situation) -> float:
    """The time without a key after which the line may count as complete."""
    column = situation.cursor.column
    if not old:
        return _word_pause(new, edit, situation)
    is_incomplete = _INCOMPLETE_SYNTAX.search(_fill_empty_brackets(new, column)) is not None
    if is_incomplete and not _INCOMPLETE_SYNTAX.search(_fill_empty_brackets(old, -1)):
        # Brackets whose content was deleted may stay empty.
        is_emptied = edit.ends_in_deletion and not _INCOMPLETE_SYNTAX.search(_fill_empty_brackets(new, -1))
        return UNKNOWN_WORD_PAUSE_S if is_emptied else _NEVER
    if any(_bracket_excess(new, pair) != _bracket_excess(old, pair) for pair in _BRACKETS):
        return _NEVER
    before = new[:column]
    if not before.strip() and new.strip() == old.strip():
        return _NEVER  # only the space before the cursor changed
    is_in_front = old.lstrip() and new[column:].strip() == old.strip()
    if (
        is_in_front
        and _begins_new_line(before.lstrip())
        and not _is_written_before(before.lstrip(), situation)
    ):
        return _NEVER  # a new line is being typed in front of this one
    has_hyphens = language_of(situation.snapshot).id in _HYPHENATED
    if has_hyphens and re.search(r"\w-\Z", before) and _is_change_at_cursor(old, new, column):
        return _NEVER  # no name ends with a hyphen
    if not _is_at_word_end(new, column) or not _is_change_at_cursor(old, new, column):
        return 0.0
    word = _word_before(before, has_hyphens=has_hyphens)
    old_word = _word_at(old, len(before) - len(word))
    is_shortened = old_word != word and old_word.startswith(word)
    if len(word) < min(MIN_RETYPED_WORD_CHARS, len(old_word)):
        if len(word) == 1:  # a name of one letter, unless the old one is being deleted
            return _NEVER if edit.ends_in_deletion else UNKNOWN_WORD_PAUSE_S
        is_deleted = is_shortened and edit.ends_in_deletion
        is_name = not is_deleted and (
            (not is_shortened and _is_tag_name(before)) or _is_known_word(word, edit, situation)
        )
        return UNKNOWN_WORD_PAUSE_S if is_name else _NEVER
    if is_shortened and edit.ends_in_deletion and situation.trigger is not Trigger.MANUAL:
        return UNKNOWN_WORD_PAUSE_S  # it may be deleted further, letter by letter
    is_name_replaced = _is_name_replaced(old, new, column, has_hyphens=has_hyphens)
    return _word_pause(new, edit, situation, is_name_replaced=is_name_replaced)


def _fill_empty_brackets(line: str, column: int) -> str:
    """The line without brackets that have nothing in them, except those that the cursor is in."""
    return _EMPTY_BRACKETS.sub(lambda match: match[0] if match.start() + 1 == column else "x", line)


def _word_pause(new: str, edit: Edit, situation: Situation, *, is_name_replaced: bool = False) -> float:
    """The time without a key after which the word before the cursor may be complete; 0 if it is."""
    column = situation.cursor.column
    if not edit.ends_in_keystroke or situation.trigger is Trigger.MANUAL or not _is_at_word_end(new, column):
        return 0.0
    longest = REPLACED_NAME_PAUSE_S if is_name_replaced else UNKNOWN_WORD_PAUSE_S
    if _has_passed(longest, edit, situation):
        return 0.0
    if not _has_passed(KNOWN_WORD_PAUSE_S, edit, situation):
        return KNOWN_WORD_PAUSE_S  # looking up the word takes time, and is not needed yet
    word = _word_before(new[:column])
    is_known = word[0].isdigit() or _is_known_word(word, edit, situation)
    return KNOWN_WORD_PAUSE_S if is_known else longest


def _has_passed(pause: float, edit: Edit, situation: Situation) -> bool:
    """Whether so much time has passed since the last key. Exact for a time that `completion_time` returned."""
    return situation.now >= edit.time + pause


def _is_name_replaced(old: str, new: str, column: int, *, has_hyphens: bool) -> bool:
    """Whether a whole name, or a whole part of one (`load` in `load_order`), was replaced by what is before the
    cursor, and nothing else was changed. `has_hyphens`: whether a name may have hyphens (`btn-main`)."""
    before, after = new[:column], new[column:]
    if not old.endswith(after):
        return False
    end = len(old) - len(after)
    start = min(common_affix_lengths(old, before)[0], end, column - 1)
    while start and not _is_part_boundary(before[start - 1], before[start]):
        start -= 1
    old_name, new_name = old[start:end], before[start:]
    if has_hyphens:
        old_name, new_name = old_name.replace("-", "_"), new_name.replace("-", "_")
    return (
        len(new_name) >= MIN_RETYPED_WORD_CHARS
        and old_name.isidentifier()
        and new_name.isidentifier()
        and not new_name.startswith(old_name)
        and (old_name.endswith("_") or not new_name.endswith("_"))
        and (not after or _is_part_boundary(new_name[-1], after[0]))
    )


def _is_part_boundary(left: str, right: str) -> bool:
    """Whether a part of a name may end between these characters: at `_`, at a capital, or at the name's end."""
    if not (is_word_char(left) and is_word_char(right)):
        return True
    return (left == "_") != (right == "_") or (left.islower() and right.isupper())


def _is_change_at_cursor(old: str, new: str, column: int) -> bool:
    """Whether the change of the line is at the word before the cursor."""
    head, tail = common_affix_lengths(old, new)
    end = len(new) - tail
    while end < len(new) and (new[end].isalnum() or new[end] == "_"):
        end += 1
    return head <= column <= end


def _is_known_word(word: str, edit: Edit, situation: Situation) -> bool:
    """Whether the word is a builtin name or a standard module of the language, or occurs in another line or
    another text or a snippet from the client."""
    language = language_of(situation.snapshot)
    if is_builtin_name(language, word) or (language.imports and word in language.imports.known_modules):
        return True
    whole_word = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    snapshot = situation.snapshot
    written = range(edit.line, edit.line + len(edit.new))
    if any(
        word in line and number not in written and whole_word.search(line)
        for number, line in enumerate(snapshot.lines)
    ):
        return True
    if any(word in snippet.text and whole_word.search(snippet.text) for snippet in situation.snippets):
        return True
    others = situation.workspace_texts.find_containing([word], snapshot.uri, MAX_WORD_LOOKUP_TEXTS)
    return any(word in line and whole_word.search(line) for other in others for line in other.lines)


def _is_tag_name(before: str) -> bool:
    """Whether the name of a tag ends there: many have two letters."""
    return re.search(r"</?[a-z]\w\Z", before) is not None


def _begins_new_line(prefix: str) -> bool:
    """Whether the prefix is more than one word: `await ` is a complete edit, `const x = 1;` begins a new line."""
    return not prefix[-1].isspace() or len(tokenize(prefix.strip())) > 1


def _is_written_before(prefix: str, situation: Situation) -> bool:
    """Whether the user has written the same in front of another line: `[[nodiscard]] ` is complete by then."""
    return prefix[-1].isspace() and any(
        len(edit.old) == len(edit.new) == 1 and edit.new[0].strip() == prefix + edit.old[0].strip()
        for edit in situation.edits[:-1]
        if edit.origin in _TYPED_ORIGINS
    )


def _is_at_word_end(line: str, column: int) -> bool:
    return 0 < column <= len(line) and (is_word(line[column - 1]) or line[column - 1].isdigit())


def _word_before(text: str, *, has_hyphens: bool = False) -> str:
    match = re.search(r"\w[\w-]*$" if has_hyphens else r"\w+$", text)
    return match[0] if match else ""


def _word_at(text: str, column: int) -> str:
    match = re.compile(r"\w+").match(text, column)
    return match[0] if match else ""


def _bracket_excess(text: str, pair: str) -> int:
    return text.count(pair[0]) - text.count(pair[1])
