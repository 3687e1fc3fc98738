"""A function of Python may return None now: an element of a dict that it returns is asked for by `get`.

Only of what the text declares as a dict, and only where the function does not look for the key before.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.consequences.signatures.returns.return_changes import (
    ReturnChange,
    ReturnUse,
    returns_of,
)
from understudy.nes.text import Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["optional_lookups"]

_OPTIONAL: Final = re.compile(r"(?:typing\.)?Optional\[(.*)\]\Z", re.S)
_NONE_PART: Final = re.compile(r"\s*\|\s*None\b|\bNone\s*\|\s*")
_PATH: Final = re.compile(r"(?:self\.|cls\.)?\w+\Z")
_DICTS: Final = frozenset({"dictionary", "dictionary_comprehension"})


def optional_lookups(text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    body = returned.function.node.child_by_field_name("body")
    if body is None or not returned.old or _without_none(returned.new) != returned.old:
        return
    for node in returns_of(body):
        value = node.named_children[0] if node.named_child_count == 1 else None
        if value is None or value.type != "subscript" or value.named_child_count != 2:
            continue
        table, key = value.named_children
        path = text.joined[table.start_byte : table.end_byte]
        if key.type == "slice" or _is_guarded(text, node, body, path) or not _is_dict(text, path):
            continue
        start, end = text.point_at(table.end_byte), text.point_at(value.end_byte)
        written = f".get({text.joined[key.start_byte : key.end_byte]})"
        yield ReturnUse(text, (Replacement(Span(start, end), written),), start)


def _without_none(annotation: str) -> str:
    """Return the type of an optional one; empty if it is none."""
    found = _OPTIONAL.match(annotation)
    rest = found[1] if found is not None else _NONE_PART.sub("", annotation)
    return rest if rest != annotation else ""


def _is_guarded(text: SourceText, node: "Node", body: "Node", path: str) -> bool:
    """Whether the function handles a missing key itself."""
    around = node.parent
    while around is not None and around != body:
        if around.type == "try_statement":
            return True
        around = around.parent
    before = text.joined[body.start_byte : node.start_byte]
    return re.search(rf"\bin\s+{re.escape(path)}(?![\w.\[(])", before) is not None


def _is_dict(text: SourceText, path: str) -> bool:
    """Whether the text declares what the path leads to as a dict, or assigns one to it."""
    if text.tree is None or not _PATH.match(path):
        return False
    declared, assigned = _patterns(path)
    for number in text.code_lookup.lines_containing(path.rpartition(".")[2]):
        if declared.search(text.code[number]):
            return True
        match = assigned.search(text.code[number])
        start = text.offset_at(number, match.end()) if match is not None else -1
        node = text.tree.root.named_descendant_for_byte_range(start, start + 1) if match is not None else None
        if node is not None and node.type in _DICTS and node.start_byte == start:
            return True
    return False


@lru_cache(maxsize=64)
def _patterns(path: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What declares a path as a dict, and what assigns to it."""
    name = re.escape(path.rpartition(".")[2])
    declared = (
        rf"(?<![\w])(?:self\.)?{name}\s*:\s*(?:[\w.]+\.)?(?:[Dd]ict|Mapping|MutableMapping|OrderedDict)\b"
    )
    constructed = rf"(?<![\w.]){re.escape(path)}\s*(?::[^=]+)?=\s*(?:dict|OrderedDict)\("
    return re.compile(f"{declared}|{constructed}"), re.compile(
        rf"(?<![\w.]){re.escape(path)}\s*(?::[^=]+)?=\s*(?=\{{)"
    )
