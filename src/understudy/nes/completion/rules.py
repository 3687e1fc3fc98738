"""Continuations that no single line shows: the next item of a series, the arguments of a call, a parameter's field,
the next line of a list.

Each rule looks at the lines around the cursor and adds at most a few continuations; `probability` weighs them
against those of the reference lines.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.completion.continuations import Continuations, add_generated
from understudy.nes.completion.idioms import idiom_continuations
from understudy.nes.completion.limits import (
    MAX_HEADER_DISTANCE_LINES,
    MIN_ASSIGNMENT_PROBABILITY,
    MIN_IDIOM_PROBABILITY,
    MIN_LISTED_NAME_PROBABILITY,
)
from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.members import member_continuations
from understudy.nes.completion.sibling_lines import block_rest, counterpart_rest, row_rest
from understudy.nes.completion.texts import Place, SearchedText

__all__ = ["add_rule_continuations"]

MEMBER_WEIGHT: Final = 6.0
"""How much a member counts among the references: like one that shares two tokens."""
_NUMBER: Final = re.compile(r"\d+")
_CALL: Final = re.compile(r"(\w+)\($")
_FIELD: Final = re.compile(r"\s*(self|this)\.(\w*)(\s*=?\s*)$")
_PARAMETER_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*")
_DEFINITION: Final = (
    r"(?:\b(?:def|fn|func|function)\s+(?:\([^)]*\)\s*)?{name}\s*(?:<[^>]*>)?\("
    r"|^\s*(?:(?:public|private|protected|static|async|export|final)\s+)*(?:[\w<>\[\], ?]+\s+)?"
    r"{name}\([^()]*\)[^;=]*\{{\s*$)"
)
"""A function by its keyword, or a method by its body."""
_HEADER: Final = re.compile(
    r"\b(?:def|fn|func|function|constructor)\b|\)\s*(?:->[^:]+)?[:{]\s*$|\)[^;=]*\{\s*$"
)
_RECEIVERS: Final = frozenset({"self", "cls", "this", "mut"})


class _Header(NamedTuple):
    line: int
    parameters: list[str]


def add_rule_continuations(place: Place, found: Continuations) -> None:
    edited = place.texts[0]
    for text, line in _series(place):
        add_generated(found, place, text, line, "series")
    for text, line in _call_arguments(place):
        add_generated(found, place, text, line, "arguments")
    end = _statement_end(place)
    for text in member_continuations(place):
        add_generated(found, place, text + end, place.line, "member", weight=MEMBER_WEIGHT)
    for text in (*row_rest(place), *counterpart_rest(place), *block_rest(place)):
        add_generated(found, place, text, place.line - 1, "listed", MIN_LISTED_NAME_PROBABILITY)
    for text in idiom_continuations(place):
        add_generated(found, place, text, place.line - 1, "idiom", MIN_IDIOM_PROBABILITY)
    for text, line, is_certain in _field_assignment(place, edited):
        add_generated(found, place, text, line, "assignment", MIN_ASSIGNMENT_PROBABILITY * is_certain)


def _series(place: Place) -> Iterator[tuple[str, int]]:
    """The rest of the line above with its numbers one step further, if the two lines above show the step."""
    if len(place.above) < 2:
        return
    last, before = place.above[0], place.above[1]
    shape, count = place.prefix.shape, len(place.prefix.tokens)
    if not last.shape.startswith(shape) or last.shape != before.shape or "n" not in last.shape[count - 1 :]:
        return
    if len(last.tokens) <= count or (place.ends_in_word and place.prefix.shape[-1] == "n"):
        return
    begun = place.prefix.tokens[-1]
    is_begun = place.ends_in_word and last.tokens[count - 1] == before.tokens[count - 1] != begun
    if is_begun and not last.tokens[count - 1].startswith(begun):
        return
    pieces: list[str] = []
    at = last.starts[count - 1] + len(begun) if is_begun else last.ends[count - 1]
    stepped = False
    for index in range(count, len(last.tokens)):
        pieces.append(last.text[at : last.starts[index]])
        token, earlier = last.tokens[index], before.tokens[index]
        if last.shape[index] == "n" and token.isdigit() and earlier.isdigit() and token != earlier:
            token = str(2 * int(token) - int(earlier)).zfill(len(token) if token[0] == "0" else 0)
            stepped = True
        elif token != earlier and token in place.prefix.tokens:
            return
        pieces.append(token)
        at = last.ends[index]
    if stepped:
        rest = "".join([*pieces, last.text[at:]]).rstrip()
        typed = place.trailing_space
        if rest.startswith(typed):
            yield rest[len(typed) :], place.line - 1


def _call_arguments(place: Place) -> Iterator[tuple[str, int]]:
    """The parameters of the called function as arguments, if this place has words of these names."""
    match = _CALL.search(place.prefix.text)
    if match is None or match[1] in place.keywords:
        return
    pattern: re.Pattern[str] | None = None
    edited = place.texts[0]
    first = max(edited.first, place.line - MAX_HEADER_DISTANCE_LINES)
    words = {token for at in range(first, place.line) for token in edited.at(at).tokens}
    for text in place.texts:
        for at in text.lines_containing(match[1]):
            if text.is_edited and at == place.line:
                continue
            if pattern is None:
                pattern = re.compile(_DEFINITION.format(name=re.escape(match[1])))
            line = text.at(at)
            definition = pattern.search(line.text)
            if definition is None:
                continue
            names = _parameter_names(line.text[line.text.index("(", line.text.index(match[1])) :], place)
            if names and all(name in words for name in names):
                yield ", ".join(names) + ")" + _statement_end(place), at if text.is_edited else place.line - 1
                return


def _field_assignment(place: Place, edited: SearchedText) -> Iterator[tuple[str, int, bool]]:
    """`self.name = name` for a parameter of the enclosing function that has no field yet.

    It is certain if the name is typed, or if the line above does the same for the parameter before it.
    """
    match = _FIELD.match(place.prefix.text)
    if match is None:
        return
    header = _enclosing_header(place, edited)
    if header is None:
        return
    receiver, begun, rest = match.groups()
    assigned = {
        line.tokens[2]
        for at in range(header.line + 1, place.line)
        if len((line := edited.at(at)).tokens) > 3 and line.tokens[0] == receiver and line.tokens[3] == "="
    }
    end = _statement_end(place)
    for name in header.parameters:
        if name in assigned:
            continue
        if rest:
            if name == begun:
                yield f" = {name}"[len(rest) :] + end, header.line, bool(assigned)
        elif name == begun:
            yield f" = {name}{end}", header.line, bool(assigned)
        elif name.startswith(begun):
            at = header.parameters.index(name)
            is_next = at > 0 and header.parameters[at - 1] in place.above[0].tokens and bool(assigned)
            yield f"{name[len(begun) :]} = {name}{end}", header.line, is_next
            if not begun:
                return


def _enclosing_header(place: Place, edited: SearchedText) -> _Header | None:
    for at in range(place.line - 1, max(edited.first, place.line - MAX_HEADER_DISTANCE_LINES) - 1, -1):
        line = edited.at(at)
        if not line.stripped or len(line.indent) >= len(place.prefix.indent):
            continue
        if not _HEADER.search(line.text):
            return None
        begin = at
        while "(" not in edited.at(begin).text and begin > edited.first and at - begin < 20:
            begin -= 1
        text = " ".join(edited.at(one).stripped for one in range(begin, at + 1))
        at_bracket = text.find("(", text.find("func (") + 6 if "func (" in text else 0)
        return _Header(at, _parameter_names(text[at_bracket:], place)) if at_bracket >= 0 else None
    return None


def _parameter_names(text: str, place: Place) -> list[str]:
    """The names in a list of parameters that begins with its bracket; empty if it does not end in the text."""
    depth = 0
    parts = [""]
    for char in text:
        if char in "([{<":
            depth += 1
            if depth == 1:
                continue
        elif char in ")]}>":
            depth -= 1
            if depth == 0:
                break
        if char == "," and depth == 1:
            parts.append("")
        else:
            parts[-1] += char
    if depth:
        return []
    names: list[str] = []
    for part in parts:
        head = re.split(r"[:=?]", part.strip().lstrip("*&. "), maxsplit=1)[0]
        words = [word for word in _PARAMETER_NAME.findall(head) if word not in _RECEIVERS]
        if words:
            names.append(words[-1] if place.language.family in ("java", "c") else words[0])
    return names


def _statement_end(place: Place) -> str:
    """A semicolon, if statements of this text end with one."""
    above: list[LineTokens] = [line for line in place.above if line.stripped]
    return ";" if any(line.stripped.endswith(";") for line in above) else ""
