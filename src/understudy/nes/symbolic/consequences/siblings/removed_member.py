"""A member was removed from a type, or got another type: remove or retype it where its siblings are listed.

Arms and branches of a removed enum member go, and entries of a removed field where its siblings have such entries.
Other uses of the removed member of an enum are jumps, and of a removed field at values whose type is written.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import enclosing, resolver_for
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_SIBLING_CANDIDATES, MIN_LISTED_FIELDS
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings.added_member import (
    is_constructor_list,
    list_owner_is_related,
    texts_of_type,
)
from understudy.nes.symbolic.consequences.siblings.insertion import remove_element
from understudy.nes.symbolic.consequences.siblings.lists import Element, MemberList, find_lists
from understudy.nes.symbolic.consequences.siblings.member_changes import MemberChange, find_member_changes
from understudy.nes.symbolic.consequences.siblings.members import Member, text_of
from understudy.nes.symbolic.consequences.siblings.mentions import find_mentions
from understudy.nes.symbolic.consequences.siblings.spellings import NameReplacement
from understudy.nes.text import Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_removed_members", "propose_retyped_members"]


_OPERAND_LISTS: Final = frozenset(
    {"arguments", "argument_list", "boolean_operator", "binary_operator", "binary_expression"}
)


_PARAMETER_LISTS: Final = frozenset({"parameters", "formal_parameters", "parameter_list"})
_ARGUMENT_LISTS: Final = frozenset({"arguments", "argument_list"})


_CASE: Final = re.compile(r"\bcase\s+(?:\w+\s*,\s*)*\Z")


_RECEIVER: Final = re.compile(r"(?<![\w$.>)\]])([\w$]+)(?:\.|->|\?\.)\Z")


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    """A use that has to be rewritten."""
    is_field: float = 0


PROBABILITY: Final = RuleProbability(
    0.88, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-1.2, is_field=-0.4)
)


def propose_removed_members(context: RuleContext) -> list[Candidate]:
    """Propose to remove the elements of a removed member."""
    candidates: list[Candidate] = []
    for change in context.once(find_member_changes):
        if change.kind != "removed" or change.declaration.kind == "interface" or not change.siblings:
            continue
        for text in texts_of_type(context, change):
            if context.is_past_deadline or len(candidates) >= MAX_SIBLING_CANDIDATES:
                break
            candidates += _removals(context, change, text)
    return candidates[:MAX_SIBLING_CANDIDATES]


def _removals(context: RuleContext, change: MemberChange, text: SourceText) -> Iterator[Candidate]:
    if text.tree is None:
        return
    members = (*change.siblings, change.member)
    removed = len(change.siblings)
    is_own_text = text is change.text
    mentions = find_mentions(text, change.declaration, members, is_own_text=is_own_text)
    found: list[tuple[int, int]] = []
    listed: list[tuple[MemberList, Element]] = []
    for member_list in find_lists(text.tree.root, text.joined, mentions):
        element = next((one for one in member_list.elements if one.member == removed), None)
        if element is not None and _is_of_type(change, text, member_list, element, members):
            listed.append((member_list, element))
    if change.declaration.kind == "record":
        listed = _without_needed_parameters(change, text, listed)
    for member_list, element in listed:
        edit = remove_element(text, member_list, element)
        if edit is not None:
            found.append((element.start, element.end))
            yield _candidate(context, change, text, edit)
    for mention in mentions:
        inside = any(start <= mention.start < end for start, end in found)
        if mention.member != removed or inside:
            continue
        if (
            not _is_of_other_enum(change, text, mention.start)
            if change.declaration.kind == "enum"
            else _is_field_of_type(change, text, mention.start)
        ):
            start, end = text.point_at(mention.start), text.point_at(mention.end)
            yield _candidate(context, change, text, Replacement(Span(start, end), ""), is_jump=True)
            return


def _is_field_of_type(change: MemberChange, text: SourceText, start: int) -> bool:
    """Whether a name is read as a field of `self` in the type, or of a variable that is declared with the type."""
    owner = re.escape(change.declaration.name)
    receiver = _RECEIVER.search(text.raw[text.point_at(start).line][: text.point_at(start).column])
    if text.tree is None or receiver is None or not owner:
        return False
    node = text.tree.root.named_descendant_for_byte_range(start, start + len(change.member.name))
    if receiver[1] in ("self", "this"):
        declaration = change.declaration
        if text is change.text and declaration.start <= start < declaration.end:
            return True
        block = enclosing(node, frozenset({"impl_item"})) if node is not None else None
        implemented = block.child_by_field_name("type") if block is not None else None
        return text_of(implemented, text.joined).partition("<")[0] == change.declaration.name
    while node is not None and node.parent is not None and node.parent.parent is not None:
        node = node.parent
    name = re.escape(receiver[1])
    declared = re.compile(
        rf"\b{owner}\b(?:<[^<>()]*>)?[\s*&]+(?:const\s+)?{name}\b|\b{name}\s+[*&]*{owner}\b"
        rf"|\b{name}\??\s*:\s*[&\s]*(?:mut\s+|const\s+)?[\"']?{owner}\b(?!\s*[\[.])"
    )
    return declared.search(text_of(node, text.joined)) is not None


def _is_of_other_enum(change: MemberChange, text: SourceText, start: int) -> bool:
    """Whether a name is defined by another type, or is the bare label of a case: those of this enum are removed."""
    resolver, point = resolver_for(text.snapshot), text.point_at(start)
    is_defined = resolver is not None and resolver.resolve(change.member.name).at(point) is not None
    return is_defined or _CASE.search(text.raw[point.line][: point.column]) is not None


def _is_of_type(
    change: MemberChange,
    text: SourceText,
    member_list: MemberList,
    element: Element,
    members: tuple[Member, ...],
) -> bool:
    """Whether the element is for a member of the enum, or an entry for a field as those of other fields."""
    if change.declaration.kind != "record":
        return (
            member_list.has_arms or member_list.has_keys or _is_uniform(text, member_list, element, members)
        )
    value = text.joined[element.start : element.end]
    is_used = re.search(rf"(?:\.|->)\s*{re.escape(change.member.name)}(?!\w)", value) is not None
    if not list_owner_is_related(change, text, member_list, is_used=is_used):
        return False
    if member_list.has_keys or is_constructor_list(change, text, member_list):
        return True
    if len(member_list.elements) < MIN_LISTED_FIELDS and member_list.container.type in _OPERAND_LISTS:
        return False  # two operands or arguments: without one of them, the other means something else
    return _is_uniform(text, member_list, element, members)


def _without_needed_parameters(
    change: MemberChange, text: SourceText, listed: list[tuple[MemberList, Element]]
) -> list[tuple[MemberList, Element]]:
    """Leave out parameters that their functions need for more, and what is passed for them."""
    made = re.compile(rf"(?<![\w$]){re.escape(change.declaration.name)}(?:<[^<>]*>)?\s*\Z")
    removed = [
        element
        for member_list, element in listed
        if member_list.container.type not in _ARGUMENT_LISTS
        or made.search(text.raw[(at := text.point_at(member_list.container.start_byte)).line][: at.column])
    ]
    kept = [one for one in listed if not _is_still_taken(change, text, one[0], removed)]
    return kept if len(kept) == len(listed) else _without_needed_parameters(change, text, kept)


def _is_still_taken(
    change: MemberChange, text: SourceText, member_list: MemberList, removed: Sequence[Element]
) -> bool:
    """Whether the list has a parameter that its function needs for more than the field, or what is passed for such
    a parameter of the type's functions."""
    container = member_list.container
    if container.type in _PARAMETER_LISTS:
        return _uses_parameter(container, change.member.name, text, removed)
    if container.type not in _ARGUMENT_LISTS or change.text.tree is None:
        return False
    start, end = change.declaration.start, change.declaration.end
    declared = change.text.tree.root.named_descendant_for_byte_range(start, max(start, end - 1))
    pending = [declared] if declared is not None else []
    while pending:
        node = pending.pop()
        known = removed if text is change.text else ()
        if node.type in _PARAMETER_LISTS and _uses_parameter(node, change.member.name, change.text, known):
            return True
        pending += node.named_children
    return False


