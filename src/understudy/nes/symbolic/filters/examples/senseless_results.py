"""Results that nobody writes, whatever was changed elsewhere.

A variable that is set to itself, `A | A`, a line like the one beside it, `return ;(a)`, a function whose first
statement calls the function with its own parameters, a literal with the same key or string twice, the body of a
statement of Python without its header, two names that are called in place of one, and a value that is no longer
aligned with those of its neighbours.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import MAX_ENCLOSING_LINES, MAX_PATTERN_LINE_CHARS, MIN_RESULT_WORDS
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import indentation, is_word, tokenize
from understudy.nes.syntax import language_of

__all__ = ["drop_senseless_results"]

_SET_TO_ITSELF: Final = re.compile(r"\s*(?:(?:let|const|var|mut|auto|final)\s+)*([\w.$#]+) = (\S+?);?\s*\Z")
_ALTERNATIVES: Final = re.compile(
    r"(?<![\w.$|&>)\]])[\w.$]+(?:(?:\s*\|\s*[\w.$]+)+|(?:\s*\|\|\s*[\w.$]+)+|(?:\s*&&\s*[\w.$]+)+)(?![\w.$(\[])(?!\s*(?:[<>=!+*/%-]|(?:in|is|not)\b))"
)
_MISPLACED_SEMICOLON: Final = re.compile(r"(?:\S\s+|[=(,!&|?:+*\[]);[(\[`]")
"""A semicolon before a bracket, as where lines begin with it, behind the beginning of a statement."""
_HEADER: Final = re.compile(
    r"(?P<before>.*?)(?<![\w.$])(?P<name>[\w$#]+)\s*(?:<[^()]*>)?\((?P<parameters>[^()]*)\)[^()]*[{:]\s*\Z"
)
_CONTROL: Final = frozenset(
    {"if", "for", "while", "switch", "match", "catch", "with", "elif", "foreach", "until"}
)
_CALL: Final = (
    r"\A\s*(?:return\s+|await\s+)*(?:(?P<owner>[\w$]+)(?:\.|->|::))?{}\((?P<arguments>[^()]*)\);?\s*\Z"
)
_STATEMENT: Final = re.compile(r"\s*(?:return\s+|await\s+)*(?:[\w$]+(?:\.|->|::))?[\w$#]+\([^()]*\);?\s*\Z")
_WORD: Final = re.compile(r"[\w$]+")
_KEY: Final = re.compile(r"\s*(?:- )?([\"']?[A-Za-z_$][\w$.-]*[\"']?)\s*:(?![:=])\s*\S")
_ARGUMENT: Final = re.compile(r"\s*([A-Za-z_]\w*)=(?!=).*,\s*\Z")
_STRING_LIST: Final = re.compile(r"\[\s*((?:\"[^\"]*\"|'[^']*')(?:\s*,\s*(?:\"[^\"]*\"|'[^']*'))+)\s*,?\s*\]")
_STRING: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
_CALLED_PAIR: Final = re.compile(r"\s*[A-Za-z_$][\w$]*(?:,\s*[A-Za-z_$][\w$]*)+\s*\(")
_ALIGNED: Final = re.compile(r"\S {2,}(?=\S)")
_NO_PARAMETERS: Final = frozenset({"", "self", "cls", "void"})
_OWN: Final = frozenset({"this", "self", "Self", "cls"})


def drop_senseless_results(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns
) -> list[UnscoredCandidate]:
    """Return the candidates whose result makes sense."""
    return [
        one for one in unscored if not (_is_senseless(one, patterns) if one.new else _leaves_body_behind(one))
    ]


def _is_senseless(one: UnscoredCandidate, patterns: EditPatterns) -> bool:
    if one.is_line_change and _is_senseless_line(one.snapshot.lines[one.line], one.new[0]):
        return True
    if not one.line_count:
        return False
    if one.is_line_change and (
        _repeats_key(one) or _is_misaligned(one) or _repeats_string(one, patterns) or _calls_pair(one)
    ):
        return True
    return _equals_neighbour(one, patterns) or _calls_itself(one)


@lru_cache(maxsize=1024)
def _is_senseless_line(old: str, new: str) -> bool:
    if len(new) > MAX_PATTERN_LINE_CHARS:
        return False
    if _is_set_to_itself(new) and not _is_set_to_itself(old):
        return True
    if ("|" in new or "&&" in new) and _repeats_alternative(new) and not _repeats_alternative(old):
        return True
    return (
        ";" in new
        and _MISPLACED_SEMICOLON.search(new) is not None
        and _MISPLACED_SEMICOLON.search(old) is None
    )


def _is_set_to_itself(line: str) -> bool:
    match = _SET_TO_ITSELF.match(line)
    return match is not None and match[1] == match[2]


def _repeats_alternative(line: str) -> bool:
    for match in _ALTERNATIVES.finditer(line):
        names = re.split(r"\s*(?:\|\|?|&&)\s*", match[0])
        if len(set(names)) < len(names):
            return True
    return False


def _equals_neighbour(one: UnscoredCandidate, patterns: EditPatterns) -> bool:
    """Whether a changed line becomes equal to the one above or below, which has not been changed in this way."""
    if not one.is_line_change:
        return False
    new, lines = one.new[0].strip(), one.snapshot.lines
    for at in (one.line - 1, one.line + 1):
        if not 0 <= at < len(lines) or lines[at].strip() != new or new.endswith(","):
            continue
        if sum(map(is_word, tokenize(new))) < MIN_RESULT_WORDS:
            continue
        old = lines[one.line].strip()
        if not any(
            example.old.strip() == old
            and example.edit.uri == one.snapshot.uri
            and example.edit.line <= at < example.edit.line + len(example.edit.new)
            for example in patterns.line_examples
        ):
            return True
    return False


def _calls_pair(one: UnscoredCandidate) -> bool:
    """Whether a statement would call two names instead of one. An element of a list in lines of its own may get a
    neighbour."""
    if "," not in one.new[0] or _CALLED_PAIR.match(one.new[0]) is None or _CALLED_PAIR.match(one.old[0]):
        return False
    above = next((line for line in reversed(one.snapshot.lines[: one.line]) if line.strip()), "")
    return not above.rstrip().endswith((",", "(", "[", "{"))


def _repeats_string(one: UnscoredCandidate, patterns: EditPatterns) -> bool:
    """Whether a list of nothing but strings gets one of them twice, which no example has done."""
    return (
        _has_string_twice(one.new[0])
        and not _has_string_twice(one.old[0])
        and not any(_has_string_twice(example.new) for example in patterns.line_examples)
    )


@lru_cache(maxsize=1024)
def _has_string_twice(line: str) -> bool:
    if "[" not in line or len(line) > MAX_PATTERN_LINE_CHARS:
        return False
    found = (_STRING.findall(one[1]) for one in _STRING_LIST.finditer(line))
    return any(len({text[1:-1] for text in strings}) < len(strings) for strings in found)


def _repeats_key(one: UnscoredCandidate) -> bool:
    """Whether a line gets the key of a neighbour in the same literal or call."""
    old, new = one.old[0], one.new[0]
    if (":" not in new and "=" not in new) or max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return False
    key = _key_of(new)
    if key is None or key == _key_of(old):
        return False
    lines, indent = one.snapshot.lines, indentation(new)
    return any(
        _key_of(text) == key for step in (-1, 1) for text in _lines_of_literal(lines, one.line, step, indent)
    )


def _key_of(line: str) -> str | None:
    match = _KEY.match(line) or _ARGUMENT.match(line)
    return match[1].strip("\"'") if match is not None else None


def _lines_of_literal(lines: Sequence[str], at: int, step: int, indent: str) -> Iterator[str]:
    """The lines of the same depth, up to the end of the block."""
    starts_item = lines[at].lstrip().startswith("- ")
    while 0 <= (at := at + step) < len(lines) and not (starts_item and step < 0):
        line = lines[at]
        if not line.strip() or len(indentation(line)) > len(indent):
            continue
        if len(indentation(line)) < len(indent) or line.lstrip().startswith("- "):
            return
        yield line


def _leaves_body_behind(one: UnscoredCandidate) -> bool:
    """Whether lines of Python would lose their header and keep their depth."""
    headers = [line for line in one.old if line.strip()]
    if not headers or not headers[-1].rstrip().endswith(":") or language_of(one.snapshot).family != "python":
        return False
    below = next((line for line in one.snapshot.lines[one.line + one.line_count :] if line.strip()), "")
    return len(indentation(below)) > len(indentation(headers[-1]))


def _is_misaligned(one: UnscoredCandidate) -> bool:
    """Whether nothing changes but the spaces before a value, which is below or above no other one then."""
    old, new, lines = one.old[0], one.new[0], one.snapshot.lines
    if "  " not in new or one.family == "again" or _ALIGNED.search(new) is None:
        return False
    if old == new or old.split() != new.split() or indentation(old) != indentation(new):
        return False
    start = next(at for at, (left, right) in enumerate(zip(old, new, strict=False)) if left != right)
    column = len(new) - len(new[start:].lstrip())
    return not any(
        0 <= at < len(lines)
        and lines[at][column - 1 : column] == " "
        and lines[at][column : column + 1].strip()
        for at in (one.line - 1, one.line + 1)
    )


def _calls_itself(one: UnscoredCandidate) -> bool:
    """Whether a statement calls the function around it without end: with as many arguments as it has parameters in
    its first line, or with these themselves anywhere."""
    line = one.new[0]
    if "(" not in line or len(line) > MAX_PATTERN_LINE_CHARS or not _STATEMENT.match(line):
        return False
    depth = len(indentation(line))
    for at in range(one.line - 1, max(-1, one.line - MAX_ENCLOSING_LINES), -1):
        text = one.snapshot.lines[at]
        if not text.strip() or len(indentation(text)) >= depth:
            continue
        depth = len(indentation(text))
        match = _HEADER.match(text) if len(text) <= MAX_PATTERN_LINE_CHARS else None
        if match is not None and _CONTROL.isdisjoint((match["name"], *_WORD.findall(match["before"]))):
            return _is_endless(match, line, one.old, is_first=at == one.line - 1)
        if not depth:
            break
    return False


def _is_endless(header: re.Match[str], line: str, old: Sequence[str], *, is_first: bool) -> bool:
    if f"{header['name']}(" not in line:
        return False
    name = re.escape(header["name"])
    call = re.match(_CALL.format(name), line)
    if call is None or re.search(rf"(?<![\w$]){name}\(", "\n".join(old)):
        return False
    owner = call["owner"]
    if owner and owner not in _OWN and not re.search(rf"\(\s*{re.escape(owner)}\b", header["before"]):
        return False
    parts = [part for part in header["parameters"].split(",") if part.strip(" \t&*") not in _NO_PARAMETERS]
    arguments = [part.strip() for part in call["arguments"].split(",") if part.strip()]
    if len(parts) != len(arguments):
        return False
    return is_first or all(
        argument in _WORD.findall(part) for argument, part in zip(arguments, parts, strict=True)
    )
