"""What became of a call and its arguments: `strcpy(a, b)` → `snprintf(a, sizeof(a), "%s", b)`.

The holes of a template are whole arguments, each as often as it is needed. Arguments in one row with a separator
are a row of any length: `join(a, b)` → `a / b` makes `a / b / c` of `join(a, b, c)`. Only reads and makes text;
what is a call, and which examples count, is decided by `rewritten_calls`.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.tokens import split_name
from understudy.nes.syntax import find_closing_bracket, split_list_items
from understudy.nes.text import Point

__all__ = [
    "CallExample",
    "CallTemplate",
    "fill_template",
    "kind_of",
    "learn_templates",
    "mask_strings",
    "read_rewritten_call",
]

_CALLEE: Final = re.compile(r"(?<![\w$.>:])[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*\(")
_STRING: Final = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`")
_NULL: Final = "\0"
_MASKED_STRING: Final = re.compile(r'(?<![\w$])[A-Za-z]{0,2}"\0*"')
_INNER_BRACKETS: Final = re.compile(r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}")
_PRIMARY: Final = re.compile(r"[\w$@#]+(?:(?:\.|::|->|\?\.)[\w$]+|!)*\Z")
"""A name, a member or a number, without the brackets behind it: no operator."""
_WORD: Final = re.compile(r"\w+")
_NAME: Final = re.compile(r"[A-Za-z_$]")
_NAMED_ARGUMENT: Final = re.compile(r"[\w$]+\s*(?:=(?!=)|:(?!:)\s)")
_SPREAD: Final = ("*", "...")
_OPENING: Final = ("", "(", "[", "{", ",", "=", ":")
_CLOSING: Final = ("", ")", "]", "}", ",", ";")

_Part = str | int
"""A literal text, or the number of an argument."""


class CallExample(NamedTuple):
    """A call of a line and what was written in place of it."""

    callee: str
    """With the names that it is called on: `os.path.join`."""
    arguments: tuple[str, ...]
    new: str


class CallTemplate(NamedTuple):
    callee: str
    parts: tuple[_Part, ...]
    """What takes the place of the call; of a row what stands before it, between its arguments, and behind it."""
    is_row: bool
    arguments: tuple[str, ...]
    """Those of the example: what the new text does not have must be the same."""

    @property
    def is_operation(self) -> bool:
        """Whether operators stand in the new text outside of brackets: what surrounds it must not bind closer."""
        shown = (self.parts[0], "x", self.parts[1], "x", self.parts[2]) if self.is_row else self.parts
        return not _is_primary("".join("x" if isinstance(part, int) else str(part) for part in shown))


@lru_cache(maxsize=512)
def read_rewritten_call(old: str, new: str) -> CallExample | None:
    """The smallest call of a line outside of which nothing changed, if it is another expression now."""
    code = mask_strings(old)
    best: tuple[int, CallExample] | None = None
    for match in _CALLEE.finditer(code):
        end = find_closing_bracket([code], Point(0, match.end() - 1))
        if end is None:
            continue
        head, tail = old[: match.start()], old[end.column + 1 :]
        if not (new.startswith(head) and new.endswith(tail)) or len(new) <= len(head) + len(tail):
            continue
        items = split_list_items([code], [old], Point(0, match.end() - 1), end)
        written = new[len(head) : len(new) - len(tail)]
        if match[0] in written or not items:
            continue
        size = end.column - match.start()
        if best is None or size < best[0]:
            best = size, CallExample(match[0][:-1], tuple(one.text for one in items), written)
    return best[1] if best is not None else None


def mask_strings(line: str) -> str:
    """The line without what its strings contain: each character of it is a null character."""
    return _STRING.sub(lambda found: f'"{_NULL * (len(found[0]) - 2)}"', line)


@lru_cache(maxsize=512)
def learn_templates(example: CallExample) -> tuple[CallTemplate, ...]:
    """The templates that an example shows: that of its arguments, and that of a row of any length.

    None if the arguments stand in the new text as they stood in the call: there, only the function is another one.
    """
    parts = _split(example)
    holes = [part for part in parts if isinstance(part, int)]
    literal = _words_of(" ".join(part for part in parts if isinstance(part, str)))
    left = [one for at, one in enumerate(example.arguments) if at not in holes]
    if not holes or len(set(example.arguments)) < len(example.arguments):
        return ()
    if any(not literal.isdisjoint(_words_of(one)) for one in left):
        return ()  # a part of an argument is in the new text
    is_in_order = holes == list(range(len(example.arguments)))
    between = {part for part in parts[1:-1] if isinstance(part, str)} if is_in_order else set[str]()
    if is_in_order and (len(holes) == 1 or {one.replace(" ", "") for one in between} == {","}):
        return ()
    found = [CallTemplate(example.callee, parts, False, example.arguments)]
    inner = parts[parts.index(0) : parts.index(holes[-1]) + 1] if is_in_order else ()
    separators = {part for part in inner if isinstance(part, str)}
    if len(separators) == 1 and len(inner) == 2 * len(holes) - 1:
        before = parts[0] if isinstance(parts[0], str) else ""
        behind = parts[-1] if isinstance(parts[-1], str) else ""
        row = (before, separators.pop(), behind)
        found.append(CallTemplate(example.callee, row, True, example.arguments))
    return tuple(found)


def _words_of(text: str) -> set[str]:
    """The words of a text and of its names, in small letters: `"GET"` is in `client.get(`."""
    return {part for word in _WORD.findall(text) for part in (word.lower(), *split_name(word))}


def _split(example: CallExample) -> tuple[_Part, ...]:
    """The new text with the number of an argument wherever one of the arguments stands."""
    text, code = example.new, mask_strings(example.new)
    by_size = sorted(enumerate(example.arguments), key=lambda pair: -len(pair[1]))
    parts: list[_Part] = []
    start = at = 0
    while at < len(text):
        found = next((pair for pair in by_size if _is_argument_at(text, code, at, pair[1])), None)
        if found is None:
            at += 1
            continue
        if start < at:
            parts.append(text[start:at])
        parts.append(found[0])
        start = at = at + len(found[1])
    if start < at:
        parts.append(text[start:at])
    return tuple(parts)


def _is_argument_at(text: str, code: str, at: int, argument: str) -> bool:
    """Whether the argument is a whole operand there, and no part of a longer name or of a string."""
    if not text.startswith(argument, at) or not code.startswith(mask_strings(argument), at):
        return False
    end = at + len(argument)
    before, after = code[:at], code[end : end + 1]
    if _is_word(argument[0]) and (_is_word(before[-1:]) or before.endswith((".", "->", "::"))):
        return False
    return not (_is_word(argument[-1]) and (_is_word(after) or after == "("))


def _is_word(char: str) -> bool:
    return char.isalnum() or char in ("_", "$")


def fill_template(template: CallTemplate, arguments: Sequence[str]) -> str | None:
    """The new text for the arguments of another call; None if the example does not show it."""
    if any(one.startswith(_SPREAD) or _NAMED_ARGUMENT.match(one) for one in arguments):
        return None
    parts = template.parts
    if template.is_row:
        if len(arguments) < 2:
            return None
        before, separator, behind = template.parts
        row = [part for at in range(len(arguments)) for part in (separator, at)][1:]
        parts = (before, *row, behind) if before else (*row, behind)
        parts = parts if behind else parts[:-1]
    elif len(arguments) != len(template.arguments) or any(
        at not in parts and one != example
        for at, (one, example) in enumerate(zip(arguments, template.arguments, strict=True))
    ):
        return None
    written = [
        part if isinstance(part, str) else _written(template, parts, at, arguments[part])
        for at, part in enumerate(parts)
    ]
    return "".join(one for one in written if one is not None) if None not in written else None


def _written(template: CallTemplate, parts: Sequence[_Part], at: int, argument: str) -> str | None:
    """What stands in place of a hole; None if nothing shows what it would be.

    A name between braces is its own key in JavaScript and Rust: another value needs the key, if keys are written.
    """
    before, after = _neighbour(parts, at, -1), _neighbour(parts, at, 1)
    number = parts[at]
    example = template.arguments[number] if isinstance(number, int) and not template.is_row else argument
    if argument != example and example.isidentifier() and before in ("{", ",") and after in ("}", ","):
        braces = _open_braces("".join("x" if isinstance(part, int) else part for part in parts[:at]))
        if braces is not None:
            return f"{example}: {argument}" if ":" in braces else None
    return _fitting(argument, before, after)


def _open_braces(text: str) -> str | None:
    """What stands behind the last bracket that a text leaves open, if that is a brace.

    None behind a type: `Point{` of C++ has values without keys.
    """
    code = mask_strings(text)
    while (shorter := _INNER_BRACKETS.sub("", code)) != code:
        code = shorter
    opened = max(code.rfind(bracket) for bracket in "([{")
    is_brace = opened >= 0 and code[opened] == "{" and not re.match(r"[\w>\]]", code[opened - 1 : opened])
    return code[opened + 1 :] if is_brace else None


def _neighbour(parts: Sequence[_Part], at: int, step: int) -> str:
    """The next character beside a hole that is no space; empty at the end."""
    beside = parts[at + step] if 0 <= at + step < len(parts) else ""
    text = beside.strip() if isinstance(beside, str) else "x"
    return text[-1:] if step < 0 else text[:1]


def _fitting(argument: str, before: str, after: str) -> str:
    """The argument, in brackets where it is an operation beside an operator."""
    is_apart = before in _OPENING and after in _CLOSING and (before or after)
    return argument if is_apart or _is_primary(argument) else f"({argument})"


def _is_primary(expression: str) -> bool:
    code = mask_strings(expression)
    code = _MASKED_STRING.sub("x", code)
    while True:
        shorter = _INNER_BRACKETS.sub("", code)
        if shorter == code:
            break
        code = shorter
    return _PRIMARY.match(code or "x") is not None


def kind_of(argument: str) -> str:
    """Return what an argument is by its first character: a name, a string, a number or something else."""
    first = argument[:1]
    if first in "\"'`":
        return "string"
    return "number" if first.isdigit() else "name" if _NAME.match(first) else "other"
