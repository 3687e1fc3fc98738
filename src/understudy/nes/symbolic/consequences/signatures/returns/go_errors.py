"""A function of Go that returned nothing returns an error now: what it does with errors, and its end.

A branch that ends early because of an error returns it, without the message to the log if the user has removed that
in another branch. Where the user wraps errors, and for other early ends, the place is a jump.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.signatures.returns.return_changes import (
    ReturnChange,
    ReturnUse,
    returns_of,
    values_of,
)
from understudy.nes.symbolic.tokens import indentation
from understudy.nes.text import EditOrigin, Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["drop_kept_messages", "is_new_error", "new_error_returns"]

_FAILURE: Final = re.compile(r"(?:\A|;\s*|&&\s*)(\w*[eE]rr)\s*!=\s*nil\Z")
_LOG: Final = re.compile(
    r"\s*(?:(?:\w+\.)*(?:log|slog|logger|klog|glog)\w*\.\w+|fmt\.F?[pP]rint\w*)\(.*\)\s*\Z"
)
_RETURNED_ERROR: Final = re.compile(r"\s*return \w*[eE]rr\s*\Z")
_ERROR_HEADER: Final = re.compile(r"\bfunc\b.*\)\s*error\s*\{\s*\Z")
_OTHERS: Final = (EditOrigin.UNDONE, EditOrigin.EXTERNAL)
_TERMINATING: Final = frozenset({"return_statement", "goto_statement"})


_Candidate = TypeVar("_Candidate", bound=LineCandidate)


def is_new_error(returned: ReturnChange) -> bool:
    """Return whether a function that returned nothing returns an error now."""
    return returned.old == "" and returned.new == "error"


def new_error_returns(context: RuleContext, text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    """Yield what the function returns where it ends."""
    body = returned.function.node.child_by_field_name("body")
    if body is None:
        return
    closing = text.point_at(body.end_byte - 1).line
    if [one.type for one in body.named_children] == ["statement_list"]:
        body = body.named_children[0]
    statements = [one for one in body.named_children if not one.type.endswith("comment")]
    found = [(node, values_of(text, node)) for node in returns_of(returned.function.node)]
    wraps = any(len(values) == 1 and "(" in values[0] for _, values in found)
    for node, values in found:
        if values:
            continue
        start, end = text.point_at(node.start_byte), text.point_at(node.end_byte)
        error = _checked_error(text, node)
        above = text.raw[start.line - 1] if start.line else ""
        is_logged = error and _LOG.match(above) is not None
        if not error or wraps or (is_logged and not context.once(_has_removed_log)):
            yield ReturnUse(text, (), end)
            continue
        first = Point(start.line - 1, len(indentation(above))) if is_logged else start
        yield ReturnUse(text, (Replacement(Span(first, end), f"return {error}"),), first)
    if statements and not _is_terminating(text, statements[-1]):
        line = text.point_at(statements[-1].end_byte - 1).line
        if line == closing:
            return
        indent = indentation(text.raw[text.point_at(statements[-1].start_byte).line])
        point = Point(line, len(text.raw[line]))
        yield ReturnUse(text, (Replacement(Span(point, point), f"\n{indent}return nil"),), point)


def _checked_error(text: SourceText, node: "Node") -> str:
    """Return the error because of which a branch ends; empty for another branch."""
    branch = node.parent
    while branch is not None and branch.type in ("block", "statement_list"):
        branch = branch.parent
    condition = branch.child_by_field_name("condition") if branch is not None else None
    if branch is None or branch.type != "if_statement" or condition is None:
        return ""
    match = _FAILURE.search(text.joined[condition.start_byte : condition.end_byte])
    alternative = branch.child_by_field_name("alternative")
    is_inside = alternative is None or node.end_byte <= alternative.start_byte
    return match[1] if match is not None and is_inside else ""


def _has_removed_log(context: RuleContext) -> bool:
    """Whether the user has removed a message to the log, and written a return of an error."""
    edits = [one for one in context.situation.edits if one.origin not in _OTHERS and one.uri.endswith(".go")]
    return any(any(map(_RETURNED_ERROR.match, one.new)) for one in edits) and any(
        any(map(_LOG.match, one.old)) and not any(map(_LOG.match, one.new)) for one in edits
    )


def drop_kept_messages(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Return the candidates without those that do half of what the user did to a message and the return below it.

    Where the function returns an error, both follow; elsewhere the message stays.
    """
    headers = (
        (old, new)
        for edit in context.situation.edits
        if edit.uri.endswith(".go") and len(edit.old) == len(edit.new)
        for old, new in zip(edit.old, edit.new, strict=True)
    )
    if not any(_ERROR_HEADER.search(new) and not _ERROR_HEADER.search(old) for old, new in headers):
        return candidates
    if not context.once(_has_removed_log):
        return candidates
    return [one for one in candidates if not _changes_half(one)]


def _changes_half(candidate: LineCandidate) -> bool:
    lines, at = candidate.snapshot.lines, candidate.line
    if candidate.line_count != 1 or not candidate.snapshot.uri.endswith(".go"):
        return False
    if _LOG.match(lines[at]):
        is_removed = not any(map(_LOG.match, candidate.new))
        return is_removed and at + 1 < len(lines) and lines[at + 1].strip() == "return"
    return lines[at].strip() == "return" and at > 0 and _LOG.match(lines[at - 1]) is not None


def _is_terminating(text: SourceText, statement: "Node") -> bool:
    """Whether nothing is reached behind a statement."""
    if statement.type == "for_statement":
        written = text.joined[statement.start_byte : statement.end_byte]
        return statement.named_child_count == 1 and re.search(r"\bbreak\b", written) is None
    return statement.type in _TERMINATING or _is_panic(text, statement)


def _is_panic(text: SourceText, statement: "Node") -> bool:
    return re.match(r"panic\(|os\.Exit\(|log\.Fatal", text.joined[statement.start_byte :]) is not None
