"""A whole function or class was removed: its prototype, its re-export and statements that only call or register it
go, too.

Imports of it, and jumps to other uses, are proposed by `removed_definition`. A definition that still exists in the
workspace was moved, and nothing is proposed.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import enclosing
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_CAUSING_CHANGES,
    MAX_FUNCTION_DEPTH,
    MAX_IMPORTING_TEXTS,
    MAX_REMOVED_DEFINITIONS,
    MAX_REMOVED_USES,
    MIN_REMOVED_NAME_CHARS,
)
from understudy.nes.symbolic.consequences.names import is_still_defined
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    text_before,
    texts_defining,
)
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.syntax import inner_children_touching
from understudy.nes.text import EditOrigin, Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_removed_uses", "remove_exported", "remove_whole_lines"]

_DEFINITION_TYPES: Final = frozenset(
    {
        "function_definition",
        "function_declaration",
        "method_definition",
        "method_declaration",
        "function_item",
        "class_definition",
        "class_declaration",
        "generator_function_declaration",
    }
)
_CALL_TYPES: Final = frozenset({"call", "call_expression", "method_invocation"})
_EXPORTS: Final = frozenset({"module.exports", "exports"})
_OWN_RECEIVERS: Final = frozenset({"self", "this", "cls"})
_MEMBER_ACCESSES: Final = frozenset(
    {"attribute", "member_expression", "field_expression", "field_access", "selector_expression"}
)
_ARGUMENT_LISTS: Final = frozenset({"argument_list", "arguments"})
_LITERALS: Final = frozenset(
    {"string", "template_string", "string_literal", "interpreted_string_literal", "raw_string_literal"}
    | {"number", "integer", "float", "int_literal", "float_literal", "integer_literal", "number_literal"}
    | {"decimal_integer_literal", "true", "false", "keyword_argument"}
)


_RECEIVER: Final = re.compile(r"\(\s*(\w+)\s+\*?\s*(\w+)")


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    is_call: float = 0
    """A statement that only calls the function."""


PROBABILITY: Final = RuleProbability(
    0.88, _Features(stale=STALE_SHIFT / 2, elsewhere=ELSEWHERE_SHIFT, is_call=-0.8)
)


class _RemovedDefinition(NamedTuple):
    name: str
    is_member: bool
    owner: str
    """The type of the receiver of a method of Go."""
    change: Change
    text: SourceText


def propose_removed_uses(context: RuleContext) -> list[Candidate]:
    """Propose to remove what is left of a removed definition."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes[:MAX_CAUSING_CHANGES]):
        text = context.text_at(change.edit.uri)
        if text is None or context.is_past_deadline:
            continue
        for removed in list(_removed_definitions(text, change))[:MAX_REMOVED_DEFINITIONS]:
            if not _is_defined_elsewhere(context, removed):
                candidates += _candidates(context, removed)
    return candidates[:MAX_REMOVED_USES]


def _removed_definitions(text: SourceText, change: Change) -> Iterator[_RemovedDefinition]:
    """Yield the definitions whose lines were all removed."""
    edit = change.edit
    if not change.is_current(text) or edit.origin is EditOrigin.ACCEPTED:
        return
    if any(line.strip() for line in edit.new):
        return
    before, tree = text_before(text, change)
    if tree is None:
        return
    start = text.offset_at(edit.line)
    end = start + sum(len(line) + 1 for line in edit.old)
    pending: list[tuple[Node, int]] = [(tree.root, 0)]
    while pending:
        node, depth = pending.pop()
        is_removed = start <= node.start_byte and node.end_byte <= end
        if is_removed and node.type in _DEFINITION_TYPES and not node.has_error:
            name = _name(node, before)
            if len(name) >= MIN_REMOVED_NAME_CHARS:
                parent = node.parent
                is_member = parent is not None and parent.type in ("class_body", "declaration_list", "block")
                owner = _receiver(node, before)[1]
                yield _RemovedDefinition(name, is_member or bool(owner), owner, change, text)
        elif depth < MAX_FUNCTION_DEPTH:
            pending += [(child, depth + 1) for child in inner_children_touching(node, start, end)]


