"""Names that the user began to use and that nothing in the text gives a meaning to. Not where they come from."""

import re
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.binding import binds
from understudy.nes.symbolic.consequences.vocabulary import known
from understudy.nes.symbolic.consequences.work import Change, Text, Work, whole_word, words
from understudy.nes.values import Point

__all__ = ["Unknown", "unknown"]

_MOST: Final = 8
_KEYED: Final = re.compile(r"\s*(?:=(?!=)|:(?!=))")
_LABELLED: Final = re.compile(r"\s*\??:(?!:)")
_FIELD: Final = re.compile(r"\s*(?::(?!:)|!)")
_CALLED: Final = re.compile(r"\s*(?:\.|\(|::|!|`|<)")
_GLOB: Final = re.compile(r"(?:pub )?use .*\*|from .* import \*|import .*\.\*;")
_TYPED: Final = re.compile(r"(?::|->|\b(?:except|if|in|case|elif|while|with|for))\s.*\Z")
"""Before a name that a colon follows: it is a type, or the end of a block's head."""
_INSIDE: Final = re.compile(r"(?:\.|::|->|#|['\"]|\bfn |\bdef |\bclass )\s*\Z")


class Unknown(NamedTuple):
    name: str
    change: Change
    dotted: bool
    """A dot follows it wherever it stands."""


def unknown(work: Work) -> list[Unknown]:
    """Those of the text the user is in, by the newest edits first."""
    if "unknown" not in work.notes:
        work.notes["unknown"] = _unknown(work, work.here)
    return work.notes["unknown"]


def _unknown(work: Work, text: Text) -> list[Unknown]:
    if text.kind not in ("python", "script", "rust", "go", "java") or not _may_be_unknown(work, text):
        return []
    if not text.imports:
        return []
    if text.kind in ("rust", "python", "java") and any(
        "*" in line and _GLOB.match(line) for line in text.code
    ):
        return []  # the name may come from there
    fresh = {line for change in work.own for line in change.lines}
    found: list[Unknown] = []
    for name, change in _began(work, text):
        uses = [point for point in text.uses(name) if _free(text, name, point)]
        if not uses or any(point.line not in fresh for point in uses) or binds(text, name):
            continue
        if not name[0].isupper() and not all(_called(text, name, point) for point in uses):
            continue  # most likely a variable
        dotted = all(_after(text, name, point).startswith(".") for point in uses)
        if dotted or text.kind != "go":
            found.append(Unknown(name, change, dotted))
        if len(found) == _MOST:
            break
    return found


def _may_be_unknown(work: Work, text: Text) -> bool:
    """A quick no for most, before the text is parsed: every word that came stands in other lines too."""
    came: set[str] = set()
    fresh: set[int] = set()
    for change in work.own:
        came |= words(change.edit.new) - words(change.edit.old)
        fresh.update(change.lines)
    if not came:
        return False
    used = [name for name in came if len(name) > 1 and any(_may_stand(name, text.raw[n]) for n in fresh)]
    if not used:
        return False
    rest = "\n".join(line for number, line in enumerate(text.raw) if number not in fresh)
    return any(name not in rest for name in used)


def _may_stand(name: str, line: str) -> bool:
    """Whether the name stands for itself there, and like something that can be imported."""
    if name not in line:
        return False
    for at in whole_word(name, line):
        before, after = line[:at], line[at + len(name) :]
        like_one = name[0].isupper() or before.endswith("@") or _CALLED.match(after)
        if like_one and not _INSIDE.search(before):
            return True
    return False


def _began(work: Work, text: Text) -> list[tuple[str, Change]]:
    now = {bound.name for one in text.imports for bound in one.bounds}
    began: dict[str, Change] = {}
    for change in work.own:
        # The code of the lines as they stand: what is in strings and comments is left out.
        lines = [
            text.code[line]
            for line in change.lines
            if line < len(text.code) and line not in text.import_lines
        ]
        for name in sorted(words(lines) - words(change.edit.old)):
            if name not in now and len(name) > 1 and not known(text.kind, name):
                began.setdefault(name, change)
    return list(began.items())


def _after(text: Text, name: str, point: Point) -> str:
    return text.code[point.line][point.column + len(name) :]


def _called(text: Text, name: str, point: Point) -> bool:
    before = text.code[point.line][: point.column]
    return before.endswith("@") or _CALLED.match(_after(text, name, point)) is not None


def _free(text: Text, name: str, point: Point) -> bool:
    """Whether the name stands for itself there: no member, no key, no keyword of a call."""
    before = text.code[point.line][: point.column]
    after = _after(text, name, point)
    if _INSIDE.search(before):
        return False
    match text.kind:
        case "python":
            return _KEYED.match(after) is None or _TYPED.search(before) is not None
        case "script":
            return _LABELLED.match(after) is None
        case "rust":
            return _FIELD.match(after) is None
        case _:
            return True
