"""Select and write patterns for an engine: RE2, Rust's regex crate (ripgrep), or JavaScript with the u flag.

The first half analyzes a parsed pattern where the engines differ. The linear engines (RE2, Rust) have no
look-around, no back-references and none of JavaScript's extra properties; and they leave a loop whose body
matched the empty string where JavaScript tries the body's next alternative.

The second half writes the source. All engines get the same explicit ranges. No pattern matches a line break
or a lone surrogate: lone surrogates stand for undecodable bytes, which the byte engines cannot match either.
"""

from typing import Final, Literal, TypeAlias

from understudy.workspace.patterns.syntax_tree import (
    ALL_CHARS,
    LINE_BREAKS,
    NO_CHARS,
    SURROGATES,
    Alternation,
    Assertion,
    Backreference,
    CharClass,
    CharSet,
    Concatenation,
    Group,
    Lookaround,
    Node,
    Repeat,
    subtract,
    union,
)

__all__ = [
    "RegexEngine",
    "contains_nul",
    "emit",
    "has_only_trailing_end_anchors",
    "is_linear",
    "matches_empty",
    "tree_depth",
]

_MAX_RE2_REPEAT: Final = 1000
"""The largest count that RE2 repeats; it takes a much larger one for plain text."""


def is_linear(node: Node) -> bool:
    """Whether RE2 and Rust match the node as JavaScript does."""
    match node:
        case Backreference() | Lookaround():
            return False
        case CharClass():
            return not node.properties
        case Repeat():
            if max(node.min_count, node.max_count or 0) > _MAX_RE2_REPEAT:
                return False
            # Only iterations beyond the required ones must not be empty, and a lazy loop ends before them.
            fixed = node.max_count == node.min_count
            return (fixed or node.is_lazy or _tries_empty_last(node.body)) and is_linear(node.body)
        case _:
            return all(is_linear(child) for child in _children(node))


def matches_empty(node: Node, *, without_start: bool = False) -> bool:
    """Whether the node can match the empty string; `without_start`: at a position where `^` does not match."""
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
    """Whether nothing can follow any `$`, so that it may consume a `\\r`."""
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
    """Whether the node contains a literal NUL, which ripgrep rejects."""
    if isinstance(node, CharClass):
        return (0, 0) in node.ranges or (node.negated and bool(node.ranges) and node.ranges[0][0] == 1)
    return any(contains_nul(child) for child in _children(node))


def tree_depth(node: Node) -> int:
    return 1 + max((tree_depth(child) for child in _children(node)), default=0)


def _tries_empty_last(node: Node) -> bool:
    """Whether the empty match, if there is one, is the last alternative that is tried."""
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


RegexEngine: TypeAlias = Literal["re2", "rust", "js"]

_NEVER_MATCHED: Final = union(LINE_BREAKS, SURROGATES)
_EMPTY_CLASS: Final[dict[RegexEngine, str]] = {
    "re2": r"[^\x{0}-\x{10FFFF}]",
    "rust": r"[^\x{0}-\x{10FFFF}]",
    "js": "[]",
}
_ASSERTIONS: Final[dict[RegexEngine, dict[str, str]]] = {
    "re2": {"start": "(?m:^)", "end": "(?m:$)", "boundary": r"\b", "inside": r"\B"},
    # A line of ripgrep includes the \r of \r\n. has_only_trailing_end_anchors tells when `$` may consume it.
    "rust": {
        "start": "(?m:^)",
        "end": r"(?:\x{D}?(?m:$))",
        "boundary": r"(?-u:\b)",
        "inside": r"(?-u:\B)",
    },
    # With i and u, JavaScript's \b counts U+017F and U+212A as word characters; the other engines do not.
    "js": {"start": "^", "end": "$", "boundary": r"(?-i:\b)", "inside": r"(?-i:\B)"},
}


def emit(node: Node, engine: RegexEngine) -> str:
    """The pattern's source for `engine`, in ASCII. Only JavaScript's has capturing groups."""
    match node:
        case CharClass():
            return _emit_chars(node, engine)
        case Assertion():
            return _ASSERTIONS[engine][node.kind]
        case Backreference():
            return f"(?:\\{node.group})"
        case Group():
            opening = "(" if node.is_capturing and engine == "js" else "(?:"
            return f"{opening}{emit(node.body, engine)})"
        case Lookaround():
            # JavaScript may repeat a look-ahead, but with the u flag only inside a group.
            return f"(?:{node.opening}{emit(node.body, engine)}))"
        case Repeat():
            return _emit_repeat(node, engine)
        case Concatenation():
            return "".join(emit(item, engine) for item in node.items)
        case Alternation():
            return "|".join(emit(branch, engine) for branch in node.branches)


def _emit_repeat(node: Repeat, engine: RegexEngine) -> str:
    body = emit(node.body, engine)
    if not isinstance(node.body, CharClass | Group | Lookaround):
        body = f"(?:{body})"
    match node.min_count, node.max_count:
        case 0, None:
            quantifier = "*"
        case 1, None:
            quantifier = "+"
        case 0, 1:
            quantifier = "?"
        case least, None:
            quantifier = f"{{{least},}}"
        case least, most:
            quantifier = f"{{{least}}}" if least == most else f"{{{least},{most}}}"
    return body + quantifier + ("?" if node.is_lazy else "")


def _emit_chars(node: CharClass, engine: RegexEngine) -> str:
    if node.properties:
        # Only reached for JavaScript, the only engine that can subtract from a set by a look-ahead.
        members = _emit_ranges(node.ranges, engine) + "".join(node.properties)
        return f"(?:(?![{_emit_ranges(_NEVER_MATCHED, engine)}])[{'^' if node.negated else ''}{members}])"
    if node.negated:
        ranges = union(node.ranges, _NEVER_MATCHED)
        if ranges == ALL_CHARS:
            return _EMPTY_CLASS[engine]
        if engine == "rust":
            # Rust strings have no surrogates, and its syntax cannot name them.
            ranges = subtract(ranges, SURROGATES)
        return f"[^{_emit_ranges(ranges, engine)}]"
    ranges = subtract(node.ranges, _NEVER_MATCHED)
    if ranges == NO_CHARS:
        return _EMPTY_CLASS[engine]
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _emit_char(ranges[0][0], engine)
    return f"[{_emit_ranges(ranges, engine)}]"


def _emit_ranges(ranges: CharSet, engine: RegexEngine) -> str:
    return "".join(
        _emit_char(low, engine) if low == high else f"{_emit_char(low, engine)}-{_emit_char(high, engine)}"
        for low, high in ranges
    )


def _emit_char(code: int, engine: RegexEngine) -> str:
    if chr(code).isalnum() and code < 0x80:
        return chr(code)
    return f"\\u{{{code:X}}}" if engine == "js" else f"\\x{{{code:X}}}"