def _uses_parameter(parameters: "Node", name: str, text: SourceText, removed: Sequence[Element]) -> bool:
    """Whether a function has the parameter, and uses it for more than the field or what is removed with it."""
    word = rf"(?<![\w$.]){re.escape(name)}(?![\w$])"
    body = parameters.parent.child_by_field_name("body") if parameters.parent is not None else None
    if body is None or re.search(word, text_of(parameters, text.joined)) is None:
        return False
    field = re.compile(rf"\b(?:this|self)\s*\.\s*{re.escape(name)}\s*=\s*{word}|{word}")
    return any(
        one[0] == name and not any(other.start <= one.start() < other.end for other in removed)
        for one in field.finditer(text.joined, body.start_byte, body.end_byte)
    )


def _is_uniform(
    text: SourceText, member_list: MemberList, element: Element, members: tuple[Member, ...]
) -> bool:
    own = text.joined[element.start : element.end].split()
    for one in member_list.elements:
        if one is element:
            continue
        before, after = members[one.member], members[element.member]
        exact = ((before.type_text, after.type_text),) if after.type_text else ()
        made = NameReplacement(before.name, after.name, exact).apply(text.joined[one.start : one.end])
        if made is not None and made.split() == own:
            return True
    return False


def _candidate(
    context: RuleContext, change: MemberChange, text: SourceText, edit: Replacement, *, is_jump: bool = False
) -> Candidate:
    owner, name = change.declaration.name, change.member.name
    label = f"{owner}.{name}" if owner else name
    return Candidate(
        kind="jump" if is_jump else "edit",
        uri=text.snapshot.uri,
        family="member-removed",
        pattern=f"{label} is gone",
        topic=label,
        why=f"You removed {label}, and it is used here.",
        edits=() if is_jump else (edit,),
        position=edit.span.start if is_jump else None,
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.change.age,
                elsewhere=text is not context.current_text,
                jump=is_jump,
                is_field=change.declaration.kind == "record",
            )
        ),
    )


