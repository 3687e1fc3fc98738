"""Functions that begin with a line about their own name: the other functions of that kind get one, too.

`log.info("account {} created")` in `onCreated` and the like in `onSuspended` show what `onDeleted` begins with. Two
examples in one text are needed, which follow from each other by the names of their functions.
"""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_INSERTION_CANDIDATES,
    MAX_INSERTION_EDITS,
    MAX_OPENING_LINES,
    MIN_INSERTION_CHARS,
    MIN_OPENING_EXAMPLES,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText, identifiers_in
from understudy.nes.symbolic.consequences.rules import RuleProbability
from understudy.nes.symbolic.consequences.siblings import NameReplacement, name_parts
from understudy.nes.symbolic.consequences.signatures import FunctionNode, functions_at, parameter_names
from understudy.nes.symbolic.tokens import indentation, line_shape
from understudy.nes.text import EditOrigin, Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_function_openings"]


class _Features(NamedTuple):
    examples: float = 0
    """The binary logarithm of the number of examples above two."""
    stale: float = 0


PROBABILITY: Final = RuleProbability(0.72, _Features(examples=0.5, stale=-0.3))


class _Opening(NamedTuple):
    function: FunctionNode
    lines: tuple[str, ...]
    """Without the indentation of the first of them."""
    age: int


def propose_function_openings(context: RuleContext) -> list[Candidate]:
    """Propose the first lines of functions as the user wrote them in two functions of that kind."""
    text = context.current_text
    inserted = list(_inserted_lines(context))
    if inserted:
        shape = line_shape(inserted[0][1][0])
        inserted = [one for one in inserted if line_shape(one[1][0]) == shape]
    if len({lines for _, lines, _ in inserted}) < MIN_OPENING_EXAMPLES or text.tree is None:
        return []  # before all functions of the text are searched for
    functions = functions_at(text, 0, len(text.joined))
    openings = [
        _Opening(function, lines, age)
        for at, lines, age in inserted
        for function in functions
        if _first_line(text, function) == at
    ]
    if len(openings) < MIN_OPENING_EXAMPLES or not _follow_from_each_other(openings):
        return []
    opened = {one.function.name_start for one in openings}
    others = [one for one in functions if one.name_start not in opened and _is_alike(text, one, openings)]
    cursor = context.situation.cursor.line
    others.sort(key=lambda one: (_line_of(text, one) < cursor, one.name_start))
    found = (_candidate(text, one, openings) for one in others)
    return [one for one in found if one is not None][:MAX_INSERTION_CANDIDATES]


def _inserted_lines(context: RuleContext) -> Iterator[tuple[int, tuple[str, ...], int]]:
    """The lines that recent edits inserted into the text: where, without indentation, and how many edits ago."""
    text = context.current_text
    for age, edit in enumerate(reversed(context.situation.edits[-MAX_INSERTION_EDITS:])):
        if edit.origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL):
            return
        if edit.uri != text.snapshot.uri or edit.old or not 0 < len(edit.new) <= MAX_OPENING_LINES:
            continue
        if tuple(text.raw[edit.line : edit.line + len(edit.new)]) != edit.new or not edit.new[0].strip():
            continue
        if sum(map(len, edit.new)) >= MIN_INSERTION_CHARS:
            indent = indentation(edit.new[0])
            yield edit.line, tuple(line.removeprefix(indent) for line in edit.new), age


def _first_line(text: SourceText, function: FunctionNode) -> int | None:
    """The line of the first statement of a function, behind its docstring; None if it begins in its header."""
    body = function.node.child_by_field_name("body")
    statements = [one for one in body.named_children if one.type != "comment"] if body is not None else []
    if statements and text.language.id == "python" and _is_docstring(statements[0]):
        statements = statements[1:]
    if body is None or not statements:
        return None
    line = text.point_at(statements[0].start_byte).line
    return line if line > _line_of(text, function) else None


def _is_docstring(statement: "Node") -> bool:
    return statement.type == "expression_statement" and statement.named_children[0].type == "string"


def _line_of(text: SourceText, function: FunctionNode) -> int:
    return text.point_at(function.name_start).line


def _follow_from_each_other(openings: Sequence[_Opening]) -> bool:
    """Whether the lines of each example are those of the newest with another name, and not just the same."""
    newest, *others = openings
    return all(one.lines != newest.lines and _lines_for(newest, one.function) == one.lines for one in others)


def _lines_for(opening: _Opening, function: FunctionNode) -> tuple[str, ...] | None:
    """The lines of an example as they are for another function."""
    old, new = opening.function.name, function.name
    before, after = _own_parts(old, new)
    if not before or not after:
        return None
    is_snake_case = "_" in old or "_" in new
    # In capitals, so that each place decides how the words are spelled there.
    constants = "_".join(before).upper(), "_".join(after).upper()
    replacement = NameReplacement(*constants, ((old, new),), is_snake_case)
    made = replacement.apply("\n".join(opening.lines))
    return tuple(made.split("\n")) if made is not None else None


def _own_parts(one: str, other: str) -> tuple[Sequence[str], Sequence[str]]:
    """The words in which two names differ, between those that they share; `order` and `orders` count as one."""
    left, right = list(name_parts(one)), list(name_parts(other))
    while left and right and _is_same_word(left[0], right[0]):
        del left[0], right[0]
    while left and right and _is_same_word(left[-1], right[-1]):
        del left[-1], right[-1]
    return left, right


def _is_same_word(one: str, other: str) -> bool:
    return one.rstrip("s") == other.rstrip("s")


def _is_alike(text: SourceText, function: FunctionNode, openings: Sequence[_Opening]) -> bool:
    """Whether a function is of the kind of the examples: it stands beside them, and shares the first or the last
    word of its name, or its parameters."""
    for one in openings:
        if function.node.parent != one.function.node.parent or function.node.type != one.function.node.type:
            return False
    names = [name_parts(one.function.name) for one in openings]
    own = name_parts(function.name)
    shares_word = (
        any(all(_is_same_word(own[at], name[at]) for name in names) for at in (0, -1)) if own else False
    )
    parameters = {parameter_names(text, one.function) for one in openings}
    return shares_word or parameters == {parameter_names(text, function)}


def _candidate(text: SourceText, function: FunctionNode, openings: Sequence[_Opening]) -> Candidate | None:
    newest = openings[0]
    at, lines = _first_line(text, function), _lines_for(newest, function)
    if at is None or lines is None or lines == newest.lines:
        return None
    if any(_lines_for(one, function) != lines for one in openings[1:]):
        return None
    body = "\n".join(text.raw[at : text.point_at(function.node.end_byte).line + 1])
    if lines[0] in body or not _has_parameters(text, newest, function):
        return None
    indent = indentation(text.raw[at])
    written = "".join(f"{indent}{line}\n" for line in lines)
    age = min(one.age for one in openings)
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="function-opening",
        pattern=f"first line of {newest.function.name}",
        topic=newest.function.name,
        why=f"{newest.function.name} and other functions begin with such a line now.",
        edits=(Replacement(Span(Point(at, 0), Point(at, 0)), written),),
        probability=PROBABILITY.estimate(_Features(math.log2(len(openings) - 1), age)),
    )


def _has_parameters(text: SourceText, opening: _Opening, function: FunctionNode) -> bool:
    """Whether the function has the parameters of the example that its lines use."""
    used = set(parameter_names(text, opening.function)) & identifiers_in(opening.lines)
    return used <= set(parameter_names(text, function))
