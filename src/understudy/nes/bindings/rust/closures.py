"""Types of the parameters of closures in Rust: the elements of what an iterator or a collection holds.

`rows.iter().filter(|row| …)`, `rows.sort_by_key(|row| …)`, `found.map(|row| …)` of an `Option`. A chain is followed
as long as its methods keep the elements.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.nodes import child_index, innermost_part, name_of
from understudy.nes.bindings.rust.written_types import plain_type, type_argument

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["closure_parameter_type"]

_ELEMENT_CLOSURE_TEXT: Final = """
    all any and_then binary_search_by binary_search_by_key dedup_by_key filter filter_map find find_map flat_map
    for_each inspect is_none_or is_some_and is_sorted_by_key map map_or map_or_else map_while max_by_key min_by_key
    partition partition_point position retain retain_mut rposition skip_while sort_by_cached_key sort_by_key
    sort_unstable_by_key take_while try_for_each
"""
_ELEMENT_CLOSURES: Final = frozenset(_ELEMENT_CLOSURE_TEXT.split())
"""Methods whose closure gets one element."""
_PAIR_CLOSURES: Final = frozenset(
    {"dedup_by", "is_sorted_by", "max_by", "min_by", "sort_by", "sort_unstable_by"}
)
"""Methods whose closure gets two elements."""
_FOLDING: Final = frozenset({"fold", "try_fold", "scan"})
"""Methods whose closure gets an element behind something else."""
_KEEPING_TEXT: Final = """
    as_deref as_deref_mut as_mut as_ref as_slice borrow borrow_mut by_ref chain clone cloned copied cycle drain
    filter find first first_mut fuse get get_mut inspect into_iter iter iter_mut last last_mut max_by max_by_key
    min_by min_by_key next nth peekable pop pop_back pop_front rev skip skip_while step_by take take_while to_vec
"""
_KEEPING: Final = frozenset(_KEEPING_TEXT.split())
"""Methods whose result has the elements of what they are called on, or one of them."""
_MAP_VALUES: Final = frozenset({"values", "values_mut", "into_values"})
_MAPS: Final = frozenset({"HashMap", "BTreeMap", "IndexMap"})
_COLLECTIONS: Final = frozenset(
    {"Vec", "VecDeque", "LinkedList", "BinaryHeap", "HashSet", "BTreeSet", "IndexSet", "Option", "SmallVec"}
)
_SAME_VALUE: Final = {"parenthesized_expression": "", "reference_expression": "value", "unary_expression": ""}

_Written = Callable[["Node | None", "NameResolver"], "Node | None"]
"""Returns the type of an expression as it is written somewhere; None if unknown."""


def closure_parameter_type(
    name: "Node", parent: "Node", written: _Written, resolver: "NameResolver"
) -> "Node | None":
    """Return the type of a parameter of a closure without a type of its own; None if the method is not known."""
    if parent.type != "closure_parameters" or parent.parent is None:
        return None
    pattern = name
    while pattern.parent is not None and pattern.parent.type != "closure_parameters":
        pattern = pattern.parent
    arguments = parent.parent.parent
    call = arguments.parent if arguments is not None and arguments.type == "arguments" else None
    callee = call.child_by_field_name("function") if call is not None else None
    if callee is None or callee.type != "field_expression":
        return None
    index, method = child_index(parent, pattern), name_of(callee, "field")
    if method in _FOLDING:
        is_element = index == 1
    else:
        is_element = method in _PAIR_CLOSURES or (method in _ELEMENT_CLOSURES and index == 0)
    value = callee.child_by_field_name("value")
    return _element_of(value, written, resolver) if is_element and value is not None else None


def _element_of(expression: "Node", written: _Written, resolver: "NameResolver") -> "Node | None":
    node: Node | None = innermost_part(expression, _SAME_VALUE)
    while node is not None and node.type == "call_expression":
        callee = node.child_by_field_name("function")
        if callee is None or callee.type != "field_expression":
            break
        method, value = name_of(callee, "field"), callee.child_by_field_name("value")
        if method in _MAP_VALUES and value is not None:
            found = written(value, resolver)
            plain = plain_type(found) if found is not None else None
            is_map = plain is not None and plain.type == "generic_type" and name_of(plain, "type") in _MAPS
            return type_argument(plain, 1) if plain is not None and is_map else None
        if method not in _KEEPING or value is None:
            break
        node = innermost_part(value, _SAME_VALUE)
    found = written(node, resolver)
    plain = plain_type(found) if found is not None else None
    if plain is None:
        return None
    if plain.type == "array_type":
        return plain.child_by_field_name("element")
    is_collection = plain.type == "generic_type" and name_of(plain, "type") in _COLLECTIONS
    return type_argument(plain) if is_collection else None