class _TypeFeatures(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    is_free: float = 0
    """A parameter outside the constructors of the type."""


TYPE_PROBABILITY: Final = RuleProbability(
    0.82, _TypeFeatures(stale=STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT, is_free=-0.9)
)


def propose_retyped_members(context: RuleContext) -> list[Candidate]:
    """Propose the new type of a field for parameters of its name, methods that return it, and values made for it.

    Only in functions of the type or that name it, where the old type is written.
    """
    candidates: list[Candidate] = []
    for change in context.once(find_member_changes):
        if change.before is None or change.declaration.kind != "record":
            continue
        for text in texts_of_type(context, change):
            if context.is_past_deadline or len(candidates) >= MAX_SIBLING_CANDIDATES:
                break
            candidates += _retypings(context, change, text, change.before.type_text)
    return candidates[:MAX_SIBLING_CANDIDATES]


_PARAMETER_TYPES: Final = frozenset(
    {"typed_parameter", "typed_default_parameter", "required_parameter", "optional_parameter"}
    | {"formal_parameter", "parameter", "parameter_declaration"}
)


_METHOD_LISTS: Final = frozenset(
    {"class_body", "interface_body", "object_type", "block", "declaration_list", "field_declaration_list"}
)
"""The nodes whose children are the methods of one object."""
_RETURNED_TYPES: Final = ("return_type", "result", "type")
"""The fields of a function that hold what it returns."""
_ACCESSES: Final = frozenset(
    {"member_expression", "attribute", "selector_expression", "field_expression", "field_access"}
    | {"reference_expression", "expression_list"}
)


_TYPE_NAME: Final = re.compile(r"([A-Z]\w*)\s*(?:[<\[].*)?\Z", re.S)
_CONSTRUCTION: Final = re.compile(r"([A-Z]\w*)::(?:new|default|with_capacity)\(")
"""Functions of Rust that most types with them have in common; elsewhere, constructors differ more."""


def _retypings(
    context: RuleContext, change: MemberChange, text: SourceText, old_type: str
) -> Iterator[Candidate]:
    if text.tree is None or not change.member.type_text:
        return
    mentions = find_mentions(text, change.declaration, (change.member,), is_own_text=text is change.text)
    owner = re.compile(rf"(?<![\w$]){re.escape(change.declaration.name)}(?![\w$])")
    for mention in mentions:
        node = text.tree.root.named_descendant_for_byte_range(mention.start, mention.end)
        if node is None:
            continue
        found = _parameter_type(node) or _returned_type(node)
        old, new = old_type, change.member.type_text
        if found is None:
            old, new = _outer_type(old), _outer_type(new)
            found = _constructed_type(node, text, old) if old and new and old != new else None
        if found is None:
            continue
        type_node, function = found
        written = text.joined[type_node.start_byte : type_node.end_byte]
        start = type_node.start_byte + len(written) - len(written.lstrip(": &"))
        is_inside = (
            text is change.text and change.declaration.start <= function.start_byte < change.declaration.end
        )
        if written.lstrip(": &") != old or not (
            is_inside
            or owner.search(text.joined, _start_with_impl(function), function.end_byte) is not None
            or _is_beside_related(text, node, function, owner, (old, new))
        ):
            continue
        yield Candidate(
            kind="edit",
            uri=text.snapshot.uri,
            family="member-retyped",
            pattern=f"{change.declaration.name}.{change.member.name}: {change.member.type_text}",
            why=f"{change.member.name} of {change.declaration.name} has another type now.",
            edits=(Replacement(Span(text.point_at(start), text.point_at(type_node.end_byte)), new),),
            probability=TYPE_PROBABILITY.estimate(
                _TypeFeatures(
                    stale=change.change.age,
                    elsewhere=text is not context.current_text,
                    is_free=not is_inside,
                )
            ),
        )


def _is_beside_related(
    text: SourceText, name: "Node", function: "Node", owner: re.Pattern[str], types: tuple[str, str]
) -> bool:
    """Whether another method of the same object has a parameter of that name with the old or the new type, and its
    header names the type of the field, as in `find(id: number): Parcel` beside `remove(id: number)`."""
    receiver = text_of(function.child_by_field_name("receiver"), text.joined)
    if function.parent is None or not (receiver or function.parent.type in _METHOD_LISTS):
        return False
    parameter = re.compile(
        rf"(?<!\w){re.escape(text_of(name, text.joined))}\??\s*:?\s*&?(?:{'|'.join(map(re.escape, types))})(?!\w)"
        rf"|(?<!\w)(?:{'|'.join(map(re.escape, types))})\s+{re.escape(text_of(name, text.joined))}(?!\w)"
    )
    for other in function.parent.named_children:
        parameters = other.child_by_field_name("parameters")
        if parameters is None or other.id == function.id:
            continue
        is_same_object = text_of(other.child_by_field_name("receiver"), text.joined) == receiver
        if is_same_object and parameter.search(text.joined, parameters.start_byte, parameters.end_byte):
            body = other.child_by_field_name("body")
            end = body.start_byte if body is not None else other.end_byte
            if owner.search(text.joined, parameters.start_byte, end):
                return True
    return False


def _start_with_impl(function: "Node") -> int:
    """Return where a function begins, with the `impl` of Rust that it stands in."""
    block = function.parent.parent if function.parent is not None else None
    return block.start_byte if block is not None and block.type == "impl_item" else function.start_byte


def _outer_type(written: str) -> str:
    """Return the name of a type without its arguments; empty if it is no plain name, as that of a pointer."""
    match = _TYPE_NAME.match(written.strip())
    return match[1] if match is not None else ""


def _constructed_type(name: "Node", text: SourceText, old: str) -> tuple["Node", "Node"] | None:
    """Return the name of the type that makes the value of a field, in `words: HashMap::new()` of Rust, and the
    function around it."""
    parent = name.parent
    if parent is None or parent.type != "field_initializer" or parent.child_by_field_name("field") != name:
        return None
    value = parent.child_by_field_name("value")
    if value is None:
        return None
    match = _CONSTRUCTION.match(text.joined, value.start_byte, value.end_byte)
    if match is None or match[1] != old:
        return None
    function: Node | None = parent
    while function is not None and function.child_by_field_name("parameters") is None:
        function = function.parent
    made = value.named_descendant_for_byte_range(*match.span(1))
    return (made, function) if made is not None and function is not None and not function.has_error else None


def _parameter_type(name: "Node") -> tuple["Node", "Node"] | None:
    """Return the type of the parameter of that name, and its function."""
    parameter = name.parent
    if parameter is None or parameter.type not in _PARAMETER_TYPES or parameter.parent is None:
        return None
    type_node, function = parameter.child_by_field_name("type"), parameter.parent.parent
    return (type_node, function) if type_node and function and not function.has_error else None


def _returned_type(name: "Node") -> tuple["Node", "Node"] | None:
    """Return the type of a function that consists of returning the field, and the function."""
    node = name
    while (
        node.parent is not None
        and node.parent.type in _ACCESSES
        and node.end_byte == node.parent.end_byte == name.end_byte
    ):
        node = node.parent
    statement = node.parent if node.parent is not None and node.parent.type == "return_statement" else node
    body = statement.parent
    function = body.parent if body is not None else None
    if body is None or function is None or function.has_error or body.named_child_count != 1:
        return None
    if function.child_by_field_name("body") != body or function.child_by_field_name("parameters") is None:
        return None
    found = next((one for field in _RETURNED_TYPES if (one := function.child_by_field_name(field))), None)
    return (found, function) if found is not None else None
