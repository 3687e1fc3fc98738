"""A function got a parameter or another default: its own body and documentation follow.

A body that passes a fixed value on by the name of the new parameter passes the parameter. It also takes the place
of literals that are its default, or that all calls pass for it. The documentation of the parameter has the new
default, as do the tables and lists of documents.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_DOC_LINES, MAX_PASSED_VALUES, MAX_VALUE_TEXTS
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    source_text_before,
)
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures.calls import (
    FunctionNode,
    find_function_calls,
    functions_at,
)
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["documentation_lines", "propose_own_parameters"]

PROBABILITY: Final = RuleProbability(0.75, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_WORD: Final = re.compile(r"[A-Za-z_$][\w$]*")
_FIXED_VALUE: Final = re.compile(
    r"""["'][^"']*["']|-?\d[\w.]*|true|false|True|False|None|null|nil|undefined""",
)
_DISTINCT_LITERAL: Final = re.compile(r"""(?<![\w.])\d[\d_.]+(?![\w.])|"[^"\\]{3,}"|'[^'\\]{3,}'""")
"""A literal that two places hardly have in common by chance."""
_FACTOR: Final = re.compile(r"10+|24|60|3600|1024")
"""What a unit is multiplied by to become a smaller one."""
_TEXTS: Final = ("comment", "_content", "_fragment")
_FIXED_PARENTS: Final = ("case", "switch", "match", "array_declarator", "subscript", "expression_statement")
_PASSED_VALUES: Final = {
    "keyword_argument": ("name", "value"),
    "pair": ("key", "value"),
    "field_initializer": ("field", "value"),
}
"""What passes a value by a name, with the fields of the name and of the value."""
_SHORTHAND_LANGUAGES: Final = frozenset(
    {"javascript", "javascriptreact", "typescript", "typescriptreact", "rust"}
)
_WITHOUT_CONTEXT: Final = re.compile(
    r"(?<![\w.])(?P<made>context\.(?:Background|TODO)\(\))"
    r"|(?<![\w.])(?:http\.(?P<function>NewRequest)|exec\.Command)\("
    r"|\.(?P<method>Exec|Ping|Prepare|Query|QueryRow)\("
)
"""What is called without a context in Go, of the packages `net/http`, `os/exec` and `database/sql`."""
_DATABASE: Final = re.compile(r"\"database/sql\"|/sqlx\"|\.(?:Exec|Ping|Prepare|Query|QueryRow)Context\(")
_RECEIVERS: Final = frozenset({"self", "cls", "this"})
_NAME_FIELDS: Final = ("key", "name", "pattern", "declarator")
_DEFAULT_FIELDS: Final = ("value", "right", "default_value")


class _Default(NamedTuple):
    """The default of a parameter that was changed."""

    function: str
    name: str
    old: str
    new: str

    @property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w.]){re.escape(self.old)}(?![\w.]*\w)")


def propose_own_parameters(context: RuleContext) -> list[Candidate]:
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        if text is None or not change.is_current(text) or context.is_past_deadline:
            continue
        is_here = text is context.current_text
        for function, before, after in _changed_functions(text, change):
            added = [name for name in after if name not in before]
            is_added = len(added) == 1 and len(after) == len(before) + 1
            if is_added:
                candidates += _literal_candidates(
                    context, text, change, function, [*after].index(added[0]), after
                )
            if not is_here:
                continue
            if is_added:
                candidates += _passed_value_candidates(text, change, function, added[0])
                candidates += _context_candidates(text, change, function, added[0])
            for name, default in after.items():
                old = before.get(name, "")
                if old and default and old != default:
                    found = _Default(function.name, name, old, default)
                    candidates += _documentation_candidates(text, change, function, found)
                    candidates += _document_candidates(context, change, found)
    return candidates


def _changed_functions(
    text: SourceText, change: Change
) -> Iterator[tuple[FunctionNode, Mapping[str, str], Mapping[str, str]]]:
    """The functions whose header the change touches, with their parameters before and after."""
    start = text.offset_at(change.edit.line)
    functions = functions_at(text, start, start + len("\n".join(change.edit.new)))
    old_text = source_text_before(text, change) if functions else None
    if old_text is None:
        return
    end = start + len("\n".join(change.edit.old))
    old = {one.name: _parameters(old_text, one) for one in functions_at(old_text, start, end)}
    for one in functions:
        before, after = old.get(one.name), _parameters(text, one)
        if before is not None and before != after:
            yield one, before, after


def _parameters(text: SourceText, function: FunctionNode) -> dict[str, str]:
    """The default of each parameter by its name, empty if it has none.

    In `({ interval = 30 } = {})`, these are the properties that are taken from the argument.
    """
    node: Node | None = function.node
    while node is not None and node.child_by_field_name("parameters") is None:
        node = node.child_by_field_name("declarator")
    parameters = node.child_by_field_name("parameters") if node is not None else None
    found: dict[str, str] = {}
    for one in _parameter_nodes(parameters) if parameters is not None else ():
        named = next((node for field in _NAME_FIELDS if (node := one.child_by_field_name(field))), one)
        name = _WORD.search(text.joined, named.start_byte, named.end_byte)
        default = _default_of(one)
        if name is not None:
            found[name[0]] = _source(text, default) if default is not None else ""
    return found


