"""Whether an edit would break what the grammar can read. Not whether it is a good edit."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from understudy.nes.syntax.languages import grammar
from understudy.nes.syntax.trees import MOST_CHARACTERS, grown, language, parsed, plain
from understudy.nes.values import Page, Replacement

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

__all__ = ["applied", "sound"]

_MOST_NODES = 4_000


def applied(lines: Sequence[str], edits: Sequence[Replacement]) -> list[str]:
    """The lines after the edits, which do not overlap. An edit may end at the start of the line after the last."""
    text = list(lines)
    for (start, end), new in sorted(edits, reverse=True):
        last, stop = end
        if last >= len(text):
            last, stop = len(text) - 1, len(text[-1])
            # The end of the last line: what is taken out with it is the line break before the first.
            if not new and start.column == 0 and start.line > 0:
                text[start.line - 1 :] = [text[start.line - 1]]
                continue
        text[start.line : last + 1] = (text[start.line][: start.column] + new + text[last][stop:]).split("\n")
    return text


def sound(page: Page, edits: Sequence[Replacement]) -> bool:
    """Whether no more of the text is unreadable after the edits than before. True where nobody can say."""
    name = grammar(page)
    if not edits or language(name) is None:
        return True
    text = "\n".join(page.lines)
    if len(text) > MOST_CHARACTERS:
        return True
    before = plain(text)
    tree = parsed(page.uri, name, before)
    if tree is None:
        return True
    after = plain("\n".join(applied(page.lines, edits)))
    return _broken(grown(name, tree, before, after)) <= _broken(tree)


def _broken(tree: "Tree") -> int:
    if not tree.root_node.has_error:
        return 0
    count = seen = 0
    waiting: list[Node] = [tree.root_node]
    while waiting and seen < _MOST_NODES:
        node = waiting.pop()
        seen += 1
        if node.is_error or node.is_missing:
            count += 1
        waiting.extend(child for child in node.children if child.has_error or child.is_missing)
    return count
