"""Cures for a missing bracket, colon or semicolon."""

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
    """Python: the line that begins a block gets its colon."""
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
    """The bracket that the line leaves open is closed at its end, before what ends the line."""
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
        sign = _BRACKET_PAIRS[opened[0]]
        wanted = _BRACKET_PAIRS.get(parsed.hint, parsed.hint)
        if (wanted in ")]}" and wanted and wanted != sign) or (sign == "}" and code.endswith("{")):
            continue
        if code.endswith((*_BRACKET_PAIRS, ",")):
            return []  # the list goes on below: where it ends, nobody can say from here
        end = len(re.sub(r"[;:]?(?:\s*\{)?\Z", "", code, count=1))
        return [
            _insertion_candidate(
                context, Point(number, end), sign, "diagnostic-bracket", f"The {opened[0]} is not closed."
            )
        ]
    return []


def _open_brackets(code: str) -> list[str]:
    opened: list[str] = []
    for sign in code:
        if sign in _BRACKET_PAIRS:
            opened.append(sign)
        elif sign in ")]}":
            if not opened or _BRACKET_PAIRS[opened[-1]] != sign:
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