def _parameter_nodes(parameters: "Node") -> Iterator["Node"]:
    for one in parameters.named_children:
        pattern = one.child_by_field_name("pattern") or one.child_by_field_name("left") or one
        if pattern.type != "object_pattern":
            yield one
            continue
        yield from pattern.named_children


def _default_of(parameter: "Node") -> "Node | None":
    fields = map(parameter.child_by_field_name, _DEFAULT_FIELDS)
    default = next((node for node in fields if node is not None), None)
    if parameter.type != "pair_pattern" or default is None:
        return default
    # `{ interval: seconds = 30 }`
    return default.child_by_field_name("right") if default.type == "assignment_pattern" else None


def _source(text: SourceText, node: "Node") -> str:
    return text.joined[node.start_byte : node.end_byte]


# A fixed value in the body


def _passed_value_candidates(
    text: SourceText, change: Change, function: FunctionNode, name: str
) -> Iterator[Candidate]:
    body = function.node.child_by_field_name("body")
    places = list(_passed_values(text, body, name)) if body is not None else []
    if not 0 < len(places) <= MAX_PASSED_VALUES:
        return
    for node, value in places:
        is_shorthand = text.language.id in _SHORTHAND_LANGUAGES
        span = _span(text, node if is_shorthand else value)
        why = f"{function.name} takes {name} now."
        yield _candidate(
            text, change, f"{name} of {function.name} is passed on", why, Replacement(span, name)
        )


def _passed_values(text: SourceText, body: "Node", name: str) -> Iterator[tuple["Node", "Node"]]:
    """What passes a fixed value by the name, and the value, in reading order."""
    pattern = re.compile(rf"(?<![\w$.]){re.escape(name)}['\"]?\s*[=:]")
    if text.tree is None:
        return
    for match in pattern.finditer(text.joined, body.start_byte, body.end_byte):
        node = text.tree.root.named_descendant_for_byte_range(match.start(), match.start() + len(name))
        while node is not None and node.type not in _PASSED_VALUES and node.start_byte == match.start():
            node = node.parent
        if node is None or node.type not in _PASSED_VALUES:
            continue
        key, value = map(node.child_by_field_name, _PASSED_VALUES[node.type])
        if key is None or value is None or _source(text, key) != name:
            continue
        if _FIXED_VALUE.fullmatch(_source(text, value)):
            yield node, value


# What the calls pass, in the body


def _literal_candidates(
    context: RuleContext,
    text: SourceText,
    change: Change,
    function: FunctionNode,
    at: int,
    parameters: Mapping[str, str],
) -> Iterator[Candidate]:
    """The parameter takes the place of literals of the body that are its default, or that all calls pass for it."""
    name = [*parameters][at]
    body = function.node.child_by_field_name("body")
    if body is None or _DISTINCT_LITERAL.search(text.joined, body.start_byte, body.end_byte) is None:
        return
    at -= next(iter(parameters)) in _RECEIVERS
    value = parameters[name] or _value_of_calls(context, text, function, at, name)
    if not _DISTINCT_LITERAL.fullmatch(value):
        return
    written = re.compile(rf"(?<![\w.]){re.escape(value)}(?![\w.])")
    places = [
        match
        for match in written.finditer(text.joined, body.start_byte, body.end_byte)
        if _is_value(text, match.start(), match.end())
    ]
    for match in places if len(places) <= MAX_PASSED_VALUES else ():
        span = Span(text.point_at(match.start()), text.point_at(match.end()))
        why = f"{function.name} takes {name} now."
        pattern = f"{name} of {function.name} is {value}"
        is_elsewhere = text is not context.current_text
        yield _candidate(text, change, pattern, why, Replacement(span, name), is_elsewhere=is_elsewhere)


def _value_of_calls(
    context: RuleContext, text: SourceText, function: FunctionNode, at: int, name: str
) -> str:
    """What all calls pass for a parameter, as it is written; empty if they differ."""
    found: set[str] = set()
    for call in find_function_calls(context, text, function.name, function.name_start):
        arguments = (
            [one for one in call.arguments.named_children if one.type != "comment"] if call.arguments else []
        )
        named = [
            one for one in arguments if _source(call.text, one.child_by_field_name("name") or one) == name
        ]
        value = named[0].child_by_field_name("value") if named else None
        if value is None and at < len(arguments):
            value = arguments[at]
        found.add(_source(call.text, value) if value is not None else "")
    return found.pop() if len(found) == 1 else ""


def _is_value(text: SourceText, start: int, end: int) -> bool:
    """Whether a literal is a value of its own: no part of a comment, a text or a case, no size of an array, and not
    what converts a unit."""
    node = text.tree.root.named_descendant_for_byte_range(start, end) if text.tree is not None else None
    if node is None or (node.start_byte, node.end_byte) != (start, end) or node.parent is None:
        return False
    operator = node.parent.child_by_field_name("operator")
    is_factor = operator is not None and operator.type in ("*", "/", "%")
    if is_factor and _FACTOR.fullmatch(text.joined, start, end):
        return False
    return not node.type.endswith(_TEXTS) and not node.parent.type.startswith(_FIXED_PARENTS)


