"""A constant was added for a literal: it is written where the literal stands for the same thing.

`MAX_HOPS = 7`, then `hops > 7` and `hops: 7` follow, and `PORTS = 7` does not: what the literal is compared with or
assigned to has the words of the constant, or some of them, or the name of what it already stands beside. For
expressions, see `extracted_value`; for literals that cannot be equal by chance, `filters.values.named_values`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.definitions.block_lines import lines_below_in_block
from understudy.nes.symbolic.consequences.functions import find_enclosing_function
from understudy.nes.symbolic.consequences.limits import (
    MAX_CAUSING_CHANGES,
    MAX_EXTRACTED_PLACES,
    MAX_TEXT_LINE_CHARS,
)
from understudy.nes.symbolic.consequences.names import name_words
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.tokens import indentation
from understudy.nes.text import EditOrigin, Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_extracted_constants"]


class _Features(NamedTuple):
    stale: float = 0
    is_unused: float = 0
    """The constant is used nowhere yet."""


PROBABILITY: Final = RuleProbability(0.78, _Features(stale=STALE_SHIFT, is_unused=-0.5))

_DEFINITION: Final = re.compile(
    r"(?P<before>\s*(?:#define\s+|(?:[a-z]\w*(?:\([^)]*\))?\s+|String\s+)*))(?P<name>[A-Za-z_]\w*)"
    r"(?:\s*:\s*[^=]+?)?\s*(?P<sign>=|\s)\s*(?P<value>\d[\w.]*|\"[^\"\\]+\"|'[^'\\]+')\s*;?\s*(?:(?://|#).*)?\Z"
)
_COMMON_VALUES: Final = frozenset({"0", "1", "2", "-1", "0.0", "1.0"})
"""Numbers that stand for too many things."""
_GENERIC_WORDS: Final = frozenset(
    {"max", "min", "default", "num", "number", "count", "size", "limit", "len", "length", "total", "value"}
    | {
        "maximum",
        "minimum",
        "initial",
        "first",
        "last",
        "of",
        "per",
        "in",
        "the",
        "name",
        "type",
        "id",
        "key",
    }
)
"""Words that say nothing about what a constant is for."""
_SINGLE_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_PAIRS: Final = {
    "pair": "key",
    "keyed_element": "",
    "field_initializer": "field",
    "keyword_argument": "name",
    "assignment": "left",
    "assignment_expression": "left",
    "assignment_statement": "left",
    "short_var_declaration": "left",
    "variable_declarator": "name",
    "init_declarator": "declarator",
    "let_declaration": "pattern",
    "default_parameter": "name",
    "typed_default_parameter": "name",
}
"""Nodes that give a name to a value, and the field of the name."""
_COMPARISONS: Final = frozenset(
    {"binary_expression", "comparison_operator", "binary_operator", "infix_expression", "binary"}
)
_WRAPPERS: Final = frozenset(
    {"parenthesized_expression", "expression_list", "literal_element", "string", "interpreted_string_literal"}
)
_NESTED_FAMILIES: Final = frozenset({"python", "script", "ruby", "rust"})
"""In these, what a class defines has to be written with the class."""
_RUST_TYPES: Final = frozenset({"impl_item", "trait_item"})
_RUST_SCOPES: Final = _RUST_TYPES | {"block", "mod_item"}
_ORDERED_FAMILIES: Final = frozenset({"python", "script", "ruby"})
"""In these, a statement outside of functions knows only what is defined above it; in C, every line."""


class _Constant(NamedTuple):
    name: str
    value: str
    line: int
    change: Change


def propose_extracted_constants(context: RuleContext) -> list[Candidate]:
    """Propose the new constant where its value stands for the same thing."""
    text = context.current_text
    found: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes[:MAX_CAUSING_CHANGES]):
        edit = change.edit
        if edit.origin is EditOrigin.ACCEPTED or edit.uri != text.snapshot.uri:
            continue
        for at, name, value in _new_constants(edit.old, edit.new):
            if context.is_past_deadline or not change.is_current(text) or text.tree is None:
                break
            constant = _Constant(name, value, edit.line + at, change)
            if _is_plain_name(text, constant):
                found += _candidates(context, text, constant)
    return found[:MAX_EXTRACTED_PLACES]


@lru_cache(maxsize=256)
def _new_constants(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[tuple[int, str, str], ...]:
    """The lines of an edit that define a constant: the line, the name and the literal."""
    found: list[tuple[int, str, str]] = []
    replaced = "\n".join(old)
    for at, line in enumerate(new):
        match = _DEFINITION.match(line) if line not in old and len(line) <= MAX_TEXT_LINE_CHARS else None
        if match is None or match["value"] in _COMMON_VALUES or match["name"] in replaced:
            continue
        is_macro = match["before"].lstrip().startswith("#define")
        is_named = match["name"].isupper() or "const" in match["before"].split()
        if is_named and is_macro == (match["sign"] != "="):
            found.append((at, match["name"], match["value"]))
    return tuple(found)


def _is_plain_name(text: SourceText, constant: _Constant) -> bool:
    """Whether the constant is written without the name of a class."""
    words = text.raw[constant.line].split()
    is_member = bool(indentation(text.raw[constant.line])) and (
        "static" in words or text.language.family in ("python", "ruby") or "const" not in words
    )
    is_member = is_member or _is_in_type(text, constant.line)
    return not (is_member and text.language.family in _NESTED_FAMILIES)


def _is_in_type(text: SourceText, line: int) -> bool:
    """Whether a line of Rust defines a member of a type or a trait."""
    start = text.offset_at(line, len(indentation(text.raw[line])))
    node = text.tree.root.descendant_for_byte_range(start, start) if text.tree is not None else None
    while node is not None and node.type not in _RUST_SCOPES:
        node = node.parent
    return node is not None and node.type in _RUST_TYPES


def _candidates(context: RuleContext, text: SourceText, constant: _Constant) -> Iterator[Candidate]:
    used_beside = {
        name
        for point in text.uses(constant.name)
        if point.line != constant.line and (name := _beside(text, point, len(constant.name)))
    }
    is_unused = not any(point.line != constant.line for point in text.uses(constant.name))
    words = _telling_words(constant.name)
    for line in _lines(context, text, constant):
        edits: list[Replacement] = []
        for match in _value_pattern(constant.value).finditer(text.raw[line]):
            point = Point(line, match.start())
            beside = _beside(text, point, len(constant.value))
            if (
                beside
                and not beside.isupper()
                and (beside in used_beside or _is_same_thing(words, _telling_words(beside)))
            ):
                edits.append(Replacement(Span(point, Point(line, match.end())), constant.name))
        if edits:
            yield Candidate(
                kind="edit",
                uri=text.snapshot.uri,
                family="extracted-value",
                pattern=f"{constant.name} for its value",
                why=f"You defined {constant.name}, and its value is written here.",
                edits=tuple(edits),
                probability=PROBABILITY.estimate(_Features(stale=constant.change.age, is_unused=is_unused)),
            )


def _is_same_thing(words: frozenset[str], others: frozenset[str]) -> bool:
    return bool(words and others) and (words <= others or others <= words)


@lru_cache(maxsize=64)
def _value_pattern(value: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.$]){re.escape(value)}(?![\w$]|\.\d)")


def _lines(context: RuleContext, text: SourceText, constant: _Constant) -> list[int]:
    """The lines in which the constant can be used, without those that were written with it or after it."""
    serial = constant.change.edit.serial
    settled = {
        line for one in context.changes_here if one.edit.serial >= serial for line in one.current_lines
    }
    indent = indentation(text.raw[constant.line])
    lines = text.raw_lookup.lines_containing(constant.value)
    if indent and text.language.family != "java":
        scope = set(lines_below_in_block(text.raw, constant.line, indent))
        lines = [line for line in lines if line in scope]
    return [
        line
        for line in lines
        if line not in settled
        and line != constant.line
        and (line > constant.line or _may_use_later_names(text, line))
    ]


def _may_use_later_names(text: SourceText, line: int) -> bool:
    if text.language.family not in _ORDERED_FAMILIES:
        return text.language.family != "c"
    return find_enclosing_function(text.language, text.raw, text.code, line) is not None


@lru_cache(maxsize=256)
def _telling_words(name: str) -> frozenset[str]:
    """The words of a name that say what it is about, in the singular."""
    return frozenset(word.removesuffix("s") for word in name_words(name) if word not in _GENERIC_WORDS)


def _beside(text: SourceText, point: Point, size: int) -> str:
    """Return the name that a value is compared with or assigned to; empty if there is none."""
    start = text.offset_at(point.line, point.column)
    root = text.tree.root if text.tree is not None else None
    node = root.named_descendant_for_byte_range(start, start + size) if root is not None else None
    if node is None or (node.start_byte, node.end_byte) != (start, start + size):
        return ""
    parent = node.parent
    while parent is not None and (
        parent.type in _WRAPPERS or (parent.start_byte, parent.end_byte) == (node.start_byte, node.end_byte)
    ):
        if parent.named_child_count > 1:
            return ""
        node, parent = parent, parent.parent
    if parent is None:
        return ""
    if parent.type in _COMPARISONS:
        others = [one for one in parent.named_children if one != node]
        return _last_name(text, others[0]) if len(others) == 1 else ""
    if parent.type not in _PAIRS:
        return ""
    field = _PAIRS[parent.type]
    named = parent.child_by_field_name(field) if field else parent.named_children[0]
    return _last_name(text, named) if named is not None and named != node else ""


def _last_name(text: SourceText, node: "Node") -> str:
    """Return the last name of a path such as `self.hops`; empty for any other expression."""
    written = text.joined[node.start_byte : node.end_byte].strip("\"'")
    names = re.split(r"\.|->|::|\?\.", written)
    return names[-1] if all(_SINGLE_WORD.fullmatch(one) for one in names) else ""
