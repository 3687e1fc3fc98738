"""Whether the user is typing in a line right now: then only completions are shown, and at once.

Derived from the newest edit. An edit that was pasted, applied by a program or accepted is not typed.
"""

import re
from typing import Final

from understudy.languages import Language
from understudy.nes.completion.limits import MAX_RECENT_EDITS, TYPING_PAUSE_S
from understudy.nes.engine_api import Situation, Trigger
from understudy.nes.syntax import language_of
from understudy.nes.text import Edit, EditOrigin

__all__ = ["can_complete", "find_edit_of_line", "is_line_unfinished", "typing_end"]

_STRING: Final = re.compile(r"\\.|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`")
_DANGLING: Final = re.compile(r"(?:\s|[.,=(\[{+\-*/%<>&|^!?@#$~\\\"'`])$")
"""The line goes on: it ends in a space, an operator, an opening bracket or an open string."""
_AWAITING_WORD: Final = re.compile(
    r"(?:^|[^\w.])(?:and|or|not|in|is|if|elif|while|for|with|import|from|as|new|await|async|def|class|fn|func|function"
    r"|const|let|struct|enum|impl|use|pub|mut|extends|implements|where|case|throw|public|private|protected|static)$"
)
"""The line goes on: it ends in a keyword that something follows."""
_HALF_HEADER: Final = re.compile(
    r"\s*(?:(?:pub(?:\([^)]*\))?|async|unsafe|export|default|public|private|protected|static)\s+)*"
    r"(?:(?:def|fn|func|function)\b[^(]*|from\s+[\w.]+(?:\s+\w*)?|const\s+\w+)$"
)
"""The line goes on: a function without parameters, an import without names, a constant without a value."""
_COLON_HEADER: Final = re.compile(
    r"\s*(?:if|elif|for|while|with|def|class|except|async\s+(?:def|for|with))\b[^:]*$"
)
_BRACE_HEADER: Final = re.compile(
    r"\s*(?:pub(?:\([^)]*\))?\s+)?(?:if|for|switch|match|while|func|fn|impl|trait|mod|enum)\b[^{};]*$"
)
_COMMENT: Final = re.compile(r"\s*(?:#(?![\[!])|//|/\*|\*\s)")
_BRACE_FAMILIES: Final = frozenset({"go", "rust"})
_KEYBOARD_ORIGINS: Final = (EditOrigin.TYPED, EditOrigin.UNDONE, EditOrigin.REDONE)
"""Typing what was deleted before counts as its undo or redo."""
_PAIRS: Final = ("()", "[]", "{}")


def typing_end(situation: Situation) -> float | None:
    """Return when the typing counts as paused, on the clock of `Edit.time`; None if the user does not type in the
    middle of a line. Deleting is not typing."""
    edit = _edit_at_cursor(situation)
    if edit is None or edit.ends_in_deletion or situation.trigger is not Trigger.AUTOMATIC:
        return None
    end = edit.time + TYPING_PAUSE_S
    return end if situation.now < end else None


def is_line_unfinished(situation: Situation) -> bool:
    """Whether the user types at the end of a line that cannot end there, or of a new comment: no pause makes it an
    edit that teaches something."""
    edit = _edit_at_cursor(situation)
    if edit is None:
        return False
    line, column = situation.cursor
    text = situation.snapshot.lines[line]
    if text[column:].strip():
        return False
    if not any(old.strip() for old in edit.old) and _COMMENT.match(text):
        return True
    bare = _STRING.sub("", text)
    return (
        _DANGLING.search(text) is not None
        or any(bare.count(quote) % 2 for quote in '"`')
        or any(bare.count(opening) > bare.count(closing) for opening, closing in _PAIRS)
        or _AWAITING_WORD.search(text) is not None
        or _is_half_header(bare, language_of(situation.snapshot))
    )


def _is_half_header(text: str, language: Language) -> bool:
    """Whether the line begins a statement or a block that it does not yet open."""
    if _HALF_HEADER.match(text):
        return True
    if language.has_colon_blocks:
        return _COLON_HEADER.match(text) is not None
    return language.family in _BRACE_FAMILIES and _BRACE_HEADER.match(text) is not None


def can_complete(situation: Situation) -> bool:
    """Whether a completion may be shown: the user typed at the cursor last, or asks for one.

    In a line that was there before, what is behind the cursor is no bracket that the editor has just closed: the
    user changes the line and does not write it.
    """
    if situation.selection is not None:
        return False
    if situation.trigger is Trigger.MANUAL:
        return True
    edit = _edit_at_cursor(situation)
    if edit is None or edit.ends_in_deletion or situation.trigger is not Trigger.AUTOMATIC:
        return False
    line, column = situation.cursor
    is_old_line = any(old.strip() for old in edit.old)
    return not (is_old_line and situation.snapshot.lines[line][column:].strip())


def _edit_at_cursor(situation: Situation) -> Edit | None:
    """Return the newest edit if it was typed in the line of the cursor, which is not blank before the cursor."""
    last = find_edit_of_line(situation)
    if last is None or last.origin not in _KEYBOARD_ORIGINS or not last.ends_in_keystroke:
        return None
    line, column = situation.cursor
    if line >= last.line + len(last.new):
        return None
    return last if situation.snapshot.lines[line][:column].strip() else None


def find_edit_of_line(situation: Situation) -> Edit | None:
    """Return the newest edit if it contains the line of the cursor or ends directly above it.

    An older edit that the user continues keeps its place among the edits: the newest is the one with the last key.
    """
    edits = situation.edits[-MAX_RECENT_EDITS:]
    if not edits:
        return None
    if edits[-1].origin is EditOrigin.REPORTED:
        newest = edits[-1].time
    else:
        newest = max([edit.time for edit in edits if edit.origin is not EditOrigin.REPORTED])
    line = situation.cursor.line
    for edit in reversed(edits):
        if (
            edit.time >= newest
            and edit.uri == situation.snapshot.uri
            and edit.line <= line <= edit.line + len(edit.new)
        ):
            return edit
    return None
