"""Words that belong to the place of an edit: they say something about its function, and nothing about the next one.

New text that has a word of the name of the function or type around it, or the type that the function returns, or a
word of a string in the same line, names this place: `"cannot read team file"` in `load_team`, `(uint8_t)value` in
`uint8_t to_byte()`, `data: users` beside `get("/users")`. The callers judge candidates with such words.
The classes of an element are its own as well.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.consequences.limits import MAX_TEXT_LINE_CHARS, MIN_OWN_WORD_CHARS
from understudy.nes.symbolic.tokens import is_word, split_name, tokenize
from understudy.nes.syntax import parse_snapshot
from understudy.nes.text import TextSnapshot, join_snapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["OwnWord", "added_words", "find_own_words", "is_in_class_list", "is_other_place"]

_FUNCTIONS: Final = frozenset(
    {
        "constructor_declaration",
        "function_declaration",
        "function_definition",
        "function_item",
        "generator_function_declaration",
        "method",
        "method_declaration",
        "method_definition",
    }
)
_TYPES: Final = frozenset(
    {
        "class",
        "class_declaration",
        "class_definition",
        "class_specifier",
        "impl_item",
        "interface_declaration",
        "module",
        "struct_specifier",
        "trait_item",
    }
)
_VARIABLES: Final = frozenset({"variable_declarator", "pair"})
_FUNCTION_VALUES: Final = frozenset({"arrow_function", "function_expression", "function"})
_RETURN_TYPES: Final = ("return_type", "result", "type")
_NO_TYPES: Final = frozenset({"none", "void", "self"})
_WORD: Final = re.compile(r"[^\W\d]\w*")
_STRING: Final = re.compile(r"\"([^\"\\]*)\"|'([^'\\]*)'|`([^`]*)`")
_CLASS_LIST: Final = re.compile(r"""\b(?:class|className|:class|\[ngClass\])=(?:\\?["'`{][^<>]*)?\Z""")
"""What stands before a class of an element."""


def is_in_class_list(line: str, start: int) -> bool:
    """Whether a text at that column of the line names a class of one element of HTML or JSX."""
    return "lass" in line and _CLASS_LIST.search(line, 0, start) is not None


class OwnWord(NamedTuple):
    kind: Literal["name", "type", "string"]
    """What has the word: the name of a definition around the line, the type that it returns, or a string."""
    word: str


class _Place(NamedTuple):
    """What a line is about."""

    names: frozenset[str]
    types: frozenset[str]
    """The words of the type that the function returns, if the line says what it returns."""
    strings: frozenset[str]

    def words(self, kind: str) -> frozenset[str]:
        return {"name": self.names, "type": self.types}.get(kind, self.strings)


@lru_cache(maxsize=1024)
def added_words(old: str, new: str) -> frozenset[str]:
    """Return the words that a change adds to a line, whole and in parts.

    A word in place of another one is a rename, unless it is in a string, or a longer name with the old one in it.
    """
    if max(len(old), len(new)) > MAX_TEXT_LINE_CHARS:
        return frozenset()
    tokens, after = tokenize(old), (*tokenize(new), "")
    found: set[str] = set()
    shift = 0
    for op in diff_tokens(old, new):
        start = op.start + shift
        shift += len(op.new) - (op.end - op.start)
        removed = {part for token in tokens[op.start : op.end] for part in _forms(token)}
        before = "".join(tokens[: op.start])
        is_in_string = before.count('"') % 2 == 1 or before.count("'") % 2 == 1
        if (
            removed
            and not is_in_string
            and not removed < {part for token in op.new for part in _forms(token)}
        ):
            continue
        for at, token in enumerate(op.new, start):
            # The first word of what is called says what it does, and nothing about this place.
            is_called = after[at + 1] == "("
            words = split_name(token)[1:] if is_called else (token,)
            found.update(part for word in words for part in _forms(word))
        found -= removed
    return frozenset(found)


def find_own_words(snapshot: TextSnapshot, line: int, old: str, new: str) -> frozenset[OwnWord]:
    """Return the words that a change has added to a line and that belong to its place, in the changed text."""
    words = added_words(old, new)
    if not words:
        return frozenset()
    place = _describe(snapshot, line, old)
    kinds: tuple[Literal["name", "type", "string"], ...] = ("name", "type", "string")
    return frozenset(OwnWord(kind, word) for kind in kinds for word in words & place.words(kind))


def is_other_place(snapshot: TextSnapshot, line: int, words: Iterable[OwnWord]) -> bool:
    """Return whether a line is about something else than the words, which belong to another place."""
    place = _describe(snapshot, line, snapshot.lines[line])
    known = place.names | place.types | place.strings
    return any(place.words(one.kind) and one.word not in known for one in words)


def _describe(snapshot: TextSnapshot, line: int, written: str) -> _Place:
    names: set[str] = set()
    types: set[str] = set()
    is_innermost = True
    for node in _definitions_around(snapshot, line):
        names |= _words_of_name(snapshot, node, line)
        if is_innermost and node.type in _FUNCTIONS:
            is_innermost = False
            if _says_result(node, line, written):
                types |= _words_of_type(snapshot, node)
    strings = {form for match in _STRING.finditer(written) for form in _text_forms("".join(match.groups("")))}
    return _Place(frozenset(names), frozenset(types), frozenset(strings))


def _definitions_around(snapshot: TextSnapshot, line: int) -> Iterator["Node"]:
    """The functions and types that a line is inside of, from the inside to the outside; not those of that line."""
    parsed = parse_snapshot(snapshot)
    if parsed is None:
        return
    text = snapshot.lines[line]
    start = join_snapshot(snapshot).line_starts[line] + len(text) - len(text.lstrip())
    node = parsed[1].root_node.descendant_for_byte_range(start, start)
    while node is not None:
        is_definition = node.type in _FUNCTIONS or node.type in _TYPES
        if node.type in _VARIABLES:
            value = node.child_by_field_name("value")
            is_definition = value is not None and value.type in _FUNCTION_VALUES
        if is_definition and node.start_point[0] < line:
            yield node
        node = node.parent


def _words_of_name(snapshot: TextSnapshot, node: "Node", line: int) -> set[str]:
    name = node.child_by_field_name("name") or node.child_by_field_name("key")
    name = name or node.child_by_field_name("declarator")
    while name is not None and name.type.endswith("_declarator"):
        name = name.child_by_field_name("declarator")
    if name is None and node.type == "impl_item":
        name = node.child_by_field_name("type")
    if name is None or name.end_point[0] >= line:
        return set()
    parts = split_name(join_snapshot(snapshot).text[name.start_byte : name.end_byte])
    is_action = len(parts) > 1 and node.type not in _TYPES
    return {_singular(part) for part in parts[is_action:] if len(part) >= MIN_OWN_WORD_CHARS}


def _says_result(node: "Node", line: int, written: str) -> bool:
    """Whether a line returns something: by that word, or as the last one of the function."""
    return written.lstrip().startswith("return") or node.end_point[0] == line + 1


def _words_of_type(snapshot: TextSnapshot, node: "Node") -> set[str]:
    fields = (node.child_by_field_name(field) for field in _RETURN_TYPES)
    returned = next((one for one in fields if one is not None), None)
    if returned is None:
        return set()
    written = join_snapshot(snapshot).text[returned.start_byte : returned.end_byte]
    return {_singular(word.lower()) for word in _WORD.findall(written)} - _NO_TYPES


@lru_cache(maxsize=4096)
def _forms(token: str) -> frozenset[str]:
    """The word and its parts that are long enough, without the ending of a plural."""
    if not is_word(token):
        return frozenset()
    parts = (part for part in split_name(token) if len(part) >= MIN_OWN_WORD_CHARS)
    return frozenset({_singular(token.lower()), *map(_singular, parts)})


def _text_forms(text: str) -> set[str]:
    return {form for word in _WORD.findall(text) for form in _forms(word)}


def _singular(word: str) -> str:
    return word[:-1] if len(word) > MIN_OWN_WORD_CHARS and word.endswith("s") else word
