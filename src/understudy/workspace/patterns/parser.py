r"""Parse JavaScript's regular-expression syntax into the nodes of `syntax_tree`.

The dialect is what a browser's `new RegExp(source)` accepts (Annex B: a lone `{`, `}` or `]` is literal,
escapes follow the same rules), read by code points, with `\u{…}` and `\p{…}` as under the u flag. It is used
for searching line by line, so a pattern that spells out a line break is rejected. How a pattern is written
for an engine is not here (see `emitter`).
"""

import re
from typing import Final

from understudy.workspace.limits import MAX_GROUP_DEPTH
from understudy.workspace.patterns.syntax_tree import (
    DIGIT,
    DOT,
    LINE_BREAKS,
    NO_CHARS,
    SPACE,
    WORD,
    Alternation,
    Assertion,
    Backreference,
    CharClass,
    CharSet,
    Concatenation,
    Group,
    Lookaround,
    LookaroundOpening,
    Node,
    Repeat,
    category_chars,
    complement,
    subtract,
    union,
)

__all__ = [
    "LINE_BREAK_MESSAGE",
    "PatternSyntaxError",
    "parse_character_escape",
    "parse_class_escape",
    "parse_pattern",
]

_CONTROL_ESCAPES: Final = {"t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D}
_CLASS_ESCAPES: Final[dict[str, CharSet]] = {"d": DIGIT, "s": SPACE, "w": WORD}
# Under i, folding makes U+017F and U+212A word characters; leaving them out of \W keeps \W closed.
_FOLDED_WORD: Final = union(WORD, ((0x17F, 0x17F), (0x212A, 0x212A)))
_UNICODE_UNIT: Final = re.compile(r"\\u([0-9A-Fa-f]{4})")
_UNICODE_CODE_POINT: Final = re.compile(r"\\u\{0*([0-9A-Fa-f]{1,6})\}")
_HEX_BYTE: Final = re.compile(r"\\x([0-9A-Fa-f]{2})")
_OCTAL_ESCAPE: Final = re.compile(r"\\([0-3][0-7]{0,2}|[4-7][0-7]?)")
_CONTROL_LETTER: Final = re.compile(r"\\c([A-Za-z])")
_CLASS_CONTROL_LETTER: Final = re.compile(r"\\c([A-Za-z0-9_])")
_UNICODE_PROPERTY: Final = re.compile(r"\\([pP])\{([A-Za-z0-9_]+(?:=[A-Za-z0-9_]+)?)\}")


class PatternSyntaxError(Exception):
    """The pattern is invalid; the message is a clause that completes a sentence."""


def parse_class_escape(source: str, position: int, ignore_case: bool) -> tuple[CharClass, int] | None:
    """Parse `\\d`, `\\W`, `\\p{…}` and the like at `position`; return the class and the end of the escape."""
    letter = source[position + 1 : position + 2]
    if letter.lower() in _CLASS_ESCAPES and letter:
        ranges = _CLASS_ESCAPES[letter.lower()]
        if letter.isupper():
            ranges = complement(_FOLDED_WORD if letter == "W" and ignore_case else ranges)
        return CharClass(ranges), position + 2
    if found := _UNICODE_PROPERTY.match(source, position):
        turned, name = found[1] == "P", found[2]
        ranges = category_chars(name)
        if ranges is None:
            return CharClass((), properties=(found[0],)), found.end()
        return CharClass(complement(ranges) if turned else ranges), found.end()
    if letter in ("p", "P") and source.startswith("{", position + 2):
        raise PatternSyntaxError("invalid property name")
    return None


def parse_character_escape(
    source: str, position: int, *, in_class: bool, has_named_groups: bool
) -> tuple[int, int]:
    """Parse the escape of a single character at `position`; return its code point and the end of the escape."""
    if position + 1 >= len(source):
        raise PatternSyntaxError("\\ at the end of the pattern")
    letter = source[position + 1]
    if letter in _CONTROL_ESCAPES:
        return _CONTROL_ESCAPES[letter], position + 2
    if letter == "b" and in_class:
        return 0x08, position + 2
    if letter == "c":
        found = (_CLASS_CONTROL_LETTER if in_class else _CONTROL_LETTER).match(source, position)
        # Without a letter the backslash is literal, and the c follows it.
        return (ord(found[1]) % 32, found.end()) if found else (0x5C, position + 1)
    if found := _OCTAL_ESCAPE.match(source, position):
        return int(found[1], 8), found.end()
    if found := _HEX_BYTE.match(source, position):
        return int(found[1], 16), found.end()
    if letter == "u":
        return _parse_unicode_escape(source, position)
    if letter == "k" and has_named_groups:
        raise PatternSyntaxError("invalid named reference")
    return ord(letter), position + 2


def _parse_unicode_escape(source: str, position: int) -> tuple[int, int]:
    if (found := _UNICODE_CODE_POINT.match(source, position)) and int(found[1], 16) <= 0x10FFFF:
        return int(found[1], 16), found.end()
    if source.startswith("\\u{", position):
        raise PatternSyntaxError("invalid Unicode escape")
    if not (found := _UNICODE_UNIT.match(source, position)):
        return ord("u"), position + 2
    unit = int(found[1], 16)
    if 0xD800 <= unit < 0xDC00 and (second := _UNICODE_UNIT.match(source, found.end())):
        low = int(second[1], 16)
        if 0xDC00 <= low < 0xE000:
            return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), second.end()
    return unit, found.end()


