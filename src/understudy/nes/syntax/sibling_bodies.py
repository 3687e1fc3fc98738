"""The body of a block that has only a header yet, as the blocks above show it.

Below `if other.baud != 0 {` with `c.baud = other.baud`, the body of `if other.parity != "" {` is
`c.parity = other.parity`; below `fn code(&self)` with `self.code`, that of `fn depth(&self)` is `self.depth`. Reads
lines, so that a text that cannot be parsed while it is typed has bodies, too.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from understudy.languages import Language
from understudy.nes.text import CaseStyle, join_name_parts, split_name

__all__ = ["SiblingBody", "find_sibling_body"]

MAX_BODY_LINES: Final = 6
"""Longer bodies are seldom the same but for a name."""
MAX_COMPARED_BLOCKS: Final = 8

_TOKEN: Final = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`[^`]*`|[^\W\d]\w*|\d[\w.]*|[^\w\s]")
_WORD: Final = re.compile(r"[^\W\d]\w*")
_QUOTED_NAME: Final = re.compile(r"[\"'`][^\W\d]\w*[\"'`]")
_SKIPPED: Final = re.compile(r"\s*(?:\Z|//|/\*|\*|#|@|\[\w)")
"""Blank lines, comments, attributes and decorators."""
_CONDITION: Final = re.compile(r"\s*(?:if|elif|case|when|unless)\b")
_FUNCTION: Final = re.compile(
    r"(?!\s*(?:if|elif|case|when|for|while|switch|match|with|catch|return)\b)"
    r"(?P<before>[^(]*?(?:\bfunc\s*\([^)]*\)\s*)?)(?P<name>[^\W\d]\w*)\s*\((?P<parameters>[^()]*)\)(?P<after>.*)"
)
_RETURNED: Final = re.compile(r"\s*->\s*(Option<)?(&(?:'\w+ )?(?:mut )?)?([a-z]?)")
"""In Rust, what decides how a member is returned: a reference, an option, or a primitive type."""
_ACCESS: Final = re.compile(
    r"\s*(?:return )?[&*]?(?:mut )?(?:\w+(?:\.|->)|@)?(\w+)((?:\.\w+\(\))*);?|\s*(?:\w+(?:\.|->)|@)(\w+) = \w+;?"
)
"""A body that reads a member, perhaps as a copy, or sets it."""
_NO_NAMES: Final = frozenset(
    {"nil", "null", "None", "undefined", "nullptr", "NULL", "false", "true", "False", "True"}
)
_KEYWORDS: Final = frozenset(
    {
        "if",
        "elif",
        "case",
        "when",
        "let",
        "not",
        "and",
        "or",
        "in",
        "is",
        "fn",
        "func",
        "def",
        "function",
        "self",
    }
    | {
        "this",
        "pub",
        "mut",
        "public",
        "private",
        "protected",
        "static",
        "final",
        "override",
        "async",
        "const",
    }
    | {"Some", "return", "len"}
)
"""Words in which two headers of one kind do not differ."""


class SiblingBody(NamedTuple):
    lines: tuple[str, ...]
    """With their indentation."""
    closing: str
    """The line behind them; empty if no bracket closes the block."""
    examples: int
    """How many blocks above show the body."""


class _Block(NamedTuple):
    header: str
    body: tuple[str, ...]


class _Mapping(NamedTuple):
    """The tokens of one header that are others in another one."""

    whole: dict[str, str]
    parts: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """Of the names, what differs between the words that they share."""


def find_sibling_body(
    lines: Sequence[str], language: Language, is_known: Callable[[str], bool]
) -> SiblingBody | None:
    """Return the body of the block whose header is the last of the lines; None if the blocks above show none.

    `is_known`: whether a name occurs elsewhere in the text. A body with new names is none.
    """
    lines = _with_brackets_in_headers(lines)
    head = lines[-1].rstrip()
    closing = _closing_of(head, language)
    if closing is None:
        return None
    function = _FUNCTION.match(head)
    if function is None and not _CONDITION.match(head):
        return None
    found: list[tuple[_Block, tuple[str, ...]]] = []
    for block in _blocks_above(lines, closing):
        mapping = _map_headers(block.header, head)
        body = _with_names(block.body, mapping) if mapping is not None else None
        if body is not None and all(map(is_known, _new_names(block.body, body))):
            found.append((block, body))
    if not found:
        return None
    nearest, body = found[0]
    examples = sum(other == body for _, other in found)
    if examples < len(found) - examples or (
        function is not None and examples == 1 and not _is_accessor(nearest, head)
    ):
        return None
    indent = head[: len(head) - len(head.lstrip())]
    return SiblingBody(body, f"{indent}{closing}" if closing else "", examples)


def _closing_of(head: str, language: Language) -> str | None:
    """Return what closes the block of a header, which is nothing in some languages; None if it is no header."""
    if language.family == "ruby":
        return "end" if _CONDITION.match(head) else None
    if head.endswith("{"):
        return "}"
    is_case = head.lstrip().startswith("case ")
    return "" if head.endswith(":") and (language.has_colon_blocks or is_case) else None


def _with_brackets_in_headers(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines with brackets that stand alone moved to the end of the line above."""
    if lines[-1].strip() != "{":
        return lines
    found: list[str] = []
    for line in lines:
        if line.strip() == "{" and found and found[-1].strip():
            found[-1] = f"{found[-1].rstrip()} {{"
        else:
            found.append(line)
    return found


