"""The value of the element of a new field, beyond what its siblings show.

`form["birthday"]` follows from `form["name"]`, but the function has read it into `born` before: the variable takes
its place. Where the function makes something else of it, or has no variable of that name, or where the value is of
another type than the field, only the place is known.
"""

import re
from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings import resolver_for
from understudy.nes.symbolic.consequences.names import is_builtin_name
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.siblings.insertion import Insertion
from understudy.nes.symbolic.consequences.siblings.lists import MemberList, Mention
from understudy.nes.symbolic.consequences.siblings.member_changes import MemberChange
from understudy.nes.symbolic.consequences.siblings.members import Member

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "element_as_empty_as_others",
    "empty_element",
    "shared_empty_value",
    "texts_of_members",
    "with_known_value",
    "with_read_variable",
    "written_element",
]

_VALUE: Final = re.compile(
    r"[\s,;]*(?:(?:(?:self|this)(?:\.|->)|\.)?([\"']?)\w+\1\s*[:=](?![:=])\s*)?(?P<value>.*?)[\s,;]*\Z", re.S
)
_READ: Final = re.compile(r"[A-Za-z_$][\w$]*(?:\[|\(|\.|->)")
"""What begins like an expression that reads something from an object."""
_ASSIGNMENT: Final = re.compile(
    r"\s*(?:\w+(?:::\w+)*[\w<>\[\].&*]*\s+)*([A-Za-z_$][\w$]*)\s*(?::[^=\n]+)?:?=(?!=)\s*(.*?);?\s*\Z"
)
_STEPS: Final = r"(?:await\s+|new\s+)?(?:[\w.:]+\()*{}(?:,[^()]*)?\)*(?:\.\w+\(\))*[?!]?"
"""Calls around an expression that make it a value of another type, and methods of the value."""
_STRING: Final = re.compile(r"([\"'])([^\"'\\{}%]+)\1")
_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*\Z")
_PATTERNS: Final = frozenset(
    {
        "formal_parameters",
        "lambda_parameters",
        "named_imports",
        "object_pattern",
        "parameter_list",
        "parameters",
        "pattern_list",
        "struct_pattern",
        "tuple_pattern",
    }
)
"""Lists whose names are defined there."""
_LITERALS: Final = {
    "bool": re.compile(r"true|false|True|False"),
    "number": re.compile(r"-?\d[\w.]*"),
    "text": re.compile(r"[rbuf]?(?:\"[^\"]*\"|'[^']*')"),
}
_LITERAL_TYPES: Final = {
    "bool": re.compile(r"bool(?:ean)?|Boolean"),
    "number": re.compile(
        r"(?:u?int|float)\d*|[iuf]\d+|[iu]size|double|long|short|byte|number|Integer|Long|Double|Float"
    ),
    "text": re.compile(r"str|string|String|&(?:'static )?str"),
}
"""The types whose literals are of a kind. Values of other types are not judged."""
_EMPTY_VALUES: Final = re.compile(
    r"0(?:\.0*)?f?|false|False|None|null|undefined|\"\"|''|\[\]|\{\}|vec!\[\]|(?:String|Vec|HashMap|HashSet)::new\(\)"
)
_SWITCHED_OFF: Final = re.compile(r"false|False|None|null|undefined")
_PARTIAL_LITERALS: Final = frozenset({"c", "go"})
"""The languages whose literals leave out the fields that are empty."""


def with_read_variable(text: SourceText, member_list: MemberList, insertion: Insertion) -> Insertion:
    """Return the insertion with the variable in place of the expression that was assigned to it."""
    if len(insertion.edits) != 1:
        return insertion
    edit = insertion.edits[0]
    value = _value_of(edit.text)
    if _READ.match(value) is None:
        return insertion
    lines = _lines_before(text, member_list)
    found = _assignments(lines, value)
    siblings = (_value_of(text.joined[one.start : one.end]) for one in member_list.elements)
    if not found or any(_READ.match(one) and _assignments(lines, one) for one in siblings):
        return insertion
    names = {name for name, _ in found}
    is_whole = all(re.fullmatch(_STEPS.format(re.escape(value)), right) for _, right in found)
    if len(found) > 1 or not is_whole or any(_is_assigned_again(lines, name) for name in names):
        return insertion._replace(edits=())
    return insertion._replace(edits=(edit._replace(text=edit.text.replace(value, names.pop())),))


def with_known_value(
    text: SourceText,
    member_list: MemberList,
    member: Member,
    insertion: Insertion,
    extended: Sequence["Node"],
) -> Insertion:
    """Return the insertion without its edits if its value is a name that is not defined there, or of another type.

    `extended` are lists of parameters that get the name.
    """
    if len(insertion.edits) != 1 or member_list.container.type in _PATTERNS:
        return insertion
    value = _value_of(insertion.edits[0].text)
    of = next((kind for kind, pattern in _LITERAL_TYPES.items() if pattern.fullmatch(member.type_text)), "")
    kinds = [kind for kind, pattern in _LITERALS.items() if member_list.has_keys and pattern.fullmatch(value)]
    is_known = not of or of in kinds if kinds else _is_known(text, member_list, value, extended)
    return insertion if is_known else insertion._replace(edits=())


