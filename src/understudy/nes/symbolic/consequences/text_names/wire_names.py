"""The name that a field has outside of its program was changed: texts of that format follow.

Tags of Go (`json:"fw"`), attributes of Rust (`#[serde(rename = "fw")]`), annotations of Java
(`@JsonProperty("fw")`) and aliases of Python (`Field(alias="fw")`) give a field such a name. It is a key of JSON or
YAML in the data of tests, in strings and in documents. A key of that name is meant only if most keys beside it are
those of the type.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_VALUE_LINE_CHARS,
    MAX_VALUE_TEXTS,
    MAX_WIRE_NAME_LINES,
    MAX_WIRE_TYPE_LINES,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.text_names.definitions import (
    match_renamed,
    propose_for_newest,
    text_of_change,
)
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.symbolic.consequences.versions import is_lock_file
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_wire_names"]

PROBABILITY: Final = RuleProbability(0.8, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_NAME: Final = r"(?P<name>[\w.-]+)"
_DECLARATIONS: Final = {
    "go": re.compile(rf".*`.*?\b(?:json|yaml):\"{_NAME}"),
    "rust": re.compile(rf"\s*#\[serde\((?:.*,)?\s*rename\s*=\s*\"{_NAME}\""),
    "java": re.compile(rf".*@(?:JsonProperty|SerializedName|Json)\(\s*(?:(?:value|name)\s*=\s*)?\"{_NAME}\""),
    "python": re.compile(rf".*\b(?:Field|field)\(.*?\b(?:alias|rename)\s*=\s*[\"']{_NAME}[\"']"),
}
"""By language: a line that gives a field its name, as far as that name."""
_WORD: Final = re.compile(r"[A-Za-z_][\w-]*")
_KEY: Final = re.compile(r"\\?[\"']([\w.-]+)\\?[\"']\s*:|(?:^|[{,])\s*(?:-\s+)?([\w.-]+):(?:\s|$)")
"""A key of JSON, also in a string, or of YAML."""


class _RenamedField(NamedTuple):
    change: Change
    text: SourceText
    old: str
    new: str
    siblings: frozenset[str]
    """The words of the type's other fields, among them their names in the format."""


def propose_wire_names(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a field where data of its format has the old one."""
    return propose_for_newest(context, _find_renamed_field, _candidates)


def _find_renamed_field(context: RuleContext, change: Change) -> _RenamedField | None:
    text = text_of_change(context, change)
    declaration = _DECLARATIONS.get(text.language.id) if text is not None else None
    renamed = match_renamed(declaration, change) if declaration is not None else None
    if text is None or renamed is None:
        return None
    siblings = _sibling_words(text, change.edit.line)
    return _RenamedField(change, text, renamed[0]["name"], renamed[1]["name"], siblings)


def _sibling_words(text: SourceText, number: int) -> frozenset[str]:
    """Return the words of the lines of the block around a line, without those of the line itself."""
    depth = _indentation(text.raw[number])
    words: set[str] = set()
    for step in (-1, 1):
        at = number + step
        while 0 <= at < len(text.raw) and abs(at - number) <= MAX_WIRE_TYPE_LINES:
            line = text.raw[at]
            if line.strip() and _indentation(line) < depth:
                break
            words.update(_WORD.findall(line))
            at += step
    return frozenset(words)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def _candidates(context: RuleContext, renamed: _RenamedField) -> Iterator[Candidate]:
    others = context.situation.workspace_texts.find_containing(
        [f'"{renamed.old}"', f'\\"{renamed.old}\\"', f"{renamed.old}:"],
        renamed.text.snapshot.uri,
        MAX_VALUE_TEXTS,
    )
    places = [
        NamePlace(text, line, edits)
        for text in (renamed.text, *map(context.source_text, others))
        if not is_lock_file(text.snapshot.uri)
        for line in text.raw_lookup.iterate_containing(renamed.old)
        if (edits := tuple(_replacements(renamed, text, line)))
    ]
    name = RenamedName("field", renamed.old, renamed.new, renamed.change)
    return rename_candidates(context, "wire-name", name, places, PROBABILITY)


def _replacements(renamed: _RenamedField, text: SourceText, number: int) -> Iterator[Replacement]:
    line = text.raw[number]
    if len(line) > MAX_VALUE_LINE_CHARS or not _is_object_of_type(renamed, text, number):
        return
    for match in _KEY.finditer(line):
        group = 1 if match[1] is not None else 2
        start, end = match.span(group)
        is_plain_name = group == 2 and bool(text.code) and bool(text.code[number][start:end].strip())
        if match[group] == renamed.old and not is_plain_name:
            yield Replacement(Span(Point(number, start), Point(number, end)), renamed.new)


def _is_object_of_type(renamed: _RenamedField, text: SourceText, number: int) -> bool:
    """Whether most of the other keys of an object are those of the type: in the line, else in those around it."""
    keys = _keys_of(text.raw[number : number + 1]) - {renamed.old, renamed.new}
    if not keys:
        depth = _indentation(text.raw[number])
        near = text.raw[max(0, number - MAX_WIRE_NAME_LINES) : number + MAX_WIRE_NAME_LINES + 1]
        keys = _keys_of([one for one in near if _indentation(one) == depth]) - {renamed.old, renamed.new}
    known = len(keys & renamed.siblings)
    return known > 0 and 2 * known >= len(keys)


def _keys_of(lines: Sequence[str]) -> set[str]:
    return {next(filter(None, match.groups())) for line in lines for match in _KEY.finditer(line)}
