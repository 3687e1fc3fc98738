"""What a parsed pattern can do, where the engines differ: so which of them may be asked.

The linear engines (RE2, Rust) have no look-around, no back-references and none of JavaScript's extra
properties; and they leave a loop whose body matched nothing where JavaScript tries the body's next choice.
"""

from typing import Final

from understudy.workspace.patterns.syntax import (
    Alternatives,
    Assertion,
    Backreference,
    Chars,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
)

__all__ = ["depth", "ends_cleanly", "is_linear", "matches_empty", "names_nul"]

_MOST: Final = 1000
"""RE2's largest count; it takes a much larger one for plain text."""


def is_linear(node: Node) -> bool:
    """Whether RE2 and Rust match it as JavaScript does."""
    match node:
        case Backreference() | Look():
            return False
        case Chars():
            return not node.properties
        case Repeat():
            if max(node.least, node.most or 0) > _MOST:
                return False
            # Only iterations beyond the required ones may not be empty, and a lazy loop has left before.
            fixed = node.most == node.least
            return (fixed or node.lazy or _empty_last(node.body)) and is_linear(node.body)
        case _:
            return all(is_linear(child) for child in _children(node))


def matches_empty(node: Node, *, without_start: bool = False) -> bool:
    """Whether it can match the empty string; `without_start`: at a place that `^` does not hold to."""
    match node:
        case Chars():
            return False
        case Assertion():
            return not (without_start and node.kind == "start")
        case Backreference() | Look():
            return True
        case Group():
            return matches_empty(node.body, without_start=without_start)
        case Repeat():
            return node.least == 0 or matches_empty(node.body, without_start=without_start)
        case Sequence():
            return all(matches_empty(item, without_start=without_start) for item in node.items)
        case Alternatives():
            return any(matches_empty(branch, without_start=without_start) for branch in node.branches)


def ends_cleanly(node: Node, last: bool = True) -> bool:
    """Whether every `$` stands where nothing more can follow, so that it may swallow a `\\r`."""
    match node:
        case Assertion():
            return last or node.kind != "end"
        case Repeat():
            return ends_cleanly(node.body, last and node.most == 1)
        case Sequence():
            final = len(node.items) - 1
            return all(ends_cleanly(item, last and index == final) for index, item in enumerate(node.items))
        case _:
            return all(ends_cleanly(child, last) for child in _children(node))


def names_nul(node: Node) -> bool:
    """Whether NUL stands in it by itself, which ripgrep refuses."""
    if isinstance(node, Chars):
        return (0, 0) in node.ranges or (node.negated and bool(node.ranges) and node.ranges[0][0] == 1)
    return any(names_nul(child) for child in _children(node))


def depth(node: Node) -> int:
    return 1 + max((depth(child) for child in _children(node)), default=0)


def _empty_last(node: Node) -> bool:
    """Whether the empty match, if there is one, is the last thing it tries."""
    if not matches_empty(node):
        return True
    match node:
        case Repeat() if node.lazy:
            return False
        case Alternatives():
            return _empty_last(node.branches[-1]) and not any(map(matches_empty, node.branches[:-1]))
        case _:
            return all(map(_empty_last, _children(node)))


def _children(node: Node) -> tuple[Node, ...]:
    match node:
        case Group() | Look() | Repeat():
            return (node.body,)
        case Sequence():
            return node.items
        case Alternatives():
            return node.branches
        case _:
            return ()
