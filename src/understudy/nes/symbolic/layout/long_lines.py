"""Wraps a changed line that became longer than the line limit of its text, as the formatters of its language do.

Only where the formatters agree and the result is certain: one pair of brackets is broken. Everything else stays on
one line.
"""

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.layout.line_limit import LIMITS, LineLimit, find_line_limit, mask_strings
from understudy.nes.text import TextSnapshot, minimal_replacement

__all__ = ["LineWrapper", "wrapped_lines"]

_SCRIPTS: Final = frozenset({"javascript", "javascriptreact", "typescript", "typescriptreact"})
_LANGUAGES: Final = _SCRIPTS | {"python", "rust"}
_PYTHON_HEADER: Final = re.compile(r"\s*(?:async\s+)?(?:def|class)\b")
_PYTHON_FUNCTION: Final = re.compile(r"\s*(?:async\s+)?def\b")
_RUST_HEADER: Final = re.compile(r"\s*(?:pub(?:\([\w:]+\))?\s+)?(?:const\s+)?(?:async\s+)?(?:unsafe\s+)?fn\b")
_STATEMENT: Final = re.compile(r"\b(?:assert|del|for|raise|return|with|yield)\b|(?<![=!<>])=(?!=)")
"""What may have several elements beside each other; else a formatter gives each a line of its own."""
_OPERATORS: Final = (
    re.compile(r"\S\s+(?:if|else)\s"),
    re.compile(r"\s(?:and|or)\s"),
    re.compile(r"\s(?:in|not in|is|==|!=|<=?|>=?)\s"),
    re.compile(r"\s[|^&]\s"),
    re.compile(r"\s[-+]\s"),
    re.compile(r"\s(?:\*|//?|%)\s"),
)
"""Python's operators, those that bind the least first: a line with two of these is broken at the operators."""
_SCRIPT_LOGIC: Final = re.compile(r"=>|\bfunction\b|[{}]|&&|\|\||\?|\s[-+*/%<>]\s|===?|!==?")
_ANGLES: Final = re.compile(r"->|=>|<(?=[\w&'(\[])|>")
"""Angle brackets of types, which have a word or a bracket after them, and arrows, which have none."""
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}


