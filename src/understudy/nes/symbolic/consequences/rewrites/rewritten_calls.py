"""Calls of one function that the user replaced by another expression: the other calls of it follow.

Two examples show the template; its holes are whole arguments. A call that the template fits, but whose first
operand or place in an operation the examples do not show, is a jump. A repetition that makes anything else of such
a call is dropped, after one example as well.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import CallSite, find_calls
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALLING_TEXTS,
    MAX_REWRITE_CANDIDATES,
    MAX_REWRITE_EDITS,
    MAX_REWRITTEN_LINES,
    MIN_REWRITE_EXAMPLES,
)
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.symbolic.consequences.rewrites.call_template import (
    CallExample,
    CallTemplate,
    fill_template,
    kind_of,
    learn_templates,
    mask_strings,
    read_rewritten_call,
)
from understudy.nes.symbolic.consequences.rewrites.rewritten_places import RewritePattern, rewrite_candidate
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.syntax import find_closing_bracket, split_list_items
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["drop_other_rewrites", "propose_rewritten_calls"]

_DECLARED: Final = re.compile(r"(?:[\w>\])]\s+|\w\s*[*&]+\s*)\Z")
"""Before the name of a function that is declared, and before no call: a type."""
_EXPRESSION_WORD: Final = re.compile(
    r"(?<![\w$.])(?:return|await|yield|and|or|not|in|is|if|elif|else|unless|when|throw|raise|case|assert|defer|go|then"
    r"|do|puts|print)\s+\Z"
)
_OPERAND_BEFORE: Final = re.compile(r"(?:^|[(\[{,=:;]|=>|\b(?:return|in|await|yield))\s*\Z")
_OPERAND_BEHIND: Final = re.compile(r"\s*(?:[)\]},;:]|\Z)")


class _Rewrite(NamedTuple):
    """The examples of one function, the newest first, and the templates that they show."""

    callee: str
    examples: tuple[CallExample, ...]
    templates: tuple[CallTemplate, ...]
    pattern: RewritePattern


_Candidate = TypeVar("_Candidate", bound=LineCandidate)


def propose_rewritten_calls(context: RuleContext) -> list[Candidate]:
    """Propose what two calls of a function became for its other calls."""
    candidates: list[Candidate] = []
    for rewrite in context.once(_find_rewrites):
        if rewrite.pattern.agreeing < MIN_REWRITE_EXAMPLES:
            continue
        others = context.other_texts([f"{rewrite.callee}("], MAX_CALLING_TEXTS)
        for text in (context.current_text, *others):
            if context.is_past_deadline:
                break
            candidates += _candidates(context, text, rewrite)
    return candidates[:MAX_REWRITE_CANDIDATES]


def _find_rewrites(context: RuleContext) -> list[_Rewrite]:
    examples: dict[str, list[tuple[CallExample, int, int]]] = {}
    for age, edit in enumerate(reversed(context.situation.edits[-MAX_REWRITE_EDITS:])):
        if edit.origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL):
            break
        if len(edit.old) != len(edit.new) or len(edit.new) > MAX_REWRITTEN_LINES or edit.is_consequence:
            continue
        for old, new in zip(edit.old, edit.new, strict=True):
            example = read_rewritten_call(old, new) if "(" in old and old != new else None
            if example is not None and edit.origin is not EditOrigin.ACCEPTED:
                examples.setdefault(example.callee, []).append((example, age, edit.serial))
    found: list[_Rewrite] = []
    for callee, seen in examples.items():
        distinct = tuple({one.arguments: one for one, _, _ in reversed(seen)}.values())[::-1]
        known = [template for one in distinct for template in learn_templates(one)]
        support = {
            one: sum(fill_template(one, other.arguments) == other.new for other in distinct) for one in known
        }
        most = max(support.values(), default=0)
        best = {
            one.parts: one for one in reversed(known) if support[one] == most and _is_row_shown(one, distinct)
        }
        if best:
            pattern = RewritePattern(
                family="call-rewritten",
                pattern=f"{callee} is rewritten",
                topic=callee,
                why=f"You wrote another expression in place of calls of {callee}.",
                agreeing=most,
                age=seen[0][1],
                first_serial=min(serial for _, _, serial in seen),
            )
            found.append(_Rewrite(callee, distinct, tuple(best.values()), pattern))
    return found


def _is_row_shown(template: CallTemplate, examples: Sequence[CallExample]) -> bool:
    """Whether the template is no row, or an example has more than one separator of it."""
    return not template.is_row or any(len(one.arguments) > 2 for one in examples)


def _candidates(context: RuleContext, text: SourceText, rewrite: _Rewrite) -> Iterator[Candidate]:
    by_line: dict[int, list[tuple[CallSite, str | None]]] = {}
    covered = Point(-1, 0)
    for call in find_calls(text, rewrite.callee):
        if call.opening < covered or not _is_call(text, call, rewrite.callee):
            continue
        covered = call.closing
        made = _made_of(rewrite, tuple(one.text for one in call.arguments))
        if made is None:
            continue
        is_certain = call.opening.line == call.closing.line and _is_shown(text, call, rewrite, made)
        by_line.setdefault(call.opening.line, []).append((call, made.new if is_certain else None))
    for calls in by_line.values():
        edits = [
            Replacement(Span(_start(call, rewrite), _behind(call)), new)
            for call, new in calls
            if new is not None
        ]
        start = _start(calls[0][0], rewrite)
        yield rewrite_candidate(
            context, text, rewrite.pattern, start, edits if len(edits) == len(calls) else ()
        )


def _start(call: CallSite, rewrite: _Rewrite) -> Point:
    return Point(call.opening.line, call.opening.column - len(rewrite.callee))


def _behind(call: CallSite) -> Point:
    return Point(call.closing.line, call.closing.column + 1)


def _is_call(text: SourceText, call: CallSite, callee: str) -> bool:
    """Whether that name is called there: not a member of something else, and not declared."""
    before = text.code[call.opening.line][: call.opening.column]
    head = before.removesuffix(callee)
    if head == before or head.endswith((".", "->", "::")):
        return False
    return _EXPRESSION_WORD.search(head) is not None or _DECLARED.search(head) is None


class _Made(NamedTuple):
    template: CallTemplate
    arguments: tuple[str, ...]
    new: str


def _made_of(rewrite: _Rewrite, arguments: tuple[str, ...]) -> _Made | None:
    """What the templates make of a call; None if none fits or they do not agree."""
    made = [
        _Made(one, arguments, new)
        for one in rewrite.templates
        if (new := fill_template(one, arguments)) is not None
    ]
    return made[0] if len({one.new for one in made}) == 1 else None


def _is_shown(text: SourceText, call: CallSite, rewrite: _Rewrite, made: _Made) -> bool:
    """Whether the examples show that the new text fits this place.

    Beside other operators, an operation may mean something else. Its first operand, which says what the operators
    do, is the same as in the examples if they all have the same one, and of their kind if not.
    """
    if not made.template.is_operation:
        return True
    before = text.code[call.opening.line][: _start(call, rewrite).column]
    behind = text.code[call.closing.line][call.closing.column + 1 :]
    if not _OPERAND_BEFORE.search(before) or not _OPERAND_BEHIND.match(behind):
        return False
    first = made.arguments[0]
    shown = {one.arguments[0] for one in rewrite.examples}
    return first in shown or (len(shown) > 1 and kind_of(first) in set(map(kind_of, shown)))


def drop_other_rewrites(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Return the candidates without those that make something else of a call than the examples show."""
    for rewrite in context.once(_find_rewrites):
        candidates = [one for one in candidates if not _is_other_rewrite(one, rewrite)]
    return candidates


def _is_other_rewrite(candidate: LineCandidate, rewrite: _Rewrite) -> bool:
    if candidate.line_count != 1 or len(candidate.new) != 1:
        return False
    old, new, call = candidate.snapshot.lines[candidate.line], candidate.new[0], f"{rewrite.callee}("
    at = old.find(call)
    if at < 0 or old.count(call) > 1 or call in new or not new.startswith(old[:at]):
        return False
    code = mask_strings(old)
    opening = Point(0, at + len(call) - 1)
    end = find_closing_bracket([code], opening)
    if end is None or not new.endswith(old[end.column + 1 :]):
        return False
    arguments = tuple(one.text for one in split_list_items([code], [old], opening, end))
    made = _made_of(rewrite, arguments)
    return made is None or f"{old[:at]}{made.new}{old[end.column + 1 :]}" != new
