"""A field that was inserted into one type, or into a literal of it, does not belong to another type.

The type is named by the next line above that is indented less: `PrintOptions {`, `pub struct ScanOptions {`. Nor do
the fields of another type become wider because those of one do.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MAX_ENCLOSING_LINES,
    MAX_PATTERN_LINE_CHARS,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import enclosing_type, indentation, is_word, tokenize
from understudy.nes.syntax import is_keyword
from understudy.nes.text import TextSnapshot

__all__ = ["limit_fields_of_other_types", "limit_types_of_other_records"]

_FIELD: Final = re.compile(
    r"\s*(?:(?:pub|public|private|protected|readonly)\s+)*[A-Za-z_$][\w$]*\??\s*[:=]\s*\S.*[,;]\s*\Z"
)
_RECORD: Final = re.compile(
    r"\s*(?:[\w@()<>]+\s+)*(?:struct|union|class|interface|record|message|type|CREATE\s+TABLE|create\s+table)\b"
)
"""The line that a declared type begins with."""
_SIZED_TYPE: Final = re.compile(r"(?:(?:U|u_?)?[Ii]nt|[iu]|Float|float|f)(\d+)(?:_t)?")
_WIDTHS: Final = {
    **dict.fromkeys(("char", "byte", "Byte"), 8),
    **dict.fromkeys(("short", "Short", "SMALLINT", "smallint"), 16),
    **dict.fromkeys(("int", "Int", "Integer", "INTEGER", "integer", "float", "Float", "REAL", "real"), 32),
    **dict.fromkeys(("long", "Long", "BIGINT", "bigint", "double", "Double"), 64),
}


class _Widening(NamedTuple):
    old: str
    new: str


class _Record(NamedTuple):
    uri: str
    first_line: int


class _RetypedFields(NamedTuple):
    records: set[_Record | None]
    names: set[str]
    """The names in the changed lines."""


def limit_types_of_other_records(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    """Make it improbable to change the width of a number elsewhere than in the type whose fields the user has
    changed, unless the line names one of them."""
    retyped: dict[_Widening, _RetypedFields] = {}
    for example in patterns.line_examples:
        widening = _find_widening(example.old, example.new)
        snapshot = situation.snapshot_at(example.edit.uri) if widening is not None else None
        if widening is not None and snapshot is not None and example.edit.line >= 0:
            known = retyped.setdefault(widening, _RetypedFields(set(), set()))
            known.records.add(_find_record(snapshot.uri, snapshot.lines, example.edit.line))
            known.names.update(_names_in(example.new, widening, snapshot))
    retyped = {key: one for key, one in retyped.items() if len(one.records) == 1 and None not in one.records}
    if not retyped:
        return
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        line = one.snapshot.lines[one.line]
        widening = _find_widening(line, one.new[0])
        known = retyped.get(widening) if widening is not None else None
        if widening is None or known is None:
            continue
        if _find_record(one.snapshot.uri, one.snapshot.lines, one.line) not in known.records and (
            known.names.isdisjoint(_names_in(line, widening, one.snapshot))
        ):
            one.probability = OTHER_VALUE_PROBABILITY


def _names_in(line: str, widening: _Widening, snapshot: TextSnapshot) -> set[str]:
    return {
        word
        for word in tokenize(line)
        if is_word(word) and word not in widening and not is_keyword(snapshot, word)
    }


def _find_widening(old: str, new: str) -> _Widening | None:
    """The types, if all that a line changes is the width of one type of numbers."""
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return None
    tokens, changes = tokenize(old), diff_tokens(old, new)
    if len(changes) != 1 or changes[0].end - changes[0].start != 1 or len(changes[0].new) != 1:
        return None
    found = _Widening(tokens[changes[0].start], changes[0].new[0])
    widths = {_width_of(one) for one in found}
    return found if len(widths) == 2 and None not in widths else None


def _width_of(name: str) -> int | None:
    sized = _SIZED_TYPE.fullmatch(name)
    return int(sized[1]) if sized is not None else _WIDTHS.get(name)


def _find_record(uri: str, lines: Sequence[str], number: int) -> _Record | None:
    """The declared type whose field a line is: the next line above that is indented less begins it, or the one
    above that if it is a bracket."""
    depth = len(indentation(lines[number])) if number < len(lines) else 0
    for at in range(number - 1, max(-1, number - MAX_ENCLOSING_LINES), -1):
        line = lines[at]
        if line.strip() not in ("", "{") and len(indentation(line)) < depth:
            return _Record(uri, at) if _RECORD.match(line) else None
    return None


def limit_fields_of_other_types(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    """Make it improbable to insert a field where another type is declared or constructed than in all examples."""
    types: dict[str, set[str]] = {}
    for block in patterns.blocks:
        line = block.new[0] if len(block.new) == 1 and not block.old else ""
        if not line or block.edit.line < 0 or not _FIELD.match(line):
            continue
        snapshot = situation.snapshot_at(block.edit.uri)
        name = enclosing_type(snapshot.lines, block.edit.line, line) if snapshot is not None else ""
        types.setdefault(line.strip(), set()).add(name)
    if not any(all(names) for names in types.values()):
        return
    for one in unscored:
        if one.line_count or len(one.new) != 1 or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        names = types.get(one.new[0].strip(), {""})
        name = enclosing_type(one.snapshot.lines, one.line, one.new[0]) if all(names) else ""
        if name and name not in names:
            one.probability = OTHER_VALUE_PROBABILITY
