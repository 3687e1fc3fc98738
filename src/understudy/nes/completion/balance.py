"""Whether a line stays balanced with a continuation: brackets close in their order, strings end.

Looks at the typed line and, for a bracket that it closes without having opened it, at the lines above. Comments and
prose are not checked. Not a parser: `nes.validation` also compares the syntax trees.
"""

import re
from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.completion.limits import MAX_HEADER_DISTANCE_LINES, MAX_RECENT_EDITS
from understudy.nes.completion.texts import EditedText, Place
from understudy.nes.engine_api import Situation

__all__ = ["BalanceCheck"]

_STRING: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\\.")
_UNCHECKED: Final = re.compile(r"\s*(?:#(?!\[)|//|/\*|\*|--|<!--)|.*(?:\"\"\"|''')")
_PARTNERS: Final = {")": "(", "]": "[", "}": "{"}
_CLOSING_OF: Final = {opening: closing for closing, opening in _PARTNERS.items()}
_OPENING: Final = frozenset("([{")
_BRACKET: Final = re.compile(r"[()\[\]{}]")
_QUOTE: Final = re.compile(r"[\"'`\\]")
_SPECIAL: Final = re.compile(r"[()\[\]{}\"'`\\\n]")
_PROSE_LANGUAGES: Final = frozenset(
    {"plaintext", "text", "markdown", "restructuredtext", "latex", "asciidoc"}
)


class _TypedBrackets(NamedTuple):
    """The brackets of what is typed."""

    is_closed: bool
    """No string goes on behind it. Otherwise only the whole line tells which brackets are in a string."""
    stack: list[tuple[str, bool]]
    """The open ones, each with whether it is new."""
    outer: int
    """How many of the lines above it closes."""