def _receiver(method: "Node", text: str) -> tuple[str, str]:
    """Return the name and the type of the receiver of a method of Go; empty for other functions."""
    receiver = method.child_by_field_name("receiver")
    found = _RECEIVER.match(text, receiver.start_byte) if receiver is not None else None
    return (found[1], found[2]) if found is not None else ("", "")


def _name(node: "Node", text: str) -> str:
    name = node.child_by_field_name("name") or node.child_by_field_name("declarator")
    while name is not None and name.type.endswith("_declarator"):
        name = name.child_by_field_name("declarator")
    return text[name.start_byte : name.end_byte] if name is not None else ""


def _is_defined_elsewhere(context: RuleContext, removed: _RemovedDefinition) -> bool:
    text = removed.text
    is_imported = any(removed.name in one.bound_names() for one in text.imports)
    if is_imported or (not removed.is_member and is_still_defined(text, removed.name)):
        return True
    uri = text.snapshot.uri
    others = texts_defining(context.situation.workspace_texts, removed.name, uri, MAX_IMPORTING_TEXTS)
    texts = [removed.text, *map(context.source_text, others)]
    pattern = re.compile(
        rf"\b(?:def|class|fn|func|function|struct|interface)\b[^(=]*\b{re.escape(removed.name)}\b"
        rf"|^\s*(?:[\w<>\[\],.*&]+\s+)+\**{re.escape(removed.name)}\s*\([^;]*$"
    )
    return any(
        pattern.search(one.code[line]) is not None
        for one in texts
        if one.code
        for line in one.code_lookup.lines_containing(removed.name)
    )


def _candidates(context: RuleContext, removed: _RemovedDefinition) -> Iterator[Candidate]:
    others = context.other_texts([removed.name], MAX_IMPORTING_TEXTS)
    for other in (removed.text, *(one for one in others if one is not removed.text)):
        if other.tree is None:
            continue
        for point in other.occurrences(removed.name):
            start = other.offset_at(point.line, point.column)
            node = other.tree.root.named_descendant_for_byte_range(start, start + len(removed.name))
            if node is None:
                continue
            edit = _remove_prototype(other, node) or _remove_export(other, removed, node)
            if edit is None and other is removed.text:
                edit = remove_exported(other, point)
            is_call = False
            if edit is None and (other is removed.text or _is_same_go_package(removed, other)):
                edit, is_call = _remove_call(other, removed, node), True
            if edit is not None:
                yield _candidate(context, removed, other, edit, is_call=is_call)


def _is_same_go_package(removed: _RemovedDefinition, other: SourceText) -> bool:
    folder = removed.text.snapshot.uri.rpartition("/")[0]
    return bool(removed.owner) and other.snapshot.uri.rpartition("/")[0] == folder


def _remove_prototype(text: SourceText, node: "Node") -> Replacement | None:
    """Remove the declaration of a C function."""
    parent = node.parent
    if parent is None or parent.type != "function_declarator":
        return None
    while parent is not None and parent.type.endswith("_declarator"):
        parent = parent.parent
    return remove_whole_lines(text, parent) if parent is not None and parent.type == "declaration" else None


def _remove_export(text: SourceText, removed: _RemovedDefinition, node: "Node") -> Replacement | None:
    """Remove the name from `export { … } from "./module"` of the text that defined it."""
    specifier = node.parent
    clause = specifier.parent if specifier is not None else None
    statement = clause.parent if clause is not None else None
    if specifier is None or clause is None or statement is None or specifier.type != "export_specifier":
        return None
    source = statement.child_by_field_name("source")
    if text is not removed.text:
        if source is None:
            return None
        module = text.joined[source.start_byte : source.end_byte].strip("'\"")
        stem = removed.text.snapshot.uri.rpartition("/")[2].partition(".")[0]
        if re.sub(r"\.[jt]sx?\Z", "", module).rpartition("/")[2] != stem:
            return None
    return _remove_entry(text, specifier, statement)