def _is_known(text: SourceText, member_list: MemberList, name: str, extended: Sequence["Node"]) -> bool:
    """Whether a value is no name, or one that is defined at a list, or becomes a parameter of a function
    around it."""
    resolver = resolver_for(text.snapshot) if _NAME.match(name) else None
    if resolver is None or is_builtin_name(text.language, name):
        return True
    return bool(resolver.definitions_of_name(name, member_list.container)) or any(
        parameters.parent is not None
        and parameters.parent.start_byte <= member_list.start < parameters.parent.end_byte
        for parameters in extended
    )


def _value_of(element: str) -> str:
    """Return what is written behind the key of an element, if it has one."""
    match = _VALUE.match(element)
    return match["value"] if match is not None else ""


def _lines_before(text: SourceText, member_list: MemberList) -> Sequence[str]:
    """Return the lines of the function above the list."""
    node = member_list.container
    while node.parent is not None and node.child_by_field_name("parameters") is None:
        node = node.parent
    if node.parent is None:
        return ()
    return text.raw[text.point_at(node.start_byte).line + 1 : text.point_at(member_list.start).line]


def _assignments(lines: Sequence[str], value: str) -> list[tuple[str, str]]:
    """Return the variables that are assigned the expression or something made of it, and what is assigned."""
    found = [_ASSIGNMENT.match(line) for line in lines if value in line]
    return [(match[1], match[2]) for match in found if match is not None and value in match[2]]


def _is_assigned_again(lines: Sequence[str], name: str) -> bool:
    assigned = re.compile(rf"(?<![\w$.]){re.escape(name)}\s*(?::[^=\n]+)?(?::|\+|-)?=(?!=)")
    return sum(1 for line in lines if assigned.search(line)) > 1


def written_element(context: RuleContext, change: MemberChange) -> str:
    """Return the entry that the user wrote for the new member in a list after declaring it; empty without one."""
    entry = re.compile(rf"\s*(\.?{re.escape(change.member.name)}\s*[:=](?![:=]).*?)[,;]?\s*\Z")
    for edit in reversed(context.situation.edits):
        if edit.serial <= change.change.edit.serial:
            break
        added = [line for line in edit.new if line not in edit.old]
        if len(added) == 1 and len(edit.new) == len(edit.old) + 1 and (match := entry.match(added[0])):
            return (
                match[1] if f".{change.member.name}" not in match[1][1:] else ""
            )  # such as `size: self.size`
    return ""


def empty_element(change: MemberChange) -> str:
    """Return the entry with the value that a field of such a type has mostly where it is new."""
    members = change.text.language.members
    value = members.empty_value(change.member.type_text) if members is not None else ""
    return f"{change.member.name}: {value}" if value else ""


def element_as_empty_as_others(
    change: MemberChange, text: SourceText, member_list: MemberList, of_same_type: Container[int]
) -> str:
    """Return the entry with the value of the fields of the same type in a list, if they have one that is empty."""
    if not member_list.has_keys or change.member.is_optional or text.language.family in _PARTIAL_LITERALS:
        return ""
    alike = [one for one in member_list.elements if one.member in of_same_type]
    values = {one: _value_of(text.joined[one.start : one.end]) for one in member_list.elements}
    value = shared_empty_value([values[one] for one in alike], values.values())
    if not value:
        return ""
    sibling = change.siblings[alike[-1].member].name
    key = text.joined[alike[-1].start : alike[-1].end].rpartition(value)[0]
    return key.replace(sibling, change.member.name, 1) + value if sibling in key else ""


def shared_empty_value(values: Sequence[str], beside: Iterable[str]) -> str:
    """Return the value that all have, if it is an empty one.

    A number, a text or a collection counts if all literals `beside` it are empty, and there are several: otherwise
    it is the value of one field, as a price of 0.
    """
    value = values[0] if len(set(values)) == 1 else ""
    if _SWITCHED_OFF.fullmatch(value):
        return value
    literals = [one for one in beside if _is_literal(one) or _EMPTY_VALUES.fullmatch(one)]
    is_empty = bool(value) and len(literals) > 1 and all(map(_EMPTY_VALUES.fullmatch, literals))
    return value if is_empty and _EMPTY_VALUES.fullmatch(value) else ""


def _is_literal(value: str) -> bool:
    return any(pattern.fullmatch(value) for pattern in _LITERALS.values())


def texts_of_members(text: SourceText, lists: Sequence[MemberList], own: Sequence[Mention]) -> dict[int, str]:
    """Return the string of each member, and of the new one at -1, in a list to which the user has added it."""
    for member_list in lists:
        new = next((one for one in own for start, end in member_list.heads if start <= one.start < end), None)
        if new is None:
            continue
        line = text.raw[text.point_at(new.start).line]
        written = {-1: _only_string(line)} | {
            one.member: _only_string(text.joined[one.start : one.end]) for one in member_list.elements
        }
        found = {member: string for member, string in written.items() if string}
        if -1 in found and len(found) > 2 and len(set(found.values())) == len(found):
            return found
    return {}


def _only_string(written: str) -> str:
    found = _STRING.findall(written)
    return found[0][1] if len(found) == 1 else ""
