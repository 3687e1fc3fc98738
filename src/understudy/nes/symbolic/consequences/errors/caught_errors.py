"""A function raises another error: its documentation names it, those that call it catch it, and tests expect it.

In Python, Java, JavaScript and TypeScript, when the function raises the old error nowhere any more. If it does,
only tests that expect the message of the changed statement.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_THROWING_CANDIDATES
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.symbolic.consequences.messages import MessageTemplate, find_templates
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures import (
    Call,
    FunctionNode,
    documentation_lines,
    enclosing_function,
    find_function_calls,
)
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import EditOrigin, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["drop_errors_of_other_messages", "propose_caught_errors"]

PROBABILITY: Final = RuleProbability(0.72, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_RAISED: Final = re.compile(r"(\s*(?:raise|throw\s+new)\s+)([A-Za-z_]\w*)\b")
_SCRIPTS: Final = frozenset({"javascript", "typescript", "tsx"})
_GRAMMARS: Final = frozenset({"python", "java", *_SCRIPTS})
_CLAUSES: Final = frozenset({"except_clause", "catch_clause"})
_CALLS: Final = frozenset({"call", "call_expression", "method_invocation"})
_EXPECTING: Final = re.compile(r"(?:raises|[aA]ssert_?[rR]aises\w*|(?:assertT|t)hrows\w*|toThrow\w*)\Z")
"""The functions of tests that are given the error that a call raises."""


class _ChangedError(NamedTuple):
    change: Change
    function: FunctionNode
    old: str
    new: str
    messages: tuple[MessageTemplate, ...] = ()
    """What the changed statement says, if other statements of the function raise the old error."""
    others: tuple[MessageTemplate, ...] = ()
    """What these say."""

    @property
    def is_only_one(self) -> bool:
        """Whether the function raises the old error with other messages."""
        return bool(self.messages)


def propose_caught_errors(context: RuleContext) -> list[Candidate]:
    """Propose the new error where the callers of a function catch the old one."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        if text is None or text.tree is None or text.tree.grammar not in _GRAMMARS:
            continue
        if not change.is_current(text) or context.is_past_deadline:
            continue
        for error in _changed_errors(text, change):
            candidates += _candidates(context, text, error)
        if candidates:
            break  # the other changes of the function have the same consequences
    return candidates[:MAX_THROWING_CANDIDATES]


_Candidate = TypeVar("_Candidate", bound=LineCandidate)


def drop_errors_of_other_messages(
    context: RuleContext, candidates: Sequence[_Candidate]
) -> Sequence[_Candidate]:
    """Return the candidates without those that expect or catch the new error of one statement elsewhere.

    The function raises the old one with other messages; the rule knows the places that expect this message.
    """
    error = context.once(_find_error_of_one_message)
    if error is None:
        return candidates
    word = re.compile(rf"(?<!\w){re.escape(error.old)}(?!\w)")
    return [
        one
        for one in candidates
        if one.line_count != 1
        or len(one.new) != 1
        or _RAISED.match(one.new[0]) is not None
        or one.new[0] == (old := one.snapshot.lines[one.line])
        or word.sub(error.new, old) != one.new[0]
    ]


def _find_error_of_one_message(context: RuleContext) -> _ChangedError | None:
    """The error of the only statement that was changed to raise another one."""
    found: list[_ChangedError] = []
    for change in context.cause_changes:
        if change.edit.origin is EditOrigin.ACCEPTED or not any(map(_RAISED.match, change.edit.new)):
            continue
        text = context.text_at(change.edit.uri)
        if text is not None and text.tree is not None and text.tree.grammar in _GRAMMARS:
            found += _changed_errors(text, change) if change.is_current(text) else ()
    return found[0] if len(found) == 1 and found[0].is_only_one else None


def _changed_errors(text: SourceText, change: Change) -> Iterator[_ChangedError]:
    """The functions that raise another error since the change, and the old one nowhere."""
    edit = change.edit
    if len(edit.old) != len(edit.new):
        return
    for at, (before, after) in enumerate(zip(edit.old, edit.new, strict=True)):
        old, new = _RAISED.match(before), _RAISED.match(after)
        if old is None or new is None or old[2] == new[2]:
            continue
        function = _function_at(text, text.offset_at(edit.line + at, new.start(2)))
        if function is None:
            continue
        raised = re.compile(rf"\b(?:raise|throw\s+new)\s+{old[2]}\b")
        others = [*raised.finditer(text.joined, function.node.start_byte, function.node.end_byte)]
        if not others:
            yield _ChangedError(change, function, old[2], new[2])
            continue
        messages = _messages(text, text.offset_at(edit.line + at, new.start(2)))
        if messages:
            said = tuple(message for one in others for message in _messages(text, one.start()))
            yield _ChangedError(change, function, old[2], new[2], messages, said)


def _messages(text: SourceText, offset: int) -> tuple[MessageTemplate, ...]:
    """The string literals of the statement around an offset."""
    node = text.tree.root.named_descendant_for_byte_range(offset, offset) if text.tree is not None else None
    while node is not None and not node.type.endswith("_statement"):
        node = node.parent
    return _literals(text, node) if node is not None else ()


