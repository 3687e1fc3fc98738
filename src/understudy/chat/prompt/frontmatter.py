"""The two values of a skill's front matter, read strictly. Pure.

Not a YAML reader: it knows `key: value`, quoted values, values that go on in indented lines, and folded or literal
blocks, since that is what skills are written with. What it does not know it refuses, and never guesses.
"""

import json
import re
from typing import Final

__all__ = ["FrontMatterError", "parse_front_matter"]

_REQUIRED_KEYS: Final = ("name", "description")
_FENCE: Final = "---"
_KEY_LINE: Final = re.compile(r"([A-Za-z0-9_-]+)[ \t]*:(?:[ \t]+(.*))?$")
_BLOCK_SCALAR: Final = re.compile(r"[>|][-+]?[1-9]?[-+]?(?:[ \t]+#.*)?$")
_SINGLE_QUOTED: Final = re.compile(r"'((?:[^']|'')*)'(?:[ \t]+#.*)?$")
_DOUBLE_QUOTED: Final = re.compile(r'("(?:[^"\\]|\\.)*")(?:[ \t]+#.*)?$')
_COMMENT: Final = re.compile(r"(?:^|[ \t])#.*$")
_RESERVED_PREFIXES: Final = tuple("[]{}&*!|>%@`'\",#")


class FrontMatterError(Exception):
    """Half a sentence that says what is wrong with it."""


def parse_front_matter(head: str) -> tuple[str, str]:
    """Name and description from the beginning of a SKILL.md."""
    values = {
        key: _parse_value(key, lines) for key, lines in _required_entries(_front_matter_lines(head)).items()
    }
    for key in _REQUIRED_KEYS:
        if not values.get(key, "").strip():
            raise FrontMatterError(f"its front matter has no {key}")
    return values["name"], values["description"]


def _front_matter_lines(head: str) -> list[str]:
    lines = [line.rstrip() for line in head.split("\n")]
    if lines[0] != _FENCE:
        raise FrontMatterError("it does not begin with front matter (a line ---)")
    for number, line in enumerate(lines[1:], 1):
        if line in (_FENCE, "..."):
            return lines[1:number]
    raise FrontMatterError("its front matter has no end, or is too long")


def _required_entries(lines: list[str]) -> dict[str, list[str]]:
    """The lines of each wanted key: what stands behind the colon, then what is indented below it."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        if not line or line[0] in " \t":
            current.append(line.strip())
            continue
        if line.startswith(("#", "- ")) or line == "-":
            current = []
            continue
        entry = _KEY_LINE.match(line)
        if entry is None:
            raise FrontMatterError("its front matter has a line that is no 'key: value'")
        current = [(entry[2] or "").strip()]
        if entry[1] not in _REQUIRED_KEYS:
            continue
        if entry[1] in found:
            raise FrontMatterError(f"its front matter has two of {entry[1]}")
        found[entry[1]] = current
    return found


def _parse_value(key: str, lines: list[str]) -> str:
    first, *rest = lines
    if _BLOCK_SCALAR.match(first):
        return " ".join(rest)
    text = " ".join([first, *rest]).strip()
    if quoted := _SINGLE_QUOTED.match(text):
        return quoted[1].replace("''", "'")
    if quoted := _DOUBLE_QUOTED.match(text):
        try:
            return str(json.loads(quoted[1], strict=False))
        except ValueError:
            raise FrontMatterError(f"its {key} has an escape that is not known") from None
    plain = " ".join(_COMMENT.sub("", line) for line in lines).strip()
    if plain.startswith(_RESERVED_PREFIXES):
        raise FrontMatterError(f"its {key} is written in a way that is not understood")
    return plain
