"""Writing a parsed pattern for an engine: RE2, Rust's regex crate (ripgrep), or JavaScript with the u flag.

All three get the same explicit ranges. Line breaks match nowhere, and neither do lone surrogates: they
stand for undecodable bytes, which the byte engines cannot match either.
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

__all__ = ["RegexEngine", "emit"]

RegexEngine: TypeAlias = Literal["re2", "rust", "js"]

_NEVER_MATCHED: Final = union(LINE_BREAKS, SURROGATES)
_EMPTY_CLASS: Final[dict[RegexEngine, str]] = {
    "re2": r"[^\x{0}-\x{10FFFF}]",
    "rust": r"[^\x{0}-\x{10FFFF}]",
    "js": "[]",
}
_ASSERTIONS: Final[dict[RegexEngine, dict[str, str]]] = {
    "re2": {"start": "(?m:^)", "end": "(?m:$)", "boundary": r"\b", "inside": r"\B"},
    # ripgrep's line keeps the \r of \r\n. shape.ends_cleanly says when it may be swallowed like this.
    "rust": {
        "start": "(?m:^)",
        "end": r"(?:\x{D}?(?m:$))",
        "boundary": r"(?-u:\b)",
        "inside": r"(?-u:\B)",
    },
    # With i and u, JavaScript's \b takes U+017F and U+212A for word characters; the others don't.
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
            sign = "*"
        case 1, None:
            sign = "+"
        case 0, 1:
            sign = "?"
        case least, None:
            sign = f"{{{least},}}"
        case least, most:
            sign = f"{{{least}}}" if least == most else f"{{{least},{most}}}"
    return body + sign + ("?" if node.is_lazy else "")


def _emit_chars(node: CharClass, engine: RegexEngine) -> str:
    if node.properties:
        # Only JavaScript gets here, and only there can a set be cut by looking ahead.
        members = _emit_ranges(node.ranges, engine) + "".join(node.properties)
        return f"(?:(?![{_emit_ranges(_NEVER_MATCHED, engine)}])[{'^' if node.negated else ''}{members}])"
    if node.negated:
        ranges = union(node.ranges, _NEVER_MATCHED)
        if ranges == ALL_CHARS:
            return _EMPTY_CLASS[engine]
        if engine == "rust":
            # Rust has no surrogates to leave out and no way to name them.
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
