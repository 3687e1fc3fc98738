"""What a parsed pattern can do, where the engines differ: so which of them may be asked.

The linear engines (RE2, Rust) have no look-around, no back-references and none of JavaScript's extra
properties; and they leave a loop whose body matched nothing where JavaScript tries the body's next choice.
"""

from typing import Final

from understudy.workspace.patterns.syntax_tree import (
    Alternation,
    Assertion,
    Backreference,
    CharClass,
    Concatenation,
    Group,
    Lookaround,
    Node,
    Repeat,
)

__all__ = ["contains_nul", "has_only_trailing_end_anchors", "is_linear", "matches_empty", "tree_depth"]

_MAX_RE2_REPEAT: Final = 1000
"""RE2's largest count; it takes a much larger one for plain text."""


def is_linear(node: Node) -> bool:
    """Whether RE2 and Rust match it as JavaScript does."""
    match node:
        case Backreference() | Lookaround():
            return False
        case CharClass():
            return not node.properties
        case Repeat():
            if max(node.min_count, node.max_count or 0) > _MAX_RE2_REPEAT:
                return False
            # Only iterations beyond the required ones may not be empty, and a lazy loop has left before.
            fixed = node.max_count == node.min_count
            return (fixed or node.is_lazy or _tries_empty_last(node.body)) and is_linear(node.body)
        case _:
            return all(is_linear(child) for child in _children(node))


def matches_empty(node: Node, *, without_start: bool = False) -> bool:
    """Whether it can match the empty string; `without_start`: at a place that `^` does not hold to."""
    match node:
        case CharClass():
            return False
        case Assertion():
            return not (without_start and node.kind == "start")
        case Backreference() | Lookaround():
            return True
        case Group():
            return matches_empty(node.body, without_start=without_start)
        case Repeat():
            return node.min_count == 0 or matches_empty(node.body, without_start=without_start)
        case Concatenation():
            return all(matches_empty(item, without_start=without_start) for item in node.items)
        case Alternation():
            return any(matches_empty(branch, without_start=without_start) for branch in node.branches)


def has_only_trailing_end_anchors(node: Node, last: bool = True) -> bool:
    """Whether every `$` stands where nothing more can follow, so that it may swallow a `\\r`."""
    match node:
        case Assertion():
            return last or node.kind != "end"
        case Repeat():
            return has_only_trailing_end_anchors(node.body, last and node.max_count == 1)
        case Concatenation():
            final = len(node.items) - 1
            return all(
                has_only_trailing_end_anchors(item, last and index == final)
                for index, item in enumerate(node.items)
            )
        case _:
            return all(has_only_trailing_end_anchors(child, last) for child in _children(node))


def contains_nul(node: Node) -> bool:
    """Whether NUL stands in it by itself, which ripgrep refuses."""
    if isinstance(node, CharClass):
        return (0, 0) in node.ranges or (node.negated and bool(node.ranges) and node.ranges[0][0] == 1)
    return any(contains_nul(child) for child in _children(node))


def tree_depth(node: Node) -> int:
    return 1 + max((tree_depth(child) for child in _children(node)), default=0)


def _tries_empty_last(node: Node) -> bool:
    """Whether the empty match, if there is one, is the last thing it tries."""
    if not matches_empty(node):
        return True
    match node:
        case Repeat() if node.is_lazy:
            return False
        case Alternation():
            return _tries_empty_last(node.branches[-1]) and not any(map(matches_empty, node.branches[:-1]))
        case _:
            return all(map(_tries_empty_last, _children(node)))


def _children(node: Node) -> tuple[Node, ...]:
    match node:
        case Group() | Lookaround() | Repeat():
            return (node.body,)
        case Concatenation():
            return node.items
        case Alternation():
            return node.branches
        case _:
            return ()
