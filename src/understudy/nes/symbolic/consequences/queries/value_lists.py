"""The lists of values that code passes for the placeholders of a statement, in their order or by name.

They are in a list behind the statement, are arguments themselves, belong to the call that runs a prepared
statement, or are bound one by one. What a new value is: see `guessed_values`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.functions import (
    CallSite,
    insert_argument,
    parse_call,
)
from understudy.nes.symbolic.consequences.limits import MAX_PASSED_LISTS, MAX_QUERY_CHARS
from understudy.nes.symbolic.consequences.queries.statement_calls import StatementCall, find_statement_calls
from understudy.nes.symbolic.consequences.queries.statements import Statement
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.syntax import ListItem, find_closing_bracket, removal_span
from understudy.nes.text import Point, Replacement, Span

__all__ = [
    "ValueList",
    "find_value_lists",
    "insert_value",
    "remove_value",
]

_LIST: Final = re.compile(
    r"(?:\w+\s*=\s*)?&?(?:(?:params|vec|named_params)!|\[\](?:any|interface\{\})|new\s+\w+\[\])?\s*([\[({])"
)
_VALUES_PROPERTY: Final = re.compile(
    r"\b(?:values|args|params|parameters|bind|binds|bindings|replacements)\s*:\s*([\[{])"
)
_NEXT_CALL: Final = re.compile(r"\s*\??\.\s*(\w+)\s*\(")
_PREPARED: Final = re.compile(
    r"(?<![\w.])(\w+)(?:\s*,\s*\w+)?\s*(?::[^=,()\n]*)?(?::=|=)\s*(?:await\s+)?[\w.]+(?:\([\w.]*\)[\w.]*)*\Z"
)
_RUNNING_METHOD: Final = re.compile(
    r"(?i)(?:run|exec|query|execute|all|get|each|one|first|fetch|values)\w*|bind"
)
_WORD: Final = re.compile(r"[A-Za-z_]\w*")


class ValueList(NamedTuple):
    site: CallSite
    is_bound: bool = False
    """Each item is a call such as `.bind(name)`."""
    is_named: bool = False
    """The items are the entries of a dictionary, or of an object."""


def find_value_lists(text: SourceText, statement: Statement) -> Iterator[ValueList]:
    """Yield what may be the values of a statement, the nearest first."""
    yield from _list_beside(text, statement)
    for call in find_statement_calls(text, statement):
        yield from _lists_of_call(text, call)
        prepared = _PREPARED.search(call.before)
        if prepared is not None:
            yield from _lists_of_method(text, prepared[1], call.end)


def _list_beside(text: SourceText, statement: Statement) -> Iterator[ValueList]:
    """The values in an object that has the statement as another property."""
    pair = statement.node.parent if statement.node is not None else None
    if pair is None or pair.type != "pair" or pair.parent is None:
        return
    for match in _VALUES_PROPERTY.finditer(text.code_text, pair.end_byte, pair.parent.end_byte):
        opening = text.point_at(match.end() - 1)
        end = find_closing_bracket(text.code, opening)
        if end is not None:
            yield from _list_between(text, opening, end, match[1])


def _lists_of_call(text: SourceText, call: StatementCall) -> Iterator[ValueList]:
    site = parse_call(text, call.opening, call.closing)
    index = next(
        (i for i, one in enumerate(site.arguments) if one.span.start <= call.argument <= one.span.end), None
    )
    if index is None:
        return
    if index + 1 < len(site.arguments):
        yield from _lists_in(text, (call.opening, call.closing), site.arguments[index + 1 :])
    else:
        yield from _lists_behind(text, call.end)


def _lists_in(
    text: SourceText, brackets: tuple[Point, Point], items: Sequence[ListItem]
) -> Iterator[ValueList]:
    """The first item, if it is a list, or else all of them."""
    if not items:
        return
    span = items[0].span
    line = text.code[span.start.line]
    match = _LIST.match(line, span.start.column)
    if match is not None:
        opening = Point(span.start.line, match.end() - 1)
        end = find_closing_bracket(text.code, opening)
        if end is not None and end == Point(span.end.line, span.end.column - 1):
            yield from _list_between(text, opening, end, match[0])
            return
    elif len(items) == 1 and _WORD.fullmatch(items[0].text):
        yield from _assigned_list(text, items[0])
    yield ValueList(CallSite(brackets[0], brackets[1], tuple(items), len(items), {}))


def _list_between(text: SourceText, opening: Point, end: Point, sign: str) -> Iterator[ValueList]:
    """The list between two brackets, or the one that each item of a comprehension is."""
    site = parse_call(text, opening, end)
    is_nested = any(one.text.startswith(("(", "[")) for one in site.arguments)
    if not is_nested:
        yield ValueList(
            site, is_named=re.fullmatch(r"(?:\w+\s*=\s*)?&?\{", sign) is not None or "named" in sign
        )
    elif len(site.arguments) == 1 and " for " in site.arguments[0].text:
        inner = site.arguments[0].span.start
        last = find_closing_bracket(text.code, inner)
        if last is not None:
            yield ValueList(parse_call(text, inner, last))


def _assigned_list(text: SourceText, variable: ListItem) -> Iterator[ValueList]:
    """The list that a variable above has got, the last one."""
    at = text.offset_at(variable.span.start.line)
    first = max(0, at - MAX_QUERY_CHARS)
    assignment = re.compile(rf"(?<![\w.$]){re.escape(variable.text)}\s*(?::[^=,()\n]*)?:?=\s*(?=[\[({{&\w])")
    found = [*assignment.finditer(text.code_text, first, at)]
    match = _LIST.match(text.code_text, found[-1].end()) if found else None
    if match is not None:
        opening = text.point_at(match.end() - 1)
        end = find_closing_bracket(text.code, opening)
        if end is not None:
            yield from _list_between(text, opening, end, match[0])


def _lists_behind(text: SourceText, at: int) -> Iterator[ValueList]:
    """What is passed to the next call of a chain, or bound by the next calls of one name."""
    name = ""
    bound: list[ListItem] = []
    while (match := _NEXT_CALL.match(text.code_text, at)) is not None and (not name or match[1] == name):
        opening = text.point_at(match.end() - 1)
        closing = find_closing_bracket(text.code, opening)
        if closing is None:
            return
        site = parse_call(text, opening, closing)
        if match[1] != "bind" or text.language.family != "rust":
            if _RUNNING_METHOD.fullmatch(match[1]):
                yield from _lists_in(text, (opening, closing), site.arguments)
            return
        name = match[1]
        first = match.start() + match[0].index(".")
        at = text.offset_at(closing.line, closing.column) + 1
        span = Span(text.point_at(first), text.point_at(at))
        bound.append(ListItem(span, " ".join(text.joined[first:at].split())))
    if bound:
        yield ValueList(CallSite(bound[0].span.start, bound[-1].span.end, tuple(bound), len(bound), {}), True)


def _lists_of_method(text: SourceText, name: str, after: int) -> Iterator[ValueList]:
    """What is passed to the methods of a prepared statement."""
    call = re.compile(rf"(?<![\w.])\$?{re.escape(name)}(?:\.|->)(\w+)\s*\(")
    for match in [*call.finditer(text.code_text, after)][:MAX_PASSED_LISTS]:
        opening = text.point_at(match.end() - 1)
        end = find_closing_bracket(text.code, opening)
        if end is not None and _RUNNING_METHOD.fullmatch(match[1]):
            yield from _lists_in(text, (opening, end), parse_call(text, opening, end).arguments)


def insert_value(text: SourceText, values: ValueList, at: int, value: str) -> Replacement | None:
    """Return the edit that makes something the value at an index."""
    items = values.site.arguments
    if not 0 <= at <= len(items) or not items:
        return None
    if values.is_bound:
        return _insert_bound(text, items, at, value)
    last = items[-1].span.end
    if at == len(items) and items[0].span.start.line == last.line == values.site.closing.line:
        rest = text.code[last.line][last.column : values.site.closing.column]
        if rest.strip() == ",":  # such as the tuple `(name,)`
            after = Point(last.line, last.column + rest.index(",") + 1)
            ending = "," if len(items) > 1 else ""
            return Replacement(Span(after, after), f" {value}{ending}")
    made = insert_argument(text, values.site, at, value)
    if made:
        return made[0]
    if not at:
        return None
    span = items[at - 1].span
    indent = text.raw[span.start.line][: span.start.column]
    separator = (
        f",\n{indent}"
        if not indent.strip() and text.raw[span.end.line][span.end.column :].strip() in ("", ",")
        else ", "
    )
    return Replacement(Span(span.end, span.end), f"{separator}{value}")


def _insert_bound(text: SourceText, items: Sequence[ListItem], at: int, value: str) -> Replacement | None:
    if not at:
        return None
    end = items[at - 1].span.end
    start = items[at - 1].span.start
    indent = text.raw[start.line][: start.column]
    separator = f"\n{indent}" if not indent.strip() else ""
    return Replacement(Span(end, end), f"{separator}{value}")


def remove_value(text: SourceText, values: ValueList, at: int) -> Replacement | None:
    """Return the edit that removes the value at an index."""
    items = values.site.arguments
    if not 0 <= at < len(items):
        return None
    if values.is_bound:
        span = items[at].span
        return Replacement(Span(items[at - 1].span.end, span.end), "") if at else None
    return Replacement(removal_span(text.raw, items, at), "")
