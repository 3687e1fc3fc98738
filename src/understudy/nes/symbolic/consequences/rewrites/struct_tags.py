"""Fields of a struct in Go that the user gave tags: the other exported fields of the struct get theirs.

The tags of two fields show how their values are written: `yaml:"listen_port"` for `ListenPort`. A tag is proposed
if all ways of writing that fit these agree about it. It begins in the column of the others, as gofmt writes them.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_REWRITE_CANDIDATES, MIN_REWRITE_EXAMPLES
from understudy.nes.symbolic.consequences.names import case_forms
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.text import Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_struct_tags"]


class _Features(NamedTuple):
    stale: float = 0


PROBABILITY: Final = RuleProbability(0.82, _Features(stale=STALE_SHIFT))

_TAG: Final = re.compile(r"`\s*\w+:\"[^\"`]*\"[^`]*`\s*\Z")
_ENTRY: Final = re.compile(r"(\w+):\"([^\",]*)((?:,[^\"]*)?)\"")


class _Field(NamedTuple):
    name: str
    node: "Node"
    tag: str
    """Empty if it has none."""


def propose_struct_tags(context: RuleContext) -> list[Candidate]:
    """Propose tags for the fields beside those that got one."""
    for change in context.without_dormant(context.cause_changes):
        edit = change.edit
        if not edit.uri.endswith(".go") or not 0 < len(edit.new) == len(edit.old):
            continue
        lines = [
            edit.line + at
            for at, (old, new) in enumerate(zip(edit.old, edit.new, strict=True))
            if _TAG.search(new) and not _TAG.search(old) and old.strip()
        ]
        text = context.text_at(edit.uri) if lines else None
        if text is None or text.tree is None or not change.is_current(text) or context.is_past_deadline:
            continue
        candidates = list(_candidates(text, change, lines[0]))
        if candidates:
            return candidates[:MAX_REWRITE_CANDIDATES]
    return []


def _candidates(text: SourceText, change: Change, line: int) -> Iterator[Candidate]:
    fields = _fields_around(text, line)
    tagged = [one for one in fields if one.tag]
    if len(tagged) < MIN_REWRITE_EXAMPLES:
        return
    first, last = change.current_lines[0], change.current_lines[-1]
    after = [one for one in fields if one.node.start_point.row > last]
    before = [one for one in fields if one.node.start_point.row < first]
    for one in (*after, *before):
        tag = _tag_of(one.name, tagged) if not one.tag and one.name[0].isupper() else None
        edit = _addition(text, one, tag, tagged) if tag is not None else None
        if edit is not None:
            yield Candidate(
                kind="edit",
                uri=text.snapshot.uri,
                family="struct-tag",
                pattern=f"tags {' '.join(key for key, _, _ in _ENTRY.findall(tagged[0].tag))}",
                topic=one.name,
                why="You gave other fields of the struct a tag.",
                edits=(edit,),
                probability=PROBABILITY.estimate(_Features(change.age)),
            )


def _fields_around(text: SourceText, line: int) -> list[_Field]:
    """The fields of the innermost struct around a line, those of one name."""
    if text.tree is None:
        return []
    start = text.offset_at(line, len(text.raw[line]) - len(text.raw[line].lstrip()))
    node = text.tree.root.named_descendant_for_byte_range(start, start)
    while node is not None and node.type != "field_declaration_list":
        node = node.parent
    found: list[_Field] = []
    for one in node.named_children if node is not None and not node.has_error else ():
        names = one.children_by_field_name("name")
        if one.type == "field_declaration" and len(names) == 1:
            tag = one.child_by_field_name("tag")
            written = text.joined[tag.start_byte : tag.end_byte] if tag is not None else ""
            found.append(_Field(text.joined[names[0].start_byte : names[0].end_byte], one, written))
    return found


def _tag_of(name: str, tagged: Sequence[_Field]) -> str | None:
    """Return the tag of a field as others write theirs; None if they do not show it."""
    entries = [_ENTRY.findall(one.tag) for one in tagged]
    if len({tuple((key, options) for key, _, options in one) for one in entries}) != 1 or not entries[0]:
        return None
    found: list[str] = []
    for at, (key, _, options) in enumerate(entries[0]):
        values = {
            value
            for number, value in enumerate(_forms(name))
            if all(
                _forms(one.name)[number] == entry[at][1] for one, entry in zip(tagged, entries, strict=True)
            )
        }
        if len(values) != 1:
            return None
        found.append(f'{key}:"{values.pop()}{options}"')
    return f"`{' '.join(found)}`"


def _forms(name: str) -> tuple[str, ...]:
    """The ways to write a name: its case forms, and all letters in small."""
    return (*case_forms(name), name.lower())


def _addition(text: SourceText, field: _Field, tag: str, tagged: Sequence[_Field]) -> Replacement | None:
    line = field.node.end_point.row
    written = text.raw[line]
    end = text.point_at(field.node.end_byte).column
    if field.node.start_point.row != line or written[end:].strip():
        return None
    columns = [text.point_at(one.node.end_byte).column - len(one.tag) for one in tagged]
    nearest = min(
        zip(columns, tagged, strict=True), key=lambda pair: abs(pair[1].node.start_point.row - line)
    )
    return Replacement(
        Span(Point(line, end), Point(line, len(written))), " " * max(1, nearest[0] - end) + tag
    )
