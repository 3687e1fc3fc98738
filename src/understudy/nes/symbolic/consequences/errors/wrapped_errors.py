"""An error got a message where a function passes it on: the next places of the same kind lack one.

`return err` in Go, and `?` in Rust. A message with a word of the call that failed belongs to that call. It is
written for other calls where it consists of such words, as in `readHeader` and "read header: %w"; else it is a
jump. A message with a word of the function belongs to all places of the function, and any other one to the file:
their repetition is no matter of this rule.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_CODE_LINE_CHARS,
    MAX_ERROR_PLACES,
    MAX_WRAPPED_ERRORS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import name_parts
from understudy.nes.symbolic.consequences.signatures import enclosing_function
from understudy.nes.text import Edit, EditOrigin, Point, Replacement, Span, minimal_replacement

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["WrappedError", "drops_repetition", "find_wrapped_error", "propose_wrapped_errors"]


class _Features(NamedTuple):
    stale: float = 0
    jump: float = 0
    """The message is not known."""
    is_other_function: float = 0


PROBABILITY: Final = RuleProbability(0.82, _Features(stale=STALE_SHIFT, jump=-0.4, is_other_function=-0.4))

_RETURNED: Final = re.compile(r"\s*return\b(?:.*,)?\s*([A-Za-z_]\w*)\s*\Z")
_METHOD: Final = re.compile(r"\.(\w+)\(.*\)\Z")
_MESSAGE: Final = re.compile(r"\"([^\"]*)\"")
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_FAILED_CALL: Final = re.compile(r":?=\s*(?:[\w.]+\.)?(\w+)\(")


class WrappedError(NamedTuple):
    change: Change
    name: str
    """The variable with the error in Go; the method that gives the message in Rust."""
    written: str
    """What was written in place of the variable, or before the question mark."""

    @property
    def line(self) -> int:
        return self.change.edit.line


def propose_wrapped_errors(context: RuleContext) -> list[Candidate]:
    """Propose a message, or a jump, where the same function or the next ones pass on an error without one."""
    text = context.current_text
    changes = [one for one in context.changes_here[:1] if one.edit.origin is not EditOrigin.ACCEPTED]
    wrapped = find_wrapped_error(changes[0]) if changes else None
    if wrapped is None or text.tree is None or not wrapped.change.is_current(text):
        return []
    if text.tree.grammar == "go":
        return list(_go_candidates(text, wrapped))[:MAX_WRAPPED_ERRORS]
    if text.tree.grammar == "rust":
        return list(_rust_candidates(text, wrapped))[:MAX_WRAPPED_ERRORS]
    return []


def find_wrapped_error(change: Change) -> WrappedError | None:
    """Return the error that an edit gave a message; None for most edits, without a look at the text."""
    edit = change.edit
    if len(edit.old) != 1 or len(edit.new) != 1 or not edit.uri.endswith((".go", ".rs")):
        return None
    if len(edit.new[0]) > MAX_CODE_LINE_CHARS:  # the time of the expressions grows with its square
        return None
    found = _go_wrap(edit) if edit.uri.endswith(".go") else _rust_wrap(edit)
    return WrappedError(change, *found) if found is not None else None


def drops_repetition(text: SourceText, wrapped: WrappedError, line: int | None) -> bool:
    """Whether the same message would be wrong in a line: it is about another call, or another function.

    `line` is None for a line of another text.
    """
    if _is_about_call(text, wrapped):
        return True
    is_other = line is None or _function_at(text, line) != _function_at(text, wrapped.line)
    return is_other and _is_about_function(text, wrapped)


def _message_words(wrapped: WrappedError) -> set[str]:
    return {part for message in _MESSAGE.findall(wrapped.written) for part in name_parts(message)}


def _is_about_call(text: SourceText, wrapped: WrappedError) -> bool:
    words = _message_words(wrapped)
    if wrapped.change.edit.uri.endswith(".go"):
        return not words.isdisjoint(name_parts(_failed_call(text, wrapped.line)))
    line = text.raw[wrapped.line].replace(wrapped.written, "", 1)
    return not words.isdisjoint(part for name in _WORD.findall(line) for part in name_parts(name))


def _is_about_function(text: SourceText, wrapped: WrappedError) -> bool:
    function = _function_at(text, wrapped.line)
    name = function.child_by_field_name("name") if function is not None else None
    written = text.joined[name.start_byte : name.end_byte] if name is not None else ""
    return not _message_words(wrapped).isdisjoint(name_parts(written))


def _go_wrap(edit: Edit) -> tuple[str, str] | None:
    before = _RETURNED.match(edit.old[0])
    if before is None or not edit.new[0].startswith(edit.old[0][: before.start(1)]):
        return None
    written = edit.new[0][before.start(1) :].rstrip()
    is_call = re.fullmatch(rf"[\w.]+\(.*\b{before[1]}\b.*\)", written) is not None
    return (before[1], written) if is_call else None


def _rust_wrap(edit: Edit) -> tuple[str, str] | None:
    (start, end), written = minimal_replacement(0, edit.old, edit.new)
    method = _METHOD.match(written) if start == end else None
    is_passed_on = edit.old[0].startswith("?", start.column)
    return (method[1], written) if method is not None and is_passed_on else None


def _go_candidates(text: SourceText, wrapped: WrappedError) -> Iterator[Candidate]:
    line = wrapped.change.edit.line
    own = _function_at(text, line)
    model = _message_of_call(text, line, wrapped)
    places = [
        (number, match)
        for number in text.raw_lookup.iterate_containing(wrapped.name)
        if number > line and (match := _RETURNED.match(text.raw[number])) and match[1] == wrapped.name
    ]
    for number, match in places[:MAX_ERROR_PLACES]:
        if not re.search(rf"\b{wrapped.name}\s*!=\s*nil\s*\{{", text.raw[number - 1]):
            continue
        if not drops_repetition(text, wrapped, number):
            continue
        start = Point(number, match.start(1))
        call = _failed_call(text, number)
        new = model.replace("\0", " ".join(name_parts(call))) if model and call else ""
        edit = Replacement(Span(start, Point(number, match.end(1))), new)
        yield _candidate(
            text, wrapped, start, edit if new else None, is_other=_function_at(text, number) != own
        )


def _message_of_call(text: SourceText, line: int, wrapped: WrappedError) -> str:
    """Return what was written, with a mark for the words of the call that failed; empty if it has other words."""
    words = " ".join(name_parts(_failed_call(text, line)))
    message = _MESSAGE.search(wrapped.written)
    if not words or message is None or words not in message[1]:
        return ""
    rest = wrapped.written.replace(message[0], "", 1)
    is_plain = re.fullmatch(rf"[\w.]+\(\s*,?\s*{wrapped.name}\s*,?\s*\)", rest) is not None
    return wrapped.written.replace(words, "\0", 1) if is_plain else ""


def _failed_call(text: SourceText, line: int) -> str:
    """Return the function whose error the `if` above a line tests; empty if it is not right above."""
    for number in (line - 1, line - 2):
        match = _FAILED_CALL.search(text.raw[number]) if number >= 0 else None
        if match is not None:
            return match[1]
    return ""


def _rust_candidates(text: SourceText, wrapped: WrappedError) -> Iterator[Candidate]:
    edit = wrapped.change.edit
    function = _function_at(text, edit.line)
    own = text.offset_at(edit.line)
    has_message = _MESSAGE.search(wrapped.written) is not None
    if function is None or (has_message and not _is_about_call(text, wrapped)):
        return
    pending: list[Node] = [function]
    found: list[int] = []
    count = 0
    while pending and count < MAX_ERROR_PLACES * 20:
        node = pending.pop()
        count += 1
        if node.type == "try_expression" and node.start_byte > own + len(edit.new[0]):
            operand = node.named_children[0] if node.named_children else None
            called = text.joined[operand.start_byte : operand.end_byte] if operand is not None else ""
            if f".{wrapped.name}(" not in called:
                found.append(node.end_byte - 1)
        pending += reversed(node.named_children)
    for at in sorted(found):
        yield _candidate(text, wrapped, text.point_at(at), None, is_other=False)


def _function_at(text: SourceText, line: int) -> "Node | None":
    if text.tree is None:
        return None
    start = text.offset_at(line, len(text.raw[line]) - len(text.raw[line].lstrip()))
    node = text.tree.root.descendant_for_byte_range(start, start + 1)
    return enclosing_function(node) if node is not None else None


def _candidate(
    text: SourceText, wrapped: WrappedError, position: Point, edit: Replacement | None, *, is_other: bool
) -> Candidate:
    return Candidate(
        kind="edit" if edit is not None else "jump",
        uri=text.snapshot.uri,
        family="wrapped-error",
        pattern=f"{wrapped.name} gets a message",
        topic=wrapped.written,
        why="You gave an error a message; this one has none.",
        edits=(edit,) if edit is not None else (),
        position=None if edit is not None else position,
        probability=PROBABILITY.estimate(
            _Features(stale=wrapped.change.age, jump=edit is None, is_other_function=is_other)
        ),
    )
