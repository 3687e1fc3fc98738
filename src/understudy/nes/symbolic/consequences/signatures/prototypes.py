"""The signature of a C or C++ function changed: its prototypes and its definition follow."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALLING_TEXTS,
    MAX_FUNCTION_DEPTH,
    MAX_PROTOTYPE_CANDIDATES,
)
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    SyntaxTree,
    text_before,
)
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.syntax import inner_children_touching
from understudy.nes.text import Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_prototypes"]

_GRAMMARS: Final = frozenset({"c", "cpp"})


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0


PROBABILITY: Final = RuleProbability(0.92, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))


class _Signature(NamedTuple):
    name: str
    parameters: str
    start: int
    """Where the parameters begin, with their bracket."""
    end: int
    returned: str
    returned_start: int


def propose_prototypes(context: RuleContext) -> list[Candidate]:
    """Propose the new parameters and return type of a function where it is declared or defined."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        tree = _tree_of(text) if text is not None else None
        if text is None or tree is None or not change.is_current(text) or context.is_past_deadline:
            continue
        for before, after in _changed_signatures(text, tree, change):
            texts = [text, context.current_text, *context.other_texts([after.name], MAX_CALLING_TEXTS)]
            for other in dict.fromkeys(texts):
                candidates += _candidates(context, change, other, before, after)
    return candidates[:MAX_PROTOTYPE_CANDIDATES]


def _tree_of(text: SourceText) -> SyntaxTree | None:
    return text.tree if text.tree is not None and text.tree.grammar in _GRAMMARS else None


def _changed_signatures(
    text: SourceText, new_tree: SyntaxTree, change: Change
) -> Iterator[tuple[_Signature, _Signature]]:
    edit = change.edit
    start = text.offset_at(edit.line)
    after = list(_signatures(new_tree, text.joined, start, text.offset_at(edit.line + len(edit.new))))
    if not after:
        return
    before_text, tree = text_before(text, change)
    if tree is None:
        return
    end = start + len("\n".join(edit.old))
    before = {one.name: one for one in _signatures(tree, before_text, start, end)}
    for one in after:
        old = before.get(one.name)
        if old is not None and (_normal(old.parameters), old.returned) != (
            _normal(one.parameters),
            one.returned,
        ):
            yield old, one


def _signatures(tree: SyntaxTree, text: str, start: int, end: int) -> Iterator[_Signature]:
    """Yield the functions that are declared or defined in a range, without errors."""
    pending: list[tuple[Node, int]] = [(tree.root, 0)]
    while pending:
        node, depth = pending.pop()
        if node.type == "function_declarator" and not node.has_error:
            signature = _signature(node, text)
            if signature is not None:
                yield signature
        if depth < MAX_FUNCTION_DEPTH:
            pending += [(child, depth + 1) for child in inner_children_touching(node, start, end)]


def _signatures_named(name: str, tree: SyntaxTree, text: str) -> Iterator[_Signature]:
    """Yield the functions of that name, without errors, the last one first."""
    at = text.rfind(name)
    while at >= 0:
        node = _declarator_at(tree.root, at, at + len(name))
        signature = _signature(node, text) if node is not None and not node.has_error else None
        if signature is not None and signature.name == name and _depth(node) <= MAX_FUNCTION_DEPTH:
            yield signature
        at = text.rfind(name, 0, at)


def _declarator_at(root: "Node", start: int, end: int) -> "Node | None":
    """Return the declarator of the function whose name ends at an offset."""
    node = root.named_descendant_for_byte_range(start, end)
    while node is not None and node.end_byte == end:
        parent = node.parent
        if parent is not None and parent.type == "function_declarator":
            return parent if parent.child_by_field_name("declarator") == node else None
        node = parent
    return None


def _depth(node: "Node | None") -> int:
    """Return how many nodes are around a node."""
    depth = -1
    while node is not None:
        depth, node = depth + 1, node.parent
    return depth


def _signature(node: "Node", text: str) -> _Signature | None:
    name, parameters = node.child_by_field_name("declarator"), node.child_by_field_name("parameters")
    owner = node.parent
    while owner is not None and owner.type.endswith("_declarator"):
        owner = owner.parent
    if name is None or parameters is None or owner is None:
        return None
    if owner.type not in ("declaration", "function_definition", "field_declaration"):
        return None
    returned = owner.child_by_field_name("type")
    return _Signature(
        text[name.start_byte : name.end_byte].rpartition("::")[2],
        text[parameters.start_byte : parameters.end_byte],
        parameters.start_byte,
        parameters.end_byte,
        text[returned.start_byte : returned.end_byte] if returned is not None else "",
        returned.start_byte if returned is not None else -1,
    )


def _normal(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _candidates(
    context: RuleContext, change: Change, text: SourceText, before: _Signature, after: _Signature
) -> Iterator[Candidate]:
    tree = _tree_of(text)
    if tree is None:
        return
    for one in _signatures_named(after.name, tree, text.joined):
        if _normal(one.parameters) != _normal(before.parameters):
            continue
        edits: list[Replacement] = []
        if _normal(before.parameters) != _normal(after.parameters):
            span = Span(text.point_at(one.start), text.point_at(one.end))
            edits.append(Replacement(span, after.parameters))
        if before.returned != after.returned and one.returned == before.returned and one.returned_start >= 0:
            end = one.returned_start + len(one.returned)
            edits.append(
                Replacement(Span(text.point_at(one.returned_start), text.point_at(end)), after.returned)
            )
        if edits:
            yield Candidate(
                kind="edit",
                uri=text.snapshot.uri,
                family="prototype",
                pattern=f"{after.name}{' '.join(after.parameters.split())}",
                why=f"{after.name} has another signature now.",
                edits=tuple(sorted(edits)),
                probability=PROBABILITY.estimate(
                    _Features(stale=change.age, elsewhere=text is not context.current_text)
                ),
            )