class LineWrapper:
    """Wraps the lines that candidates make too long. Derives the limit of a text once."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._limits: dict[str, LineLimit | None] = {}

    def wrap(self, candidate: Candidate) -> Candidate:
        """Wrap the one line that the candidate changes, if it becomes longer than the limit of its text."""
        if len(candidate.edits) != 1:
            return candidate
        (start, end), text = candidate.edits[0]
        if start.line != end.line or "\n" in text or end.column - start.column >= len(text):
            return candidate
        snapshot = self._situation.snapshot_at(candidate.uri)
        if snapshot is None or snapshot.language not in _LANGUAGES or start.line >= len(snapshot.lines):
            return candidate
        old = snapshot.lines[start.line]
        new = old[: start.column] + text + old[end.column :]
        if len(new) <= min(LIMITS):
            return candidate
        limit = self._limit(snapshot)
        if limit is None or len(new) <= limit.length or len(old) > limit.length:
            return candidate
        wrapped = wrapped_lines(new, snapshot.language, limit)
        if wrapped is None:
            return candidate
        return replace(candidate, edits=(minimal_replacement(start.line, (old,), wrapped),))

    def _limit(self, snapshot: TextSnapshot) -> LineLimit | None:
        if snapshot.uri not in self._limits:
            self._limits[snapshot.uri] = find_line_limit(
                snapshot.lines, is_comma_kept=snapshot.language != "rust"
            )
        return self._limits[snapshot.uri]


def wrapped_lines(line: str, language: str, limit: LineLimit) -> tuple[str, ...] | None:
    """The lines that a formatter makes of a line that is too long; None if that is not certain."""
    code = mask_strings(line)
    bracket = _bracket_to_break(code, language)
    if bracket is None:
        return None
    opening, closing = bracket
    indent = line[: len(line) - len(line.lstrip())]
    inner = indent + ("\t" if indent.startswith("\t") else "  " if language in _SCRIPTS else "    ")
    head, body, tail = line[: opening + 1], line[opening + 1 : closing], indent + line[closing:]
    if not body.strip() or len(head) > limit.length or len(tail) > limit.length:
        return None
    inside = code[opening + 1 : closing]
    elements = _split_elements(body, inside if language == "python" else _ANGLES.sub(_as_brackets, inside))
    if language == "python" and len(inner + body) <= limit.length:
        comma = "," if len(elements) == 1 and _PYTHON_FUNCTION.match(code) else ""
        return head, inner + body + comma, tail
    if len(elements) < 2 or any(len(inner + one) >= limit.length for one in elements):
        return None
    has_comma = language not in _SCRIPTS or limit.has_trailing_commas
    listed = [f"{inner}{one}," for one in elements]
    if not has_comma:
        listed[-1] = listed[-1].removesuffix(",")
    return head, *listed, tail


def _bracket_to_break(code: str, language: str) -> tuple[int, int] | None:
    """The brackets that are broken first: the parameters of a definition, else the last pair of a statement."""
    pairs = _bracket_pairs(code.rstrip().removesuffix("{"))
    if not pairs:
        return None
    outer = [pair for pair in pairs if not any(a < pair[0] and pair[1] < b for a, b in pairs)]
    match language:
        case "python":
            if _PYTHON_HEADER.match(code):
                return outer[0]
            opening, closing = outer[-1]
            rest = "".join(code[a:b] for a, b in _outside(outer, len(code)))
            loosest = next((one for one in _OPERATORS if one.search(rest)), _OPERATORS[0])
            is_simple = len(loosest.findall(rest)) <= 1 and ")(" not in rest
            is_one = "," not in rest.rstrip(" ,:") or _STATEMENT.search(rest) is not None
            is_last = code[closing + 1 :].strip() in ("", ":", ",")
            is_chain = sum(code[a - 1 : a].isidentifier() for a, _ in outer) > 1 and ")." in rest
            return (opening, closing) if is_simple and is_one and is_last and not is_chain else None
        case "rust":
            return outer[0] if _RUST_HEADER.match(code) and code.rstrip().endswith("{") else None
        case _:
            opening, closing = outer[-1]
            is_last = code[closing + 1 :].strip() in ("", ";", ",")
            is_call = code[opening - 1].isalnum() or code[opening - 1] in "_$"
            inside = code[opening + 1 : closing]
            return (opening, closing) if is_last and is_call and not _SCRIPT_LOGIC.search(inside) else None


def _bracket_pairs(code: str) -> list[tuple[int, int]]:
    """The brackets of the line, by their opening; none if they are not balanced."""
    stack: list[int] = []
    found: list[tuple[int, int]] = []
    for at, char in enumerate(code):
        if char in "([{":
            stack.append(at)
        elif char in _PAIRS:
            if not stack or code[stack[-1]] != _PAIRS[char]:
                return []
            found.append((stack.pop(), at))
    return sorted(found) if not stack else []


def _outside(pairs: Sequence[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    """What is outside of all brackets, with the brackets."""
    starts = [0, *(closing for _, closing in pairs)]
    ends = [*(opening + 1 for opening, _ in pairs), length]
    return [*zip(starts, ends, strict=True)]


def _as_brackets(match: re.Match[str]) -> str:
    return {"<": "(", ">": ")"}.get(match[0], match[0])


def _split_elements(body: str, code: str) -> list[str]:
    depth = start = 0
    found: list[str] = []
    for at, char in enumerate(code):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and not depth:
            found.append(body[start:at].strip())
            start = at + 1
    last = body[start:].strip()
    return [*found, last] if last else found
