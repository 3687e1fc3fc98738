"""A method was added to an interface, or its signature changed: the types that implement the interface follow.

The body of a new method is written only if the bodies of its siblings differ in nothing but the name; otherwise the
place is a jump, or a stub for a client without jumps.
"""

import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_DECLARATION_DEPTH,
    MAX_IMPLEMENTATION_CANDIDATES,
    MAX_SIBLING_TEXTS,
    MIN_STRUCTURAL_METHODS,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings.member_changes import MemberChange, find_member_changes
from understudy.nes.symbolic.consequences.siblings.members import Member, cpp_method, method_member
from understudy.nes.symbolic.consequences.siblings.spellings import NameReplacement
from understudy.nes.text import Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_implementations"]

_CLASS_TYPES: Final = {
    "python": frozenset({"class_definition"}),
    "typescript": frozenset({"class_declaration", "class"}),
    "tsx": frozenset({"class_declaration", "class"}),
    "java": frozenset({"class_declaration", "enum_declaration", "record_declaration"}),
    "rust": frozenset({"impl_item"}),
    "go": frozenset({"method_declaration"}),
    "cpp": frozenset({"class_specifier", "struct_specifier"}),
}
_METHOD_TYPES: Final = frozenset(
    {"function_definition", "method_definition", "method_declaration", "function_item", "field_declaration"}
)
_ABSTRACT: Final = re.compile(r"\babstract\s+class\b|\(\s*(?:abc\.)?(?:ABC|Protocol)\b|\bmetaclass=")


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    """Only the place is known."""
    is_stub: float = 0
    is_structural: float = 0
    """The type does not name the interface; it has all its other methods."""


PROBABILITY: Final = RuleProbability(
    0.88,
    _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-0.8, is_stub=-1.4, is_structural=-0.5),
)


class _Implementation(NamedTuple):
    """The methods of one type that implements the interface."""

    methods: dict[str, Member]
    is_structural: bool
    receiver: str = ""
    """The receiver of the methods in Go, with its brackets."""


def propose_implementations(context: RuleContext) -> list[Candidate]:
    """Propose a new or changed method of an interface for the types that implement it."""
    candidates: list[Candidate] = []
    for change in context.once(find_member_changes):
        if change.declaration.kind != "interface" or change.kind == "removed" or change.member.is_optional:
            continue
        for text in _texts(context, change):
            if context.is_past_deadline or len(candidates) >= MAX_IMPLEMENTATION_CANDIDATES:
                break
            for implementation in _find_implementations(change, text):
                candidate = (
                    _added(context, change, text, implementation)
                    if change.kind == "added"
                    else _changed(context, change, text, implementation)
                )
                if candidate is not None:
                    candidates.append(candidate)
    return candidates[:MAX_IMPLEMENTATION_CANDIDATES]


def _texts(context: RuleContext, change: MemberChange) -> Iterator[SourceText]:
    yield change.text
    if context.current_text is not change.text:
        yield context.current_text
    is_go = change.text.tree is not None and change.text.tree.grammar == "go"
    name = next((one.name for one in change.siblings), change.member.name)
    names = [name if is_go else change.declaration.name]
    if _is_protocol(change):
        names.append(f"def {name}(")
    for text in context.other_texts(names, MAX_SIBLING_TEXTS):
        if text is not change.text:
            yield text


def _find_implementations(change: MemberChange, text: SourceText) -> Iterator[_Implementation]:
    tree = text.tree
    if tree is None or tree.grammar not in _CLASS_TYPES:
        return
    found = list(_classes(tree.root, _CLASS_TYPES[tree.grammar]))
    if tree.grammar == "go":
        yield from _go_implementations(change, text, found)
        return
    is_protocol = _is_protocol(change)
    for node in found:
        body = node.child_by_field_name("body")
        is_named = body is not None and _names_interface(change, text, node, body)
        if body is None or not (is_named or is_protocol):
            continue
        methods: dict[str, Member] = {}
        for child in body.named_children:
            node_in = (
                child.child_by_field_name("definition") if child.type == "decorated_definition" else child
            )
            if node_in is None or node_in.type not in _METHOD_TYPES:
                continue
            member = cpp_method(node_in, text.joined) if tree.grammar == "cpp" else None
            member = member or method_member(node_in, text.joined)
            if member.name and not _is_other_overload(change, member, methods.get(member.name)):
                methods[member.name] = member._replace(start=child.start_byte)
        if is_named or _has_all_methods(change, methods, text.joined[node.start_byte : body.start_byte]):
            yield _Implementation(methods, is_structural=not is_named)


