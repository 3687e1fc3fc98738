"""The classes that Python annotations name, also in strings: `Order`, `models.Order | None`, `list["Order"]`."""

import builtins
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.python.scopes import early_scope, enclosing_class
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import Definition, NameResolver

__all__ = [
    "element_of_annotation",
    "item_of_annotation",
    "result_of_annotation",
    "type_of_annotation",
    "type_of_class_name",
]

_DOTTED: Final = re.compile(r"\w+(?:\.\w+)*")
_GENERIC: Final = re.compile(r"(\w+(?:\.\w+)*)\s*\[(.*)\]", re.DOTALL)
_WRAPPERS: Final = frozenset(
    {"Optional", "Type", "type", "ClassVar", "Final", "Annotated", "Required", "NotRequired", "ReadOnly"}
    | {"Awaitable", "InitVar", "ContextManager", "AsyncContextManager"}
)
_CONTAINERS: Final = frozenset(
    {
        "list",
        "List",
        "set",
        "Set",
        "frozenset",
        "FrozenSet",
        "Sequence",
        "MutableSequence",
        "Iterable",
        "Iterator",
    }
    | {
        "Collection",
        "deque",
        "Deque",
        "Generator",
        "AsyncIterator",
        "AsyncIterable",
        "AsyncGenerator",
        "AbstractSet",
    }
)
_MAPPINGS: Final = frozenset(
    {
        "dict",
        "Dict",
        "Mapping",
        "MutableMapping",
        "defaultdict",
        "DefaultDict",
        "OrderedDict",
        "WeakValueDictionary",
    }
)
_TYPED: Final = _CONTAINERS | _MAPPINGS | {"tuple", "Tuple", "Callable"}
_MAX_LENGTH: Final = 400


def type_of_annotation(annotation: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the class that an annotation names; of `X | None` and `Optional[X]`, X.

    The type of a container or a callable is the annotation itself.
    """
    text = _without_none(_text_of(annotation, resolver))
    name, arguments = _split_generic(text)
    if arguments and name in _TYPED:
        return TypeReference(annotation)
    return _type_of_text(text, annotation, resolver)


def result_of_annotation(annotation: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the class that a call of an annotated callable returns."""
    name, arguments = _split_generic(_without_none(_text_of(annotation, resolver)))
    return _type_of_text(arguments[-1], annotation, resolver) if name == "Callable" and arguments else None


def element_of_annotation(
    annotation: "Node", resolver: "NameResolver", *, position: int = -1, is_item: bool = False
) -> TypeReference | None:
    """Return the class of the elements of an annotated container; of `values[...]` with `is_item`."""
    text = _without_none(_text_of(annotation, resolver))
    name, arguments = _split_generic(text)
    if not arguments:
        return None
    element = ""
    if name in _CONTAINERS:
        element = arguments[0]
    elif name in _MAPPINGS:
        element = arguments[-1] if is_item else arguments[0]
    elif name in ("tuple", "Tuple") and (len(arguments) == 1 or arguments[-1] == "..."):
        element = arguments[0]
    if position >= 0 and element:
        inner, parts = _split_generic(element)
        element = parts[position] if inner in ("tuple", "Tuple") and position < len(parts) else ""
    return _type_of_text(element, annotation, resolver) if element else None


def item_of_annotation(annotation: "Node", position: int, resolver: "NameResolver") -> TypeReference | None:
    """Return the class at a position of an annotated tuple."""
    name, arguments = _split_generic(_without_none(_text_of(annotation, resolver)))
    if name not in ("tuple", "Tuple") or position >= len(arguments):
        return None
    return _type_of_text(arguments[position], annotation, resolver)


def type_of_class_name(text: str, at: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the class that a dotted name refers to, as seen from a node."""
    if _DOTTED.fullmatch(text) is None:
        return None
    first, *others = text.split(".")
    scope = early_scope(at, first) or at
    definitions = resolver.definitions_of_name(first, scope)
    if not definitions:
        is_builtin = not others and hasattr(builtins, first)
        return TypeReference(source=ImportSource("builtins", first)) if is_builtin else None
    found = _class_of(definitions, at, resolver)
    for name in others:
        if found is None:
            return None
        if found.node is not None:
            members = resolver.members_named(name, found.node)
            found = _class_of(members, at, resolver) if members else None
        elif found.source is not None:
            path = f"{found.source.name}.{name}" if found.source.name else name
            found = TypeReference(source=ImportSource(found.source.module, path))
    return found


def _class_of(
    definitions: "Sequence[Definition]", at: "Node", resolver: "NameResolver"
) -> TypeReference | None:
    for one in definitions:
        parent = one.node.parent
        if one.use.source is not None:
            if one.use.source.name == "Self" and one.use.source.module.startswith("typing"):
                own = enclosing_class(at)
                return TypeReference(own) if own is not None else None
            return TypeReference(source=one.use.source)
        if parent is None:
            continue
        if one.use.kind == "class":
            return TypeReference(parent)
        if parent.type == "assignment":
            value = parent.child_by_field_name("right")
            if value is not None and value.type in (
                "identifier",
                "attribute",
                "subscript",
                "binary_operator",
            ):
                return resolver.memo(
                    ("alias", value.id), lambda at=value: _type_of_text(resolver.text(at), at, resolver)
                )
    return None


def _text_of(annotation: "Node", resolver: "NameResolver") -> str:
    return resolver.text(annotation)[:_MAX_LENGTH].replace('"', "").replace("'", "").strip()


def _type_of_text(text: str, at: "Node", resolver: "NameResolver") -> TypeReference | None:
    text = _without_none(text)
    for _ in range(3):
        name, arguments = _split_generic(text)
        if not arguments:
            break
        if name not in _WRAPPERS:
            text = name
            break
        text = _without_none(arguments[0])
    return type_of_class_name(text, at, resolver)


def _without_none(text: str) -> str:
    """Return the only alternative of a union that is not None or a builtin; empty if there are several."""
    parts = _alternatives(_split(text, "|"))
    if len(parts) != 1:
        return ""
    match = _GENERIC.fullmatch(parts[0])
    if match is not None and match[1].rpartition(".")[2] == "Union":
        inner = _alternatives(_split(match[2], ","))
        return inner[0] if len(inner) == 1 else ""
    if match is not None and match[1].rpartition(".")[2] == "Optional":
        return _without_none(match[2].strip())
    return parts[0]


def _alternatives(parts: list[str]) -> list[str]:
    if len(parts) < 2:
        return parts
    found = [part for part in parts if part != "None"]
    return found if len(found) == 1 else [part for part in found if not hasattr(builtins, part)]


def _split_generic(text: str) -> tuple[str, list[str]]:
    """Return the name of a generic type, without its module, and its arguments; the text and nothing for others."""
    match = _GENERIC.fullmatch(text)
    if match is None:
        return text, []
    name = match[1]
    short = name.rpartition(".")[2]
    is_known = short in _WRAPPERS or short in _TYPED
    return (short if is_known else name), _split(match[2], ",")


def _split(text: str, separator: str) -> list[str]:
    """Split at the separators that are outside of brackets."""
    parts: list[str] = []
    depth, start = 0, 0
    for index, character in enumerate(text):
        if character in "[(":
            depth += 1
        elif character in "])":
            depth -= 1
        elif character == separator and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]
