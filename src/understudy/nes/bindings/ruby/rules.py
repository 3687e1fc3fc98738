"""What identifiers are in Ruby texts. An assignment declares a variable; an attribute, its methods and its instance
variable are one thing."""

import re
from collections.abc import Sequence
from posixpath import dirname, normpath
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.names import BindingKind, ImportSource
from understudy.nes.bindings.nodes import enclosing, is_field, name_of
from understudy.nes.bindings.ruby.classes import (
    CLASSES,
    METHODS,
    attributes_of,
    base_references,
    class_around,
    defines_constant,
    expression_type,
    find_class,
    is_static,
    nested_class,
)
from understudy.nes.bindings.ruby.symbols import METHOD_SPACE, classify_symbol, define_member
from understudy.nes.bindings.rules import NameUse, TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.definition_groups import Definition
    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["RULES"]

_BLOCKS: Final = frozenset({"block", "do_block", "lambda"})
_BODIES: Final = frozenset({*METHODS, *CLASSES, "singleton_class", "program"})
"""What variables outside are not visible in."""
_SCOPES: Final = frozenset({*_BODIES, *_BLOCKS})
_PARAMETERS: Final = frozenset(
    {
        "optional_parameter",
        "keyword_parameter",
        "splat_parameter",
        "hash_splat_parameter",
        "block_parameter",
        "destructured_parameter",
    }
)
_PARAMETER_LISTS: Final = frozenset({"method_parameters", "block_parameters", "lambda_parameters"})
_PATTERNS: Final = frozenset(
    {
        "left_assignment_list",
        "rest_assignment",
        "destructured_left_assignment",
        "array_pattern",
        "find_pattern",
        "hash_pattern",
        "keyword_pattern",
        "as_pattern",
        "alternative_pattern",
        "parenthesized_pattern",
        "splat_parameter",
        "hash_splat_parameter",
    }
)
_STATIC: Final = "static"
_CONSTANT: Final = "constant"


