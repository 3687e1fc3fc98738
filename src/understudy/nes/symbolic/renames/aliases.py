"""Names that follow from a renamed one, since one word is a property and a variable, or since both are one pair.

`{ data }` in a pattern becomes `{ data: users }` where only the variable is renamed. A parameter that takes a
property follows it, and the property follows the parameter. The setter of a state is named after it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import Binding, NameResolver, Occurrence
from understudy.nes.symbolic.alignment import EditOp
from understudy.nes.syntax import parse_snapshot
from understudy.nes.text import Point, TextSnapshot, join_snapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "ExpandedShorthand",
    "expanded_shorthand",
    "is_alias",
    "is_given_key",
    "members_taken",
    "paired_setter",
    "setter_name",
    "taking_parameter",
]

_ALIASES: Final = frozenset({"pair_pattern", "field_pattern"})
"""A property and the variable that gets it: JavaScript and TypeScript, Rust."""
_KEYS: Final = frozenset({"property_identifier", "string_fragment"})


class ExpandedShorthand(NamedTuple):
    old: str
    new: str
    written: str
    is_after: bool
    """Whether the new name is behind the old one."""


def expanded_shorthand(tokens: Sequence[str], op: EditOp) -> ExpandedShorthand | None:
    """Return what a change makes of a word that is a property and a variable; None for other changes."""
    if op.start != op.end or len(op.new) != 3:
        return None
    added = "".join(op.new)
    if op.new[1:] == (":", " ") and op.end < len(tokens):
        return ExpandedShorthand(tokens[op.end], op.new[0], added + tokens[op.end], is_after=False)
    if op.new[:2] == (":", " ") and op.start:
        return ExpandedShorthand(tokens[op.start - 1], op.new[2], tokens[op.start - 1] + added, is_after=True)
    return None


def is_alias(snapshot: TextSnapshot, line: int, column: int, expanded: ExpandedShorthand) -> bool:
    """Return whether a pattern takes a property by the new name there: an annotation or a value looks the same."""
    if not expanded.is_after or line >= len(snapshot.lines):
        return False
    parsed = parse_snapshot(snapshot) if snapshot.lines[line].startswith(expanded.written, column) else None
    if parsed is None:
        return False
    start = join_snapshot(snapshot).line_starts[line] + column
    node = parsed[1].root_node.descendant_for_byte_range(start, start + 1)
    return node is not None and node.parent is not None and node.parent.type in _ALIASES


def taking_parameter(resolver: NameResolver, name: str, new: str, at: Occurrence) -> Binding | None:
    """Return the parameter that takes a property by its name at a shorthand, as the props of a component are taken;
    None if the function has the new name already."""
    function = _function_taking(resolver, name, at)
    if function is None:
        return None
    first, last = function.start_point[0], function.end_point[0]
    word = re.compile(rf"(?<![\w$]){re.escape(new)}(?![\w$])")
    if any(new in line and word.search(line) for line in resolver.snapshot.lines[first : last + 1]):
        return None
    return next(
        (one for one in resolver.resolve(name).bindings if one.kind == "parameter" and at in one.occurrences),
        None,
    )


def members_taken(resolver: NameResolver, name: str, new: str, at: Occurrence) -> Iterator[Binding]:
    """Yield the property that a parameter takes by its own name at a shorthand, if this text defines it, such as an
    option of a function or a prop of a component; none if there is one with the new name."""
    if at.role != "shorthand" or _function_taking(resolver, name, at) is None:
        return
    for one in resolver.resolve(name).bindings:
        if one.kind != "field" or at not in one.occurrences:
            continue
        if not any(resolver.members_named(new, owner) for owner in resolver.owners_of(one)):
            yield one


def is_given_key(resolver: NameResolver, name: str, at: Occurrence) -> bool:
    """Return whether a key of an object literal gives a value to a property of a type that is defined elsewhere."""
    start = resolver.offset(Point(at.line, at.column))
    node = resolver.root.named_descendant_for_byte_range(start, start + len(name))
    use = resolver.use_of(node) if node is not None and node.type in _KEYS else None
    if use is None or use.owner is None or use.owner.type != "object":
        return False
    return len(resolver.type_and_bases(use.owner)) > 1 or bool(resolver.outside_bases(use.owner))


def _function_taking(resolver: NameResolver, name: str, at: Occurrence) -> "Node | None":
    """Return the function of which a parameter takes a property by its name at a shorthand."""
    start = resolver.offset(Point(at.line, at.column))
    node = resolver.root.named_descendant_for_byte_range(start, start + len(name))
    if node is None or node.type != "shorthand_property_identifier_pattern":
        return None
    while node is not None and node.type not in ("formal_parameters", "statement_block"):
        node = node.parent
    return node.parent if node is not None and node.type == "formal_parameters" else None


_HOOK: Final = re.compile(r"(?:[\w$]+\.)?(?:use|create)[A-Z]\w*")


def paired_setter(resolver: NameResolver, state: str, at: Occurrence) -> Binding | None:
    """Return the setter that is defined beside a state, as in `const [open, setOpen] = useState(false)`."""
    start = resolver.offset(Point(at.line, at.column))
    node = resolver.root.named_descendant_for_byte_range(start, start + len(state))
    pattern = node.parent if node is not None else None
    declarator = pattern.parent if pattern is not None and pattern.type == "array_pattern" else None
    value = declarator.child_by_field_name("value") if declarator is not None else None
    if pattern is None or value is None or _HOOK.match(resolver.text(value)) is None:
        return None
    names = pattern.named_children
    if len(names) != 2 or names[0] != node or resolver.text(names[1]) != setter_name(state):
        return None
    return next((resolver.binding_of(one) for one in resolver.definitions_of(names[1])), None)


def setter_name(state: str) -> str:
    return f"set{state[:1].upper()}{state[1:]}"
