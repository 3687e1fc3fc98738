"""Lines were deleted, and with them the last use of a variable: its declaration goes, too.

A variable of a function or a private one of a module, whose value does nothing but be there: no call, but for the
values of constants and for the hooks of React that only keep something. Where a comment belongs to the declaration,
the place is a jump. Unused imports: see `unused_import`.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import Binding, resolver_for
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.imports import remove_lines
from understudy.nes.symbolic.consequences.limits import (
    LARGE_REMOVAL_LINES,
    MAX_CAUSING_CHANGES,
    MAX_UNUSED_MENTIONS,
    MAX_UNUSED_NAMES,
    MAX_VALUE_NODES,
)
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    identifiers_in,
    source_text_before,
    whole_word_columns,
)
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.text import Point

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_unused_variables"]

_STATEMENTS: Final = frozenset(
    {
        "expression_statement",
        "lexical_declaration",
        "variable_declaration",
        "const_declaration",
        "var_declaration",
        "short_var_declaration",
        "const_item",
        "static_item",
        "let_declaration",
        "declaration",
        "local_variable_declaration",
    }
)
_ASSIGNMENTS: Final = {
    "assignment": ("left", "right"),
    "variable_declarator": ("name", "value"),
    "const_spec": ("name", "value"),
    "var_spec": ("name", "value"),
    "short_var_declaration": ("left", "right"),
    "const_item": ("name", "value"),
    "static_item": ("name", "value"),
    "let_declaration": ("pattern", "value"),
    "init_declarator": ("declarator", "value"),
}
"""Nodes that give a variable its value, and the fields of both."""
_NAMES: Final = frozenset({"identifier", "shorthand_property_identifier_pattern"})
_LISTS: Final = frozenset({"array_pattern", "object_pattern", "expression_list"})
_FUNCTIONS: Final = frozenset(
    {
        "arrow_function",
        "function_expression",
        "lambda",
        "func_literal",
        "closure_expression",
        "lambda_expression",
    }
)
"""Their bodies are not executed where they are written."""
_EFFECTS: Final = re.compile(
    r"call|.*call_expression|method_invocation|.*invocation|new_expression|object_creation_expression|await.*|yield.*"
    r"|assignment.*|augmented_.*|update_expression|named_expression|try_expression"
)
_HOOK: Final = re.compile(
    r"(?:React\.)?use(?:State|Reducer|Ref|Memo|Callback|Id|Context|Transition|DeferredValue)(?:<.*)?\Z", re.S
)
_CONSTANT: Final = re.compile(r"_*[A-Z][A-Z0-9_]*\Z")
_SHARED_LANGUAGES: Final = frozenset({"python", "go", "rust"})
"""Other texts may use what is private: tests of a module, files of a package."""


class _Features(NamedTuple):
    stale: float = 0
    is_large: float = 0
    """Many lines were removed at once: they may move to another place."""
    jump: float = 0


PROBABILITY: Final = RuleProbability(0.8, _Features(stale=STALE_SHIFT, is_large=-1.5, jump=-0.5))


class _Declaration(NamedTuple):
    statement: "Node"
    names: tuple[Binding, ...]


def propose_unused_variables(context: RuleContext) -> list[Candidate]:
    """Propose to remove the declarations whose last use was in lines that an edit deleted."""
    text = context.current_text
    changes = [
        one for one in context.without_dormant(context.changes_here[:MAX_CAUSING_CHANGES]) if _deletes(one)
    ]
    candidates: list[Candidate] = []
    for change in changes:
        if text.tree is None or context.is_past_deadline:
            break
        for one in _unused_declarations(context, text, change):
            candidate = _candidate(text, change, one)
            if all(other.edits != candidate.edits or not other.edits for other in candidates):
                candidates.append(candidate)
    return candidates


def _deletes(change: Change) -> bool:
    """Whether the edit did nothing but delete lines."""
    edit = change.edit
    return edit.line >= 0 and len(edit.old) > len(edit.new) and not any(line.strip() for line in edit.new)


def _unused_declarations(context: RuleContext, text: SourceText, change: Change) -> Iterator[_Declaration]:
    before: SourceText | None = None
    for name in islice(sorted(identifiers_in(change.edit.old)), MAX_UNUSED_NAMES):
        lines = [*islice(text.raw_lookup.iterate_containing(name), MAX_UNUSED_MENTIONS + 1)]
        if not 0 < len(lines) <= MAX_UNUSED_MENTIONS:
            continue
        for line in lines:
            for column in whole_word_columns(name, text.code[line]) if text.code else ():
                found = _declaration_at(text, Point(line, column))
                if found is None or not all(_is_unused(one) for one in found.names):
                    continue
                before = before or source_text_before(text, change)
                is_used_before = (
                    any(_was_used(before, change, one) for one in found.names) if before else False
                )
                if is_used_before and not any(_is_shared(context, text, one) for one in found.names):
                    yield found


def _declaration_at(text: SourceText, point: Point) -> _Declaration | None:
    """Return the declaration of the variables of which one is named at a point, if it can be removed."""
    start = text.offset_at(*point)
    node = text.tree.root.named_descendant_for_byte_range(start, start + 1) if text.tree is not None else None
    if node is None or node.type not in _NAMES:
        return None
    pattern, assigned = node, node.parent
    while assigned is not None and assigned.type in _LISTS:
        pattern, assigned = assigned, assigned.parent
    fields = _ASSIGNMENTS.get(assigned.type) if assigned is not None else None
    if assigned is None or fields is None or assigned.child_by_field_name(fields[0]) != pattern:
        return None
    statement = assigned
    while statement.type not in _STATEMENTS:
        if statement.parent is None or statement.parent.type == assigned.type:
            return None
        statement = statement.parent
    if len([one for one in statement.named_children if one.type in _ASSIGNMENTS]) > 1 or statement.has_error:
        return None
    names = [
        one
        for one in (pattern.named_children if pattern.type in _LISTS else [pattern])
        if one.type != "comment"
    ]
    value = assigned.child_by_field_name(fields[1])
    if any(one.type not in _NAMES for one in names) or not _is_removable(text, statement, names, value):
        return None
    resolver = resolver_for(text.snapshot)
    bindings = [
        resolver.resolve(text.joined[one.start_byte : one.end_byte]).at(text.point_at(one.start_byte))
        for one in (names if resolver is not None else ())
        if resolver is not None
    ]
    found = tuple(one for one in bindings if one is not None)
    return _Declaration(statement, found) if len(found) == len(names) > 0 else None


def _is_removable(text: SourceText, statement: "Node", names: list["Node"], value: "Node | None") -> bool:
    """Whether the declaration is private to its text or function, and its value has no effects."""
    parent = statement.parent
    if parent is None or parent.type in (
        "export_statement",
        "class_body",
        "for_statement",
        "for_in_statement",
    ):
        return False
    if parent.type == "block" and parent.parent is not None and parent.parent.type == "class_definition":
        return False  # an attribute of a class
    written = text.joined[statement.start_byte : statement.end_byte]
    is_global = parent.parent is None
    if statement.type == "declaration" and is_global and not re.match(r"(?:[\w:]+\s+)*static\s", written):
        return False
    if re.match(r"(?:pub\b|export\b|extern\b)", written):
        return False
    if value is not None and value.type in _ASSIGNMENTS:
        return False  # several variables with one value
    named = [text.joined[one.start_byte : one.end_byte] for one in names]
    if text.language.id == "go" and is_global and any(one[:1].isupper() for one in named):
        return False
    is_constant = is_global and all(_CONSTANT.match(one) for one in named)
    return value is None or is_constant or _is_pure(text, value)


def _is_pure(text: SourceText, value: "Node") -> bool:
    pending, count = [value], 0
    while pending:
        node = pending.pop()
        count += 1
        if node.type in _FUNCTIONS:
            continue
        called = node.child_by_field_name("function") if node.type == "call_expression" else None
        is_hook = (
            called is not None and _HOOK.match(text.joined, called.start_byte, called.end_byte) is not None
        )
        if count > MAX_VALUE_NODES or (_EFFECTS.fullmatch(node.type) and not is_hook):
            return False
        pending += node.named_children
    return True


def _is_unused(binding: Binding) -> bool:
    is_variable = binding.kind in ("local", "constant", "function") and binding.source is None
    return is_variable and [one.role for one in binding.occurrences] in (["definition"], ["shorthand"])


def _was_used(before: SourceText, change: Change, binding: Binding) -> bool:
    """Whether the deleted lines used the variable."""
    edit, [defined] = change.edit, binding.occurrences
    removed = range(edit.line, edit.line + len(edit.old))
    line = defined.line if defined.line < edit.line else defined.line + len(edit.old) - len(edit.new)
    resolver = resolver_for(before.snapshot)
    old = resolver.resolve(binding.name).at(Point(line, defined.column)) if resolver is not None else None
    return old is not None and any(one.line in removed for one in old.occurrences)


def _is_shared(context: RuleContext, text: SourceText, binding: Binding) -> bool:
    """Whether another text names the variable."""
    if text.language.id not in _SHARED_LANGUAGES or text.raw[binding.occurrences[0].line][:1].isspace():
        return False
    return any(other.occurrences(binding.name) for other in context.other_texts([binding.name]))


def _candidate(text: SourceText, change: Change, declaration: _Declaration) -> Candidate:
    statement = declaration.statement
    start, end = text.point_at(statement.start_byte), text.point_at(statement.end_byte)
    names = ", ".join(one.name for one in declaration.names)
    is_certain = _owns_lines(text, start, end)
    return Candidate(
        kind="edit" if is_certain else "jump",
        uri=text.snapshot.uri,
        family="variable-unused",
        pattern=f"{names} is not used",
        topic=names,
        why=f"You deleted the last use of {names}.",
        edits=(remove_lines(text.raw, start.line, end.line),) if is_certain else (),
        position=None if is_certain else start,
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.age, is_large=len(change.edit.old) > LARGE_REMOVAL_LINES, jump=not is_certain
            )
        ),
    )


def _owns_lines(text: SourceText, start: Point, end: Point) -> bool:
    """Whether nothing else is in the lines of a statement, and no comment above or behind belongs to it."""
    before, rest = text.raw[start.line][: start.column], text.raw[end.line][end.column :]
    above = start.line - 1
    has_comment = above >= 0 and text.raw[above].strip() != "" and not text.code[above].strip()
    return not before.strip() and not rest.strip(" \t;") and not has_comment
