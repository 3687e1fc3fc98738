"""A message that code puts together, as its fixed pieces and the values between them.

`"stored " + n + " points"`, an interpolated string of Python, JavaScript or Ruby, or one string alone. What cannot
be split for certain has no parts. Reads only; what is made of the parts: see `logged_messages`.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.messages import find_templates
from understudy.nes.symbolic.consequences.rewrites.call_template import mask_strings

__all__ = ["ComposedMessage", "read_message"]

_INNER_BRACKETS: Final = re.compile(r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}")
_WHOLE_STRING: Final = re.compile(r"(?:\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')\Z")
_INTERPOLATED: Final = re.compile(r"(?:[fF](?:\"[^\"]*\"|'[^']*')|`[^`]*`|\"[^\"]*\")\Z")
_BINDS_LESS: Final = re.compile(r"[-?:<>=&|^!%]|\+\+|\b(?:or|and|if|not|in|is|await|new)\b")
"""What makes an operand of `+` another expression than it seems."""
_TO_TEXT: Final = re.compile(r"str\((.*)\)\Z", re.S)


class ComposedMessage(NamedTuple):
    pieces: tuple[str, ...]
    """As they are written between quotes: one more than there are values."""
    values: tuple[str, ...]


@lru_cache(maxsize=512)
def read_message(expression: str, family: str) -> ComposedMessage | None:
    """Return the parts of the message that an expression is; None if it is none."""
    if _WHOLE_STRING.match(expression) and (family != "ruby" or "#{" not in expression):
        return ComposedMessage((expression[1:-1],), ())
    if _INTERPOLATED.match(expression):
        return _interpolated(expression, family)
    return _concatenated(expression, family) if "+" in expression else None


def _interpolated(expression: str, family: str) -> ComposedMessage | None:
    templates = find_templates(expression, family)
    if len(templates) != 1 or not templates[0].gaps or family not in ("python", "script", "ruby"):
        return None
    values = tuple(one[one.index("{") + 1 : -1].strip() for one in templates[0].gaps)
    if family == "python" and any(re.search(r"[!:=]", mask_strings(one)) for one in values):
        return None  # with a format of its own
    if any("{{" in one or "}}" in one for one in templates[0].pieces):
        return None
    return ComposedMessage(templates[0].pieces, values)


def _concatenated(expression: str, family: str) -> ComposedMessage | None:
    code = mask_strings(expression)
    flat = code
    while (shorter := _INNER_BRACKETS.sub(lambda found: "x" * len(found[0]), flat)) != flat:
        flat = shorter
    starts = [0, *(at + 1 for at, char in enumerate(flat) if char == "+")]
    ends = [at - 1 for at in starts[1:]] + [len(expression)]
    operands = [expression[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    shapes = [flat[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    is_text = [_WHOLE_STRING.match(one) is not None for one in operands]
    if not any(is_text[:2]) or any(
        not one or (not text and _BINDS_LESS.search(shape))
        for one, shape, text in zip(operands, shapes, is_text, strict=True)
    ):
        return None  # numbers before the first text are added
    pieces, values = [""], list[str]()
    for one, text in zip(operands, is_text, strict=True):
        if text:
            pieces[-1] += one[1:-1]
        else:
            converted = _TO_TEXT.match(one) if family == "python" else None
            values.append(converted[1] if converted is not None else _unwrapped(one))
            pieces.append("")
    return ComposedMessage(tuple(pieces), tuple(values))


def _unwrapped(operand: str) -> str:
    inner = operand[1:-1]
    return inner.strip() if re.fullmatch(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", operand) else operand
