"""Cures for a missing bracket, colon or semicolon."""

import re
from typing import Final

from understudy.nes.port import Candidate, Diagnostic
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.work import Work
from understudy.nes.symbolic.diagnosing.messages import Fault
from understudy.nes.values import Point, Replacement, Span

__all__ = ["bracket", "colon"]

_BLOCK: Final = re.compile(
    r"\s*(?:async\s+)?(?:if|elif|else|for|while|def|class|with|try|except|finally|match|case)\b"
)
_PAIRS: Final = {"(": ")", "[": "]", "{": "}"}


def colon(work: Work, diagnostic: Diagnostic, fault: Fault) -> list[Candidate]:
    """Python: the line that begins a block gets its colon."""
    text = work.here
    line = diagnostic.span.start.line
    if text.kind != "python" or not 0 <= line < len(text.raw) or not text.code or fault.hint not in ("", ":"):
        return []
    code = text.code[line].rstrip()
    if not _BLOCK.match(code) or code.endswith((":", "\\", ",")) or _open_signs(code):
        return []
    return [
        _put(work, Point(line, len(code)), ":", "diagnostic-colon", "A block begins here and has no colon.")
    ]


def bracket(work: Work, diagnostic: Diagnostic, fault: Fault) -> list[Candidate]:
    """The bracket that the line leaves open is closed at its end, before what ends the line."""
    text = work.here
    line = diagnostic.span.start.line
    if not 0 <= line < len(text.raw) or not text.code:
        return []
    for number in (line, line - 1):
        if number < 0:
            continue
        code = text.code[number].rstrip()
        opened = _open_signs(code)
        if len(opened) != 1:
            continue
        sign = _PAIRS[opened[0]]
        wanted = _PAIRS.get(fault.hint, fault.hint)
        if (wanted in ")]}" and wanted and wanted != sign) or (sign == "}" and code.endswith("{")):
            continue
        if code.endswith((*_PAIRS, ",")):
            return []  # the list goes on below: where it ends, nobody can say from here
        end = len(re.sub(r"[;:]?(?:\s*\{)?\Z", "", code, count=1))
        return [_put(work, Point(number, end), sign, "diagnostic-bracket", f"The {opened[0]} is not closed.")]
    return []


def _open_signs(code: str) -> list[str]:
    opened: list[str] = []
    for sign in code:
        if sign in _PAIRS:
            opened.append(sign)
        elif sign in ")]}":
            if not opened or _PAIRS[opened[-1]] != sign:
                return ["?", "?"]
            opened.pop()
    return opened if not (opened and opened[-1] == "{" and code.endswith("{")) else opened[:-1]


def _put(work: Work, place: Point, sign: str, family: str, why: str) -> Candidate:
    return Candidate(
        kind="edit",
        uri=work.here.page.uri,
        family=family,
        lesson=f"missing {sign}",
        why=why,
        edits=(Replacement(Span(place, place), sign),),
        chance=chance(family),
    )
