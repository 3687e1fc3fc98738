"""Node types of the TypeScript, TSX and JavaScript grammars, and steps through their trees."""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.limits import MAX_TREE_DEPTH

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "BLOCKS",
    "CLASSES",
    "FUNCTIONS",
    "MEMBER_OWNERS",
    "NAMED_MEMBERS",
    "PATTERNS",
    "SCOPES",
    "SIGNATURES",
    "block_scope",
    "enclosing",
    "function_scope",
    "is_field",
    "is_options_pattern",
    "member_owner",
    "module_of",
    "nth_child",
    "pattern_site",
    "required_member",
    "string_value",
]

FUNCTIONS: Final = frozenset(
    {
        "function_declaration",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
        "arrow_function",
        "method_definition",
        "class_static_block",
    }
)
SIGNATURES: Final = frozenset(
    {
        "function_signature",
        "method_signature",
        "abstract_method_signature",
        "call_signature",
        "construct_signature",
        "function_type",
        "constructor_type",
    }
)
CLASSES: Final = frozenset({"class_declaration", "abstract_class_declaration", "class"})
MEMBER_OWNERS: Final = frozenset(
    {*CLASSES, "interface_declaration", "object_type", "object", "enum_declaration", "internal_module"}
)
BLOCKS: Final = frozenset(
    {"program", "statement_block", "switch_body", "for_statement", "for_in_statement", *FUNCTIONS}
)
SCOPES: Final = frozenset(
    {
        *BLOCKS,
        *SIGNATURES,
        *CLASSES,
        "catch_clause",
        "interface_declaration",
        "type_alias_declaration",
        "conditional_type",
        "index_signature",
        "labeled_statement",
    }
)
PATTERNS: Final = frozenset(
    {
        "object_pattern",
        "array_pattern",
        "pair_pattern",
        "assignment_pattern",
        "object_assignment_pattern",
        "rest_pattern",
        "required_parameter",
        "optional_parameter",
    }
)
NAMED_MEMBERS: Final = frozenset(
    {
        "method_definition",
        "public_field_definition",
        "field_definition",
        "property_signature",
        "method_signature",
        "abstract_method_signature",
        "enum_assignment",
        "pair",
    }
)
_MEMBER_NAME_FIELDS: Final = {"field_definition": "property", "pair": "key"}
_PATTERN_FIELDS: Final = {
    "pair_pattern": "value",
    "assignment_pattern": "left",
    "object_assignment_pattern": "left",
    "required_parameter": "pattern",
    "optional_parameter": "pattern",
}
_SITE_FIELDS: Final = {
    "variable_declarator": "name",
    "catch_clause": "parameter",
    "for_in_statement": "left",
    "arrow_function": "parameter",
    "assignment_expression": "left",
}


def is_field(parent: "Node", name: str, node: "Node") -> bool:
    child = parent.child_by_field_name(name)
    return child is not None and child.id == node.id


def nth_child(node: "Node", index: int) -> "Node | None":
    """Return the named child at the index; None if there are not as many."""
    return node.named_child(index) if index < node.named_child_count else None


def enclosing(node: "Node", types: frozenset[str]) -> "Node | None":
    """Return the nearest node around a node that has one of the types."""
    at = node.parent
    for _ in range(MAX_TREE_DEPTH):
        if at is None or at.type in types:
            return at
        at = at.parent
    return None


def block_scope(node: "Node", root: "Node") -> "Node":
    """Return the scope of a name that is declared by `let`, `const` or a statement at the node. The body of a
    function is one scope with its parameters."""
    block = enclosing(node, BLOCKS)
    if block is None:
        return root
    if block.type == "statement_block":
        parent = block.parent
        if parent is not None and parent.type in FUNCTIONS:
            return parent
    return block


_FUNCTION_SCOPES: Final = frozenset({*FUNCTIONS, "program", "statement_block"})


