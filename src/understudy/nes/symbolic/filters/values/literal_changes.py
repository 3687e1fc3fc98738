"""A changed number, string or ordinary word says little about the same one elsewhere.

Who changes `SWORD_DAMAGE = 12` to 14 does not change `BOW_RANGE = 12`, and a new element of one list belongs to no
other list; nor does another operator of one expression, or another condition in it, say anything about other ones.
A candidate that repeats such a change is improbable unless its place is about the same thing: the same name, key or
called function, behind which the numbers do not vary, or unless it was changed for several things. Values that
cannot be equal by chance, such as addresses, are exempt, and the rules for repeated values propose ports and
versions. The version that one package is pinned to says nothing about another package, however often it was
changed.
"""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from understudy.languages import find_language
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.consequences import is_varying_number
from understudy.nes.symbolic.filters.places import (
    STYLE_SHEETS,
    is_distinctive,
    is_in_comment,
    place_kind,
)
from understudy.nes.symbolic.limits import (
    MAX_PATTERN_LINE_CHARS,
    OTHER_VALUE_PROBABILITY,
    PINNED_VERSION_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.syntax import language_of
from understudy.nes.text import EditOrigin, common_affix_lengths

__all__ = ["LiteralFilter", "changes_pinned_version"]

_NUMBER: Final = re.compile(r"#[0-9a-fA-F]{3}|0[xX][0-9a-fA-F_]+|[~^]?[\d_]+(?:\.\d+)*[a-zA-Z%]{0,3}")
"""A number with its unit, a version with the sign of a range, or a short color."""
_VERSION: Final = re.compile(r"[~^]?\d+\.\d+\.\d+")
_DOTTED: Final = re.compile(r"(?<![\w.])\d+(?:\.\d+)+")
_SWITCHES: Final = frozenset(
    {"true", "false", "True", "False", "yes", "no", "on", "off", "null", "None", "nil", "undefined"}
)
_OPERATORS: Final = frozenset({"+", "-", "*", "/", "%", "<", ">", "<=", ">=", "&&", "||", "and", "or"})
"""What decides what an expression means. `==` and `===` are a matter of style, too."""
_WORDS: Final = re.compile(r"\s*[^\W\d_]{2,}(?:\s+[^\W\d_]+)*\s*")
"""Ordinary words. A prefix such as `[cache] ` is meant for all messages."""
_CONDITION: Final = re.compile(r"\s*(?:&&|\|\||\band\b|\bor\b)\s*\S")
_ASSIGNED: Final = re.compile(
    r"([\w$-]+)[\"']?\s*(?::=|(?<![=!<>])=(?!=)|:(?!:))|#define\s+(\w+)|\b([A-Za-z_]\w*)\s+(?=[\d\"'])"
)
_ANNOTATED: Final = re.compile(r"([\w$]+)\s*:\s*[\w$][\w$\[\], .|<>]*=\s*\Z")
"""A name with a type, which is assigned to."""
_SPECIFIC_STRING: Final = re.compile(r"[/.:@_\d${}-]")
"""An address, a path, a key of several parts, or a text with variables in it."""
_KEY_PATH: Final = re.compile(r"[A-Za-z_-][\w-]*(?:[.:][A-Za-z_-][\w-]*)+")
"""A key of several parts, such as that of a translation."""
_PINNED_PACKAGE: Final = re.compile(r"([\w.-]+/[\w.-]+)((?:/[\w./-]+)?@)([\w.-]+)")
"""A package with its owner, a path in it, and its version: `owner/name/path@v1`."""
_PATH_CHARS: Final = frozenset("/_-@")
_PROSE_KINDS: Final = frozenset({"prose", "content"})
_PAGES: Final = frozenset({"html", "vue", "svelte"})
_PAGE_WORD: Final = re.compile(r"[A-Z][a-z]+")
_CHANGE_LOG: Final = re.compile(r"/(?:change(?:s|log)?|history|news|releases?)(?:\.\w+)?\Z", re.I)
_RELEASE_HEADING: Final = re.compile(r"(?:#+|=+)\s.*\d+\.\d+|\[?v?\d+\.\d+[\w.-]*\]?(?:\s|\Z)")
_ESCAPED: Final = re.compile(r"\\.")
_MAX_TYPO_CHARS: Final = 2
"""A word that differs in at most so many characters is a misspelt one, which is misspelt elsewhere, too."""


_PinnedVersion = tuple[str, str]
"""The version and what follows in the line, before and after the change."""


class _LiteralChange(NamedTuple):
    old: str
    new: str
    context: str
    """What the value is for: the assigned name or the called function; else the line without the value."""
    start: int


class LiteralFilter:
    def __init__(self, patterns: EditPatterns) -> None:
        self._examples = [one for one in patterns.line_examples if one.edit.origin is not EditOrigin.ACCEPTED]
        self._versions_by_package: dict[str, set[_PinnedVersion]] = {}
        """The packages whose version was changed, with the changes."""
        for example in self._examples:
            if (pinned := _find_pinned_version(example.old, example.new)) is not None:
                self._versions_by_package.setdefault(pinned[0], set()).add(pinned[1])

    @cached_property
    def _contexts(self) -> dict[tuple[str, str], list[str]]:
        """What each changed value is for, once for each example, by the old and the new value."""
        contexts: dict[tuple[str, str], list[str]] = {}
        for example in self._examples:
            language = find_language("", example.edit.uri).id
            for change in _literal_changes(example.old, example.new, language):
                contexts.setdefault((change.old, change.new), []).append(change.context)
        return contexts

    def filter(self, unscored: Sequence[UnscoredCandidate]) -> list[UnscoredCandidate]:
        for one in unscored:
            is_same = self._is_same_version(one) if self._versions_by_package else None
            if is_same:
                one.probability = max(one.probability, PINNED_VERSION_PROBABILITY)
            elif is_same is False or self._is_chance(one):
                one.probability = min(one.probability, OTHER_VALUE_PROBABILITY)
        return sorted(unscored, key=lambda one: -one.probability)

    def _is_same_version(self, one: UnscoredCandidate) -> bool | None:
        """Whether it changes a version as that of the same package was changed; None if neither is known."""
        if not one.is_line_change:
            return None
        pinned = _find_pinned_version(one.snapshot.lines[one.line], one.new[0])
        if pinned is None:
            return None
        package, version = pinned
        known = self._versions_by_package.get(package)
        if known is None:
            return False
        return True if version in known and not one.features.get("refused") else None

    def _is_chance(self, one: UnscoredCandidate) -> bool:
        if not one.is_line_change:
            return False
        line = one.snapshot.lines[one.line]
        if max(len(line), len(one.new[0])) > MAX_PATTERN_LINE_CHARS:
            return False
        if _CHANGE_LOG.search(one.snapshot.uri) and _RELEASE_HEADING.match(line) is not None:
            return True  # a release keeps its version
        language = language_of(one.snapshot).id
        for change in _literal_changes(line, one.new[0], language):
            unit = change.new.removeprefix(change.old) if change.old.isdigit() else ""
            if unit != change.new and unit.isalpha():
                continue  # another unit or type for the same number
            contexts = self._contexts.get((change.old, change.new), ())
            if contexts and _VERSION.fullmatch(change.old) and not self._is_in_edited_text(one):
                continue  # no chance: the version of the same thing in another file
            if change.context not in contexts and len({*contexts}) <= 1:
                return True  # changed for one thing only, however often
            if len(contexts) <= 1 and (
                (change.old and is_varying_number(one.snapshot.lines, one.line, change.start))
                or (language in STYLE_SHEETS and self._is_size_of_other_rule(one, change))
            ):
                return True
        return False

    def _is_in_edited_text(self, one: UnscoredCandidate) -> bool:
        return any(example.edit.uri == one.snapshot.uri for example in self._examples)

    def _is_size_of_other_rule(self, one: UnscoredCandidate, change: _LiteralChange) -> bool:
        """Whether it changes another rule of a style sheet than the newest example: each has its own values.

        Another unit may be meant for all of them, and what is outside of rules, such as `@media`, for the page.
        """
        units = {value.strip("0123456789.") for value in (change.old, change.new)}
        is_unit_kept = len(units) == 1 or change.old.startswith("#")  # a color has none
        if not is_unit_kept or one.snapshot.lines[one.line].lstrip().startswith("@"):
            return False
        example = min(self._examples, key=lambda example: example.age)
        if example.edit.uri != one.snapshot.uri or example.edit.line < 0:
            return True
        first, last = sorted((example.edit.line, one.line))
        return any("}" in line for line in one.snapshot.lines[first:last])


def changes_pinned_version(patterns: EditPatterns) -> bool:
    """Whether the user changed the version of a package, so that `LiteralFilter` raises the same one elsewhere."""
    return any(
        one.edit.origin is not EditOrigin.ACCEPTED and _find_pinned_version(one.old, one.new) is not None
        for one in patterns.line_examples
    )


def _find_pinned_version(old: str, new: str) -> tuple[str, _PinnedVersion] | None:
    """The package that is pinned to another version in the new line than in the old one, and what changed there."""
    if "@" not in old:
        return None
    before, after = _PINNED_PACKAGE.search(old), _PINNED_PACKAGE.search(new)
    if before is None or after is None or before.groups()[:2] != after.groups()[:2]:
        return None
    if before[3] == after[3] or old[: before.start()] != new[: after.start()]:
        return None
    return before[1], (old[before.start(3) :].rstrip(), new[after.start(3) :].rstrip())


def _literal_changes(old_line: str, new_line: str, language: str) -> list[_LiteralChange]:
    tokens = tokenize(old_line)
    found: list[_LiteralChange] = []
    for op in diff_tokens(old_line, new_line):
        removed, added = "".join(tokens[op.start : op.end]), "".join(op.new)
        start = len("".join(tokens[: op.start]))
        if old_line[start - 1 : start] == "#":
            removed, added, start = f"#{removed}", f"#{added}", start - 1
        if removed.isdigit() and added.isdigit() and (dotted := _dotted_at(old_line, start)) is not None:
            # `11` in `3.11` is not that in `0.3.11`.
            shift, start = start - dotted.start(), dotted.start()
            added = dotted[0][:shift] + added + dotted[0][shift + len(removed) :]
            removed = dotted[0]
        if not removed.strip():
            if _CONDITION.match(added) is not None:
                found.append(_LiteralChange("", added.strip(), _expression(old_line, start, start), start))
            elif _is_in_plain_string(old_line, start) and _WORDS.fullmatch(added) is not None:
                found.append(_LiteralChange("", added.strip(), _string_at(old_line, start), start))
            elif _is_list_element(added) and _is_in_list(old_line[:start]):
                found.append(_LiteralChange("", added.strip(" ,"), _context(old_line, start, start), start))
        elif removed in _OPERATORS and added in _OPERATORS:
            context = _expression(old_line, start, start + len(removed))
            found.append(_LiteralChange(removed, added, context, start))
        elif (
            is_word(removed[:1])
            and (parents := _parent_keys(old_line, start))
            and not is_distinctive(removed)
        ):
            found.append(_LiteralChange(removed, added, parents, start))
        elif _is_literal(old_line, removed, added, start) or _is_prose_word(
            old_line, removed, added, start, language
        ):
            context = _context(old_line, start, start + len(removed))
            if removed in _SWITCHES:
                context = _switched_name(old_line[:start]) + context
            found.append(_LiteralChange(removed, added, context, start))
    return found


def _dotted_at(line: str, column: int) -> re.Match[str] | None:
    """Return the version or decimal number that has a part at that column."""
    return next((one for one in _DOTTED.finditer(line) if one.start() <= column < one.end()), None)


def _is_literal(line: str, removed: str, added: str, start: int) -> bool:
    """Whether a value that others may equal by chance was replaced by another one."""
    if _NUMBER.fullmatch(removed) and _NUMBER.fullmatch(added):
        return True
    if removed in _SWITCHES and added in _SWITCHES:
        return True
    quote = _open_quote(line[:start])
    if not quote or not is_word(removed[:1]):
        return False
    content = _string_at(line, start)
    return not is_distinctive(removed) and _SPECIFIC_STRING.search(content) is None and " " not in content


def _is_prose_word(line: str, removed: str, added: str, start: int, language: str) -> bool:
    """Whether an ordinary word of a sentence was replaced by another one, and not a misspelt one."""
    end = start + len(removed)
    if place_kind(line, start, end, language) not in _PROSE_KINDS and not is_in_comment(line, start):
        return False
    if line[start - 1 : start] in _PATH_CHARS or line[end : end + 1] in _PATH_CHARS:
        return False  # a part of an address or a path
    if language in _PAGES and _PAGE_WORD.fullmatch(removed) and _WORDS.fullmatch(added):
        return True  # what is shown at one place of a page
    if not (removed.isalpha() and removed.islower()) or not added.isalpha():
        return _NUMBER.fullmatch(removed) is not None
    head, tail = common_affix_lengths(removed, added)
    return max(len(removed), len(added)) - head - tail > _MAX_TYPO_CHARS


def _is_in_plain_string(line: str, start: int) -> bool:
    return bool(_open_quote(line[:start])) and _SPECIFIC_STRING.search(_string_at(line, start)) is None


def _string_at(line: str, start: int) -> str:
    """Return the content of the string around a column."""
    quote = _open_quote(line[:start])
    begin, end = line.rfind(quote, 0, start) + 1, line.find(quote, start)
    return line[begin : end if end >= 0 else len(line)]


def _parent_keys(line: str, start: int) -> str:
    """Return what stands before a part of a string such as `cart.buy`; empty if the string is no such key."""
    quote = _open_quote(line[:start])
    content = _string_at(line, start) if quote else ""
    return line[line.rfind(quote, 0, start) + 1 : start] if _KEY_PATH.fullmatch(content) is not None else ""


def _open_quote(before: str) -> str:
    if "\\" in before:
        before = _ESCAPED.sub("", before)
    return next((quote for quote in "\"'`" if before.count(quote) % 2), "")


def _is_list_element(added: str) -> bool:
    """Whether the text is one literal with a comma."""
    bare = added.strip(" ,")
    return "," in added and bool(_NUMBER.fullmatch(bare) or re.fullmatch(r"([\"'`])[^\"'`]*\1", bare))


def _is_in_list(before: str) -> bool:
    """Whether the innermost open bracket is that of a list, and not of a call."""
    at = _open_bracket(before)
    return at >= 0 and (before[at] != "(" or not before[:at].rstrip()[-1:].isalnum())


def _context(line: str, start: int, end: int) -> str:
    before = line[:start]
    at = _open_bracket(before)
    if at >= 0 and before[at] == "(" and (callee := re.search(r"[\w$]+$", before[:at].rstrip())) is not None:
        return f"{callee[0]}("
    if (annotated := _ANNOTATED.search(before)) is not None:
        return annotated[1]
    assigned = None
    for match in _ASSIGNED.finditer(before):
        assigned = match
    if assigned is not None:
        return next(name for name in assigned.groups() if name)
    return _expression(line, start, end)


def _switched_name(before: str) -> str:
    """Return what a switch is for: the arguments before it, or what gets the result if it is the first one."""
    if not before.endswith("("):
        at = _open_bracket(before)
        return before[at + 1 :] if at >= 0 and before[at] == "(" else ""
    assigned = re.match(r"(.*[^=!<>\s])\s*:?=\s*[\w$.]+\($", before)
    return assigned[1].strip() if assigned is not None else ""


def _expression(line: str, start: int, end: int) -> str:
    """Return the line without the changed part."""
    return f"{line[:start].strip()} {line[end:].strip()}"


def _open_bracket(before: str) -> int:
    """Return where the innermost bracket stands that is still open at the end; -1 if there is none."""
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        if before[at] in ")]}":
            depth += 1
        elif before[at] in "([{":
            if not depth:
                return at
            depth -= 1
    return -1
