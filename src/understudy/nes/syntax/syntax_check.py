"""Whether an edit would break what the grammar can read. Not whether it is a good edit."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from understudy.nes.syntax.languages import grammar_name
from understudy.nes.syntax.limits import MAX_ANALYSED_CHARS, MAX_CHECKED_NODES
from understudy.nes.syntax.trees import encode_single_byte, load_language, parse_cached, reparse
from understudy.nes.text.line_changes import apply_replacements
from understudy.nes.text.text_types import Replacement, TextSnapshot

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

__all__ = ["is_syntax_preserved"]


def is_syntax_preserved(snapshot: TextSnapshot, edits: Sequence[Replacement]) -> bool:
    """Whether no more of the text is unreadable after the edits than before. True where nobody can say."""
    name = grammar_name(snapshot)
    if not edits or load_language(name) is None:
        return True
    if sum(map(len, snapshot.lines)) > MAX_ANALYSED_CHARS:
        return True
    text = "\n".join(snapshot.lines)
    before = encode_single_byte(text)
    tree = parse_cached(snapshot.uri, name, before)
    if tree is None:
        return True
    after = reparse(
        name, tree, before, encode_single_byte("\n".join(apply_replacements(edits, snapshot.lines)))
    )
    if after is None or not after.root_node.has_error:
        return True
    if not tree.root_node.has_error:
        return False
    return _count_errors(after) <= _count_errors(tree)


def _count_errors(tree: "Tree") -> int:
    count = seen = 0
    waiting: list[Node] = [tree.root_node]
    while waiting and seen < MAX_CHECKED_NODES:
        node = waiting.pop()
        seen += 1
        if node.is_error or node.is_missing:
            count += 1
        if node.child_count > MAX_CHECKED_NODES:
            continue
        waiting.extend(child for child in node.children if child.has_error or child.is_missing)
    return count
