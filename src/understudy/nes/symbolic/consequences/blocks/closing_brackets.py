"""A line that begins a block opens other brackets than before: the line that closes the block follows.

`test("x", async t => {` → `const check = async t => {` changes `});` to `};`, and `return {` → `return freeze({`
changes `}` to `})`. In JavaScript and TypeScript a function that becomes a value gets the semicolon of a statement.
Only lines after the edit whose brackets close exactly what the old line opened; not a repetition of any edit.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_BLOCK_OPENING_LINES,
    MAX_CLOSING_DISTANCE_LINES,
    MAX_STYLE_LINES,
)
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
)
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_closing_brackets"]

PROBABILITY: Final = RuleProbability(0.85, StaleFeatures(stale=STALE_SHIFT))
_PARTNERS: Final = {"(": ")", "[": "]", "{": "}"}
_BRACKET: Final = re.compile(r"[()\[\]{}]")
_STRING_OR_COMMENT: Final = re.compile(
    r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|//.*|(?<!\S)#\s.*"
)
_FUNCTION_STATEMENT: Final = re.compile(r"\s*(?:export\s+(?:default\s+)?)?(?:async\s+)?function\b")
_VALUE_STATEMENT: Final = re.compile(r"\s*(?:export\s+)?(?:const|let|var)\s|\s*[\w$.]+\s*=[^=>]|\s*return\b")

_LET_STATEMENT: Final = re.compile(r"\s*let\s")


class _Closing(NamedTuple):
    """Where the brackets that a line opened are closed, next to each other in one line."""

    line: int
    start: int
    end: int


def propose_closing_brackets(context: RuleContext) -> list[Candidate]:
    """Propose to close what the newest edits opened instead of what was open there before."""
    text = context.current_text
    for change in context.without_dormant(context.cause_changes):
        edit = change.edit
        if edit.uri != text.snapshot.uri or not 0 < len(edit.new) <= MAX_BLOCK_OPENING_LINES:
            continue
        if not 0 < len(edit.old) <= MAX_BLOCK_OPENING_LINES or not _may_open_block(change):
            continue
        if not change.is_current(text):
            continue
        replacement = _closing_replacement(text, change)
        if replacement is not None:
            return [
                Candidate(
                    kind="edit",
                    uri=text.snapshot.uri,
                    family="closing-bracket",
                    pattern=f"closes {edit.new[-1].strip()[:40]}",
                    why="The line that begins this block opens other brackets now.",
                    edits=(replacement,),
                    probability=PROBABILITY.estimate(StaleFeatures(change.age)),
                )
            ]
    return []


def _may_open_block(change: Change) -> bool:
    """Rule out most edits before the code of the text is looked at."""
    return _has_opening_line(change.edit.old) and _has_opening_line(change.edit.new)


def _has_opening_line(lines: Sequence[str]) -> bool:
    """Whether a block begins in one of the lines: the user may have rewritten its first lines below that one."""
    return any(line.rstrip()[-1:] in _PARTNERS for line in lines)


def _closing_replacement(text: SourceText, change: Change) -> Replacement | None:
    edit = change.edit
    opened_now = _open_brackets(text.code[edit.line : edit.line + len(edit.new)])
    opened_before = _open_brackets(_without_strings(edit.old))
    if not opened_before or not opened_now:
        return None
    is_last_line = _has_opening_line(edit.old[-1:]) and _has_opening_line(edit.new[-1:])
    if not is_last_line and len(opened_before) != len(opened_now):
        return None  # where more changed than the kind of the brackets, so has what closes them
    end_change = _statement_end_change(text, change)
    if opened_before == opened_now and end_change != "add":
        return None  # a semicolon too many does no harm, and is often left
    if not _is_missing(text, opened_before, opened_now):
        return None
    closing = _find_closing(text, edit.line + len(edit.new), opened_before)
    if closing is None:
        return None
    brackets = "".join(_PARTNERS[one] for one in reversed(opened_now))
    end = closing.end
    rest = text.code[closing.line][end:].strip()
    if rest.startswith("=>") and not brackets.endswith(")"):
        return None  # what is closed were the parameters of a function
    if end_change == "add" and not rest:
        brackets += ";"
    elif end_change == "remove" and rest == ";":
        end = text.code[closing.line].index(";", end) + 1
    if text.raw[closing.line][closing.start : end] == brackets:
        return None
    return Replacement(Span(Point(closing.line, closing.start), Point(closing.line, end)), brackets)


def _without_strings(lines: Sequence[str]) -> list[str]:
    return [_STRING_OR_COMMENT.sub("", line) for line in lines]


def _open_brackets(code: Sequence[str]) -> str | None:
    """Return the brackets that the lines open and do not close; None if they close others or do not match."""
    opened: list[str] = []
    for bracket in _BRACKET.findall("\n".join(code)):
        if bracket in _PARTNERS:
            opened.append(bracket)
        elif not opened or _PARTNERS[opened.pop()] != bracket:
            return None
    return "".join(opened)


def _is_missing(text: SourceText, before: str, now: str) -> bool:
    """Whether the text has too many brackets by exactly those that the line opens more: it is not closed yet."""
    code = text.code_text
    return all(
        code.count(opening) - code.count(closing) == now.count(opening) - before.count(opening)
        for opening, closing in _PARTNERS.items()
    )


def _find_closing(text: SourceText, first: int, opened: str) -> _Closing | None:
    """Find where the brackets are closed that were open at the end of the line above `first`."""
    open_brackets = list(opened)
    depth = len(opened)
    start: Point | None = None
    last = min(len(text.code), first + MAX_CLOSING_DISTANCE_LINES)
    for line in range(first, last):
        code = text.code[line]
        for match in _BRACKET.finditer(code):
            bracket = match[0]
            if bracket in _PARTNERS:
                open_brackets.append(bracket)
                continue
            if _PARTNERS[open_brackets.pop()] != bracket:
                return None
            if len(open_brackets) >= depth:
                continue
            if start is None:
                start = Point(line, match.start())
            elif line != start.line or match.start() - start.column != depth - len(open_brackets) - 1:
                return None  # they are apart (`}, 100);`), or something else is opened between them
            if not open_brackets:
                return _Closing(line, start.column, match.end())
    return None


def _statement_end_change(text: SourceText, change: Change) -> str:
    """Return whether a block became a value (`add` a semicolon) or the line is a function now (`remove` it)."""
    if text.language.family == "rust":
        is_value = _LET_STATEMENT.match(change.edit.new[-1]) and not _LET_STATEMENT.match(change.edit.old[-1])
        return "add" if is_value else ""
    if text.language.family != "script":
        return ""
    old, new = change.edit.old[0], change.edit.new[0]
    if _FUNCTION_STATEMENT.match(old) and _VALUE_STATEMENT.match(new) and _uses_semicolons(text):
        return "add"
    return "remove" if _FUNCTION_STATEMENT.match(new) else ""


def _uses_semicolons(text: SourceText) -> bool:
    lines = [line.rstrip() for line in text.raw[:MAX_STYLE_LINES]]
    ended = sum(line.endswith(";") for line in lines)
    return ended > sum(line.endswith((")", "'", '"', "]")) for line in lines)
