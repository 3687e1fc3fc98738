"""Which names the recent edits changed: a word in place of another, or the one definition of a rewritten passage.

Whether a changed name is a rename, the bindings say: see `detection`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.alignment import align_renamed_lines, diff_tokens
from understudy.nes.symbolic.renames.aliases import (
    ExpandedShorthand,
    expanded_shorthand,
    is_alias,
    setter_name,
)
from understudy.nes.symbolic.renames.limits import (
    MAX_CHANGED_LINES,
    MAX_EDITS_SEARCHED,
    MAX_OTHER_CHANGED_LINES,
    MIN_CORRECTED_CHARS,
    MIN_SWAPPED_CHARS,
)
from understudy.nes.symbolic.renames.other_variables import has_other_value
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.text import (
    Edit,
    EditOrigin,
    TextSnapshot,
    common_affix_lengths,
    with_accepted_changes,
)

__all__ = ["NameChange", "corrects_spelling", "defined_names", "find_name_changes", "owner_before"]


_BLANK_NAME: Final = "_"
"""What is written in place of a name that is not used: nothing can be called by it."""


_OWNER: Final = re.compile(r"(?<![\w$.)\]>])([\w$]+)\s*(?:\??\.|->)\Z")
_OWN: Final = frozenset({"self", "this", "cls"})


class NameChange(NamedTuple):
    """One occurrence of a name that was changed."""

    uri: str
    line: int
    column: int
    """In the text as it is now."""
    old: str
    new: str
    written: str
    """What stands there now: the new name, or a property and a value where the old name was both."""
    age: int
    """How many edits the user made since, other than to the same name."""
    is_users: bool
    """Whether the user made it, and not an accepted suggestion."""
    is_alone: bool
    """Whether nothing else changed in its line, nor in other lines of the edit."""
    is_replaced: bool
    """Whether the definition of another variable took the place of the old one."""
    serial: int
    """Of the edit that changed it."""
    has_other_value: bool
    """Whether its line gives the new name another type, or a value of another kind."""
    owner: str
    """The variable that it is a member of; empty for a name that is none."""


def find_name_changes(situation: Situation) -> Iterator[NameChange]:
    """The names that were changed and still have the new name, the newest first."""
    age = 0
    for made in list(reversed(situation.edits))[:MAX_EDITS_SEARCHED]:
        edit = with_accepted_changes(made, situation.edits)
        if edit.origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL) or edit.line < 0:
            continue
        if max(len(edit.old), len(edit.new)) > MAX_CHANGED_LINES:
            continue
        snapshot = situation.snapshot_at(edit.uri)
        if snapshot is None:
            continue
        lines = snapshot.lines
        is_users = edit.origin is not EditOrigin.ACCEPTED
        changed, other_lines, is_replaced = _find_changed_names(edit, snapshot)
        for word in changed:
            line = edit.line + word.line
            if line < len(lines) and lines[line].startswith(word.written, word.column):
                is_alone = word.is_alone and not other_lines
                yield NameChange(
                    edit.uri,
                    line,
                    word.column,
                    word.old,
                    word.new,
                    word.written,
                    age,
                    is_users,
                    is_alone,
                    is_replaced,
                    edit.serial,
                    not is_alone and _has_other_value(edit, word),
                    owner_before(lines[line], word.column),
                )
        age += is_users


def owner_before(line: str, column: int) -> str:
    """Return the variable whose member begins at a column, such as `options`; empty for another word."""
    match = _OWNER.search(line[:column])
    return match[1] if match is not None and match[1] not in _OWN else ""


class _ChangedWord(NamedTuple):
    line: int
    """In the new lines of the edit, like the column."""
    column: int
    old: str
    new: str
    written: str
    is_alone: bool
    """Whether nothing else changed in its line."""
    old_at: tuple[int, int]
    """Line and column of the old name in the old lines of the edit."""


class _ChangedNames(NamedTuple):
    """What an edit may have renamed."""

    words: tuple[_ChangedWord, ...]
    other_lines: int
    """The number of lines that the edit changed in another way."""
    is_replaced: bool
    """Whether the words are the definition of another variable in the place of the old one."""


_AliasTest = Callable[[int, int, ExpandedShorthand], bool]
"""Whether a property and a variable have both names now: at a new line and column of an edit."""


def _find_changed_names(edit: Edit, snapshot: TextSnapshot) -> _ChangedNames:
    """Most follow from the lines alone; where a shorthand was written out, the text tells what was renamed."""
    old, new = edit.old, edit.new
    known = _read_changed_names(old, new)
    if known is not None:
        return known

    def is_alias_at(line: int, column: int, expanded: ExpandedShorthand) -> bool:
        # An accepted suggestion wrote out what it knew as a shorthand.
        return edit.origin is EditOrigin.ACCEPTED or is_alias(snapshot, edit.line + line, column, expanded)

    return _weigh_changed_words(old, new, _changed_words(old, new, is_alias_at))


@lru_cache(maxsize=256)
def _read_changed_names(old: tuple[str, ...], new: tuple[str, ...]) -> _ChangedNames | None:
    """The changed names of an edit; None if it may have written out a shorthand.

    Those of recent edits are asked for with every request.
    """
    shorthands: list[ExpandedShorthand] = []

    def is_alias_at(_line: int, _column: int, expanded: ExpandedShorthand) -> bool:
        shorthands.append(expanded)
        return False

    found = _weigh_changed_words(old, new, _changed_words(old, new, is_alias_at))
    return found if not shorthands else None


def _weigh_changed_words(
    old: tuple[str, ...], new: tuple[str, ...], words: Iterable[_ChangedWord]
) -> _ChangedNames:
    changed = tuple([word for word in words if not _is_moved(old, new, word)])
    other_lines = _count_other_lines(old, new, changed)
    is_replaced = not changed or other_lines > MAX_OTHER_CHANGED_LINES
    return _ChangedNames(
        tuple(_replaced_definition(old, new)) if is_replaced else changed, other_lines, is_replaced
    )


def _changed_words(
    old_lines: tuple[str, ...], new_lines: tuple[str, ...], is_alias_at: _AliasTest
) -> Iterator[_ChangedWord]:
    for i, j in align_renamed_lines(old_lines, new_lines):
        if i is None or j is None:
            continue
        before, after = tokenize(old_lines[i]), tokenize(new_lines[j])
        words: list[tuple[int, str, str, str, int]] = []
        shift = 0
        has_others = False
        for op in diff_tokens(old_lines[i], new_lines[j]):
            at = op.start + shift
            shift += len(op.new) - (op.end - op.start)
            removed = before[op.start : op.end]
            expanded = expanded_shorthand(before, op)
            if expanded is not None:
                column = len("".join(after[: at - expanded.is_after]))
                if is_alias_at(j, column, expanded):
                    words.append((column, expanded.old, expanded.new, expanded.written, 0))
                    continue
            if len(removed) != len(op.new):
                has_others = True
                continue
            for offset, (old, new) in enumerate(zip(removed, op.new, strict=True)):
                if is_word(old) and is_word(new) and new != _BLANK_NAME:
                    old_column = len("".join(before[: op.start + offset]))
                    words.append((len("".join(after[: at + offset])), old, new, new, old_column))
                elif old != new:
                    has_others = True
        pairs = {(old, new) for _, old, new, _, _ in words}
        pairs -= {(setter_name(old), setter_name(new)) for old, new in pairs}
        is_alone = not has_others and len(pairs) == 1
        for column, old, new, written, old_column in words:
            yield _ChangedWord(j, column, old, new, written, is_alone, (i, old_column))


_DEFINED_NAME: Final = re.compile(
    r"\s*(?:export\s+|pub\s+|static\s+|final\s+|private\s+|protected\s+|public\s+)*"
    r"(?:(?:const|let|var|val|auto|my)\s+(?:mut\s+)?(?P<declared>[^\W\d]\w*)\s*(?::[^=]+)?=(?!=)"
    r"|(?P<assigned>[^\W\d]\w*)\s*(?::=|(?::[^=]+)?=(?!=))"
    r"|(?!return\b|else\b)[\w.<>\[\],:*&]+[\s*&]+(?P<typed>[^\W\d]\w*)\s*=(?!=))"
    r"(?!.*(?:=>|\bfunction\b|\bfunc\b|\blambda\b))"
)
"""A line that gives a value to one name, over all languages. A function in place of another is another function."""


_DECLARING: Final = frozenset({"const", "let", "var", "val", "auto", "my", "mut", "new", "static", "final"})


def _replaced_definition(old_lines: tuple[str, ...], new_lines: tuple[str, ...]) -> Iterator[_ChangedWord]:
    """The one variable that a rewritten passage defined, and the one that it defines now in its place.

    Whether the old one is still used and defined nowhere else, the bindings say. A passage that uses the new one
    itself has brought it for that.
    """
    old, new = defined_names(old_lines), defined_names(new_lines)
    lost, got = [name for name in old if name not in new], [name for name in new if name not in old]
    if len(lost) != 1 or len(got) != 1:
        return
    (before,), (after,) = lost, got
    if _count_word(new_lines, before) or _count_word(old_lines, after) or _count_word(new_lines, after) > 1:
        return
    line, column = new[after]
    old_words, new_words = (
        {token for token in tokenize(text) if is_word(token)}
        for text in (old_lines[old[before][0]], new_lines[line])
    )
    if not (old_words & new_words - _DECLARING) and not after.startswith(before):
        return  # what the two hold has nothing in common
    yield _ChangedWord(line, column, before, after, after, is_alone=False, old_at=old[before])


@lru_cache(maxsize=256)
def defined_names(lines: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """The names that lines define, with the line and column of the first definition."""
    found: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(lines):
        match = _DEFINED_NAME.match(line) if "=" in line else None
        if match is not None and match.lastgroup is not None and match[match.lastgroup] != _BLANK_NAME:
            found.setdefault(match[match.lastgroup], (number, match.start(match.lastgroup)))
    return found


def _has_other_value(edit: Edit, word: _ChangedWord) -> bool:
    line, column = word.old_at
    new_line = edit.new[word.line]
    return has_other_value(edit.old[line], column, word.old, new_line, word.column, word.written)


def _count_word(lines: Sequence[str], word: str) -> int:
    return sum(tokenize(line).count(word) for line in lines)


def _is_moved(old: tuple[str, ...], new: tuple[str, ...], word: _ChangedWord) -> bool:
    """Whether the edit wrote the old name at another place, or took the new name from one: neither was renamed."""
    removed, added = _words_changed(old, new)
    return word.old in added or word.new in removed


@lru_cache(maxsize=256)
def _words_changed(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """The words that changed lines lost and got, with those of lines that were removed or added as a whole."""
    removed: set[str] = set()
    added: set[str] = set()
    for i, j in align_renamed_lines(old, new):
        if i is None or j is None:
            removed.update(tokenize(old[i]) if i is not None else ())
            added.update(tokenize(new[j]) if j is not None else ())
            continue
        tokens = tokenize(old[i])
        for op in diff_tokens(old[i], new[j]):
            removed.update(tokens[op.start : op.end])
            added.update(op.new)
    return frozenset(removed), frozenset(added)


def _count_other_lines(old: tuple[str, ...], new: tuple[str, ...], changed: Sequence[_ChangedWord]) -> int:
    """The number of lines that the edit changed in another way than by a changed word."""
    explained = {word.line for word in changed}
    pairs = align_renamed_lines(old, new)
    return sum(1 for i, j in pairs if i is None or j is None or (old[i] != new[j] and j not in explained))


@lru_cache(maxsize=64)
def corrects_spelling(old: str, new: str) -> bool:
    """Whether the old name was the new one misspelt: two letters swapped, or one inside missing, added or wrong."""
    head, tail = common_affix_lengths(old, new)
    removed, added = old[head : len(old) - tail], new[head : len(new) - tail]
    if not head or not (removed + added).isalpha() or (removed + added).lower() != removed + added:
        return False
    if len(removed) == len(added) == 2:
        return removed == added[::-1] and len(old) >= MIN_SWAPPED_CHARS
    is_inside = tail > 0 and old[len(old) - tail :].isalpha()
    return len(removed) <= 1 and len(added) <= 1 and is_inside and len(old) >= MIN_CORRECTED_CHARS
