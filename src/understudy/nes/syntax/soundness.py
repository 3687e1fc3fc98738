"""Whether an edit would break what the grammar can read. Not whether it is a good edit."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from understudy.nes.regions import applied
from understudy.nes.syntax.languages import grammar
from understudy.nes.syntax.trees import MOST_CHARACTERS, grown, language, parsed, plain
from understudy.nes.values import Page, Replacement

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

__all__ = ["sound"]

_MOST_NODES = 4_000


def sound(page: Page, edits: Sequence[Replacement]) -> bool:
    """Whether no more of the text is unreadable after the edits than before. True where nobody can say."""
    name = grammar(page)
    if not edits or language(name) is None:
        return True
    if sum(map(len, page.lines)) > MOST_CHARACTERS:
        return True
    text = "\n".join(page.lines)
    before = plain(text)
    tree = parsed(page.uri, name, before)
    if tree is None:
        return True
    after = grown(name, tree, before, plain("\n".join(applied(edits, page.lines))))
    if after is None or not after.root_node.has_error:
        return True
    if not tree.root_node.has_error:
        return False
    return _broken(after) <= _broken(tree)


def _broken(tree: "Tree") -> int:
    count = seen = 0
    waiting: list[Node] = [tree.root_node]
    while waiting and seen < _MOST_NODES:
        node = waiting.pop()
        seen += 1
        if node.is_error or node.is_missing:
            count += 1
        if node.child_count > _MOST_NODES:
            continue
        waiting.extend(child for child in node.children if child.has_error or child.is_missing)
    return count
