"""Messages that the user passed to a logger with placeholders, in place of a print: the other prints follow.

`System.out.println("stored " + n + " points")` becomes `LOG.info("stored {} points", n)` where two examples show
the call and the placeholder. A repetition that makes anything else of such a call is dropped, after one example as
well.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import CallSite, find_calls
from understudy.nes.symbolic.consequences.limits import (
    MAX_REWRITE_CANDIDATES,
    MAX_REWRITE_EDITS,
    MIN_REWRITE_EXAMPLES,
)
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.symbolic.consequences.rewrites.call_template import mask_strings, read_rewritten_call
from understudy.nes.symbolic.consequences.rewrites.composed_message import read_message
from understudy.nes.symbolic.consequences.rewrites.rewritten_places import RewritePattern, rewrite_candidate
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.syntax import find_closing_bracket, split_list_items
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["drop_other_messages", "propose_logged_messages"]

_CALL: Final = re.compile(r"([A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*!?)\(")
_PLACEHOLDERS: Final = ("{}", "%s", "%v", "%d")


class _Logger(NamedTuple):
    """What a message is passed to."""

    callee: str
    before: tuple[str, ...]
    """The arguments before the message."""
    quote: str


class _Rewrite(NamedTuple):
    callee: str
    """What took the messages before."""
    logger: _Logger
    placeholder: str
    """Empty if no message had a value."""
    family: str
    pattern: RewritePattern

    def written(self, argument: str) -> str | None:
        """Return the call for a message; None if it is none, or would mean something else."""
        message = read_message(argument, self.family)
        if message is None or (message.values and not self.placeholder):
            return None
        is_sign = re.compile(rf"(?<!\\){self.logger.quote}")
        if any(map(is_sign.search, message.pieces)):
            return None
        if message.values and any(self.placeholder[0] in one for one in message.pieces):
            return None
        text = f"{self.logger.quote}{self.placeholder.join(message.pieces)}{self.logger.quote}"
        return f"{self.logger.callee}({', '.join((*self.logger.before, text, *message.values))})"


_Candidate = TypeVar("_Candidate", bound=LineCandidate)


def propose_logged_messages(context: RuleContext) -> list[Candidate]:
    """Propose the calls of a logger for the messages that are still printed."""
    rewrite = context.once(_find_rewrite)
    if rewrite is None or rewrite.pattern.agreeing < MIN_REWRITE_EXAMPLES:
        return []
    candidates: list[Candidate] = []
    for call, new in _calls(context.current_text, rewrite):
        span = Span(
            Point(call.opening.line, call.opening.column - len(rewrite.callee)),
            Point(call.closing.line, call.closing.column + 1),
        )
        edit = Replacement(span, new)
        candidates.append(
            rewrite_candidate(context, context.current_text, rewrite.pattern, span.start, [edit])
        )
    return candidates[:MAX_REWRITE_CANDIDATES]


def _calls(text: SourceText, rewrite: _Rewrite) -> Iterator[tuple[CallSite, str]]:
    for call in find_calls(text, rewrite.callee):
        before = text.code[call.opening.line][: call.opening.column].removesuffix(rewrite.callee)
        if len(call.arguments) != 1 or call.opening.line != call.closing.line or before.endswith((".", "->")):
            continue
        new = rewrite.written(call.arguments[0].text)
        if new is not None:
            yield call, new


def _find_rewrite(context: RuleContext) -> _Rewrite | None:
    """The newest way in which messages were passed to a logger."""
    family = context.current_text.language.family
    found: list[tuple[str, _Logger, str, str, int, int]] = []
    for age, edit in enumerate(reversed(context.situation.edits[-MAX_REWRITE_EDITS:])):
        if edit.origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL):
            break
        if not len(edit.old) == len(edit.new) == 1 or edit.is_consequence:
            continue
        if edit.origin is EditOrigin.ACCEPTED or "(" not in edit.old[0]:
            continue
        example = read_rewritten_call(edit.old[0], edit.new[0])
        if example is None or len(example.arguments) != 1:
            continue
        seen = _read_logger(example.arguments[0], example.new, family)
        if seen is not None:
            found.append((example.callee, seen[0], seen[1], example.arguments[0], age, edit.serial))
    if not found:
        return None
    callee, logger = found[0][:2]
    same = [one for one in found if one[:2] == (callee, logger)]
    placeholders = {one[2] for one in same if one[2]}
    if len(placeholders) != 1:
        return None
    pattern = RewritePattern(
        family="call-rewritten",
        pattern=f"{callee} → {logger.callee}",
        topic=callee,
        why=f"You passed messages to {logger.callee} in place of {callee}.",
        agreeing=len({one[3] for one in same}),
        age=same[0][4],
        first_serial=min(one[5] for one in same),
    )
    return _Rewrite(callee, logger, placeholders.pop(), family, pattern)


def _read_logger(argument: str, new: str, family: str) -> tuple[_Logger, str] | None:
    """Return the logger that gets a message now, and its placeholder; None for another expression."""
    message = read_message(argument, family)
    match = _CALL.match(new)
    if message is None or match is None:
        return None
    code, opening = mask_strings(new), Point(0, match.end() - 1)
    end = find_closing_bracket([code], opening)
    if end is None or new[end.column + 1 :].strip():
        return None
    arguments = [one.text for one in split_list_items([code], [new], opening, end)]
    at = next((at for at, one in enumerate(arguments) if one[0] in "\"'"), None)
    if at is None or tuple(arguments[at + 1 :]) != message.values:
        return None
    text = arguments[at]
    logger = _Logger(match[1], tuple(arguments[:at]), text[0])
    if not message.values:
        return (logger, "") if text[1:-1] == message.pieces[0] else None
    placeholder = next((one for one in _PLACEHOLDERS if one.join(message.pieces) == text[1:-1]), None)
    return (logger, placeholder) if placeholder is not None else None


def drop_other_messages(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Return the candidates without those that pass a message to the logger in another way."""
    rewrite = context.once(_find_rewrite)
    if rewrite is None:
        return candidates
    return [one for one in candidates if not _is_other_message(context, one, rewrite)]


def _is_other_message(context: RuleContext, candidate: LineCandidate, rewrite: _Rewrite) -> bool:
    if candidate.line_count != 1 or len(candidate.new) != 1:
        return False
    old, new = candidate.snapshot.lines[candidate.line], candidate.new[0]
    if f"{rewrite.callee}(" not in old or f"{rewrite.logger.callee}(" not in new:
        return False
    text = context.source_text(candidate.snapshot)
    for call, written in _calls(text, rewrite):
        if call.opening.line == candidate.line:
            start = call.opening.column - len(rewrite.callee)
            return new != old[:start] + written + old[call.closing.column + 1 :]
    return False
