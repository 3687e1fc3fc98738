"""A tuple in a type of Rust became a struct with the same fields in the same order: its uses follow.

`.0` becomes `.path`, `(path, _)` in a pattern `Entry { path, .. }`, and a pushed tuple a literal. Uses are followed
from the name whose type was changed, through elements and iterators, to what has the type.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import Binding, find_all_places, resolver_for
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_DECLARATION_TEXTS, MAX_SIBLING_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText, texts_defining
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import Member, TypeDeclaration, find_declarations
from understudy.nes.text import Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_record_uses"]

_TUPLE: Final = re.compile(r"\((.*,.*)\)")
_TYPE_NAME: Final = re.compile(r"[A-Z]\w*\Z")
_TRANSPARENT: Final = frozenset({"reference_expression", "parenthesized_expression", "try_expression"})
_HOLDERS: Final = re.compile(r"(?:Rc|Arc|Box|Mutex|RwLock|RefCell|Cell)\s*\Z")
"""Types that are used like what they hold, with methods in between."""
_SAME: Final = frozenset(
    {"as_mut", "as_ref", "as_slice", "borrow", "borrow_mut", "chain", "clone", "cloned", "copied", "cycle"}
    | {
        "drain",
        "enumerate",
        "expect",
        "filter",
        "inspect",
        "into_iter",
        "iter",
        "iter_mut",
        "lock",
        "peekable",
    }
    | {"read", "rev", "skip", "skip_while", "sorted", "step_by", "take", "take_while", "to_owned", "to_vec"}
    | {"unwrap", "values", "values_mut", "write", "collect"}
)
"""Methods whose result holds the same elements."""
_ELEMENT: Final = frozenset(
    {"first", "get", "get_mut", "last", "last_mut", "first_mut", "next", "nth", "pop", "pop_front", "remove"}
    | {"find", "get_unchecked", "max_by_key", "min_by_key", "next_back", "peek", "pop_back", "swap_remove"}
)
"""Methods whose result is an element, mostly as an `Option`."""
_CLOSURES: Final = frozenset(
    {"all", "any", "filter", "filter_map", "find", "find_map", "flat_map", "for_each", "inspect", "map"}
    | {
        "max_by_key",
        "min_by_key",
        "partition",
        "position",
        "retain",
        "skip_while",
        "sort_by_key",
        "take_while",
    }
    | {"try_for_each", "map_or", "is_some_and", "and_then"}
)
"""Methods whose argument is a function of an element."""
_STORED: Final = frozenset({"push", "push_back", "push_front", "insert", "extend"})
_MAX_INLINE_CHARS: Final = 18
"""Fields of a struct that `rustfmt` leaves in one line."""


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0


PROBABILITY: Final = RuleProbability(0.86, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))


class _Record(NamedTuple):
    change: Change
    text: SourceText
    name: str
    fields: tuple[str, ...]
    binding: Binding
    """What has the changed type."""
    depth: int
    """Collections around the tuple in the type."""


class _Use(NamedTuple):
    text: SourceText
    edits: tuple[Replacement, ...]


def propose_record_uses(context: RuleContext) -> list[Candidate]:
    """Propose the fields of a struct where a tuple was used before."""
    candidates: dict[tuple[Replacement, ...], Candidate] = {}
    for change in context.cause_changes:
        if not change.edit.uri.endswith(".rs") or not any(map(_TUPLE.search, change.edit.old)):
            continue
        text = context.text_at(change.edit.uri)
        if text is None or text.tree is None or not change.is_current(text):
            continue
        for record in _records(context, text, change):
            for use in _uses(context, record):
                if context.is_past_deadline or len(candidates) >= MAX_SIBLING_CANDIDATES:
                    break
                candidates.setdefault(use.edits, _candidate(context, record, use))
    cursor = context.situation.cursor.line
    return sorted(
        candidates.values(),
        key=lambda one: (
            one.uri != context.current_text.snapshot.uri,
            (line := one.edits[0].span.start.line) < cursor,
            line,
        ),
    )


def _records(context: RuleContext, text: SourceText, change: Change) -> Iterator[_Record]:
    edit = change.edit
    if len(edit.old) != len(edit.new):
        return
    for at, (old, new) in enumerate(zip(edit.old, edit.new, strict=True)):
        start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
        tuple_end = _closing(old, start)
        if tuple_end is None or not new.endswith(old[tuple_end + 1 :]):
            continue
        name = new[start : len(new) - len(old) + tuple_end + 1]
        types = _split(old[start + 1 : tuple_end])
        if not _TYPE_NAME.match(name) or len(types) < 2:
            continue
        members = _fields_of(context, text, name)
        if [_normal(one.type_text) for one in members] != [_normal(one) for one in types]:
            continue
        found = _typed_name(text, Point(edit.line + at, start))
        resolver = resolver_for(text.snapshot)
        if found is None or resolver is None:
            continue
        declared, type_node = found
        written = text.joined[declared.start_byte : declared.end_byte]
        binding = resolver.resolve(written).at(text.point_at(declared.start_byte))
        if binding is not None:
            before = text.joined[type_node.start_byte : text.offset_at(edit.line + at, start)]
            fields = tuple(one.name for one in members)
            yield _Record(change, text, name, fields, binding, _depth(before))


def _closing(line: str, start: int) -> int | None:
    """Return where the tuple that begins at a column ends."""
    if line[start : start + 1] != "(":
        return None
    depth = 0
    for at in range(start, len(line)):
        depth += (line[at] in "([") - (line[at] in ")]")
        if not depth:
            return at
    return None


def _split(written: str) -> list[str]:
    """Return the types of a tuple."""
    found, depth = [""], 0
    for char in written:
        depth += (char in "(<[") - (char in ")>]")
        if char == "," and not depth:
            found.append("")
        else:
            found[-1] += char
    return [one for one in found if one.strip()]


def _normal(written: str) -> str:
    return "".join(written.split())


def _depth(before: str) -> int:
    """Return how many types around a place hold several values or none: those that are open there."""
    opened: list[bool] = []
    for at, char in enumerate(before):
        if char in "<[(":
            opened.append(not (char == "<" and _HOLDERS.search(before[:at])))
        elif char in ">])" and opened:
            opened.pop()
    return sum(opened)


def _fields_of(context: RuleContext, text: SourceText, name: str) -> tuple[Member, ...]:
    others = texts_defining(context.situation.workspace_texts, name, text.snapshot.uri, MAX_DECLARATION_TEXTS)
    for one in (text, *map(context.source_text, others)):
        found = _struct_named(one, name)
        if found is not None:
            return found.members
    return ()


def _struct_named(text: SourceText, name: str) -> TypeDeclaration | None:
    found = re.search(rf"\bstruct\s+({name})\b", text.joined)
    if found is None or text.tree is None:
        return None
    declared = find_declarations(text.tree, text.joined, found.start(1), found.end(1))
    return next((one for one in declared if one.name == name and one.kind == "record"), None)


def _typed_name(text: SourceText, at: Point) -> tuple["Node", "Node"] | None:
    """Return the name whose type is written at a place, and that type."""
    assert text.tree is not None  # noqa: S101 - the caller looked
    offset = text.offset_at(at.line, at.column)
    node = text.tree.root.named_descendant_for_byte_range(offset, offset + 1)
    while node is not None and node.parent is not None:
        parent = node.parent
        if parent.child_by_field_name("type") == node:
            name = parent.child_by_field_name("name") or parent.child_by_field_name("pattern")
            if name is not None and name.type in ("identifier", "field_identifier"):
                return name, node
        if parent.type in ("block", "field_declaration_list", "source_file"):
            return None
        node = parent
    return None


def _uses(context: RuleContext, record: _Record) -> Iterator[_Use]:
    texts = context.situation.workspace_texts
    for place in find_all_places(record.text.snapshot, record.binding, texts):
        text = context.text_at(place.uri)
        if text is None or text.tree is None or not place.is_certain or place.occurrence.role == "definition":
            continue
        start = text.offset_at(place.occurrence.line, place.occurrence.column)
        node = text.tree.root.named_descendant_for_byte_range(start, start + len(record.binding.name))
        if node is not None and node.type in ("identifier", "field_identifier"):
            if node.type == "field_identifier":
                if node.parent is None or node.parent.type != "field_expression":
                    continue  # a literal
                node = node.parent
            yield from _follow(text, record, node, record.depth)


def _follow(text: SourceText, record: _Record, node: "Node", depth: int) -> Iterator[_Use]:
    """Yield the uses of an expression that holds the record below a number of collections."""
    is_counted = False
    while (parent := node.parent) is not None and not parent.has_error:
        if parent.type in _TRANSPARENT:
            node = parent
            continue
        if parent.type == "index_expression" and parent.named_child(0) == node:
            node, depth = parent, depth - 1
            continue
        if parent.type == "field_expression" and parent.child_by_field_name("value") == node:
            member = parent.child_by_field_name("field")
            call = parent.parent
            if member is None or call is None:
                return
            if member.type == "integer_literal":
                index = int(text.joined[member.start_byte : member.end_byte])
                if depth == 0 and not is_counted and index < len(record.fields):
                    yield _Use(text, (_replace(text, member, record.fields[index]),))
                return
            name = text.joined[member.start_byte : member.end_byte]
            if call.type != "call_expression":
                return
            arguments = call.child_by_field_name("arguments")
            given = arguments.named_children if arguments is not None else []
            if name in _STORED and given:
                yield from _literal(text, record, given[-1])
                return
            if name in _CLOSURES and given and given[-1].type == "closure_expression":
                parameters = given[-1].child_by_field_name("parameters")
                taken = parameters.named_children[0] if parameters and parameters.named_children else None
                if taken is not None and depth <= 1:
                    yield from _pattern(text, record, taken, is_counted=is_counted)
            if name in _ELEMENT:
                depth = max(0, depth - 1)
            elif name not in _SAME:
                return
            is_counted = is_counted or name == "enumerate"
            node = call
            continue
        if parent.type == "for_expression" and parent.child_by_field_name("value") == node and depth == 1:
            pattern = parent.child_by_field_name("pattern")
        elif parent.type in ("let_declaration", "let_condition") and depth == 0:
            pattern = parent.child_by_field_name("pattern") if _is_value(parent, node) else None
        elif parent.type == "assignment_expression" and parent.child_by_field_name("left") == node:
            value = parent.child_by_field_name("right")
            if value is not None and depth == 0:
                yield from _literal(text, record, value)
            return
        else:
            return
        if pattern is not None:
            yield from _pattern(text, record, pattern, is_counted=is_counted)
        return


def _is_value(parent: "Node", node: "Node") -> bool:
    return parent.child_by_field_name("value") == node


def _pattern(
    text: SourceText, record: _Record, pattern: "Node", *, is_counted: bool = False
) -> Iterator[_Use]:
    """Yield the uses of what a pattern takes apart."""
    while pattern.type in ("reference_pattern", "mut_pattern", "tuple_struct_pattern"):
        if not pattern.named_children:
            return
        pattern = pattern.named_children[-1]  # `Some(x)`, `&x`
    parts = _parts(text, pattern)
    if is_counted:
        if pattern.type == "tuple_pattern" and len(parts) == 2 and pattern.named_children:
            yield from _pattern(text, record, pattern.named_children[-1])
        return
    if pattern.type == "identifier":
        yield from _uses_of_variable(text, record, pattern)
        return
    if pattern.type != "tuple_pattern" or len(parts) != len(record.fields):
        return
    if any(not re.fullmatch(r"_|(?:(?:ref|mut)\s+)*\w+", one) for one in parts):
        return
    kept = [
        one if one.split()[-1] == field else f"{field}: {one}"
        for field, one in zip(record.fields, parts, strict=True)
        if one != "_"
    ]
    has_rest = len(kept) < len(parts)
    yield _Use(text, (_replace(text, pattern, _layout(text, record, pattern, kept, has_rest=has_rest)),))


def _parts(text: SourceText, node: "Node") -> list[str]:
    written = text.joined[node.start_byte + 1 : node.end_byte - 1]
    return [one.strip() for one in _split(written)]


def _uses_of_variable(text: SourceText, record: _Record, name: "Node") -> Iterator[_Use]:
    resolver = resolver_for(text.snapshot)
    written = text.joined[name.start_byte : name.end_byte]
    binding = resolver.resolve(written).at(text.point_at(name.start_byte)) if resolver is not None else None
    if binding is None or text.tree is None:
        return
    for one in binding.occurrences:
        start = text.offset_at(one.line, one.column)
        node = text.tree.root.named_descendant_for_byte_range(start, start + len(written))
        if start > name.start_byte and node is not None and node.type == "identifier":
            yield from _follow(text, record, node, 0)


def _literal(text: SourceText, record: _Record, value: "Node") -> Iterator[_Use]:
    """Yield the literal of the struct in place of a tuple."""
    parts = [text.joined[one.start_byte : one.end_byte] for one in value.named_children]
    if value.type != "tuple_expression" or len(parts) != len(record.fields):
        return
    pairs = [
        field if field == one else f"{field}: {one}" for field, one in zip(record.fields, parts, strict=True)
    ]
    yield _Use(text, (_replace(text, value, _layout(text, record, value, pairs, has_rest=False)),))


def _layout(text: SourceText, record: _Record, node: "Node", parts: list[str], *, has_rest: bool) -> str:
    """Return a literal or a pattern of the struct as `rustfmt` writes it, in one line where it is inside others."""
    written = [*parts, ".."] if has_rest else parts
    inline = ", ".join(written)
    line = text.raw[text.point_at(node.start_byte).line]
    is_broken = "\n" in text.joined[node.start_byte : node.end_byte] or any("\n" in one for one in parts)
    is_statement = node.parent is not None and node.parent.type in ("let_declaration", "arguments")
    if has_rest or not (is_broken or (is_statement and len(inline) > _MAX_INLINE_CHARS)):
        return f"{record.name} {{ {inline} }}"
    indent = line[: len(line) - len(line.lstrip())]
    inner = indent + ("\t" if indent.startswith("\t") else "    ")
    return f"{record.name} {{\n" + "".join(f"{inner}{one},\n" for one in written) + f"{indent}}}"


def _replace(text: SourceText, node: "Node", new: str) -> Replacement:
    return Replacement(Span(text.point_at(node.start_byte), text.point_at(node.end_byte)), new)


def _candidate(context: RuleContext, record: _Record, use: _Use) -> Candidate:
    return Candidate(
        kind="edit",
        uri=use.text.snapshot.uri,
        family="member-retyped",
        pattern=f"{record.binding.name}: {record.name}",
        topic=record.binding.name,
        why=f"{record.binding.name} holds {record.name} now.",
        edits=use.edits,
        probability=PROBABILITY.estimate(
            _Features(stale=record.change.age, elsewhere=use.text is not context.current_text)
        ),
    )