def _blocks_above(lines: Sequence[str], closing: str) -> Iterator[_Block]:
    """Yield the blocks of the same depth directly above the last line, the nearest first."""
    head = lines[-1]
    indent = head[: len(head) - len(head.lstrip())]
    at = len(lines) - 2
    for _ in range(MAX_COMPARED_BLOCKS):
        while at >= 0 and (_SKIPPED.match(lines[at]) or lines[at] == indent + closing):
            if lines[at].strip() and _is_deeper(lines[at], indent):
                break
            at -= 1
        end = at + 1
        while at >= 0 and (not lines[at].strip() or _is_deeper(lines[at], indent)):
            at -= 1
        if at < 0 or end == at + 1 or not lines[at].startswith(indent):
            return
        body = tuple(line for line in lines[at + 1 : end] if line.strip())
        if 0 < len(body) <= MAX_BODY_LINES:
            yield _Block(lines[at].rstrip(), body)
        at -= 1


def _is_deeper(line: str, indent: str) -> bool:
    return line.startswith(indent) and line[len(indent) : len(indent) + 1].isspace()


def _map_headers(old: str, new: str) -> _Mapping | None:
    """Return the tokens in which two headers differ; None if they are of other kinds or do not differ."""
    one, other = _FUNCTION.match(old), _FUNCTION.match(new)
    if (one is None) != (other is None):
        return None
    pairs: list[tuple[str, str]] | None
    if one is None or other is None:
        pairs = _differing_tokens(old, new)
    else:
        if _returned_kind(one["after"]) != _returned_kind(other["after"]):
            return None
        pairs = _differing_tokens(one["parameters"], other["parameters"])
        if pairs is not None and one["name"] != other["name"]:
            pairs = [(one["name"], other["name"]), *pairs]
    whole = dict(pairs or ())
    if pairs is None or not whole or any(whole[before] != after for before, after in pairs):
        return None
    names = [pair for pair in whole.items() if _kind(pair[0]) == "name"]
    if not _KEYWORDS.isdisjoint(word for pair in names for word in pair):
        return None
    names += [
        (before[1:-1], after[1:-1])
        for before, after in whole.items()
        if _QUOTED_NAME.fullmatch(before) and _QUOTED_NAME.fullmatch(after)
    ]
    if not names:
        return None
    return _Mapping(whole, tuple(_differing_parts(*pair) for pair in names))


def _returned_kind(header_end: str) -> tuple[str | None, ...]:
    found = _RETURNED.match(header_end)
    return (found[1], found[2], found[3] and "primitive") if found is not None else ()


def _differing_tokens(old: str, new: str) -> list[tuple[str, str]] | None:
    """Return the tokens that differ; None if the two have another number of them, or other signs."""
    one, other = _TOKEN.findall(old), _TOKEN.findall(new)
    if len(one) != len(other):
        return None
    pairs = [(before, after) for before, after in zip(one, other, strict=True) if before != after]
    if any(_kind(before) != _kind(after) or not _kind(before) for before, after in pairs):
        return None
    return pairs


def _kind(token: str) -> str:
    """Whether a token is a name or a value; empty for another one."""
    if _WORD.fullmatch(token):
        return "value" if token in _NO_NAMES else "name"
    return "value" if token[0].isdigit() or token[0] in "\"'`" else ""


def _differing_parts(one: str, other: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    before, after = split_name(one), split_name(other)
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    return before, after


def _with_names(body: tuple[str, ...], mapping: _Mapping) -> tuple[str, ...] | None:
    """Return the body with the names of the new header; None if it has none of the old ones."""
    changed = tuple(_TOKEN.sub(lambda found: _with_token(found[0], mapping), line) for line in body)
    return changed if changed != body else None


def _with_token(token: str, mapping: _Mapping) -> str:
    """Return a token of the body for the new header: another value, or other words, also in a string."""
    if token in mapping.whole:
        return mapping.whole[token]
    return _WORD.sub(lambda found: _renamed(found[0], mapping), token)


def _renamed(word: str, mapping: _Mapping) -> str:
    if word in mapping.whole:
        return mapping.whole[word]
    parts = split_name(word)
    for old, new in mapping.parts:
        if not old or not new:
            continue
        for at in range(len(parts) - len(old) + 1):
            if parts[at : at + len(old)] == old:
                is_snake_case = word.islower() and any("_" in one for one in mapping.whole.values())
                return _joined(
                    (*parts[:at], *new, *parts[at + len(old) :]), word, is_snake_case=is_snake_case
                )
    return word


def _joined(parts: tuple[str, ...], like: str, *, is_snake_case: bool) -> str:
    """Write the parts of a name as another name is written."""
    bare = like.strip("_")
    lead, _, trail = like.partition(bare)
    style: CaseStyle = "camel" if bare[0].islower() else "pascal"
    if bare.isupper() and len(bare) > 1:
        style = "screaming"
    elif "_" in bare or is_snake_case:
        style = "snake"
    return f"{lead}{join_name_parts(parts, style)}{trail}"


def _new_names(old: Sequence[str], new: Sequence[str]) -> set[str]:
    """The names of the new lines, except in strings, that the old ones do not have."""
    return {
        word
        for before, after in zip(old, new, strict=True)
        for word in _code_words(after) - _code_words(before)
    }


def _code_words(line: str) -> set[str]:
    return {token for token in _TOKEN.findall(line) if _WORD.fullmatch(token)}


def _is_accessor(block: _Block, head: str) -> bool:
    """Whether a function does nothing but read or set the member that it is named after.

    A call in it is one that the type asks for, and shown for functions of that type only.
    """
    header, new = _FUNCTION.match(block.header), _FUNCTION.match(head)
    if header is None or new is None or len(block.body) != 1:
        return False
    access = _ACCESS.fullmatch(block.body[0])
    if access is None:
        return False
    own, member = split_name(header["name"]), split_name(access[1] or access[3])
    is_same_type = (header["before"], header["after"]) == (new["before"], new["after"])
    return bool(member) and own[-len(member) :] == member and (is_same_type or not access[2])
