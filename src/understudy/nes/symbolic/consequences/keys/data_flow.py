"""Whether an expression is the data of a file, or a record of it: by its import, or by what is read from the file.

Followed backwards: a variable to its initialiser, an item to its list, a parameter to the list of its callback or
to the calls of its function. A parameter with a type must have one that declares the key (see `data_reads`).
"""

import re
from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings import NameResolver
from understudy.nes.symbolic.consequences.limits import MAX_DATA_FLOW_STEPS
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.text import Point

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["DataFlow"]

_WRAPPERS: Final = frozenset(
    {
        "parenthesized_expression",
        "await_expression",
        "await",
        "non_null_expression",
        "as_expression",
        "satisfies_expression",
        "spread_element",
        "array",
        "list",
        "list_splat",
        "object",
        "binary_expression",
        "boolean_operator",
        "ternary_expression",
        "conditional_expression",
    }
)
"""Expressions that are data if one of their parts is."""
_MEMBERS: Final = frozenset({"member_expression", "attribute"})
_ITEMS: Final = frozenset({"subscript_expression", "subscript"})
_CALLS: Final = frozenset({"call_expression", "call", "new_expression"})
_STRINGS: Final = frozenset({"string", "template_string"})
_PATTERNS: Final = frozenset(
    {
        "object_pattern",
        "array_pattern",
        "pair_pattern",
        "assignment_pattern",
        "object_assignment_pattern",
        "rest_pattern",
        "pattern_list",
        "tuple_pattern",
    }
)
_DECLARED: Final = frozenset(
    {
        "required_parameter",
        "optional_parameter",
        "typed_parameter",
        "default_parameter",
        "typed_default_parameter",
    }
)
"""A parameter with a type or a default."""
_PARAMETERS: Final = frozenset({"formal_parameters", "parameters", "lambda_parameters"})
_READERS: Final = re.compile(
    r"(?:parse|loads?|safe_load|open|read\w*|from|values|items|entries|list|sorted|reversed|enumerate|iter|next|filter"
    r"|Path|join|resolve|URL|fetch|structuredClone|freeze)\Z"
)
"""Functions whose result is the data, or its items, if they get it."""
_WORD: Final = re.compile(r"\w+")
_OTHER_ROOTS: Final = frozenset({"window", "document", "process", "Math", "console"})


