"""The user annotates the functions of a Python file: a parameter of the same name gets the same type.

A type that says nothing about the name, such as `bool`, is taken only from functions of the same class or of the
same name, and only if the body does not use the parameter in another way.

A function that returns nothing gets `-> None` once the user writes return types. A header is proposed only as a
whole, when the type of every parameter is known, and wrapped as formatters do if it is too long for a line.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.consequences.limits import (
    MAX_ANNOTATED_HEADER_LINES,
    MAX_ANNOTATION_CANDIDATES,
    MAX_ANNOTATION_EDITS,
    MIN_FORMATTED_LINE_CHARS,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.text import Edit, EditOrigin, Point, Replacement, Span

__all__ = ["propose_annotations"]


class AnnotationFeatures(NamedTuple):
    repeated: float = 0
    """Whether the user has annotated two functions."""
    wrapped: float = 0
    """Whether the header becomes too long for one line."""
    named: float = 0
    """Whether a parameter of this name was annotated before, and not only a return type written."""
    stale: float = 0
    """How many edits the user made since."""


PROBABILITY: Final = RuleProbability(
    0.5, AnnotationFeatures(repeated=0.9, wrapped=-0.7, named=0.4, stale=STALE_SHIFT)
)
_HEADER: Final = re.compile(
    r"(\s*(?:async\s+)?def\s+)(\w+)\s*\((.*)\)\s*(?:->\s*([^:]+?)\s*)?:\s*", re.DOTALL
)
_PARAMETER: Final = re.compile(r"(\*{0,2}\w+)\s*(?::\s*(.+?))?\s*(?:=\s*(.+))?", re.DOTALL)
_RETURNS_VALUE: Final = re.compile(r"\s*return\s+(?!None\s*$)\S|.*\byield\b")
_PLAIN_TYPE: Final = re.compile(
    r"(?:typing\.|collections\.abc\.)?"
    r"(?P<type>bool|int|float|complex|str|bytes|(?:[Tt]uple|[Ll]ist|[Dd]ict|[Ss]et|Sequence|Mapping|Iterable)\b.*)"
    r"(?:\s*\|\s*None)?"
)
"""A type that many parameters have, whatever they are called."""
_LITERALS: Final[dict[str, re.Pattern[str]]] = {
    "bool": re.compile(r"True|False"),
    "int": re.compile(r"-?\d+"),
    "float": re.compile(r"-?\d*\.\d*"),
    "str": re.compile(r"[rf]?[\"'].*"),
    "bytes": re.compile(r"b[\"'].*"),
}
_UNKNOWN_BODY: Final = re.compile(r"\s*(?:\.\.\.|raise\s+NotImplementedError\b.*)\s*")
_INDENT: Final = "    "


class _Parameter(NamedTuple):
    name: str
    """With the stars before it; the name alone for `*` and `/`."""
    type_text: str
    default: str

    def render(self) -> str:
        if not self.type_text:
            return f"{self.name}={self.default}" if self.default else self.name
        return f"{self.name}: {self.type_text}" + (f" = {self.default}" if self.default else "")


class _Header(NamedTuple):
    head: str
    """The indentation and the keywords."""
    name: str
    parameters: tuple[_Parameter, ...]
    return_type: str

    def render(self, max_chars: int) -> tuple[str, ...]:
        """Return the lines, wrapped if one would be too long."""
        written = ", ".join(one.render() for one in self.parameters)
        end = f") -> {self.return_type}:" if self.return_type else "):"
        line = f"{self.head}{self.name}({written}{end}"
        if len(line) <= max_chars or not self.parameters:
            return (line,)
        indent = self.head[: len(self.head) - len(self.head.lstrip())]
        inner = indent + _INDENT
        first = f"{self.head}{self.name}("
        if len(self.parameters) > 1 and len(inner + written) <= max_chars:  # one alone gets a comma
            return first, inner + written, indent + end
        return first, *(f"{inner}{one.render()}," for one in self.parameters), indent + end


class _Learned(NamedTuple):
    types: dict[str, str]
    """The type by the name of a parameter; empty where the user wrote different ones."""
    places: dict[str, set[str]]
    """By the name of a parameter: the functions that have it, and the classes that these are in."""
    writes_returns: bool
    """Whether the user has written return types."""
    writes_only_none: bool
    annotates_parameters: bool
    headers: int
    age: int


def propose_annotations(context: RuleContext) -> list[Candidate]:
    """Propose the types of parameters that the user has annotated elsewhere, and `None` as a return type."""
    text = context.current_text
    if text.snapshot.language != "python" or not context.changes:
        return []
    learned = _learn(context.situation)
    if learned is None:
        return []
    max_chars = max(MIN_FORMATTED_LINE_CHARS, _longest_header(text))
    edited = _edited_lines(context.situation, text.snapshot.uri)
    cursor = context.situation.cursor.line
    found: list[Candidate] = []
    lines = [line for line in _header_lines(text) if line not in edited]
    for line in sorted(lines, key=lambda line: (line < cursor, abs(line - cursor))):
        candidate = _annotate(text, line, learned, max_chars)
        if candidate is not None:
            found.append(candidate)
            if len(found) >= MAX_ANNOTATION_CANDIDATES:
                break
    return found


def _learn(situation: Situation) -> _Learned | None:
    """What the annotations that were added by the last edits say."""
    types: dict[str, str] = {}
    places: dict[str, set[str]] = {}
    returns: set[str] = set()
    annotates_parameters = False
    serials: set[int] = set()
    age = own = 0
    for edit in reversed(situation.edits[-MAX_ANNOTATION_EDITS:]):
        is_users = edit.origin is not EditOrigin.ACCEPTED
        if edit.origin not in (EditOrigin.UNDONE, EditOrigin.EXTERNAL):
            for old, new in _annotated_headers(edit.old, edit.new):
                if is_users:
                    age = age if serials else own
                    serials.add(edit.serial)
                if new.return_type and not old.return_type:
                    returns.add(new.return_type)
                for one, other in zip(old.parameters, new.parameters, strict=True):
                    if other.type_text and not one.type_text:
                        annotates_parameters = True
                        same = types.setdefault(other.name, other.type_text) == other.type_text
                        types[other.name] = other.type_text if same else ""
                        places.setdefault(other.name, set()).update((new.name, _class_of(situation, edit)))
        own += is_users
    if not serials:
        return None
    is_only_none = returns == {"None"}
    return _Learned(types, places, bool(returns), is_only_none, annotates_parameters, len(serials), age)


@lru_cache(maxsize=256)
def _annotated_headers(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[tuple[_Header, _Header], ...]:
    """The headers of functions before and after an edit that did nothing but annotate them."""
    before = {header.name: header for header in _headers(old)}
    found: list[tuple[_Header, _Header]] = []
    for header in _headers(new):
        known = before.get(header.name)
        if known is None or known == header or len(known.parameters) != len(header.parameters):
            continue
        pairs = list(zip(known.parameters, header.parameters, strict=True))
        if all(one[0] == other[0] and one[2] == other[2] for one, other in pairs):
            found.append((known, header))
    return tuple(found)


def _headers(lines: Sequence[str]) -> Iterator[_Header]:
    for first, line in enumerate(lines):
        if line.lstrip().startswith(("def ", "async def ")):
            for size in range(1, MAX_ANNOTATED_HEADER_LINES + 1):
                header = _parse_header("\n".join(lines[first : first + size]))
                if header is not None:
                    yield header
                    break


@lru_cache(maxsize=1024)
def _parse_header(text: str) -> _Header | None:
    """Return the header of a function; None if the text is not exactly one."""
    match = _HEADER.fullmatch(text)
    if match is None:
        return None
    head, name, inside, return_type = match.groups()
    parts = _split_parameters(inside)
    if parts is None:
        return None
    parameters: list[_Parameter] = []
    for part in parts:
        if part in ("*", "/"):
            parameters.append(_Parameter(part, "", ""))
            continue
        found = _PARAMETER.fullmatch(part)
        if found is None:
            return None
        parameters.append(_Parameter(found[1], found[2] or "", found[3] or ""))
    return _Header(head, name, tuple(parameters), return_type or "")


def _split_parameters(text: str) -> list[str] | None:
    """Split at the commas outside of brackets and strings; None if a bracket or a string is not closed."""
    parts: list[str] = []
    depth = start = 0
    quote = ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth < 0:
                return None
        elif char == "#":
            return None
        elif char == "," and not depth:
            parts.append(text[start:at].strip())
            start = at + 1
    parts.append(text[start:].strip())
    if depth or quote:
        return None
    return [part for part in parts if part]


def _annotate(text: SourceText, line: int, learned: _Learned, max_chars: int) -> Candidate | None:
    header = _parse_header(text.raw[line])
    if header is None:
        return None
    parameters: list[_Parameter] = []
    is_named = False
    for number, one in enumerate(header.parameters):
        is_receiver = not number and one.name in ("self", "cls")
        if one.type_text or is_receiver or one.name in ("*", "/") or not learned.annotates_parameters:
            parameters.append(one)
            continue
        known = learned.types.get(one.name)
        if not known or not _fits(text, line, header, one, learned):
            return None  # a half annotated header is not what the user writes
        parameters.append(one._replace(type_text=known))
        is_named = True
    return_type = header.return_type
    if learned.writes_returns and not return_type:
        if not _returns_nothing(text, line, may_raise=learned.writes_only_none):
            return None
        return_type = "None"
    annotated = header._replace(parameters=tuple(parameters), return_type=return_type)
    if annotated == header:
        return None
    new = annotated.render(max_chars)
    features = AnnotationFeatures(
        repeated=float(learned.headers > 1),
        wrapped=float(len(new) > 1),
        named=float(is_named),
        stale=learned.age,
    )
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="annotation",
        pattern="annotate functions",
        topic=header.name,
        why="You annotated the same of another function.",
        edits=(Replacement(Span(Point(line, 0), Point(line, len(text.raw[line]))), "\n".join(new)),),
        probability=PROBABILITY.estimate(features),
    )


def _fits(text: SourceText, line: int, header: _Header, parameter: _Parameter, learned: _Learned) -> bool:
    """Whether the type that the user gave to a parameter of this name may be that of this one, too."""
    plain = _PLAIN_TYPE.fullmatch(learned.types[parameter.name])
    if plain is None:
        return True
    literal = _LITERALS.get(plain["type"])
    kinds = {kind for kind, one in _LITERALS.items() if one.fullmatch(parameter.default)}
    if kinds:
        return plain["type"] in kinds
    places = learned.places[parameter.name]
    if header.name not in places and _class_around(text.snapshot.uri, text.raw, line) not in places:
        return False
    name = re.escape(parameter.name.lstrip("*"))
    body = "\n".join(_body_lines(text, line))
    if plain["type"] in ("bool", "int", "float", "complex"):
        return re.search(rf"(?<![\w.])(?:{name}\s*[.\[(]|in {name}\b)", body) is None
    if literal is not None or re.search(rf"(?<![\w.]){name}\b", body) is None:
        return re.search(rf"(?<![\w.]){name}\(", body) is None
    return (
        re.search(rf"(?<![\w.]){name}\s*[.\[]|(?:\bin|=|\breturn|[(,])\s*\*{{0,2}}{name}\b", body) is not None
    )


def _body_lines(text: SourceText, line: int) -> Iterator[str]:
    depth = _depth(text.raw[line])
    for code in text.code[line + 1 :]:
        if code.strip() and _depth(code) <= depth:
            return
        yield code


def _class_of(situation: Situation, edit: Edit) -> str:
    snapshot = situation.snapshot_at(edit.uri)
    if snapshot is None or not 0 <= edit.line < len(snapshot.lines):
        return ""
    line = next((at for at, new in enumerate(edit.new) if "def " in new), 0)
    return _class_around(edit.uri, snapshot.lines, min(edit.line + line, len(snapshot.lines) - 1))


def _class_around(uri: str, lines: Sequence[str], line: int) -> str:
    """The text and the class around a line; empty if there is no class."""
    depth = _depth(lines[line])
    for at in range(line - 1, -1, -1):
        if not depth:
            break
        if lines[at].strip() and _depth(lines[at]) < depth:
            depth = _depth(lines[at])
            if lines[at].lstrip().startswith("class "):
                return f"{uri}#{lines[at].strip()}"
    return ""


def _returns_nothing(text: SourceText, line: int, *, may_raise: bool) -> bool:
    """Whether the function whose header is in this line returns no value, as far as its code tells.

    One that ends with an exception may have any type, unless `may_raise`.
    """
    depth = _depth(text.raw[line])
    inner = -1
    is_known = False
    last = ""
    for number in range(line + 1, len(text.code)):
        code = text.code[number]
        if not code.strip():
            continue
        here = _depth(code)
        if here <= depth:
            break
        if inner >= 0 and here > inner:
            continue  # the body of an inner function
        inner = here if code.lstrip().startswith(("def ", "async def ", "class ")) else -1
        if _RETURNS_VALUE.match(code):
            return False
        is_known = is_known or not _UNKNOWN_BODY.fullmatch(code)
        last = code.strip()
    return is_known and (may_raise or not last.startswith("raise "))


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _longest_header(text: SourceText) -> int:
    return max((len(text.raw[line]) for line in _header_lines(text)), default=0)


def _header_lines(text: SourceText) -> list[int]:
    return [line for line in text.code_lookup.iterate_containing("def") if "def " in text.code[line]]


def _edited_lines(situation: Situation, uri: str) -> set[int]:
    return {
        line
        for edit in situation.edits
        if edit.uri == uri and edit.line >= 0
        for line in range(edit.line, edit.line + len(edit.new))
    }
