"""A trait that one Rust type derives is not given to a type that cannot derive it.

`Copy` needs fields that are copied, `Eq` and `Hash` need fields without floating-point numbers, `Default` needs a
default variant, and some traits need others in the same list. A candidate that would not compile is improbable.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY
from understudy.nes.syntax import parse_snapshot
from understudy.nes.text import TextSnapshot, join_snapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["limit_impossible_derives"]

_DERIVE: Final = re.compile(r"\bderive\s*\(([^()]*)\)")
_PATH: Final = re.compile(r"[\w:]+")
_NEEDED: Final = {"Copy": {"Clone"}, "Eq": {"PartialEq"}, "Ord": {"PartialOrd", "Eq"}}
"""The traits that have to be implemented, too."""
_FLOATS: Final = frozenset({"f32", "f64"})
_MAPS: Final = frozenset({"HashMap", "HashSet"})
_OWNERS: Final = _MAPS | {
    "Arc",
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "Box",
    "CString",
    "Cell",
    "Cow",
    "File",
    "LinkedList",
    "Mutex",
    "OsString",
    "PathBuf",
    "Rc",
    "RefCell",
    "RwLock",
    "String",
    "Vec",
    "VecDeque",
}
"""Types of the standard library that own what they hold, and are not copied."""
_REFERENCE: Final = "&mut"
_COPIED: Final = frozenset({"function_type", "pointer_type", "reference_type"})
"""Types that are copied, whatever they refer to, unless it is a mutable reference."""
_MARKER: Final = "PhantomData"
_EXCLUDED: Final = {
    "Copy": _OWNERS | {_REFERENCE},
    "Clone": frozenset({_REFERENCE}),
    "Eq": _FLOATS,
    "Ord": _FLOATS | _MAPS,
    "Hash": _FLOATS | _MAPS,
}
"""By the trait: types that a field must not have."""


def limit_impossible_derives(unscored: Sequence[UnscoredCandidate]) -> None:
    for one in unscored:
        if one.probability <= OTHER_TYPE_PROBABILITY or not one.is_line_change:
            continue
        if "derive" in one.new[0] and _is_impossible(one):
            one.probability = OTHER_TYPE_PROBABILITY


def _is_impossible(one: UnscoredCandidate) -> bool:
    traits = _derived_traits(one.new[0])
    added = traits - _derived_traits(one.snapshot.lines[one.line])
    if not added:
        return False
    item = _item_below(one.snapshot, one.line)
    if item is None:
        return False
    text = join_snapshot(one.snapshot).text
    attributes = text[text.rfind("\n\n", 0, item.start_byte) + 1 : item.start_byte]
    implemented = traits | _derived_traits(attributes)
    written = text[item.start_byte : item.end_byte]
    body = item.child_by_field_name("body")
    types = set(_types_in(body, text)) if body is not None else set[str]()
    name = item.child_by_field_name("name")
    own = text[name.start_byte : name.end_byte] if name is not None else ""
    if "Default" in added and item.type == "enum_item" and "#[default]" not in written:
        # Who replaces a written implementation marks the variant that it returns.
        return not _has_implementation(text, "Default", own)
    for trait in added:
        if not _EXCLUDED.get(trait, frozenset[str]()).isdisjoint(types):
            return True
        needed = _NEEDED.get(trait, set[str]()) - implemented
        if any(not _has_implementation(text, other, own) for other in needed):
            return True
    return "Copy" in added and any(_is_defined_without_copy(text, name) for name in types)


def _derived_traits(text: str) -> set[str]:
    """The last names of the derived paths."""
    return {path.rpartition("::")[2] for match in _DERIVE.finditer(text) for path in _PATH.findall(match[1])}


def _item_below(snapshot: TextSnapshot, line: int) -> "Node | None":
    """The type that the attribute of a line belongs to."""
    parsed = parse_snapshot(snapshot)
    if parsed is None:
        return None
    text = snapshot.lines[line]
    start = join_snapshot(snapshot).line_starts[line] + len(text) - len(text.lstrip())
    node = parsed[1].root_node.descendant_for_byte_range(start, start + 1)
    while node is not None and node.type != "attribute_item":
        node = node.parent
    for one in _siblings_below(node):
        if one.type in ("struct_item", "enum_item"):
            return one
        if one.type != "attribute_item" and not one.type.endswith("comment"):
            return None
    return None


def _siblings_below(node: "Node | None") -> Iterator["Node"]:
    while node is not None:
        node = node.next_named_sibling
        if node is not None:
            yield node


def _types_in(body: "Node", text: str) -> Iterator[str]:
    """The names of the types that the fields hold, not of those that they refer to."""
    pending = [body]
    while pending:
        node = pending.pop()
        written = text[node.start_byte : node.end_byte]
        if node.type in ("type_identifier", "primitive_type"):
            yield written
        elif node.type in _COPIED:
            if any(child.type == "mutable_specifier" for child in node.named_children) and written[0] == "&":
                yield _REFERENCE
        elif node.type != "generic_type" or not written.startswith(_MARKER):
            pending += node.named_children


def _has_implementation(text: str, trait: str, name: str) -> bool:
    return re.search(rf"\b{trait}\b[^{{;]*\bfor\s+{re.escape(name)}\b", text) is not None


def _is_defined_without_copy(text: str, name: str) -> bool:
    """Whether the text defines the type, and neither derives nor implements `Copy` for it."""
    found = re.search(
        rf"((?:^[ \t]*#\[.*\n)*)^[ \t]*(?:pub\S*\s+)?(?:struct|enum)\s+{name}\b", text, re.MULTILINE
    )
    return (
        found is not None
        and "Copy" not in _derived_traits(found[1])
        and not _has_implementation(text, "Copy", name)
    )