def function_scope(node: "Node", root: "Node") -> "Node":
    """Return the scope of a name that is declared by `var` at the node."""
    at = enclosing(node, _FUNCTION_SCOPES)
    for _ in range(MAX_TREE_DEPTH):
        if at is None:
            return root
        if at.type != "statement_block":
            return at
        parent = at.parent
        if parent is not None and parent.type in ("internal_module", "module"):
            return at
        at = enclosing(at, _FUNCTION_SCOPES)
    return root


def pattern_site(node: "Node") -> "Node | None":
    """Return the node that binds or assigns what a name in a pattern takes: a declarator, the parameters of a
    function, a loop, a catch clause or an assignment; None if the name is no target of any."""
    child, at = node, node.parent
    for _ in range(MAX_TREE_DEPTH):
        if at is None or at.type not in PATTERNS:
            break
        name = _PATTERN_FIELDS.get(at.type)
        if name is not None and not is_field(at, name, child):
            return None
        child, at = at, at.parent
    if at is None:
        return None
    if at.type == "formal_parameters":
        return at
    name = _SITE_FIELDS.get(at.type)
    return at if name is not None and is_field(at, name, child) else None


def is_options_pattern(pattern: "Node") -> bool:
    """Return whether a pattern is a parameter of a named function without a type: the names that it takes are what
    the function can be given, as the properties of a type are."""
    at = pattern.parent
    if pattern.type != "object_pattern" or at is None:
        return False
    if at.type == "assignment_pattern":
        at = at.parent
    elif at.type in ("required_parameter", "optional_parameter"):
        at = at.parent if at.child_by_field_name("type") is None else None
    function = at.parent if at is not None and at.type == "formal_parameters" else None
    holder = function.parent if function is not None else None
    if function is None or holder is None:
        return False
    if function.type in ("function_declaration", "generator_function_declaration"):
        return True
    if function.type == "method_definition":
        return holder.type == "class_body"
    if holder.type == "variable_declarator":
        return holder.child_by_field_name("type") is None
    if holder.type == "assignment_expression":
        left = holder.child_by_field_name("left")
        return (
            left is not None
            and left.text is not None
            and left.text.startswith((b"exports.", b"module.exports"))
        )
    return holder.type == "export_statement"


def member_owner(node: "Node") -> "Node | None":
    """Return the type or object literal that the name of a member is defined in; None if it is no such name."""
    parent = node.parent
    if parent is None:
        return None
    if parent.type == "enum_body":
        return parent.parent
    if parent.type not in NAMED_MEMBERS:
        return None
    if not is_field(parent, _MEMBER_NAME_FIELDS.get(parent.type, "name"), node):
        return None
    body = parent.parent
    if body is None or body.type in ("object", "object_type"):
        return body
    if body.type == "export_statement":  # a member of a broken text
        return None
    return body.parent


def string_value(node: "Node | None") -> str:
    """Return the value of a plain string literal."""
    if node is None or node.type != "string" or node.named_child_count != 1:
        return ""
    fragment = nth_child(node, 0)
    return fragment.text.decode() if fragment is not None and fragment.text is not None else ""


def required_member(value: "Node | None") -> tuple[str, str]:
    """Return the module and the name in it that `require("...").name` takes; the name is empty without one."""
    if value is not None and value.type == "member_expression":
        name = value.child_by_field_name("property")
        if name is not None and name.text is not None:
            return module_of(value.child_by_field_name("object")), name.text.decode()
        return "", ""
    return module_of(value), ""


def module_of(call: "Node | None") -> str:
    """Return the module that `require("...")`, `import("...")` or an `await` of it names; empty for any other."""
    while call is not None and call.type in ("await_expression", "parenthesized_expression"):
        call = nth_child(call, 0)
    if call is None or call.type != "call_expression":
        return ""
    function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or arguments is None or not arguments.named_child_count:
        return ""
    if function.type != "import" and function.text != b"require":
        return ""
    return string_value(nth_child(arguments, 0))
