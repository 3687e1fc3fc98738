"""A local name that the user has removed in one function, or replaced by a constant or another name.

`locale` became `DEFAULT_LOCALE` because the function does not take it any more. Another function that has a
parameter `locale` of its own keeps it. The same goes for a variable that has another name now.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.bindings import Binding, NameResolver, resolver_for
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns, Example
from understudy.nes.symbolic.tokens import is_word, match_behind, tokenize
from understudy.nes.text import Point, TextSnapshot

__all__ = ["limit_local_names_of_other_functions", "limit_renames_in_other_functions"]

_LOCAL: Final = frozenset({"local", "parameter"})
_VALUE: Final = re.compile(r"\s*(?::[^=]+)?:?=(?!=)")
"""What is behind the name of a variable that gets a value."""
_FUNCTION_TYPES: Final = ("function", "method", "constructor", "lambda", "closure")
"""Words in the types of the nodes that are functions."""


class _NameChange(NamedTuple):
    column: int
    name: str
    old: str
    """The name with what is removed beside it: a parameter and an operand are not the same change."""
    new: str


def limit_local_names_of_other_functions(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns
) -> None:
    """Make it improbable to replace a local name of a function that no example is in."""
    examples: dict[tuple[str, str], list[Example]] = {}
    for example in patterns.line_examples:
        for change in _name_changes(example.old, example.new):
            examples.setdefault((change.old, change.new), []).append(example)
    if not examples:
        return
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        for change in _name_changes(one.snapshot.lines[one.line], one.new[0]):
            seen = examples.get((change.old, change.new), [])
            if len({example.edit.line for example in seen}) == 1 and _is_local_elsewhere(
                one, change, seen[0]
            ):
                one.probability = OTHER_VALUE_PROBABILITY


def _name_changes(old: str, new: str) -> Iterator[_NameChange]:
    """The names that are replaced by a constant each, or removed."""
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return
    tokens, kept = tokenize(old), set(tokenize(new))
    for op in diff_tokens(old, new):
        words = [at for at in range(op.start, op.end) if is_word(tokens[at])]
        is_constant = op.end - op.start == len(op.new) == 1 and op.new[0].isupper() and is_word(op.new[0])
        if len(words) != 1 or tokens[words[0] - 1 : words[0]] == (".",) or (op.new and not is_constant):
            continue
        if not op.new and tokens[words[0]] in kept:
            continue  # it stands elsewhere in the line now
        yield _NameChange(
            len("".join(tokens[: words[0]])),
            tokens[words[0]],
            "".join(tokens[op.start : op.end]).strip(),
            "".join(op.new),
        )


def _is_local_elsewhere(one: UnscoredCandidate, change: _NameChange, example: Example) -> bool:
    binding = _binding_at(one.snapshot, Point(one.line, change.column), change.name)
    if binding is None or binding.kind not in _LOCAL:
        return False
    lines = [occurrence.line for occurrence in binding.occurrences]
    is_inside = example.edit.uri == one.snapshot.uri and min(lines) <= example.edit.line <= max(lines)
    return not is_inside


def _binding_at(snapshot: TextSnapshot, point: Point, name: str) -> Binding | None:
    resolver = resolver_for(snapshot)
    return resolver.resolve(name).at(point) if resolver is not None else None


def limit_renames_in_other_functions(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Make it improbable to rename a local name of a function as a field or a name of the text, or as a variable of
    another function whose declaration the user has replaced."""
    examples: dict[tuple[str, str], list[Example]] = {}
    for example in patterns.line_examples:
        for change in _renamed_words(example.old, example.new):
            examples.setdefault((change.old, change.new), []).append(example)
    if not examples:
        return
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        for change in _renamed_words(one.snapshot.lines[one.line], one.new[0]):
            seen = examples.get((change.old, change.new), [])
            if not seen:
                continue
            is_local_there = all(_is_local_elsewhere(one, change, example) for example in seen)
            if (is_local_there and _are_outside_of_functions(one, seen)) or _is_outside(one, change, seen):
                one.probability = OTHER_VALUE_PROBABILITY


@lru_cache(maxsize=1024)
def _renamed_words(old: str, new: str) -> tuple[_NameChange, ...]:
    """The names that another one replaces each, and no constant."""
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return ()
    found: list[_NameChange] = []
    tokens = tokenize(old)
    for op in diff_tokens(old, new):
        if op.end - op.start != 1 or len(op.new) != 1:
            continue
        before, after = tokens[op.start], op.new[0]
        is_member = tokens[op.start - 1 : op.start] == (".",)
        if is_word(before) and is_word(after) and not after.isupper() and not is_member:
            found.append(_NameChange(len("".join(tokens[: op.start])), before, before, after))
    return tuple(found)


def _are_outside_of_functions(one: UnscoredCandidate, seen: Sequence[Example]) -> bool:
    """Whether all examples are of a field or a name of the text, and not of a variable of a function."""
    resolver = resolver_for(one.snapshot)
    lines = [example.edit.line for example in seen if example.edit.uri == one.snapshot.uri]
    return (
        resolver is not None
        and len(lines) == len(seen)
        and all(line >= 0 and _function_range(resolver, line) is None for line in lines)
    )


def _is_outside(one: UnscoredCandidate, change: _NameChange, seen: Sequence[Example]) -> bool:
    """Whether the place is outside of the function in which the user has replaced the declaration of a variable."""
    edits = [example.edit for example in seen if example.edit.uri == one.snapshot.uri]
    if not any(
        line[:1].isspace() and match_behind(change.name, _VALUE, line, ".")
        for edit in edits
        for line in edit.old
    ):
        return False
    resolver = resolver_for(one.snapshot)
    if resolver is None:
        return False
    functions = {_function_range(resolver, edit.line) for edit in edits if edit.line >= 0} - {None}
    around = functions.pop() if len(functions) == 1 else None
    if around is None or around[0] <= _offset_of_text(resolver, one.line) < around[1]:
        return False
    return any(
        binding.kind in _LOCAL
        and any(
            edit.line <= at.line < edit.line + len(edit.new) for edit in edits for at in binding.occurrences
        )
        for binding in resolver.resolve(change.new).bindings
    )


def _function_range(resolver: NameResolver, line: int) -> tuple[int, int] | None:
    """The bytes of the innermost function around a line; None if there is none."""
    if not 0 <= line < len(resolver.snapshot.lines):
        return None
    start = _offset_of_text(resolver, line)
    node = resolver.root.descendant_for_byte_range(start, start)
    while node is not None and not (
        node.child_by_field_name("body") and any(word in node.type for word in _FUNCTION_TYPES)
    ):
        node = node.parent
    return (node.start_byte, node.end_byte) if node is not None else None


def _offset_of_text(resolver: NameResolver, line: int) -> int:
    text = resolver.snapshot.lines[line]
    return resolver.offset(Point(line, len(text) - len(text.lstrip())))