class BalanceCheck:
    """Checks the continuations of one place."""

    def __init__(self, place: Place, situation: Situation) -> None:
        self._place = place
        self._situation = situation
        self._is_unchecked = (
            place.language.id in _PROSE_LANGUAGES or _UNCHECKED.match(place.prefix.text) is not None
        )
        self._typed = _scan_typed(place.prefix.text)
        self._is_plain_balanced: bool | None = None
        """Whether a continuation without brackets and strings is balanced."""
        self._orphan: str | None = None
        self._owed: Counter[str] | None = None

    def is_balanced(self, text: str) -> bool:
        if self._is_unchecked:
            return True
        if _SPECIAL.search(text) is None:
            # Nothing in it changes the brackets and strings of the line, so that all such texts are alike.
            if self._is_plain_balanced is None:
                self._is_plain_balanced = self._check("x")
            return self._is_plain_balanced
        return self._check(text)

    def _check(self, text: str) -> bool:
        typed, suffix = self._typed, self._place.suffix
        first, _, more = text.partition("\n")
        if typed.is_closed:
            line = _mask(first + suffix)
            new_from, stack, outer = 0, [*typed.stack], typed.outer
        else:
            line = _mask(self._place.prefix.text + first + suffix)
            new_from, stack, outer = len(self._place.prefix.text), [], 0
        if line.count('"') % 2 or line.count("`") % 2:
            return False
        for match in _BRACKET.finditer(f"{line}\n{_mask(more)}" if more else line):
            char, is_new = match[0], match.start() >= new_from
            if char in _OPENING:
                stack.append((char, is_new))
            elif stack:
                if stack.pop()[0] != _PARTNERS[char] and is_new:
                    return False
            else:
                if is_new and not self._closes_enclosing(outer, _PARTNERS[char]):
                    return False
                outer += 1
        # What the user has opened may stay open; what the continuation opens may not, unless a bracket below lacks
        # its partner.
        opened = [char for char, is_new in stack if is_new]
        if not opened:
            return True
        if more:
            return False
        return Counter(opened) <= self._count_owed() or (
            len(opened) == 1 and opened[0] == self._find_orphan()
        )

    def _count_owed(self) -> Counter[str]:
        """Return the brackets that the last edits have deleted without their partners and not yet opened again."""
        if self._owed is None:
            owed: Counter[str] = Counter()
            place, uri = self._place, self._situation.snapshot.uri
            for edit in self._situation.edits[-MAX_RECENT_EDITS:]:
                if edit.uri != uri:
                    continue
                typed = place.line - edit.line
                for line in edit.old:
                    owed.update(_open_brackets(line))
                for index, line in enumerate(edit.new):
                    if index != typed:
                        owed.subtract(_open_brackets(line))
            # A bracket that the typed line has opened already is no longer owed.
            owed.subtract(_open_brackets(place.prefix.text))
            self._owed = +owed
        return self._owed

    def _find_orphan(self) -> str:
        """Return the bracket that this line has to open for a block below it; empty if there is none.

        The block is indented deeper than the line and ends with a bracket at the indentation of the line, while the
        bracket that is open above the line is at another indentation: the header of the block is being typed again.
        """
        if self._orphan is None:
            self._orphan = self._search_orphan()
        return self._orphan

    def _search_orphan(self) -> str:
        edited, line = self._place.texts[0], self._place.line
        indent = self._place.prefix.indent
        is_inside = False
        for at in range(line + 1, min(edited.end, line + MAX_HEADER_DISTANCE_LINES)):
            below = edited.at(at)
            if not below.stripped:
                continue
            if len(below.indent) > len(indent) and below.indent.startswith(indent):
                is_inside = True
                continue
            if not is_inside or below.indent != indent or below.stripped[0] not in _PARTNERS:
                return ""
            opening = _PARTNERS[below.stripped[0]]
            return "" if self._is_open_at(indent, opening) else opening
        return ""

    def _is_open_at(self, indent: str, opening: str) -> bool:
        """Whether a line above with this indentation has opened the bracket and not closed it."""
        edited, line = self._place.texts[0], self._place.line
        for at in range(line - 1, max(edited.first, line - MAX_HEADER_DISTANCE_LINES) - 1, -1):
            above = edited.at(at)
            if not above.stripped or len(above.indent) > len(indent):
                continue
            if above.indent != indent:
                return False
            closing = _CLOSING_OF[opening]
            if self._place.prefix.stripped.startswith(closing):
                return False  # as in `} else {`: the typed line closes it
            masked = _mask(above.text)
            return masked.count(opening) > masked.count(closing)
        return False

    def _closes_enclosing(self, index: int, opening: str) -> bool:
        """Whether the bracket that is open above the line, `index` brackets further out, is this one."""
        edited = self._place.edited
        if edited.enclosing_brackets is None:
            edited.enclosing_brackets = _find_enclosing(edited, self._place.line)
        enclosing = edited.enclosing_brackets
        return index < len(enclosing) and enclosing[index] == opening


def _find_enclosing(edited: EditedText, line: int) -> list[str]:
    """Return the brackets that the lines above leave open, the innermost first."""
    found: list[str] = []
    closed = 0
    for at in range(line - 1, max(edited.first, line - MAX_HEADER_DISTANCE_LINES) - 1, -1):
        for char in reversed(_BRACKET.findall(_mask(edited.at(at).text))):
            if char in _PARTNERS:
                closed += 1
            elif closed:
                closed -= 1
            else:
                found.append(char)
    return found


def _scan_typed(text: str) -> _TypedBrackets:
    masked = _mask(text)
    if _QUOTE.search(masked):
        return _TypedBrackets(False, [], 0)
    stack: list[tuple[str, bool]] = []
    outer = 0
    for char in _BRACKET.findall(masked):
        if char in _OPENING:
            stack.append((char, False))
        elif stack:
            stack.pop()
        else:
            outer += 1
    return _TypedBrackets(True, stack, outer)


@lru_cache(maxsize=4096)
def _open_brackets(line: str) -> dict[str, int]:
    """Return for each kind of bracket how many more the line opens than it closes."""
    masked = _mask(line)
    return {opening: masked.count(opening) - masked.count(closing) for closing, opening in _PARTNERS.items()}


def _mask(text: str) -> str:
    """Return the text with its strings replaced by spaces."""
    return _STRING.sub(lambda match: " " * len(match[0]), text) if _QUOTE.search(text) else text
