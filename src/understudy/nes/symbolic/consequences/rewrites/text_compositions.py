"""Texts put together from pieces, and the interpolated string that says the same.

`"No " + n + "?"` is `No ${n}?` in a template of JavaScript, and `"%s: %d" % (name, n)` in Python is
`f"{name}: {n}"`. The conversion follows from the language, so it serves any number of pieces. What it cannot say
exactly is left out.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.syntax import find_closing_bracket, split_list_items
from understudy.nes.text import Point

__all__ = ["COMPOSITION_LANGUAGES", "Composition", "convert_compositions", "find_compositions"]

COMPOSITION_LANGUAGES: Final = frozenset({"python", "script", "ruby"})
"""Families of languages with interpolated strings that are converted."""
_STRING: Final = r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
_NESTED: Final = r"\((?:[^()\"']|" + _STRING + r"|\((?:[^()\"']|" + _STRING + r")*\))*\)|\[[^\[\]]*\]"
_PRIMARY: Final = rf"[A-Za-z_$][\w$]*(?:\??\.[\w$]+|{_NESTED})*|\((?:[^()\"']|{_STRING}|\([^()\"']*\))*\)"
_OPERAND: Final = re.compile(rf"(?:{_STRING}|{_PRIMARY}|\d[\w.]*)")
_CONCATENATION: Final = re.compile(
    rf"(?<![\w$.)\]\"'])(?:{_OPERAND.pattern})(?:\s*\+\s*(?:{_OPERAND.pattern}))+"
    r"(?![\w$]|\s*(?:[-+*/%.\[(`]|\?\.|\+\Z))"
)
_BINDS_CLOSER: Final = re.compile(r"[-+*/%!~.]\s*\Z|\b(?:await|new|typeof|void|delete|yield|not|async)\s+\Z")
"""What stands before an expression and takes its first operand."""
_NO_OPERANDS: Final = frozenset(
    {
        "await",
        "new",
        "typeof",
        "void",
        "delete",
        "function",
        "async",
        "lambda",
        "not",
        "yield",
        "if",
        "else",
        "in",
    }
)
_PERCENT: Final = re.compile(rf"(?<![\w$.)\]\"'])({_STRING})\s*%\s*({_PRIMARY})(?!\s*[.\[(*/%+])")
_FORMAT: Final = re.compile(rf"(?<![\w$.)\]\"'])({_STRING})\.format({_NESTED})(?!\s*[.\[])")
_SPECIFIER: Final = re.compile(r"%(%|[-+0 #]*\d*(?:\.\d+)?[a-zA-Z])")
_FIELD: Final = re.compile(r"\{\{|\}\}|\{(\d*)((?:![rsa])?(?::[^{}]*)?)\}")
_TO_TEXT: Final = re.compile(r"str\((.*)\)\Z", re.S)
_ENCLOSED: Final = re.compile(r"\(((?:[^()]|\([^()]*\))*)\)\Z", re.S)


class Composition(NamedTuple):
    start: int
    end: int
    new: str
    """The interpolated string."""


@lru_cache(maxsize=1024)
def find_compositions(line: str, family: str) -> tuple[Composition, ...]:
    """Return the compositions of a line that can be interpolated strings of the language family."""
    if '"' not in line and "'" not in line:
        return ()
    found: list[Composition] = []
    for start, end, new in sorted(_conversions(line, family)):
        if not found or start >= found[-1].end:
            found.append(Composition(start, end, new))
    return tuple(found)


def convert_compositions(line: str, family: str) -> str | None:
    """Return the line with all of its compositions converted; None if it has none."""
    compositions = find_compositions(line, family)
    for one in reversed(compositions):
        line = line[: one.start] + one.new + line[one.end :]
    return line if compositions else None


def _conversions(line: str, family: str) -> Iterator[tuple[int, int, str]]:
    if "+" in line:
        for match in _CONCATENATION.finditer(line):
            is_taken = _BINDS_CLOSER.search(line, 0, match.start()) is not None
            new = _from_concatenation(match[0], family) if not is_taken else None
            if new is not None:
                yield match.start(), match.end(), new
    if family != "python":
        return
    for match in _PERCENT.finditer(line) if "%" in line else ():
        new = _from_percent(match[1], match[2])
        if new is not None:
            yield match.start(), match.end(), new
    for match in _FORMAT.finditer(line) if ".format(" in line else ():
        new = _from_format(match[1], match[2])
        if new is not None:
            yield match.start(), match.end(), new


def _from_concatenation(written: str, family: str) -> str | None:
    operands = _OPERAND.findall(written)
    strings = [one for one in operands if one[0] in "\"'"]
    if not strings or len(strings) == len(operands) or not _NO_OPERANDS.isdisjoint(operands):
        return None
    if operands[0] not in strings and operands[1] not in strings:
        return None  # two numbers before the first text are added
    quotes = {one[0] for one in strings}
    if family == "python" and len(quotes) > 1:
        return None
    pieces: list[str] = []
    for one in operands:
        piece = _literal(one, family) if one in strings else _interpolated(one, family, strings[0][0])
        if piece is None:
            return None
        pieces.append(piece)
    return _quoted("".join(pieces), family, strings[0][0])


def _quoted(content: str, family: str, quote: str) -> str:
    if family == "script":
        return f"`{content}`"
    return f"f{quote}{content}{quote}" if family == "python" else f'"{content}"'


def _literal(string: str, family: str) -> str | None:
    """The content of a string as a part of an interpolated one; None if it would mean something else."""
    quote, content = string[0], string[1:-1]
    if family == "script":
        content = content.replace(f"\\{quote}", quote)
        return content if "`" not in content and "${" not in content else None
    if family == "python":
        return content.replace("{", "{{").replace("}", "}}")
    return content if quote == '"' and "#{" not in content else None


def _interpolated(operand: str, family: str, quote: str) -> str | None:
    enclosed = _ENCLOSED.match(operand)
    inner = enclosed[1] if enclosed is not None else operand
    if family == "script":
        return f"${{{inner}}}" if "`" not in inner else None
    if family == "ruby":
        return f"#{{{inner.removesuffix('.to_s')}}}" if '"' not in inner else None
    text = _TO_TEXT.match(inner)
    inner = text[1] if text is not None and _is_one_call(inner) else inner
    is_allowed = quote not in inner and "\\" not in inner and not inner.startswith("{")
    return f"{{{inner}}}" if is_allowed else None


def _is_one_call(expression: str) -> bool:
    opening = Point(0, expression.index("("))
    return find_closing_bracket([expression], opening) == Point(0, len(expression) - 1)


def _arguments(written: str) -> list[str]:
    """The elements between the brackets of a list in which strings have no commas."""
    code = re.sub(_STRING, lambda found: '"' * len(found[0]), written)
    items = split_list_items([code], [written], Point(0, 0), Point(0, len(written) - 1))
    return [one.text for one in items]


def _from_percent(string: str, written: str) -> str | None:
    values = _arguments(written) if written.startswith("(") else [written]
    quote, content = string[0], string[1:-1].replace("{", "{{").replace("}", "}}")
    pieces: list[str] = []
    end = 0
    for match in _SPECIFIER.finditer(content):
        pieces.append(content[end : match.start()])
        end = match.end()
        if match[1] == "%":
            pieces.append("%")
            continue
        piece = _interpolated(values.pop(0), "python", quote) if values else None
        specifier = _python_specifier(match[1])
        if piece is None or specifier is None:
            return None
        pieces.append(f"{piece[:-1]}{specifier}}}")
    if values or "%" in content[end:] or len(pieces) < 2:
        return None
    return _quoted("".join([*pieces, content[end:]]), "python", quote)


def _python_specifier(specifier: str) -> str | None:
    flags, kind = specifier[:-1], specifier[-1]
    if kind in "dsi" and not flags:
        return ""
    if kind == "r" and not flags:
        return "!r"
    return f":{flags}{kind}" if kind in "dfxXeg" and re.fullmatch(r"0?\d*(?:\.\d+)?", flags) else None


def _from_format(string: str, written: str) -> str | None:
    values = _arguments(written)
    if any(re.match(r"\*|\w+\s*=(?!=)", one) for one in values):
        return None
    quote, content = string[0], string[1:-1]
    pieces: list[str] = []
    used: set[int] = set()
    end = 0
    for match in _FIELD.finditer(content):
        pieces.append(content[end : match.start()])
        end = match.end()
        if match[1] is None:
            pieces.append(match[0])
            continue
        at = int(match[1]) if match[1] else len(used)
        piece = _interpolated(values[at], "python", quote) if at < len(values) else None
        if piece is None:
            return None
        used.add(at)
        pieces.append(f"{piece[:-1]}{match[2]}}}")
    rest = content[end:]
    if len(used) != len(values) or not used or "{" in rest or "}" in rest or "{" in "".join(pieces[::2]):
        return None
    return _quoted("".join([*pieces, rest]), "python", quote)