# The context of Go


def _context_candidates(
    text: SourceText, change: Change, function: FunctionNode, name: str
) -> Iterator[Candidate]:
    """The new parameter takes the place of contexts made in the body; calls that have a form with one take it."""
    parameters, body = (function.node.child_by_field_name(one) for one in ("parameters", "body"))
    if text.language.family != "go" or parameters is None or body is None:
        return
    if re.search(rf"\b{re.escape(name)}\s+context\.Context\b", _source(text, parameters)) is None:
        return
    has_database = _DATABASE.search(text.joined) is not None
    places = [
        one
        for one in _WITHOUT_CONTEXT.finditer(text.code_text, body.start_byte, body.end_byte)
        if (has_database or not one["method"])
        and not re.search(
            rf"\b{re.escape(name)}\s*:?=\s*\Z", text.code_text[max(0, one.start() - 80) : one.start()]
        )
    ]
    for match in places[:MAX_PASSED_VALUES]:
        written = name
        if not match["made"]:
            called = match["function"] or match["method"]
            suffix = "WithContext" if called == "NewRequest" else "Context"
            separator = "" if text.code_text.startswith(")", match.end()) else ", "
            written = f"{match[0][:-1]}{suffix}({name}{separator}"
        span = Span(text.point_at(match.start()), text.point_at(match.end()))
        why = f"{function.name} takes {name} now."
        yield _candidate(
            text, change, f"{name} of {function.name} is passed on", why, Replacement(span, written)
        )


# The default in the documentation


def _documentation_candidates(
    text: SourceText, change: Change, function: FunctionNode, default: _Default
) -> Iterator[Candidate]:
    described = re.compile(rf"(?<![\w$]){re.escape(default.name)}(?![\w$])")
    lines = [line for line in documentation_lines(text, function) if described.search(text.raw[line])]
    places = [(line, match) for line in lines for match in default.pattern.finditer(text.raw[line])]
    if len(places) == 1:
        yield _default_candidate(text, change, default, *places[0])


def _document_candidates(context: RuleContext, change: Change, default: _Default) -> Iterator[Candidate]:
    """The rows of tables and the items of lists that begin with the parameter, in documents of the workspace."""
    entry = re.compile(rf"\s*(?:\||[-*+]\s)\s*`(?:[\w$]+\.)?{re.escape(default.name)}`")
    snapshots = context.situation.workspace_texts.find_containing(
        [f"{default.name}`"], context.current_text.snapshot.uri, MAX_VALUE_TEXTS
    )
    for text in map(context.source_text, snapshots):
        if text.language.id != "markdown":
            continue
        for line in text.raw_lookup.lines_containing(f"{default.name}`"):
            matches = [*default.pattern.finditer(text.raw[line])] if entry.match(text.raw[line]) else []
            if len(matches) == 1:
                yield _default_candidate(text, change, default, line, matches[0])


def _default_candidate(
    text: SourceText, change: Change, default: _Default, line: int, match: re.Match[str]
) -> Candidate:
    span = Span(Point(line, match.start()), Point(line, match.end()))
    why = f"{default.name} of {default.function} has another default."
    pattern = f"default of {default.name} of {default.function}"
    return _candidate(text, change, pattern, why, Replacement(span, default.new))


def documentation_lines(text: SourceText, function: FunctionNode) -> Sequence[int]:
    """The lines of the comment above a function and of the docstring in it."""
    if not text.code:
        return ()
    first = text.point_at(function.node.start_byte).line
    above = first
    while (
        above and first - above < MAX_DOC_LINES and text.raw[above - 1].strip() and _is_prose(text, above - 1)
    ):
        above -= 1
    lines = [*range(above, first)]
    body = function.node.child_by_field_name("body")
    statement = body.named_children[0] if body is not None and body.named_children else None
    if statement is not None and text.language.id == "python" and _is_docstring(statement):
        start, end = text.point_at(statement.start_byte).line, text.point_at(statement.end_byte).line
        lines += [line for line in range(start, end + 1) if _is_prose(text, line)]
    return lines


def _is_docstring(statement: "Node") -> bool:
    return statement.type == "expression_statement" and statement.named_children[0].type == "string"


def _is_prose(text: SourceText, line: int) -> bool:
    return not text.code[line].strip(" \t*\"'")


def _span(text: SourceText, node: "Node") -> Span:
    return Span(text.point_at(node.start_byte), text.point_at(node.end_byte))


def _candidate(
    text: SourceText, change: Change, pattern: str, why: str, edit: Replacement, *, is_elsewhere: bool = False
) -> Candidate:
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="own-parameter",
        pattern=pattern,
        why=why,
        edits=(edit,),
        probability=PROBABILITY.estimate(StaleFeatures(change.age, is_elsewhere)),
    )