class _RubyRules:
    identifier_types = frozenset(
        {
            "identifier",
            "constant",
            "instance_variable",
            "class_variable",
            "global_variable",
            "simple_symbol",
            "hash_key_symbol",
        }
    )
    scope_types = _SCOPES
    inheriting_scopes = CLASSES
    hiding_kinds = frozenset[str]()
    library_members = frozenset(
        {
            *(
                "add",
                "all",
                "any",
                "append",
                "call",
                "clear",
                "close",
                "collect",
                "count",
                "delete",
                "each",
                "empty",
            ),
            *(
                "fetch",
                "find",
                "first",
                "format",
                "get",
                "hash",
                "id",
                "include",
                "index",
                "insert",
                "inspect",
            ),
            *(
                "join",
                "key",
                "keys",
                "last",
                "length",
                "lines",
                "map",
                "max",
                "merge",
                "message",
                "method",
                "min",
            ),
            *(
                "name",
                "new",
                "next",
                "open",
                "path",
                "pop",
                "push",
                "read",
                "reject",
                "replace",
                "reverse",
                "run",
            ),
            *(
                "save",
                "select",
                "send",
                "size",
                "sort",
                "split",
                "start",
                "strip",
                "sum",
                "type",
                "update",
                "value",
            ),
            *("empty", "update", "values", "write", "zip"),
        }
    )
    has_shared_definitions = False

    def classify(self, node: "Node", resolver: "NameResolver") -> NameUse | None:
        parent = node.parent
        if parent is None:
            return None
        kind = node.type
        if kind == "constant":
            return _classify_constant(node, parent, resolver)
        if kind == "simple_symbol":
            return classify_symbol(node, parent, resolver)
        if kind == "hash_key_symbol":
            return _classify_key(node, parent, resolver)
        if kind == "global_variable":
            return NameUse("definition", "local", resolver.root, namespace="$")
        if kind in ("instance_variable", "class_variable"):
            return _classify_field(node, resolver)
        return self._classify_identifier(node, parent, resolver)

    def _classify_identifier(self, node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
        kind = parent.type
        if kind == "setter" and parent.parent is not None:
            return _define_method(parent.parent, resolver)
        if kind in METHODS and is_field(parent, "name", node):
            return _define_method(parent, resolver) if resolver.text(node) != "initialize" else None
        if kind == "alias":
            around = class_around(node, resolver)
            if is_field(parent, "name", node) and around is not None:
                return define_member(around)
            return NameUse("reference", namespace=METHOD_SPACE, owner=around)
        if kind == "call" and is_field(parent, "method", node):
            return _classify_call(node, parent, resolver)
        parameter = _parameter_scope(node)
        if parameter is not None:
            return NameUse("definition", "parameter", parameter, joins_earlier=True)
        if _is_assigned(node):
            return NameUse(
                "definition", "local", _variable_scope(node, resolver), node.start_byte, joins_earlier=True
            )
        space = _STATIC if is_static(node) else METHOD_SPACE
        return NameUse("reference", namespace=space, owner=class_around(node, resolver))

    def is_visible_from(self, scope: "Node", reference: "Node") -> bool:
        return True

    def receiver_type(self, receiver: "Node", resolver: "NameResolver") -> TypeReference | None:
        return expression_type(receiver, resolver)

    def base_types(self, type_node: "Node", resolver: "NameResolver") -> Sequence[TypeReference]:
        return base_references(type_node, resolver) if type_node.type in CLASSES else ()

    def parameters_owner(self, callee: "Node", resolver: "NameResolver") -> "Node | None":
        call = callee.parent
        if call is not None and call.type in METHODS and is_field(call, "name", callee):
            return call  # the definition itself
        if call is not None and call.type == "class" and is_field(call, "name", callee):
            return _constructor(call, resolver)
        if call is None or call.type != "call":
            return None
        receiver, name = call.child_by_field_name("receiver"), resolver.text(callee)
        if name == "new":
            owner = (
                resolver.limited(find_class, receiver)
                if receiver is not None
                else TypeReference(class_around(call, resolver))
            )
            return (
                _constructor(owner.node, resolver) if owner is not None and owner.node is not None else None
            )
        if receiver is None:
            definitions = resolver.definitions_of(callee)
        else:
            owner = resolver.type_of(receiver)
            space = _STATIC if receiver.type in ("constant", "scope_resolution") else METHOD_SPACE
            if owner is None or owner.node is None:
                return None
            definitions = resolver.members_named(name, owner.node, space)
        return next((one.node.parent for one in definitions if one.use.kind in ("method", "function")), None)

    def owner_name(self, owner: "Node") -> str:
        return name_of(owner)

    def is_public(self, definition: "Node", use: NameUse) -> bool:
        parent = definition.parent
        if use.kind == "parameter":
            return parent is not None and parent.type == "keyword_parameter"
        if use.owner is not None:
            return True
        return use.scope is not None and use.scope.type == "program" and use.kind != "local"

    # Other texts

    def refers_to(self, importing_uri: str, module: str, target_uri: str) -> bool:
        if not module:
            return target_uri.endswith(".rb")  # constants are the same in all texts
        if module.startswith("."):
            path = normpath(f"{dirname(importing_uri)}/{module}")
            return normpath(target_uri).removesuffix(".rb") == path.removesuffix(".rb")
        return target_uri.endswith(f"/{module.removesuffix('.rb')}.rb")

    def shares_scope(self, uri: str, other_uri: str) -> bool:
        return False

    def glob_modules(self, resolver: "NameResolver") -> Sequence[str]:
        return resolver.derived("ruby requires", _read_requires)

    def is_global(self, name: str) -> bool:
        return name[:1].isupper()

    def nested_name(
        self, name: str, defining: "NameResolver", using: "NameResolver", *, is_inside: bool
    ) -> "Definition | None":
        return nested_class(name, defining, using, is_inside=is_inside)

    def callee_source(self, callee: "Node", resolver: "NameResolver") -> ImportSource | None:
        call = callee.parent
        receiver = call.child_by_field_name("receiver") if call is not None and call.type == "call" else None
        owner = resolver.type_of(receiver) if receiver is not None else None
        source = owner.source if owner is not None and owner.node is None else None
        name = resolver.text(callee)
        if source is None or name == "new":
            return source
        return ImportSource(source.module, f"{source.name}.{name}")

    def submodule(self, source: ImportSource) -> str:
        return ""

    def module_uris(self, importing_uri: str, module: str) -> Sequence[str]:
        return ()


def _read_requires(resolver: "NameResolver") -> list[str]:
    found: list[str] = []
    for call in resolver.root.named_children:
        if call.type != "call" or name_of(call, "method") not in ("require", "require_relative"):
            continue
        arguments = call.child_by_field_name("arguments")
        path = resolver.text(arguments).strip("()").strip("\"' ") if arguments is not None else ""
        if path:
            found.append(path if name_of(call, "method") == "require" else f"./{path}")
    return found


def _constructor(class_node: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the method `initialize` of a class of this text, or of one that it inherits from."""
    for one in resolver.type_and_bases(class_node):
        body = one.child_by_field_name("body")
        for child in body.named_children if body is not None else ():
            if child.type == "method" and name_of(child) == "initialize":
                return child
    return None


def _define_method(method: "Node", resolver: "NameResolver") -> NameUse | None:
    around = class_around(method, resolver)
    if around is None:
        return NameUse("definition", "function", enclosing(method, ("program",)), namespace=METHOD_SPACE)
    outer = enclosing(method, ("singleton_class", *CLASSES))
    is_class_method = method.type == "singleton_method" or (
        outer is not None and outer.type == "singleton_class"
    )
    space = "" if around.type == "module" else _STATIC if is_class_method else METHOD_SPACE
    return define_member(around, space)


def _classify_field(node: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return an instance or class variable: a member of the class, defined by each of its uses."""
    name = resolver.text(node).lstrip("@")
    space = "@@" if node.type == "class_variable" else "@"
    around = class_around(node, resolver)
    if around is None:
        return NameUse("definition", "local", resolver.root, namespace=space)
    if space == "@" and name in attributes_of(around, resolver):
        space = METHOD_SPACE
    return NameUse("member", "field", owner=around, is_definition=True, namespace=space)


def _classify_constant(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    if parent.type in CLASSES and is_field(parent, "name", node):
        return _define_constant(parent, "class", resolver)
    if parent.type == "assignment" and is_field(parent, "left", node):
        return _define_constant(node, "constant", resolver)
    if parent.type == "scope_resolution" and is_field(parent, "name", node):
        scope = parent.child_by_field_name("scope")
        if scope is None:
            return NameUse("reference", namespace=_CONSTANT, start_scope=resolver.root)
        owner = resolver.limited(find_class, scope)
        if (
            owner is not None
            and owner.node is not None
            and not defines_constant(resolver.text(node), resolver)
        ):
            return NameUse("reference", namespace=_CONSTANT, start_scope=resolver.root)  # in another text
        return NameUse("member", owner=scope, namespace=_CONSTANT)
    if parent.type == "call" and is_field(parent, "method", node):
        return NameUse("member", owner=parent.child_by_field_name("receiver"))
    return NameUse("reference", namespace=_CONSTANT)


def _define_constant(node: "Node", kind: BindingKind, resolver: "NameResolver") -> NameUse:
    around = class_around(node, resolver)
    if around is None:
        return NameUse("definition", kind, resolver.root, namespace=_CONSTANT)
    return NameUse("member", kind, around, owner=around, is_definition=True, namespace=_CONSTANT)


def _classify_key(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return the name of an argument of a call; None for a key of a hash."""
    if parent.type == "keyword_pattern":
        if parent.child_by_field_name("value") is None:
            return NameUse(
                "shorthand", "local", _variable_scope(node, resolver), node.start_byte, joins_earlier=True
            )
        return None
    if parent.type != "pair":
        return None
    arguments = parent.parent
    call = arguments.parent if arguments is not None and arguments.type == "argument_list" else None
    callee = call.child_by_field_name("method") if call is not None and call.type == "call" else None
    argument = NameUse("keyword-argument", owner=callee) if callee is not None else None
    if parent.child_by_field_name("value") is None:
        space = _STATIC if is_static(node) else METHOD_SPACE
        return NameUse("shorthand", namespace=space, also=argument)
    return argument


def _classify_call(node: "Node", call: "Node", resolver: "NameResolver") -> NameUse | None:
    receiver = call.child_by_field_name("receiver")
    space = _STATIC if is_static(node) else METHOD_SPACE
    if receiver is None:
        return NameUse("reference", namespace=space, owner=class_around(node, resolver))
    if receiver.type in ("constant", "scope_resolution"):
        space = _STATIC
    elif receiver.type != "self":
        space = METHOD_SPACE
    return NameUse("member", owner=receiver, namespace=space)


# Variables


def _parameter_scope(node: "Node") -> "Node | None":
    """Return the method or block whose parameter an identifier declares."""
    child, at = node, node.parent
    while at is not None and at.type in _PARAMETERS:
        if at.type != "destructured_parameter" and not is_field(at, "name", child):
            return None
        child, at = at, at.parent
    return at.parent if at is not None and at.type in _PARAMETER_LISTS else None


def _is_assigned(node: "Node") -> bool:
    """Whether an identifier is assigned to, by an assignment, a loop, a pattern or a rescue."""
    child, at = node, node.parent
    while at is not None and at.type in _PATTERNS:
        if at.type == "as_pattern" and not is_field(at, "name", child):
            break
        child, at = at, at.parent
    if at is None:
        return False
    if at.type in ("assignment", "operator_assignment"):
        return is_field(at, "left", child)
    if at.type in ("for", "in_clause", "test_pattern", "match_pattern", "as_pattern"):
        return is_field(at, "pattern", child)
    return at.type == "exception_variable"


def _variable_scope(node: "Node", resolver: "NameResolver") -> "Node":
    """Return the scope of a variable: the outermost block or body in which its name occurs before, or its own."""
    name = re.compile(rf"(?<![\w@:.]){re.escape(resolver.text(node))}\b(?!:)")
    inner: list[Node] = []
    at: Node | None = node.parent
    while at is not None and at.type not in _BODIES:
        if at.type in _BLOCKS:
            inner.append(at)
        at = at.parent
    scope = at if at is not None else resolver.root
    for block in reversed(inner):
        if name.search(resolver.source, scope.start_byte, block.start_byte):
            return scope
        scope = block
    return scope


RULES: Final = _RubyRules()