def remove_exported(text: SourceText, point: Point) -> Replacement | None:
    """Remove the name at a point from what a text of JavaScript exports: `export { … }`, `export default { … }` and
    `module.exports = { … }`."""
    if text.tree is None or text.language.family != "script":
        return None
    start = text.offset_at(point.line, point.column)
    node = text.tree.root.named_descendant_for_byte_range(start, start + 1)
    entry = node.parent if node is not None and node.type == "identifier" else node
    entries = entry.parent if entry is not None else None
    statement = entries.parent if entries is not None else None
    if entry is None or entries is None or statement is None:
        return None
    if entry.type == "export_specifier":
        return _remove_entry(text, entry, statement)
    if entry.type != "shorthand_property_identifier" or entries.named_child_count < 2:
        return None
    left = statement.child_by_field_name("left")
    is_assigned = left is not None and text.joined[left.start_byte : left.end_byte] in _EXPORTS
    return (
        _remove_entry(text, entry, statement) if is_assigned or statement.type == "export_statement" else None
    )


def _remove_entry(text: SourceText, entry: "Node", statement: "Node") -> Replacement | None:
    """Remove one of the names in braces; the statement if it is the only one."""
    parent = entry.parent
    entries = [one for one in parent.named_children if one.type != "comment"] if parent is not None else []
    if len(entries) < 2:
        return remove_whole_lines(text, statement)
    at = entries.index(entry)
    first, last = entry.start_byte, entry.end_byte
    if at + 1 < len(entries):
        last = entries[at + 1].start_byte
    else:
        first = entries[at - 1].end_byte
    return Replacement(Span(text.point_at(first), text.point_at(last)), "")


def _remove_call(text: SourceText, removed: _RemovedDefinition, node: "Node") -> Replacement | None:
    """Remove a statement that only calls the function, or gives it to another one with nothing but literals."""
    use = node.parent
    if use is not None and use.type in _MEMBER_ACCESSES:
        if not removed.is_member or not _is_own_member(text, removed, use):
            return None
    elif use is None or use.child_by_field_name("object") is not None:
        return None
    else:
        use = node
    call = use.parent
    if use.type not in _CALL_TYPES and call is not None and call.type in _ARGUMENT_LISTS:
        if any(one.type not in _LITERALS for one in call.named_children if one != use):
            return None
        call = call.parent
    if call is None or call.type not in _CALL_TYPES:
        return None
    statement = call.parent
    if statement is None or statement.type != "expression_statement":
        return None
    body = statement.parent
    if body is None or len([one for one in body.named_children if one.type != "comment"]) < 2:
        return None  # the block would be empty
    return remove_whole_lines(text, statement)


def _is_own_member(text: SourceText, removed: _RemovedDefinition, access: "Node") -> bool:
    """Whether the member is one of `self`, or of the receiver of a method of the same type in Go."""
    receiver = next(iter(access.named_children), None)
    written = text.joined[receiver.start_byte : receiver.end_byte] if receiver is not None else ""
    if not removed.owner:
        return written in _OWN_RECEIVERS
    method = enclosing(access, frozenset({"method_declaration"}))
    return method is not None and _receiver(method, text.joined) == (written, removed.owner)


def remove_whole_lines(text: SourceText, node: "Node") -> Replacement | None:
    """Remove the lines of a node that has them for itself."""
    start, end = text.point_at(node.start_byte), text.point_at(node.end_byte)
    before, rest = text.raw[start.line][: start.column], text.raw[end.line][end.column :]
    if before.strip() or rest.strip(" \t;") or end.line + 1 >= len(text.raw):
        return None
    return Replacement(Span(Point(start.line, 0), Point(end.line + 1, 0)), "")


def _candidate(
    context: RuleContext, removed: _RemovedDefinition, text: SourceText, edit: Replacement, *, is_call: bool
) -> Candidate:
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="removed-use",
        pattern=f"{removed.name} is gone",
        topic=removed.name,
        why=f"You removed {removed.name}, and this is left of it.",
        edits=(edit,),
        probability=PROBABILITY.estimate(
            _Features(stale=removed.change.age, elsewhere=text is not context.current_text, is_call=is_call)
        ),
    )
