"""Fixes for a missing bracket or colon."""

import re
from typing import Final

from understudy.nes.engine_api import Candidate, Diagnostic
from understudy.nes.symbolic.consequences import RuleContext
from understudy.nes.symbolic.diagnostics.messages import ParsedMessage
from understudy.nes.text import Point, Replacement, Span

__all__ = ["fix_bracket", "fix_colon"]

_BLOCK_HEADER: Final = re.compile(
    r"\s*(?:async\s+)?(?:if|elif|else|for|while|def|class|with|try|except|finally|match|case)\b"
)
_PROBABILITIES: Final = {"diagnostic-bracket": 0.75, "diagnostic-colon": 0.85}
_BRACKET_PAIRS: Final = {"(": ")", "[": "]", "{": "}"}


def fix_colon(context: RuleContext, diagnostic: Diagnostic, parsed: ParsedMessage) -> list[Candidate]:
    """Python: append the colon to a line that begins a block."""
    text = context.current_text
    line = diagnostic.span.start.line
    if (
        not text.language.has_colon_blocks
        or not 0 <= line < len(text.raw)
        or not text.code
        or parsed.hint not in ("", ":")
    ):
        return []
    code = text.code[line].rstrip()
    if not _BLOCK_HEADER.match(code) or code.endswith((":", "\\", ",")) or _open_brackets(code):
        return []
    return [
        _insertion_candidate(
            context, Point(line, len(code)), ":", "diagnostic-colon", "A block begins here and has no colon."
        )
    ]


def fix_bracket(context: RuleContext, diagnostic: Diagnostic, parsed: ParsedMessage) -> list[Candidate]:
    """Close the one bracket that the line leaves open, before a trailing `;` or `:`.

    If the line has no open bracket, the line above is tried: some tools report the line after the mistake.
    """
    text = context.current_text
    line = diagnostic.span.start.line
    if not 0 <= line < len(text.raw) or not text.code:
        return []
    for number in (line, line - 1):
        if number < 0:
            continue
        code = text.code[number].rstrip()
        opened = _open_brackets(code)
        if len(opened) != 1:
            continue
        symbol = _BRACKET_PAIRS[opened[0]]
        expected = _BRACKET_PAIRS.get(parsed.hint, parsed.hint)
        if (expected in ")]}" and expected and expected != symbol) or (symbol == "}" and code.endswith("{")):
            continue
        if code.endswith((*_BRACKET_PAIRS, ",")):
            return []  # the list continues below, and where it ends is unknown
        end = len(re.sub(r"[;:]?(?:\s*\{)?\Z", "", code, count=1))
        return [
            _insertion_candidate(
                context, Point(number, end), symbol, "diagnostic-bracket", f"The {opened[0]} is not closed."
            )
        ]
    return []


def _open_brackets(code: str) -> list[str]:
    """The brackets that are open at the end, without a final `{`; two `?` if brackets do not match."""
    opened: list[str] = []
    for char in code:
        if char in _BRACKET_PAIRS:
            opened.append(char)
        elif char in ")]}":
            if not opened or _BRACKET_PAIRS[opened[-1]] != char:
                return ["?", "?"]
            opened.pop()
    return opened if not (opened and opened[-1] == "{" and code.endswith("{")) else opened[:-1]


def _insertion_candidate(context: RuleContext, place: Point, symbol: str, family: str, why: str) -> Candidate:
    return Candidate(
        kind="edit",
        uri=context.current_text.snapshot.uri,
        family=family,
        pattern=f"missing {symbol}",
        why=why,
        edits=(Replacement(Span(place, place), symbol),),
        probability=_PROBABILITIES[family],
    )
