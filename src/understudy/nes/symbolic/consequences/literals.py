"""A struct got a field: the literals that name all of its fields, in Rust, lack one now.

Go leaves out what is not named, and other languages have constructors: see `signature` for those.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.port import Candidate
from understudy.nes.symbolic.consequences.calls import Call, in_scope
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.work import Change, Text, Work
from understudy.nes.syntax import closing, items
from understudy.nes.values import Point, Replacement, Span

__all__ = ["literals"]

_FIELD: Final = re.compile(r"\s*(?:pub(?:\([^)]*\))?\s+)?([a-z_]\w*)\s*:\s*[^,]")
_STRUCT: Final = re.compile(r"\s*(?:pub(?:\([^)]*\))?\s+)?struct\s+(\w+)")
_IMPL: Final = re.compile(r"\s*impl(?:<[^>]*>)?\s+(?:[\w:<>]+\s+for\s+)?(\w+)")
_NO_VALUE: Final = re.compile(r"\b(?:struct|impl|for|enum|trait|union|mod)\s*\Z|->\s*\Z|\bimpl\b.*\Z")
_MOST: Final = 3


class _Field(NamedTuple):
    change: Change
    struct: str
    name: str
    before: str
    """The field above it; "" for none."""


def literals(work: Work) -> list[Candidate]:
    made: list[Candidate] = []
    for change in work.changes[:3]:
        page = work.situation.library.page(change.edit.uri)
        here = change.edit.uri == work.here.page.uri
        text = work.here if here else work.text(page) if page is not None else None
        if text is None or text.kind != "rust" or work.late:
            continue
        for field in _fields(text, change):
            others = [one for one in work.others([field.struct], 4) if one.kind == "rust"]
            for other in (work.here, *others):
                made += _lacking(work, other, field)
    return made[:_MOST]


def _fields(text: Text, change: Change) -> Iterator[_Field]:
    edit = change.edit
    if len(edit.new) <= len(edit.old) or len(edit.new) - len(edit.old) > 3:
        return
    if tuple(text.raw[edit.line : edit.line + len(edit.new)]) != edit.new:
        return
    known = {match[1] for line in edit.old if (match := _FIELD.match(line))}
    for number in change.lines:
        if _FIELD.match(text.raw[number]) is None:
            continue
        match = _FIELD.match(text.code[number]) if number < len(text.code) else None
        if match is None or match[1] in known:
            continue
        struct, before = _struct(text, number)
        if struct:
            yield _Field(change, struct, match[1], before)


def _struct(text: Text, line: int) -> tuple[str, str]:
    """The struct that a line stands in, and the field above the line."""
    depth = _indent(text.code[line])
    before = ""
    for number in range(line - 1, max(-1, line - 200), -1):
        code = text.code[number]
        if not code.strip():
            continue
        if _indent(code) < depth:
            match = _STRUCT.match(code)
            return (match[1] if match else ""), before
        if not before and (field := _FIELD.match(code)):
            before = field[1]
    return "", ""


def _lacking(work: Work, text: Text, field: _Field) -> Iterator[Candidate]:
    """The literals of the struct without the field, those from the cursor on first."""
    found = list(_literals(text, field.struct))
    if text is work.here:
        cursor = work.situation.cursor.line
        found.sort(key=lambda one: (one.opening.line < cursor, one.opening))
    for literal in found:
        names = [re.split(r"\W", item.text, maxsplit=1)[0] for item in literal.arguments]
        if not names or field.name in names or any(item.text.startswith("..") for item in literal.arguments):
            continue
        at = names.index(field.before) + 1 if field.before in names else len(names)
        edits = _edits(text, literal, at, field.name)
        yield Candidate(
            kind="edit" if edits else "jump",
            uri=text.page.uri,
            family="signature-argument",
            lesson=f"{field.name} of {field.struct}",
            why=f"{field.struct} has the field {field.name} now.",
            edits=edits,
            place=None if edits else literal.arguments[at - 1].span.end,
            chance=chance(
                "signature-argument",
                stale=field.change.age,
                elsewhere=text is not work.here,
                call=not edits,
            ),
        )


def _literals(text: Text, struct: str) -> Iterator[Call]:
    pattern = re.compile(rf"(?<![\w$])({re.escape(struct)}|Self)\s*\{{")
    own = ""
    for number, line in enumerate(text.code):
        if (match := _IMPL.match(line)) is not None:
            own = match[1]
        for match in pattern.finditer(line) if "{" in line else ():
            if _NO_VALUE.search(line[: match.start()]) or (match[1] == "Self" and own != struct):
                continue
            opening = Point(number, match.end() - 1)
            end = closing(text.code, opening)
            if end is not None:
                listed = tuple(items(text.code, text.raw, opening, end))
                yield Call(opening, end, listed, False, len(listed), {})


def _edits(text: Text, literal: Call, at: int, name: str) -> tuple[Replacement, ...]:
    """The field in its short form, where a value of that name is at hand."""
    if in_scope(text, literal, name) is None:
        return ()
    span = literal.arguments[at - 1].span
    if literal.opening.line == literal.closing.line:
        return (Replacement(Span(span.end, span.end), f", {name}"),)
    alone = not text.raw[span.start.line][: span.start.column].strip()
    if not alone or not text.raw[span.end.line][span.end.column :].lstrip().startswith(","):
        return ()
    indent = text.raw[span.start.line][: span.start.column]
    place = Point(span.end.line + 1, 0)
    return (Replacement(Span(place, place), f"{indent}{name},\n"),)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
