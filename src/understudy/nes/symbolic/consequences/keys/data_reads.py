"""Where code reads a key of the records in a file of data: `find.lon`, `find["lon"]`, `const { lon } = find`.

A record is an item of a list, or the file itself. The code is that of texts which name the file; what is read there
has to lead to the file (see `data_flow`).
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from understudy.nes.bindings import resolver_for
from understudy.nes.symbolic.consequences.keys.data_flow import DataFlow
from understudy.nes.symbolic.consequences.keys.key_paths import KeyLine
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_LINE_CHARS, MAX_VALUE_TEXTS
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.text import Point

__all__ = ["find_data_reads", "is_record_key"]

_UNPACKED: Final = r"(?:\b(?:const|let|var)\s*\{|[(,]\s*\{(?=[^{}]*\}[^={]*(?:=>|\{\s*\Z)))"
"""The beginning of a pattern of a declaration or a parameter."""
_FIELD: Final = re.compile(r"\s+(?:readonly\s+)?(?P<name>[A-Za-z_$][\w$]*)\??\s*:(?!:)")
_TYPE: Final = re.compile(r"\s*(?:export\s+)?(?:interface|type|class)\s.*[{:]\s*\Z")
_TYPE_NAME: Final = re.compile(r"\s*(?:export\s+)?(?:interface|type|class)\s+(\w+)")
_OBJECT_START: Final = re.compile(r"[\[{(,\s]*\{\s*\Z")


def is_record_key(key: KeyLine, old: str, keys: Sequence[KeyLine], lines: Sequence[str]) -> bool:
    """Whether a key is one of the whole file or of an item of a list, and no other mapping has the old one."""
    if any(one.key == old and one.path[:-1] != key.path[:-1] for one in keys):
        return False
    if len(key.path) == 1 and not lines[key.line][:1].isspace():
        return False  # YAML: the file is a configuration
    column = key.start
    for at in range(key.line, -1, -1):
        line = lines[at]
        stripped = line.strip()
        indent = len(line) - len(line.lstrip())
        if stripped.startswith("- ") and indent < column:
            return True
        if stripped and at != key.line and indent < len(lines[key.line]) - len(lines[key.line].lstrip()):
            return _OBJECT_START.match(stripped) is not None
    return False


def find_data_reads(
    context: RuleContext, text: SourceText, old: str, new: str, keys: Collection[str]
) -> Iterator[tuple[SourceText, int, int, int, str]]:
    """Yield where texts that name the file read a key: the text, the line, the columns, and what they become."""
    file_name = text.snapshot.uri.rpartition("/")[2]
    stem = file_name.rpartition(".")[0]
    literals = [file_name, f"/{stem}'", f'/{stem}"']
    found = context.situation.workspace_texts.find_containing(literals, text.snapshot.uri, MAX_VALUE_TEXTS)
    named = re.compile(rf"(?<![\w.-])(?:{re.escape(file_name)}(?![\w.-])|{re.escape(stem)}(?=[\"']))")
    for other in map(context.source_text, found):
        if not other.code or not any(
            named.search(other.raw[at]) for at in other.raw_lookup.lines_containing(stem)
        ):
            continue
        resolver = resolver_for(other.snapshot)
        fields = {
            line: column
            for line in other.raw_lookup.iterate_containing(old)
            if (column := _field_column(other, line, old, keys)) is not None
        }
        types = {_type_around(other, line) for line in fields}
        flow = DataFlow(other, resolver, named, keys, types, (old, new)) if resolver is not None else None
        for line in other.raw_lookup.iterate_containing(old):
            if len(other.raw[line]) > MAX_VALUE_LINE_CHARS or context.is_past_deadline:
                continue
            for start, end, written in _reads(other, line, old, new) if flow is not None else ():
                if flow is not None and flow.is_read_at(Point(line, start)):
                    yield other, line, start, end, written
            if line in fields and new.isidentifier():
                yield other, line, fields[line], fields[line] + len(old), new


def _reads(text: SourceText, number: int, old: str, new: str) -> Iterator[tuple[int, int, str]]:
    """Yield where a line has the key as an item, a member or in a pattern, and what it becomes."""
    line, code, name = text.raw[number], text.code[number], re.escape(old)
    item = re.compile(rf"(?:\[\s*[\"']({name})[\"']\s*\]|\.(?:get|fetch|pop)\(\s*[\"']({name})[\"'])")
    for match in item.finditer(line):
        yield *match.span(1 if match[1] is not None else 2), new
    if not new.isidentifier() or text.language.family == "python":
        return
    for match in re.finditer(rf"\??\.({name})(?![\w$(])", line):
        if code[match.start(1) : match.end(1)] == old or "${" in line[: match.start()]:
            yield *match.span(1), new
    unpacked = re.compile(rf"{_UNPACKED}(?P<before>[^{{}}]*?)(?<![\w$.:])({name})(?![\w$])(?P<after>\s*:)?")
    for match in unpacked.finditer(code):
        if not match["before"].rstrip().endswith(":"):
            yield *match.span(2), new if match["after"] else f"{new}: {old}"


def _field_column(text: SourceText, number: int, old: str, keys: Collection[str]) -> int | None:
    """Return where a line declares the key as a field of a type with other keys of the record."""
    declared = _FIELD.match(text.code[number])
    if declared is None or declared["name"] != old:
        return None
    column, first, last = declared.start("name"), number, number + 1
    while first and _is_field_at(text.code[first - 1], column):
        first -= 1
    while last < len(text.code) and _is_field_at(text.code[last], column):
        last += 1
    fields = {one["name"] for one in map(_FIELD.match, text.code[first:last]) if one is not None}
    is_type = first > 0 and _TYPE.match(text.code[first - 1]) is not None
    return column if is_type and not (fields - {old}).isdisjoint(keys) else None


def _is_field_at(line: str, column: int) -> bool:
    match = _FIELD.match(line)
    return match is not None and match.start("name") == column


def _type_around(text: SourceText, number: int) -> str:
    """Return the name of the type whose fields a line belongs to."""
    for at in range(number - 1, -1, -1):
        declared = _TYPE_NAME.match(text.code[at])
        if declared is not None:
            return declared[1]
    return ""
