"""Where code reads a key of the records in a file of data: `find.lon`, `find["lon"]`, `const { lon } = find`.

A record is an item of a list, or the file itself. The code is that of texts which name the file. A member of
`this`, of an import from elsewhere, or behind another member that is no key of the data belongs to something else.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from understudy.nes.bindings import resolver_for
from understudy.nes.symbolic.consequences.keys.key_paths import KeyLine
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_LINE_CHARS, MAX_VALUE_TEXTS
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.text import Point

__all__ = ["find_data_reads", "is_record_key"]

_OTHER_ROOTS: Final = frozenset(
    {"this", "self", "super", "cls", "window", "document", "process", "Math", "console"}
)
_ROOT: Final = re.compile(r"(?<![\w$.])([A-Za-z_$][\w$]*)((?:\[[^\[\]]*\]|\([^()]*\)|\?|!|\.[\w$]+)*)\Z")
_MEMBER: Final = re.compile(r"\.([\w$]+)(?!\w*\()")
_CALL: Final = re.compile(r"\.[\w$]+\([^()]*\)")
_UNPACKED: Final = r"(?:\b(?:const|let|var)\s*\{|[(,]\s*\{(?=[^{}]*\}[^={]*(?:=>|\{\s*\Z)))"
"""The beginning of a pattern of a declaration or a parameter."""
_FIELD: Final = re.compile(r"\s+(?:readonly\s+)?(?P<name>[A-Za-z_$][\w$]*)\??\s*:(?!:)")
_TYPE: Final = re.compile(r"\s*(?:export\s+)?(?:interface|type|class)\s.*[{:]\s*\Z")
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
            return indent + len(stripped) - len(stripped[1:].lstrip()) >= indent
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
        for line in other.raw_lookup.iterate_containing(old):
            if len(other.raw[line]) <= MAX_VALUE_LINE_CHARS:
                for start, end, written in _reads(other, line, old, new, keys, stem):
                    yield other, line, start, end, written
                column = _field_column(other, line, old, keys)
                if column is not None and new.isidentifier():
                    yield other, line, column, column + len(old), new


def _reads(
    text: SourceText, number: int, old: str, new: str, keys: Collection[str], stem: str
) -> Iterator[tuple[int, int, str]]:
    line, code, name = text.raw[number], text.code[number], re.escape(old)
    item = re.compile(rf"(?:\[\s*[\"']({name})[\"']\s*\]|\.(?:get|fetch|pop)\(\s*[\"']({name})[\"'])")
    for match in item.finditer(line):
        group = 1 if match[1] is not None else 2
        if _is_data(text, number, match.start(), keys, stem):
            yield *match.span(group), new
    if not new.isidentifier() or text.language.family == "python":
        return
    for match in re.finditer(rf"\??\.({name})(?![\w$(])", line):
        is_code = code[match.start(1) : match.end(1)] == old or "${" in line[: match.start()]
        if is_code and _is_data(text, number, match.start(), keys, stem):
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


def _is_data(text: SourceText, number: int, column: int, keys: Collection[str], stem: str) -> bool:
    """Whether the value in front of a member can be a record of the data."""
    before = text.raw[number][:column]
    root = _ROOT.search(before)
    if root is None:
        return before.endswith((")", "]"))
    if root[1] in _OTHER_ROOTS:
        return False
    members = _MEMBER.findall(_CALL.sub("", root[2]))
    if any(one not in keys for one in members):
        return False
    resolver = resolver_for(text.snapshot)
    binding = resolver.resolve(root[1]).at(Point(number, root.start(1))) if resolver is not None else None
    return binding is None or binding.source is None or stem in binding.source.module.rpartition("/")[2]