def _is_other_overload(change: MemberChange, member: Member, known: Member | None) -> bool:
    """Whether a method of the same name that was found before is nearer to the changed one."""
    if known is None or change.before is None or member.name != change.before.name:
        return False
    return _distance(change, known) <= _distance(change, member)


def _distance(change: MemberChange, method: Member) -> int:
    """Return how far the parameters of a method are from those of the changed one: equal, as many, or others."""
    given = [_normal(one.parameters) for one in (change.before, change.member) if one is not None]
    own = _normal(method.parameters)
    if own in given:
        return 0
    return 1 if own.count(",") == given[0].count(",") else 2


def _classes(root: "Node", types: frozenset[str]) -> Iterator["Node"]:
    pending: list[tuple[Node, int]] = [(root, 0)]
    while pending:
        node, depth = pending.pop()
        if node.type in types:
            yield node
        if depth < MAX_DECLARATION_DEPTH // 3:
            pending += [(child, depth + 1) for child in reversed(node.named_children)]


def _names_interface(change: MemberChange, text: SourceText, node: "Node", body: "Node") -> bool:
    """Whether the head of the type names the interface, and it is no interface or abstract class itself."""
    name = node.child_by_field_name("name")
    start = name.end_byte if name is not None else node.start_byte
    if node.type == "impl_item":
        trait = node.child_by_field_name("trait")
        if trait is None:
            return False
        head = text.joined[trait.start_byte : trait.end_byte]
    else:
        head = text.joined[start : body.start_byte]
    whole = text.joined[node.start_byte : body.start_byte]
    is_named = re.search(rf"(?<![\w$]){re.escape(change.declaration.name)}(?![\w$])", head) is not None
    return is_named and _ABSTRACT.search(whole) is None


def _is_protocol(change: MemberChange) -> bool:
    """Whether a class of Python implements the interface without naming it."""
    tree, declaration = change.text.tree, change.declaration
    if tree is None or tree.grammar != "python" or not declaration.members:
        return False
    head = change.text.joined[declaration.start : declaration.members[0].start].partition("\n")[0]
    return "Protocol" in head


def _has_all_methods(change: MemberChange, methods: dict[str, Member], head: str) -> bool:
    """Whether a class without bases has the other methods of a protocol with the same parameters, and enough."""
    known = [*change.siblings, *([change.before] if change.before is not None else [])]
    return (
        len(known) >= MIN_STRUCTURAL_METHODS
        and "(" not in head
        and all(
            one.name in methods and _normal(methods[one.name].parameters) == _normal(one.parameters)
            for one in known
        )
    )


def _go_implementations(
    change: MemberChange, text: SourceText, methods: list["Node"]
) -> Iterator[_Implementation]:
    """Yield the types that have all other methods of the interface, with the same signatures."""
    by_receiver: dict[str, dict[str, Member]] = {}
    receivers: dict[str, str] = {}
    for node in methods:
        receiver = node.child_by_field_name("receiver")
        if receiver is None:
            continue
        written = text.joined[receiver.start_byte : receiver.end_byte]
        match = re.search(r"(\w+)(?:\[[^\]]*\])?\s*\)\Z", written)
        if match:
            member = method_member(node, text.joined)
            by_receiver.setdefault(match[1], {})[member.name] = member
            receivers[match[1]] = written
    for name, own in by_receiver.items():
        if change.siblings and all(
            one.name in own and _normal(own[one.name].parameters) == _normal(one.parameters)
            for one in change.siblings
        ):
            yield _Implementation(own, is_structural=True, receiver=receivers[name])


def _normal(text: str) -> str:
    return re.sub(r"\s+|,\s*\)", lambda match: ")" if ")" in match[0] else "", text)


def _added(
    context: RuleContext, change: MemberChange, text: SourceText, implementation: _Implementation
) -> Candidate | None:
    methods = implementation.methods
    if change.member.name in methods:
        return None
    known = [one for one in change.siblings if one.name in methods]
    if not known:
        return None
    before = [one for one in change.siblings[: change.at] if one.name in methods]
    anchor = methods[(before[-1] if before else known[-1]).name]
    end = text.point_at(anchor.end)
    if text.raw[end.line][end.column :].strip():
        return None
    new = _derive_method(change, text, known, methods)
    can_jump = "jump" in context.situation.supported_kinds
    is_stub = new is None and not can_jump
    if is_stub:
        new = _stub(change, text, anchor, implementation)
    edits: tuple[Replacement, ...] = ()
    if new is not None:
        gap = _gap(text, [methods[one.name] for one in known])
        edits = (Replacement(Span(end, end), gap + new),)
    return _candidate(
        context,
        change,
        text,
        edits,
        end,
        is_stub=is_stub,
        is_structural=implementation.is_structural,
        why=f"{change.declaration.name} has the method {change.member.name} now, and this type implements it.",
    )


