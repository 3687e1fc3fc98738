"""The value of a new element that a variable holds already: the variable takes its place.

`form["birthday"]` follows from `form["name"]`, but the function has read it into `born` before. Where the function
makes something else of it, only the place is known.
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.consequences.siblings.insertion import Insertion
from understudy.nes.symbolic.consequences.siblings.lists import MemberList

__all__ = ["with_read_variable"]

_VALUE: Final = re.compile(r"[\s,]*(?:\.?\w+\s*[:=]\s*)?(.*?)[\s,;]*\Z", re.S)
_READ: Final = re.compile(r"[A-Za-z_$][\w$]*(?:\[|\(|\.|->)")
"""What begins like an expression that reads something from an object."""
_ASSIGNMENT: Final = re.compile(
    r"\s*(?:\w+(?:::\w+)*[\w<>\[\].&*]*\s+)*([A-Za-z_$][\w$]*)\s*(?::[^=\n]+)?:?=(?!=)\s*(.*?);?\s*\Z"
)
_STEPS: Final = r"(?:await\s+|new\s+)?(?:[\w.:]+\()*{}(?:,[^()]*)?\)*(?:\.\w+\(\))*[?!]?"
"""Calls around an expression that make it a value of another type, and methods of the value."""


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


def _value_of(element: str) -> str:
    """Return what is written behind the key of an element, if it has one."""
    match = _VALUE.match(element)
    return match[1] if match is not None else ""


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
