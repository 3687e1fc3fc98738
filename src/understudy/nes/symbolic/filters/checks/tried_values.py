"""What `?` of Rust passes on: the error of a value has to become that of the function.

Only errors and results that the text or the standard library tells. A guard of a lock is no error that a function
can return, the error of `parse` becomes no `io::Error` and none a `String`, and a missing value is no error at all.
"""

import re
from typing import TYPE_CHECKING, Final, Literal

from understudy.nes.bindings import NameResolver

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["passes_other_error"]

_Error = Literal["", "none", "poison", "panic", "io", "other"]
"""What a value has if it is not the wanted one: nothing, a poisoned lock, the panic of a thread, an error of the
system, or another error of the standard library; empty if that is unknown."""

_LOCKS: Final = frozenset({"lock", "try_lock", "read", "write", "try_read", "try_write"})
_OPTIONAL_METHODS: Final = frozenset(
    {"file_name", "file_stem", "extension", "split_once", "rsplit_once", "nth", "position", "max_by_key"}
    | {"min_by_key", "checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem"}
)
_OPTIONAL_WITHOUT_ARGUMENTS: Final = frozenset({"pop", "first", "last", "pop_front", "pop_back"})
"""Those that take an argument are methods of other types."""
_OTHER_METHODS: Final = frozenset({"parse", "try_into", "recv", "recv_timeout", "duration_since"})
_OTHER_FUNCTIONS: Final = re.compile(r"(?:\benv::var|::from_utf8|::from_str_radix|::try_from)\Z")
_IO_FUNCTIONS: Final = re.compile(
    r"\A(?:std::)?(?:fs|io)::\w+\Z|\A(?:[\w:]*::)?File::(?:open|create|create_new)\Z"
)
_OUTER_TYPE: Final = re.compile(r"(?:\w+\s*::\s*)*(\w+)\s*(?:<|\Z)")
_IO_RESULT: Final = re.compile(r"\bio\s*::\s*Result\s*<|\bio\s*::\s*Error\s*,?\s*>\s*\Z")
_TEXT_ERROR: Final = re.compile(r",\s*(?:String|&(?:'\w+\s+)?str)\s*,?\s*>\s*\Z")
_FUNCTIONS: Final = frozenset({"function_item", "closure_expression", "async_block"})


def passes_other_error(tried: "Node", function: "Node", rows: frozenset[int], resolver: NameResolver) -> bool:
    """Whether a value that `?` takes has an error that cannot become that of the function.

    What another row of the text does is right: an error type may have more conversions than are known here.
    """
    value = tried.named_children[0] if tried.named_children else None
    if value is None or value.type != "call_expression":
        return False
    returned = _text(function.child_by_field_name("return_type"), resolver).strip()
    kind = _kind_of(returned, resolver)
    if kind == "Option":
        return _is_result(value, resolver) and not _is_done_elsewhere(value, rows, resolver)
    error = _error_of(value, resolver)
    match error:
        case "none":
            is_other = kind == "Result"
        case "poison" | "panic":
            is_statement = tried.parent is not None and tried.parent.type == "expression_statement"
            is_other = not is_statement and "PoisonError" not in resolver.source
        case "other":
            is_other = bool(_IO_RESULT.search(returned) or _TEXT_ERROR.search(returned))
        case "io":
            is_other = bool(_TEXT_ERROR.search(returned))
        case "":
            is_other = False
    return is_other and not _is_done_elsewhere(value, rows, resolver)


def _text(node: "Node | None", resolver: NameResolver) -> str:
    return resolver.source[node.start_byte : node.end_byte] if node is not None else ""


def _kind_of(written: str, resolver: NameResolver) -> str:
    """Return `Option` or `Result`, also for an alias of the text; empty for another type."""
    found = _OUTER_TYPE.match(written)
    if found is None:
        return ""
    name = found[1]
    if name == "Option" or name.endswith("Result"):
        return "Option" if name == "Option" else "Result"
    alias = re.search(rf"\btype\s+{name}\b[^;=]*=\s*(?:\w+\s*::\s*)*(Option|\w*Result)\b", resolver.source)
    return ("Option" if alias[1] == "Option" else "Result") if alias is not None else ""


def _error_of(value: "Node", resolver: NameResolver) -> _Error:
    function, arguments = (value.child_by_field_name(one) for one in ("function", "arguments"))
    if function is None or arguments is None:
        return ""
    kind = _kind_of(_declared_result(function, resolver), resolver)
    if kind:
        return "none" if kind == "Option" else ""
    if function.type == "generic_function":
        function = function.child_by_field_name("function") or function
    if function.type != "field_expression":
        written = _text(function, resolver)
        return "io" if _IO_FUNCTIONS.search(written) else "other" if _OTHER_FUNCTIONS.search(written) else ""
    name = _text(function.child_by_field_name("field"), resolver)
    if not arguments.named_children:
        if name in _LOCKS and ("lock" in name or "RwLock" in resolver.source):
            return "poison"
        if name == "join":
            return "panic"
        if name in _OPTIONAL_WITHOUT_ARGUMENTS:
            return "none"
    if name in _OPTIONAL_METHODS:
        return "none"
    return "other" if name in _OTHER_METHODS else ""


def _is_result(value: "Node", resolver: NameResolver) -> bool:
    """Whether a value is a result for certain, so that a function that returns an option cannot pass it on."""
    function = value.child_by_field_name("function")
    if function is not None and _kind_of(_declared_result(function, resolver), resolver) == "Result":
        return True
    return _error_of(value, resolver) in ("poison", "panic", "io", "other")


def _declared_result(function: "Node", resolver: NameResolver) -> str:
    """Return the type that a function of the text returns; empty for others."""
    name = function.child_by_field_name("field") if function.type == "field_expression" else function
    if name is None or name.type not in ("identifier", "field_identifier"):
        return ""
    for one in resolver.definitions_of(name):
        declared = one.node.parent
        if declared is not None and declared.type in _FUNCTIONS:
            return _text(declared.child_by_field_name("return_type"), resolver).strip()
    return ""


def _is_done_elsewhere(value: "Node", rows: frozenset[int], resolver: NameResolver) -> bool:
    """Whether a row that the change leaves passes on the error of the same function."""
    function = value.child_by_field_name("function")
    name = re.findall(r"\w+", re.sub(r"::<.*\Z", "", _text(function, resolver), flags=re.S))[-1:]
    if not name:
        return False
    tried = re.compile(rf"\b{name[0]}(?:::<[^()]*>)?\([^()]*\)\?")
    return any(tried.search(line) for row, line in enumerate(resolver.snapshot.lines) if row not in rows)
