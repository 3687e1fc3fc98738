"""An error of Go that was ignored by `_` is checked now: the same calls of the text that ignore it follow.

The name and the check below are proposed together. The statement of the check says what the example says about its
own call; where that is not certain, the place is a jump. A function that returns no error is left alone.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.errors.check_bodies import derive_check_body
from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS, MAX_ERROR_PLACES
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures import enclosing_function, return_type_of
from understudy.nes.symbolic.tokens import indentation
from understudy.nes.syntax import go_error_return
from understudy.nes.text import EditOrigin, Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["drop_errors_without_result", "propose_ignored_errors"]

_IGNORED: Final = re.compile(r"(\s*(?:\w+\s*,\s*)+)_(\s*:=\s*([\w.]+)\(.*)\Z")
_ERROR_NAME: Final = re.compile(r"\w*[eE]rr\b")
_STRING: Final = re.compile(r"\"[^\"]*\"|`[^`]*`")
_NAME: Final = re.compile(r"(?<![\w.])(?!return\b|true\b|false\b)[A-Za-z_]\w*(?![\w(]|\.[A-Z])")
"""A name that is not called, no package and no literal."""
_RETURNED_ERROR: Final = re.compile(r"return\b.*?(\b[\w.]+\(.*\)|\w*[eE]rr)\s*\Z")
"""The last value: the error, or a call that wraps it."""


class _Features(NamedTuple):
    stale: float = 0
    is_other_function: float = 0
    jump: float = 0


PROBABILITY: Final = RuleProbability(0.8, _Features(stale=STALE_SHIFT, is_other_function=-0.5, jump=-0.5))


class _Handled(NamedTuple):
    """A call whose error is checked now."""

    change: Change
    text: SourceText
    line: int
    callee: str
    name: str
    """Of the error."""
    function: "Node"
    body: str
    """The statement of its check; empty if there is no check of one statement yet."""


_Candidate = TypeVar("_Candidate", bound=LineCandidate)


def propose_ignored_errors(context: RuleContext) -> list[Candidate]:
    """Propose to check the errors that calls like that of an edit still ignore."""
    handled = context.once(_find_handled)
    if handled is None or not handled.body:
        return []
    return [_candidate(handled, place) for place in _ignored_places(handled)]


def drop_errors_without_result(
    context: RuleContext, candidates: Sequence[_Candidate]
) -> Sequence[_Candidate]:
    """Return the candidates without those that name an ignored error in a function that cannot return it."""
    handled = context.once(_find_handled)
    if handled is None or not (
        handled.body.startswith("return") or _returns_error(handled.text, handled.function)
    ):
        return candidates
    return [one for one in candidates if not _is_without_result(context, one)]


def _is_without_result(context: RuleContext, candidate: LineCandidate) -> bool:
    if candidate.line_count != 1 or len(candidate.new) != 1:
        return False
    if not candidate.snapshot.uri.endswith(".go"):
        return False
    if _named_error(candidate.snapshot.lines[candidate.line], candidate.new[0]) is None:
        return False
    text = context.source_text(candidate.snapshot)
    function = _function_at(text, candidate.line)
    return function is not None and not _returns_error(text, function)


def _find_handled(context: RuleContext) -> _Handled | None:
    for change in context.cause_changes:
        edit = change.edit
        if edit.origin is EditOrigin.ACCEPTED or not edit.uri.endswith(".go"):
            continue
        ignored = [line for line in edit.old if ", _" in line and len(line) <= MAX_CODE_LINE_CHARS]
        named = [
            (new, found)
            for old in ignored[:1]
            for new in edit.new
            if (found := _named_error(old, new)) is not None
        ]
        text = context.text_at(edit.uri) if len(named) == 1 else None
        if text is None:
            continue
        new, (callee, name) = named[0]
        line = next((at for at in change.current_lines if at < len(text.raw) and text.raw[at] == new), None)
        function = _function_at(text, line) if line is not None else None
        if line is not None and function is not None:
            return _Handled(change, text, line, callee, name, function, _check_below(text, line, name))
    return None


def _named_error(old: str, new: str) -> tuple[str, str] | None:
    """The call and the name of its error, if a line names the error that it ignored, and nothing else changed."""
    match = _IGNORED.match(old)
    if match is None or not new.startswith(match[1]) or not new.endswith(match[2]):
        return None
    name = new[len(match[1]) : len(new) - len(match[2])]
    return (match[3], name) if _ERROR_NAME.fullmatch(name) else None


def _statement_at(text: SourceText, line: int) -> "Node | None":
    """Return the statement that begins a line."""
    if text.tree is None:
        return None
    start = text.offset_at(line, len(indentation(text.raw[line])))
    node = text.tree.root.named_descendant_for_byte_range(start, start + 1)
    while node is not None and node.type != "short_var_declaration":
        node = node.parent
    return node if node is not None and node.start_byte == start and not node.has_error else None


def _function_at(text: SourceText, line: int) -> "Node | None":
    statement = _statement_at(text, line)
    return enclosing_function(statement) if statement is not None else None


def _check_below(text: SourceText, line: int, name: str) -> str:
    """Return the only statement of the check of an error below a line; empty if there is none."""
    statement = _statement_at(text, line)
    check = statement.next_named_sibling if statement is not None else None
    condition = check.child_by_field_name("condition") if check is not None else None
    branch = check.child_by_field_name("consequence") if check is not None else None
    if check is None or condition is None or branch is None or check.child_by_field_name("alternative"):
        return ""
    written = text.joined[condition.start_byte : condition.end_byte]
    body = text.joined[branch.start_byte + 1 : branch.end_byte - 1].strip()
    is_check = re.fullmatch(rf"{name}\s*!=\s*nil", written) is not None
    return body if is_check and "\n" not in body else ""


def _returns_error(text: SourceText, function: "Node") -> bool:
    return return_type_of(text, function).rstrip(") ").endswith("error")


class _Place(NamedTuple):
    line: int
    match: re.Match[str]
    function: "Node"
    body: str


def _ignored_places(handled: _Handled) -> Iterator[_Place]:
    """Yield the places that ignore the error of the same call and can return it: those below the example first."""
    text = handled.text
    lines = [*text.code_lookup.lines_containing(", _")][:MAX_ERROR_PLACES]
    for line in sorted(lines, key=lambda line: (line < handled.line, line)):
        match = _IGNORED.match(text.raw[line]) if len(text.raw[line]) <= MAX_CODE_LINE_CHARS else None
        statement = _statement_at(text, line) if match is not None and match[3] == handled.callee else None
        function = enclosing_function(statement) if statement is not None else None
        if match is None or statement is None or function is None:
            continue
        if text.point_at(statement.end_byte) != Point(line, len(text.raw[line].rstrip())):
            continue
        if _returns_error(text, function) or not _returns_error(text, handled.function):
            yield _Place(line, match, function, _body_for(handled, line, function))


def _body_for(handled: _Handled, line: int, function: "Node") -> str:
    text = handled.text
    name = function.child_by_field_name("name")
    written = text.joined[name.start_byte : name.end_byte] if name is not None else ""
    other = _IGNORED.sub(rf"\g<1>{handled.name}\g<2>", text.raw[line])
    body = derive_check_body(text.raw[handled.line].strip(), handled.body, other.strip(), written)
    if function != handled.function and not _knows_names(text, function, line, body, handled.name):
        return ""
    results, own = return_type_of(text, function), return_type_of(text, handled.function)
    if not body or results == own:
        return body
    error = _RETURNED_ERROR.match(body)
    return go_error_return(results, error[1]) if error is not None else ""


def _knows_names(text: SourceText, function: "Node", line: int, body: str, error: str) -> bool:
    """Whether the names that the statement uses are written in the function above a line."""
    above = set(_NAME.findall(text.code_text, function.start_byte, text.offset_at(line)))
    return all(name in above for name in _NAME.findall(_STRING.sub("", body)) if name not in ("nil", error))


def _candidate(handled: _Handled, place: _Place) -> Candidate:
    text, line = handled.text, place.line
    start = Point(line, place.match.end(1))
    end = Point(line, len(text.raw[line]))
    indent = indentation(text.raw[line])
    check = f"\n{indent}if {handled.name} != nil {{\n{indent}\t{place.body}\n{indent}}}"
    edits = (
        Replacement(Span(start, Point(line, start.column + 1)), handled.name),
        Replacement(Span(end, end), check),
    )
    return Candidate(
        kind="edit" if place.body else "jump",
        uri=text.snapshot.uri,
        family="error-check",
        pattern=f"ignored error of {handled.callee}",
        topic=handled.callee,
        why=f"You check the error of {handled.callee}, which is ignored here.",
        edits=edits if place.body else (),
        position=None if place.body else start,
        probability=PROBABILITY.estimate(
            _Features(
                stale=handled.change.age,
                is_other_function=place.function != handled.function,
                jump=not place.body,
            )
        ),
    )
