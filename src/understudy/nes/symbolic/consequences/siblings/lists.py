"""Finds where a text treats the members of a type one by one: arms, branches, table entries, parallel lines.

A list is a node whose children each mention one member. Which words are mentions is decided by the caller. Not what
to insert: see `insertion`.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_LIST_CLIMB_STEPS, MAX_LIST_ELEMENTS

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Element", "MemberList", "Mention", "find_lists"]

_HEAD_FIELDS: Final = {
    "switch_case": "value",
    "match_arm": "pattern",
    "expression_case": "value",
    "case_statement": "value",
    "pair": "key",
    "keyed_element": "key",
    "initializer_pair": "designator",
    "field_initializer": "field",
    "keyword_argument": "name",
    "elif_clause": "condition",
    "method_declaration": "name",
    "method_definition": "name",
    "function_definition": "name",
    "function_item": "name",
    "if_statement": "condition",
}
"""The part of an element that says which member it is for; its body may mention others."""
_FIRST_CHILD_HEADS: Final = frozenset({"case_clause", "switch_rule", "switch_block_statement_group", "when"})
_WILDCARD_TYPES: Final = frozenset({"switch_default", "default_case", "else_clause", "else"})
_WILDCARD_HEADS: Final = frozenset({"_", "default", ""})
_OPERATORS: Final = frozenset({"binary_expression", "boolean_operator", "union_type", "binary_operator"})
_IF_TYPES: Final = frozenset({"if_statement", "if_expression"})
_ARM_TYPES: Final = frozenset(
    {
        "switch_case",
        "match_arm",
        "expression_case",
        "case_statement",
        "case_clause",
        "switch_rule",
        "switch_block_statement_group",
        "branch",
        "if_statement",
    }
)
_KEYED_TYPES: Final = frozenset(
    {"pair", "keyed_element", "field_initializer", "keyword_argument", "initializer_pair"}
    | {"shorthand_property_identifier", "shorthand_field_initializer"}
)


class Mention(NamedTuple):
    start: int
    end: int
    member: int
    """The index of the member."""


class Element(NamedTuple):
    start: int
    end: int
    member: int
    node_type: str
    """`branch` for a branch of an `if`."""
    prefix: str = ""
    """What the text needs in front to be like its siblings: `else ` for the first branch of an `if`."""


class MemberList(NamedTuple):
    container: "Node"
    elements: tuple[Element, ...]
    """One for each member, in the order of the text."""
    shared: frozenset[int]
    """Members that are mentioned by an element together with others."""
    has_wildcard: bool
    """Whether there is an element for all other members."""
    start: int
    end: int
    heads: tuple[tuple[int, int], ...]
    """The ranges that say which member an element is for, also of elements for something else."""

    @property
    def members(self) -> set[int]:
        return {one.member for one in self.elements}

    @property
    def node_type(self) -> str:
        return self.elements[0].node_type

    @property
    def has_arms(self) -> bool:
        """Whether the elements are cases of a decision."""
        return self.node_type in _ARM_TYPES

    @property
    def has_keys(self) -> bool:
        """Whether the elements are entries with a key: of a table, a literal or a call."""
        return self.node_type in _KEYED_TYPES

    @property
    def has_members_as_values(self) -> bool:
        """Whether the elements are entries whose keys say something else than the member."""
        first = self.elements[0]
        return self.has_keys and first.node_type in _HEAD_FIELDS and (first.start, first.end) in self.heads


def find_lists(
    root: "Node", text: str, mentions: Sequence[Mention], *, by_value: bool = False
) -> list[MemberList]:
    """Return the lists of at least two members, in the order of the text. `mentions` are in order.

    `by_value`: an entry with a key may mention its member in its value.
    """
    finder = _ListFinder(root, text, mentions, _ARM_TYPES | _KEYED_TYPES if by_value else _ARM_TYPES)
    found: dict[tuple[int, int], MemberList] = {}
    for mention in mentions:
        member_list = finder.list_around(mention)
        if member_list is not None:
            found.setdefault((member_list.start, member_list.end), member_list)
    return sorted(found.values(), key=lambda one: one.start)


def _next_others(mentions: Sequence[Mention]) -> list[int]:
    """For each mention, the index of the next one of another member; their number if there is none."""
    found = [len(mentions)] * len(mentions)
    for at in range(len(mentions) - 2, -1, -1):
        found[at] = at + 1 if mentions[at].member != mentions[at + 1].member else found[at + 1]
    return found


class _ListFinder:
    def __init__(
        self,
        root: "Node",
        text: str,
        mentions: Sequence[Mention],
        body_types: frozenset[str] = _ARM_TYPES,
    ) -> None:
        """`body_types`: elements whose body says which member they are for if their head does not."""
        self._body_types = body_types
        self._root = root
        self._text = text
        self._mentions = mentions
        self._starts = [one.start for one in mentions]
        self._next_others = _next_others(mentions)
        self._known: dict[int, MemberList | None] = {}

    def list_around(self, mention: Mention) -> MemberList | None:
        """Return the innermost list that contains the mention."""
        node = self._root.named_descendant_for_byte_range(mention.start, mention.end)
        for _ in range(MAX_LIST_CLIMB_STEPS):
            node = node.parent if node is not None else None
            if node is None:
                return None
            if not self._has_two_members(node.start_byte, node.end_byte):
                continue
            if node.id not in self._known:
                self._known[node.id] = self._read(node)
            found = self._known[node.id]
            if found is not None and any(
                one.start <= mention.start and mention.end <= one.end for one in found.elements
            ):
                return found
        return None

    def _has_two_members(self, start: int, end: int) -> bool:
        """Whether different members are mentioned there. There may be many mentions in a large node."""
        other = self._next_others[bisect_left(self._starts, start)]
        return other < len(self._starts) and self._starts[other] < end

    def _members_in(self, start: int, end: int) -> set[int]:
        found: set[int] = set()
        for at in range(bisect_left(self._starts, start), len(self._mentions)):
            one = self._mentions[at]
            if one.start >= end:
                break
            found.add(one.member)
        return found

    def _read(self, node: "Node") -> MemberList | None:
        if node.type in _IF_TYPES:
            return self._read_branches(_first_if(node))
        if node.type in _OPERATORS:
            node = _outermost_operation(node, self._text)
            children = _operands(node, self._text)
        else:
            children = [child for child in node.named_children if child.type != "comment"]
        if len(children) > MAX_LIST_ELEMENTS:
            return None
        elements: list[Element] = []
        shared: set[int] = set()
        has_wildcard = is_by_body = False
        for child in children:
            start, end = _head_range(child)
            members = self._members_in(start, end)
            if not members and child.type in self._body_types and not _is_wildcard(self._text[start:end]):
                members = self._members_in(child.start_byte, child.end_byte)
                is_by_body = is_by_body or bool(members)
            if len(members) == 1:
                (member,) = members
                last = child.end_byte - (self._text[child.end_byte - 1] == ",")  # an arm of Rust
                elements.append(Element(child.start_byte, last, member, child.type))
            elif members:
                shared |= members
            elif child.type in _WILDCARD_TYPES or (
                child.type in _ARM_TYPES and _is_wildcard(self._text[start:end])
            ):
                has_wildcard = True
        heads = [
            (child.type, *((child.start_byte, child.end_byte) if is_by_body else _head_range(child)))
            for child in children
        ]
        return _member_list(node, elements, shared, heads, has_wildcard=has_wildcard)

    def _read_branches(self, first: "Node") -> MemberList | None:
        """The branches of an `if` and all that follow it."""
        elements: list[Element] = []
        shared: set[int] = set()
        has_wildcard = False
        node = first
        start, prefix = first.start_byte, "else "
        for clause in _python_clauses(first):
            prefix = "el"
            if clause.type == "else_clause":
                has_wildcard = True
            else:
                self._add_branch(elements, shared, clause, clause.start_byte, "")
        while len(elements) < MAX_LIST_ELEMENTS:
            self._add_branch(elements, shared, node, start, prefix if node is first else "")
            following = node.child_by_field_name("alternative") if prefix == "else " else None
            consequence = node.child_by_field_name("consequence")
            if following is None or consequence is None:
                break
            start = following.start_byte
            if following.type == "else_clause":
                following = next((one for one in following.named_children if one.type in _IF_TYPES), None)
            else:  # the keyword is a sibling of the branch
                between = self._text[consequence.end_byte : following.start_byte]
                start = consequence.end_byte + len(between) - len(between.lstrip())
            if following is None or following.type not in _IF_TYPES:
                has_wildcard = True
                break
            node = following
        elements.sort(key=lambda one: one.start)
        heads = [("branch", first.start_byte, first.end_byte)]
        return _member_list(first, elements, shared, heads, has_wildcard=has_wildcard)

    def _add_branch(
        self, elements: list[Element], shared: set[int], node: "Node", start: int, prefix: str
    ) -> None:
        condition = node.child_by_field_name("condition")
        consequence = node.child_by_field_name("consequence")
        if condition is None or consequence is None:
            return
        members = self._members_in(condition.start_byte, condition.end_byte)
        if len(members) == 1:
            (member,) = members
            elements.append(Element(start, consequence.end_byte, member, "branch", prefix))
        else:
            shared |= members


def _member_list(
    node: "Node",
    elements: list[Element],
    shared: set[int],
    heads: Sequence[tuple[str, int, int]],
    *,
    has_wildcard: bool,
) -> MemberList | None:
    counts: dict[str, set[int]] = {}
    for one in elements:
        counts.setdefault(one.node_type, set()).add(one.member)
    best = max(counts, key=lambda one: len(counts[one]), default=None)
    if best is None or len(counts[best]) < 2:
        return None
    same = [one for one in elements if one.node_type == best]
    if len(same) != len(counts[best]):
        return None  # a member has two elements: it is not one element for each
    own_heads = tuple((start, end) for node_type, start, end in heads if node_type == best)
    return MemberList(
        node, tuple(same), frozenset(shared), has_wildcard, node.start_byte, node.end_byte, own_heads
    )


def _head_range(node: "Node") -> tuple[int, int]:
    """Return the range of the part that says which member an element is for; empty for a default case."""
    if node.type in _FIRST_CHILD_HEADS:
        head = next(iter(node.named_children), None)
    elif node.type in _HEAD_FIELDS:
        head = node.child_by_field_name(_HEAD_FIELDS[node.type])
    else:
        head = node
    return (head.start_byte, head.end_byte) if head is not None else (node.start_byte, node.start_byte)


def _is_wildcard(head: str) -> bool:
    return head.strip() in _WILDCARD_HEADS


def _first_if(node: "Node") -> "Node":
    """Return the first `if` of the chain that the node belongs to."""
    for _ in range(MAX_LIST_ELEMENTS):
        clause, parent = node, node.parent
        if parent is not None and parent.type == "else_clause":
            clause, parent = parent, parent.parent
        if parent is None or parent.child_by_field_name("alternative") != clause:
            return node
        node = parent
    return node


def _python_clauses(node: "Node") -> list["Node"]:
    clauses = [one for one in node.named_children if one.type in ("elif_clause", "else_clause")]
    return clauses if any(one.type == "elif_clause" for one in clauses) else []


def _operator(node: "Node", text: str) -> str:
    operator = node.child_by_field_name("operator")
    return text[operator.start_byte : operator.end_byte] if operator is not None else node.type


def _outermost_operation(node: "Node", text: str) -> "Node":
    """Return the outermost operation with the same operator: `a && b && c` is one list."""
    for _ in range(MAX_LIST_ELEMENTS):
        parent = node.parent
        if parent is None or _operator(parent, text) != _operator(node, text):
            return node
        node = parent
    return node


def _operands(node: "Node", text: str) -> list["Node"]:
    operator = _operator(node, text)
    found: list[Node] = []
    pending = [node]
    while pending and len(found) <= MAX_LIST_ELEMENTS:
        one = pending.pop()
        if _operator(one, text) == operator:
            pending += reversed(one.named_children)
        else:
            found.append(one)
    return found