def _derive_method(
    change: MemberChange, text: SourceText, known: list[Member], methods: dict[str, Member]
) -> str | None:
    """Return the method if those of two siblings with the same signature differ only in their names."""
    is_snake_case = text.language.has_snake_case

    def written(member: Member) -> str:
        return text.joined[member.start : member.end]

    alike = [
        one
        for one in known
        if (made := NameReplacement(one.name, change.member.name).apply(one.text)) is not None
        and made.split() == change.member.text.split()
    ]
    if len(alike) < 2:
        return None
    model = methods[alike[-1].name]
    for other in alike[:-1]:
        replacement = NameReplacement(other.name, model.name, (), is_snake_case)
        made = replacement.apply(written(methods[other.name]))
        if made is None or made.split() != written(model).split():
            return None
    return NameReplacement(model.name, change.member.name, (), is_snake_case).apply(written(model))


def _gap(text: SourceText, methods: list[Member]) -> str:
    """Return what stands between two methods."""
    ordered = sorted(methods, key=lambda one: one.start)
    for first, second in itertools.pairwise(ordered):
        between = text.joined[first.end : second.start]
        if not between.strip():
            return between
    start = text.point_at(ordered[0].start)
    return "\n\n" + text.raw[start.line][: start.column]


def _stub(
    change: MemberChange, text: SourceText, anchor: Member, implementation: _Implementation
) -> str | None:
    start = text.point_at(anchor.start)
    indent = text.raw[start.line][: start.column]
    header = change.member.header
    step = "\t" if indent.startswith("\t") else "  " if len(indent) == 2 else "    "
    match text.tree.grammar if text.tree is not None else "":
        case "python":
            return f"{header}:\n{indent}{step}raise NotImplementedError"
        case "typescript" | "tsx":
            return f'{header} {{\n{indent}{step}throw new Error("Not implemented");\n{indent}}}'
        case "java":
            body = f"{{\n{indent}{step}throw new UnsupportedOperationException();\n{indent}}}"
            return f"@Override\n{indent}public {header.removeprefix('public ')} {body}"
        case "rust":
            return f"{header} {{\n{indent}{step}todo!()\n{indent}}}"
        case "go":
            return f'func {implementation.receiver} {header} {{\n\tpanic("not implemented")\n}}'
        case _:
            return None


def _changed(
    context: RuleContext, change: MemberChange, text: SourceText, implementation: _Implementation
) -> Candidate | None:
    method, before = implementation.methods.get(change.member.name), change.before
    if method is None or before is None:
        return None
    edits: list[Replacement] = []
    is_known = True
    for old, new, own, at in (
        (before.parameters, change.member.parameters, method.parameters, method.parameters_start),
        (before.type_text, change.member.type_text, method.type_text, method.type_start),
    ):
        if _normal(old) == _normal(new) or _normal(own) == _normal(new):
            continue
        if _normal(own) != _normal(old) or not old or not new:
            is_known = False
            continue
        edits.append(Replacement(Span(text.point_at(at), text.point_at(at + len(own))), new))
    if is_known and not edits:
        return None
    return _candidate(
        context,
        change,
        text,
        tuple(sorted(edits)) if is_known else (),
        text.point_at(method.name_start),
        is_stub=False,
        is_structural=implementation.is_structural,
        why=f"{change.member.name} of {change.declaration.name} has another signature now.",
    )


def _candidate(
    context: RuleContext,
    change: MemberChange,
    text: SourceText,
    edits: tuple[Replacement, ...],
    position: Point,
    *,
    is_stub: bool,
    is_structural: bool,
    why: str,
) -> Candidate:
    return Candidate(
        kind="edit" if edits else "jump",
        uri=text.snapshot.uri,
        family="implementation",
        pattern=f"{change.declaration.name}.{change.member.name} is implemented",
        why=why,
        edits=edits,
        position=None if edits else position,
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.change.age,
                elsewhere=text is not context.current_text,
                jump=not edits,
                is_stub=is_stub,
                is_structural=is_structural,
            )
        ),
    )
