"""Finds the nodes of a syntax tree that are one word."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.limits import MAX_OCCURRENCES
from understudy.nes.bindings.rules import EmbeddingRules, LanguageRules

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["find_identifiers"]

_EMBEDDING_TYPES: Final = frozenset(
    {
        "string_content",
        "preproc_arg",
        "instance_variable",
        "class_variable",
        "global_variable",
        "simple_symbol",
    }
)
"""Node types in which a name may be a part of the text: a string that is an annotation, the text of a C macro, a
variable or a symbol of Ruby without its sign."""


def find_identifiers(
    text: str, root: "Node", name: str, rules: LanguageRules, first: int = 0, last: int | None = None
) -> Iterator[tuple["Node", int]]:
    """Return the nodes that are the name, or that have it as a part, with the offset of the name.

    Only those that begin from `first` on and end before `last`.
    """
    types = rules.identifier_types
    is_embedded = _embedding_check(rules)
    size = len(name)
    if not size:
        return
    at = text.find(name, first, last)
    count, length = 0, len(text)
    begins, ends = _is_word(name[0]), _is_word(name[-1])
    node_at = root.descendant_for_byte_range
    while at >= 0 and count < MAX_OCCURRENCES:
        end = at + size
        is_in_word = (begins and at and _is_word(text[at - 1])) or (
            ends and end < length and _is_word(text[end])
        )
        if not is_in_word:
            count += 1
            node = node_at(at, end)
            if node is not None and node.type in types:
                is_whole = node.start_byte == at and node.end_byte == end
                if is_embedded is not None and node.type == "string_content":
                    is_name = is_embedded(text, at, end)
                elif is_whole:
                    is_name = True
                else:
                    is_name = node.type in _EMBEDDING_TYPES and _is_name_in(text, node.start_byte, at)
                if is_name:
                    yield node, at
        at = text.find(name, end, last)


@cache
def _embedding_check(rules: LanguageRules) -> Callable[[str, int, int], bool] | None:
    """The rule for names in strings, if the language has one. To check a protocol takes long."""
    return rules.is_embedded_name if isinstance(rules, EmbeddingRules) else None


def _is_name_in(text: str, start: int, at: int) -> bool:
    """Whether a word in the text that begins at `start` can be a name: no member, and in no string."""
    before = text[start:at]
    return not text[max(0, at - 2) : at].endswith((".", "->")) and before.count('"') % 2 == 0


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