def _literals(text: SourceText, node: "Node") -> tuple[MessageTemplate, ...]:
    written = text.joined[node.start_byte : node.end_byte].replace("\n", " ")
    return find_templates(written, text.language.family)


def _function_at(text: SourceText, offset: int) -> FunctionNode | None:
    root = text.tree.root if text.tree is not None else None
    node = root.named_descendant_for_byte_range(offset, offset) if root is not None else None
    function = enclosing_function(node) if node is not None else None
    name = function.child_by_field_name("name") if function is not None else None
    if function is None or name is None:
        return None
    return FunctionNode(function, text.joined[name.start_byte : name.end_byte], name.start_byte)


def _candidates(context: RuleContext, text: SourceText, error: _ChangedError) -> Iterator[Candidate]:
    function = error.function
    for start, end in _documented_names(text, error) if not error.is_only_one else ():
        yield _candidate(context, text, error, start, end)
    for call in find_function_calls(context, text, function.name, function.name_start):
        if error.is_only_one:
            names = [one for one in _expected_names(call, error.old) if _is_about(call.text, one, error)]
        else:
            names = [*_caught_names(call.text, call.node, error.old), *_expected_names(call, error.old)]
        for name in names:
            yield _candidate(context, call.text, error, name.start_byte, name.end_byte)


def _is_about(text: SourceText, name: "Node", error: _ChangedError) -> bool:
    """Whether a test expects the message of the changed statement together with the error."""
    arguments = name.parent
    expected = _literals(text, arguments) if arguments is not None else ()
    return any(
        any(message.may_contain(one.content) for message in error.messages)
        and not any(message.may_contain(one.content) for message in error.others)
        for one in expected
        if not one.gaps
    )


def _candidate(
    context: RuleContext, text: SourceText, error: _ChangedError, start: int, end: int
) -> Candidate:
    features = StaleFeatures(error.change.age, float(text is not context.current_text))
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="caught-error",
        pattern=f"{error.function.name} raises {error.new}",
        topic=error.old,
        why=f"{error.function.name} raises {error.new} now.",
        edits=(Replacement(Span(text.point_at(start), text.point_at(end)), error.new),),
        probability=PROBABILITY.estimate(features),
    )


def _documented_names(text: SourceText, error: _ChangedError) -> Iterator[tuple[int, int]]:
    """Where the documentation of the function says that it raises the old error."""
    lines = documentation_lines(text, error.function)
    documented = re.compile(
        rf"(?:@throws|@exception|:?\b[rR]aises|\b[tT]hrows|^)\s*\{{?({re.escape(error.old)})(?:\s*:|\s|[.,}}]|$)"
    )
    for line in lines:
        written = text.raw[line].lstrip(" \t*")
        match = documented.search(written) if error.old in written else None
        if match is not None:
            start = text.offset_at(line, len(text.raw[line]) - len(written) + match.start(1))
            yield start, start + len(error.old)


def _caught_names(text: SourceText, call: "Node", error: str) -> Iterator["Node"]:
    """The names of the error in the clauses of the innermost `try` around a call."""
    below, node = call, call.parent
    while node is not None and not (
        node.type.startswith("try_") and node.child_by_field_name("body") == below
    ):
        below, node = node, node.parent
    for clause in node.named_children if node is not None else ():
        if clause.type not in _CLAUSES:
            continue
        body = next((one for one in clause.named_children if one.type == "block"), None)
        end = body.start_byte if body is not None else clause.end_byte
        checked = r"(?<=instanceof )" if text.tree is not None and text.tree.grammar in _SCRIPTS else ""
        for match in re.finditer(
            rf"(?<![\w.]){checked}{re.escape(error)}(?!\w)", text.joined[clause.start_byte : end]
        ):
            start = clause.start_byte + match.start()
            name = clause.named_descendant_for_byte_range(start, start + len(error))
            if name is not None and name.start_byte == start:
                yield name


def _expected_names(call: Call, error: str) -> Iterator["Node"]:
    """The names of the error where a test says that a call raises it, as `pytest.raises(E)` does, `assertThrows(
    E.class, () -> …)` and `expect(() => …).toThrow(E)`."""
    node = call.node.parent
    while node is not None and not node.type.endswith("_definition"):
        if node.type == "with_statement":
            clause = next((one for one in node.named_children if one.type == "with_clause"), None)
            for item in clause.named_children if clause is not None else ():
                value = item.child_by_field_name("value")
                while value is not None and value.type == "as_pattern":
                    value = next(iter(value.named_children), None)
                if value is not None and value.type in _CALLS:
                    yield from _expected_argument(call.text, value, error)
        elif node.type in _CALLS:
            yield from _expected_argument(call.text, node, error)
        node = node.parent


def _expected_argument(text: SourceText, node: "Node", error: str) -> Iterator["Node"]:
    function = node.child_by_field_name("function") or node.child_by_field_name("name")
    arguments = node.child_by_field_name("arguments")
    if function is None or arguments is None:
        return
    if not _EXPECTING.search(text.joined[function.start_byte : function.end_byte]):
        return
    for one in arguments.named_children:
        name = next(iter(one.named_children), one) if one.type == "class_literal" else one
        if text.joined[name.start_byte : name.end_byte] == error:
            yield name