class DataFlow:
    def __init__(
        self,
        text: SourceText,
        resolver: NameResolver,
        named: re.Pattern[str],
        keys: Collection[str],
        types: AbstractSet[str],
        renamed: Collection[str],
    ) -> None:
        """`named` matches the name of the file, `types` declare the key, `renamed` are its names."""
        self._text = text
        self._resolver = resolver
        self._named = named
        self._keys = keys
        self._types = types
        self._renamed = renamed
        self._steps = 0

    def is_read_at(self, point: Point) -> bool:
        """Whether the name or the string at a place is a key of the data: of a member, an item or a pattern."""
        self._steps = MAX_DATA_FLOW_STEPS
        start = self._text.offset_at(point.line, point.column)
        node = self._resolver.root.descendant_for_byte_range(start, start + 1)
        if node is not None and node.type in ("string_fragment", "string_content"):
            node = node.parent
        parent = node.parent if node is not None else None
        if node is None or parent is None:
            return False
        if parent.type in _PATTERNS:
            return self._holds_data(node, is_key=True)
        if parent.type in ("arguments", "argument_list"):  # `find.get("lon")`
            called = parent.parent.child_by_field_name("function") if parent.parent is not None else None
            return called is not None and self._is_data(_owner(called))
        return parent.type in _MEMBERS | _ITEMS and self._is_data(_owner(parent))

    def _is_data(self, node: "Node | None") -> bool:
        self._steps -= 1
        if node is None or self._steps < 0:
            return False
        if node.type == "identifier":
            return self._is_data_name(node)
        if node.type in _WRAPPERS:
            return any(map(self._is_data, node.named_children))
        if node.type in _STRINGS:
            return self._named.search(self._written(node)) is not None
        if node.type in _ITEMS:
            return self._is_data(_owner(node))
        if node.type in _MEMBERS:
            member = node.child_by_field_name("property") or node.child_by_field_name("attribute")
            return member is not None and self._written(member) in self._keys and self._is_data(_owner(node))
        return node.type in _CALLS and self._is_data_call(node)

    def _is_data_call(self, node: "Node") -> bool:
        function = node.child_by_field_name("function") or node.child_by_field_name("constructor")
        arguments = node.child_by_field_name("arguments")
        if function is None:
            return False
        if function.type in _MEMBERS and self._is_data(_owner(function)):
            return True
        is_reader = _READERS.match(re.split(r"\W", self._written(function))[-1]) is not None
        return any(
            (is_reader or one.type in _STRINGS) and self._is_data(one)
            for one in (arguments.named_children if arguments is not None else ())
        )

    def _is_data_name(self, node: "Node") -> bool:
        name = self._written(node)
        binding = self._resolver.resolve(name).at(self._text.point_at(node.start_byte))
        if binding is None:
            return name not in _OTHER_ROOTS
        if binding.source is not None:
            return self._named.search(f'"{binding.source.module}"') is not None
        written = (
            self._resolver.node_at(one.span.start)
            for one in binding.occurrences
            if one.role in ("definition", "reference")
        )
        return any(
            self._holds_data(one)
            for one in written
            if one is not None and one.parent is not None and _is_assigned(one, one.parent)
        )

    def _holds_data(self, node: "Node", *, is_key: bool = False) -> bool:
        """Whether the variable or the parameter that is defined there gets data."""
        self._steps -= 1
        parent = node.parent
        while parent is not None and parent.type in _PATTERNS:
            is_unpacked = parent.type == "object_pattern" and node.type.startswith("shorthand")
            if is_unpacked and not is_key and self._written(node) not in self._keys:
                return False
            node, parent = parent, parent.parent
        if parent is None or self._steps < 0:
            return False
        if parent.type in _DECLARED:
            annotation = parent.child_by_field_name("type")
            if annotation is not None:
                return not self._types.isdisjoint(_WORD.findall(self._written(annotation)))
            node, parent = parent, parent.parent
        if parent is not None and (parent.type in _PARAMETERS or parent.type == "arrow_function"):
            return self._is_passed_data(node, parent)
        value = (
            (parent.child_by_field_name("value") or parent.child_by_field_name("right"))
            if parent is not None
            else None
        )
        if parent is not None and parent.type == "as_pattern_target":
            value = parent.parent.named_children[0] if parent.parent is not None else None
        return value is not None and value != node and self._is_data(value)

    def _is_passed_data(self, parameter: "Node", parameters: "Node") -> bool:
        function = parameters if parameters.type == "arrow_function" else parameters.parent
        holder = function.parent if function is not None else None
        if function is None or holder is None:
            return False
        if holder.type == "keyword_argument":  # `sorted(finds, key=lambda find: find["lon"])`
            holder = holder.parent
        if holder is not None and holder.type in ("arguments", "argument_list") and holder.parent is not None:
            called = holder.parent.child_by_field_name("function")
            owner = _owner(called) if called is not None and called.type in _MEMBERS else None
            others = [one for one in holder.named_children if one.end_byte <= function.start_byte]
            return self._is_data(owner) or any(map(self._is_data, others))
        named = function.child_by_field_name("name")
        if named is None and holder is not None and holder.type == "variable_declarator":
            named = holder.child_by_field_name("name")
        if named is None:
            return False
        at = parameters.named_children.index(parameter) if parameter in parameters.named_children else 0
        for arguments in self._calls_of(named):
            passed = list(map(self._is_data, arguments))
            if any(passed[at : at + 1]) or (any(passed) and self._reads_keys(parameter)):
                return True
        return False

    def _calls_of(self, named: "Node") -> Iterator[list["Node"]]:
        """Yield the arguments of the calls of a function of the text."""
        binding = self._resolver.resolve(self._written(named)).at(self._text.point_at(named.start_byte))
        for one in binding.occurrences if binding is not None else ():
            node = self._resolver.node_at(one.span.start) if one.role == "reference" else None
            call = node.parent if node is not None else None
            arguments = call.child_by_field_name("arguments") if call is not None else None
            if call is not None and arguments is not None and call.child_by_field_name("function") == node:
                yield arguments.named_children

    def _reads_keys(self, parameter: "Node") -> bool:
        """Whether a parameter has members with names of other keys; another one is passed data."""
        name = re.escape(self._written(parameter))
        read = re.compile(rf"(?<![\w$.]){name}(?:\?)?(?:\.|\[[\"'])([\w$]+)")
        function = parameter.parent.parent if parameter.parent is not None else None
        return function is not None and any(
            match[1] in self._keys and match[1] not in self._renamed
            for match in read.finditer(self._written(function))
        )

    def _written(self, node: "Node") -> str:
        return self._text.joined[node.start_byte : node.end_byte]


def _owner(node: "Node") -> "Node | None":
    """Return what a member or an item is taken from."""
    return node.child_by_field_name("object") or node.child_by_field_name("value")


def _is_assigned(node: "Node", parent: "Node") -> bool:
    """Whether a name is defined there, or assigned to, and not read."""
    fields = ("left", "name", "pattern", "parameter")
    return (
        parent.type in _PATTERNS | _PARAMETERS | _DECLARED
        or parent.type == "as_pattern_target"
        or any(parent.child_by_field_name(field) == node for field in fields)
    )
