"""Reading JavaScript's regular-expression syntax into the parts of `syntax`.

The dialect is what a browser's `new RegExp(source)` accepts (Annex B: a lone `{`, `}` or `]` is itself),
read by code points, with `\\u{…}` and `\\p{…}` as under the u flag. It is for searching line by line, so a
line break that is spelled out is refused. Not here: what a pattern means to an engine (`emit`).
"""

import re
from typing import Final

from understudy.workspace.patterns.charset import BREAKS, DOT, NOTHING, CharSet, subtract, union
from understudy.workspace.patterns.escapes import PatternProblem, read_character, read_set
from understudy.workspace.patterns.syntax import (
    Alternatives,
    Assertion,
    Backreference,
    Chars,
    Group,
    Look,
    Node,
    Opening,
    Repeat,
    Sequence,
)

__all__ = ["LINE_BREAK", "MAX_DEPTH", "PatternProblem", "parse"]

MAX_DEPTH: Final = 40
"""Groups inside groups. Far above what people write, far below Python's recursion limit."""

LINE_BREAK: Final = "a line break can't be matched, because search goes line by line"

_MOST: Final = 2**31 - 1
_BRACES: Final = re.compile(r"\{([0-9]+)(,([0-9]*))?\}")
_NUMBER: Final = re.compile(r"\\([1-9][0-9]*)")
_GROUP_NAME: Final = re.compile(r"<([^<>]*)>")
_SCAN: Final = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]?|\((?!\?)|\(\?<(?![=!])([^>]*)>?", re.DOTALL)
_OPENINGS: Final[tuple[Opening, ...]] = ("(?=", "(?!", "(?<=", "(?<!")


def parse(source: str, *, ignore_case: bool) -> Node:
    """The parts of `source`; PatternProblem if JavaScript would not take it either."""
    parser = _Parser(source, ignore_case)
    node = parser.disjunction()
    if parser.at < len(source):
        raise PatternProblem("unmatched )")
    return node


class _Parser:
    def __init__(self, source: str, ignore_case: bool) -> None:
        self.source = source
        self.at = 0
        self.depth = 0
        self.ignore_case = ignore_case
        # A number is a back-reference only if the group exists, even further on.
        groups = [found for found in _SCAN.finditer(source) if found[0].startswith("(")]
        self.count = len(groups)
        self.names: dict[str, int] = {}
        for number, found in enumerate(groups, 1):
            if (name := found[1]) is None:
                continue
            if not name.replace("$", "_").isidentifier():
                raise PatternProblem("invalid capture group name")
            if name in self.names:
                raise PatternProblem(f"duplicate capture group name {name}")
            self.names[name] = number

    def disjunction(self) -> Node:
        branches = [self.sequence()]
        while self.take("|"):
            branches.append(self.sequence())
        return branches[0] if len(branches) == 1 else Alternatives(tuple(branches))

    def sequence(self) -> Node:
        items: list[Node] = []
        while self.at < len(self.source) and self.source[self.at] not in "|)":
            items.append(self.term())
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def term(self) -> Node:
        node = self.atom()
        counts = self.counts()
        if counts is None:
            return node
        if isinstance(node, Assertion) or (isinstance(node, Look) and node.opening.startswith("(?<")):
            raise PatternProblem("nothing to repeat")
        least, most = counts
        if most is not None and most < least:
            raise PatternProblem("numbers out of order in {} quantifier")
        return Repeat(node, least, most, self.take("?"))

    def counts(self) -> tuple[int, int | None] | None:
        for sign, counts in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.take(sign):
                return counts
        if not (found := _BRACES.match(self.source, self.at)):
            return None
        self.at = found.end()
        least = _number(found[1])
        if not found[2]:
            return least, least
        return least, _number(found[3]) if found[3] else None

    def atom(self) -> Node:
        source, at = self.source, self.at
        match source[at]:
            case "(":
                return self.group()
            case "[":
                return self.character_class()
            case "\\":
                return self.escape()
            case "*" | "+" | "?":
                raise PatternProblem("nothing to repeat")
            case "{" if _BRACES.match(source, at):
                raise PatternProblem("nothing to repeat")
            case char:
                self.at += 1
        match char:
            case "^":
                return Assertion("start")
            case "$":
                return Assertion("end")
            case ".":
                return Chars(DOT)
            case _:
                return self.literal(ord(char))

    def group(self) -> Node:
        if self.depth >= MAX_DEPTH:
            raise PatternProblem(f"groups are nested deeper than {MAX_DEPTH}")
        opening: Opening | None = next((text for text in _OPENINGS if self.take(text)), None)
        captures = False
        if opening is None and not self.take("(?:"):
            self.at += 1
            captures = True
            if self.take("?"):
                if not (found := _GROUP_NAME.match(self.source, self.at)):
                    raise PatternProblem("invalid group (inline flags such as (?i) are not JavaScript)")
                self.at = found.end()
        self.depth += 1
        body = self.disjunction()
        self.depth -= 1
        if not self.take(")"):
            raise PatternProblem("unterminated group")
        return Group(body, captures) if opening is None else Look(body, opening)

    def escape(self) -> Node:
        source, at = self.source, self.at
        letter = source[at + 1 : at + 2]
        if letter in ("b", "B"):
            self.at += 2
            return Assertion("boundary" if letter == "b" else "inside")
        if (found := _NUMBER.match(source, at)) and int(found[1][:6]) <= self.count:
            self.at = found.end()
            return Backreference(int(found[1]))
        if letter == "k" and self.names and (found := _GROUP_NAME.match(source, at + 2)):
            if found[1] not in self.names:
                raise PatternProblem(f"no capture group is called {found[1]}")
            self.at = found.end()
            return Backreference(self.names[found[1]])
        if found := read_set(source, at, self.ignore_case):
            node, self.at = found
            return node
        code, self.at = read_character(source, at, in_class=False, names=bool(self.names))
        return self.literal(code)

    def literal(self, code: int) -> Node:
        if code in (0x0A, 0x0D):
            raise PatternProblem(LINE_BREAK)
        return Chars(((code, code),))

    def character_class(self) -> Node:
        self.at += 1
        negated = self.take("^")
        ranges: list[CharSet] = []
        properties: list[str] = []
        while not self.take("]"):
            first = self.class_member()
            second = None
            if self.source.startswith("-", self.at) and not self.source.startswith("-]", self.at):
                self.at += 1
                second = self.class_member()
            if isinstance(first, int) and isinstance(second, int):
                if second < first:
                    raise PatternProblem("range out of order in character class")
                ranges.append(((first, second),))
                continue
            # A set at either end of a hyphen makes the hyphen a character of its own.
            for member in (first, second, 0x2D if second is not None else None):
                if isinstance(member, int):
                    ranges.append(((member, member),))
                elif member is not None:
                    ranges.append(member.ranges)
                    properties.extend(member.properties)
        merged = union(*ranges)
        if not negated and merged and not properties and subtract(merged, BREAKS) == NOTHING:
            raise PatternProblem(LINE_BREAK)
        return Chars(merged, negated, tuple(properties))

    def class_member(self) -> int | Chars:
        if self.at >= len(self.source):
            raise PatternProblem("unterminated character class")
        char = self.source[self.at]
        if char != "\\":
            self.at += 1
            return ord(char)
        if found := read_set(self.source, self.at, self.ignore_case):
            member, self.at = found
            return member
        code, self.at = read_character(self.source, self.at, in_class=True, names=bool(self.names))
        return code

    def take(self, text: str) -> bool:
        if not self.source.startswith(text, self.at):
            return False
        self.at += len(text)
        return True


def _number(digits: str) -> int:
    # The cut keeps Python from refusing to read a number of thousands of digits.
    return min(int(digits.lstrip("0")[:12] or "0"), _MOST)