LINE_BREAK_MESSAGE: Final = "a line break can't be matched, because search goes line by line"

_MAX_REPEAT_COUNT: Final = 2**31 - 1
_BRACE_QUANTIFIER: Final = re.compile(r"\{([0-9]+)(,([0-9]*))?\}")
_BACKREFERENCE: Final = re.compile(r"\\([1-9][0-9]*)")
_GROUP_NAME: Final = re.compile(r"<([^<>]*)>")
_GROUP_SCAN: Final = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]?|\((?!\?)|\(\?<(?![=!])([^>]*)>?", re.DOTALL)
_LOOKAROUND_OPENINGS: Final[tuple[LookaroundOpening, ...]] = ("(?=", "(?!", "(?<=", "(?<!")


def parse_pattern(source: str, *, ignore_case: bool) -> Node:
    """Parse `source`; raise PatternSyntaxError if JavaScript would reject it too."""
    parser = _Parser(source, ignore_case)
    node = parser.disjunction()
    if parser.position < len(source):
        raise PatternSyntaxError("unmatched )")
    return node


class _Parser:
    def __init__(self, source: str, ignore_case: bool) -> None:
        self.source = source
        self.position = 0
        self.depth = 0
        self.ignore_case = ignore_case
        # A number is a back-reference only if the group exists, also later in the pattern.
        groups = [found for found in _GROUP_SCAN.finditer(source) if found[0].startswith("(")]
        self.group_count = len(groups)
        self.group_names: dict[str, int] = {}
        for number, found in enumerate(groups, 1):
            if (name := found[1]) is None:
                continue
            if not name.replace("$", "_").isidentifier():
                raise PatternSyntaxError("invalid capture group name")
            if name in self.group_names:
                raise PatternSyntaxError(f"duplicate capture group name {name}")
            self.group_names[name] = number

    def disjunction(self) -> Node:
        branches = [self.sequence()]
        while self.consume("|"):
            branches.append(self.sequence())
        return branches[0] if len(branches) == 1 else Alternation(tuple(branches))

    def sequence(self) -> Node:
        items: list[Node] = []
        while self.position < len(self.source) and self.source[self.position] not in "|)":
            items.append(self.term())
        return items[0] if len(items) == 1 else Concatenation(tuple(items))

    def term(self) -> Node:
        node = self.atom()
        counts = self.quantifier()
        if counts is None:
            return node
        if isinstance(node, Assertion) or (isinstance(node, Lookaround) and node.opening.startswith("(?<")):
            raise PatternSyntaxError("nothing to repeat")
        least, most = counts
        if most is not None and most < least:
            raise PatternSyntaxError("numbers out of order in {} quantifier")
        return Repeat(node, least, most, self.consume("?"))

    def quantifier(self) -> tuple[int, int | None] | None:
        for sign, counts in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.consume(sign):
                return counts
        if not (found := _BRACE_QUANTIFIER.match(self.source, self.position)):
            return None
        self.position = found.end()
        least = _parse_count(found[1])
        if not found[2]:
            return least, least
        return least, _parse_count(found[3]) if found[3] else None

    def atom(self) -> Node:
        source, at = self.source, self.position
        match source[at]:
            case "(":
                return self.group()
            case "[":
                return self.character_class()
            case "\\":
                return self.escape()
            case "*" | "+" | "?":
                raise PatternSyntaxError("nothing to repeat")
            case "{" if _BRACE_QUANTIFIER.match(source, at):
                raise PatternSyntaxError("nothing to repeat")
            case char:
                self.position += 1
        match char:
            case "^":
                return Assertion("start")
            case "$":
                return Assertion("end")
            case ".":
                return CharClass(DOT)
            case _:
                return self.literal(ord(char))

    def group(self) -> Node:
        if self.depth >= MAX_GROUP_DEPTH:
            raise PatternSyntaxError(f"groups are nested deeper than {MAX_GROUP_DEPTH}")
        opening: LookaroundOpening | None = next(
            (text for text in _LOOKAROUND_OPENINGS if self.consume(text)), None
        )
        captures = False
        if opening is None and not self.consume("(?:"):
            self.position += 1
            captures = True
            if self.consume("?"):
                if not (found := _GROUP_NAME.match(self.source, self.position)):
                    raise PatternSyntaxError("invalid group (inline flags such as (?i) are not JavaScript)")
                self.position = found.end()
        self.depth += 1
        body = self.disjunction()
        self.depth -= 1
        if not self.consume(")"):
            raise PatternSyntaxError("unterminated group")
        return Group(body, captures) if opening is None else Lookaround(body, opening)

    def escape(self) -> Node:
        source, at = self.source, self.position
        letter = source[at + 1 : at + 2]
        if letter in ("b", "B"):
            self.position += 2
            return Assertion("boundary" if letter == "b" else "inside")
        if (found := _BACKREFERENCE.match(source, at)) and int(found[1][:6]) <= self.group_count:
            self.position = found.end()
            return Backreference(int(found[1]))
        if letter == "k" and self.group_names and (found := _GROUP_NAME.match(source, at + 2)):
            if found[1] not in self.group_names:
                raise PatternSyntaxError(f"no capture group is called {found[1]}")
            self.position = found.end()
            return Backreference(self.group_names[found[1]])
        if found := parse_class_escape(source, at, self.ignore_case):
            node, self.position = found
            return node
        code, self.position = parse_character_escape(
            source, at, in_class=False, has_named_groups=bool(self.group_names)
        )
        return self.literal(code)

    def literal(self, code: int) -> Node:
        if code in (0x0A, 0x0D):
            raise PatternSyntaxError(LINE_BREAK_MESSAGE)
        return CharClass(((code, code),))

    def character_class(self) -> Node:
        self.position += 1
        negated = self.consume("^")
        ranges: list[CharSet] = []
        properties: list[str] = []
        while not self.consume("]"):
            first = self.class_member()
            second = None
            if self.source.startswith("-", self.position) and not self.source.startswith("-]", self.position):
                self.position += 1
                second = self.class_member()
            if isinstance(first, int) and isinstance(second, int):
                if second < first:
                    raise PatternSyntaxError("range out of order in character class")
                ranges.append(((first, second),))
                continue
            # A class at either end of a hyphen makes the hyphen literal.
            for member in (first, second, 0x2D if second is not None else None):
                if isinstance(member, int):
                    ranges.append(((member, member),))
                elif member is not None:
                    ranges.append(member.ranges)
                    properties.extend(member.properties)
        merged = union(*ranges)
        if not negated and merged and not properties and subtract(merged, LINE_BREAKS) == NO_CHARS:
            raise PatternSyntaxError(LINE_BREAK_MESSAGE)
        return CharClass(merged, negated, tuple(properties))

    def class_member(self) -> int | CharClass:
        if self.position >= len(self.source):
            raise PatternSyntaxError("unterminated character class")
        char = self.source[self.position]
        if char != "\\":
            self.position += 1
            return ord(char)
        if found := parse_class_escape(self.source, self.position, self.ignore_case):
            member, self.position = found
            return member
        code, self.position = parse_character_escape(
            self.source, self.position, in_class=True, has_named_groups=bool(self.group_names)
        )
        return code

    def consume(self, text: str) -> bool:
        if not self.source.startswith(text, self.position):
            return False
        self.position += len(text)
        return True


def _parse_count(digits: str) -> int:
    # Truncated, because Python refuses to convert a number of thousands of digits.
    return min(int(digits.lstrip("0")[:12] or "0"), _MAX_REPEAT_COUNT)
