"""The targets of a Makefile: which one an edit renamed, and where a target is named.

That is in the prerequisites of other targets, such as those of `.PHONY`, and behind `make` and `$(MAKE)` in recipes
and in other files. A path or an option of a recipe that has the word names something else.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.text import Edit

__all__ = ["calls_of_target", "find_renamed_target", "find_target_calls", "find_target_names", "is_makefile"]

_MAKEFILE: Final = re.compile(r"/(?:(?:GNU)?[Mm]akefile(?:\.am)?|[^/]+\.(?:mk|mak))\Z")
_RULE: Final = re.compile(r"(?P<targets>[^\s:=#][^:=#]*?)\s*&?::?(?!=)(?P<rest>[^#;]*)")
_VARIABLE: Final = re.compile(r"\s*(?:(?:export|override|private|unexport)\s+)*[\w.-]+\s*[:+?!]?=")
_GOAL: Final = re.compile(r"\s*(?:\.DEFAULT_GOAL\s*:?:?=|ifn?eq\b.*\bMAKECMDGOALS\b)")
_PROSE: Final = (".md", ".markdown", ".rst", ".adoc", ".txt")
_OPTION: Final = r"-[\w-]+(?:=\S+)?|\w+=(?:\"[^\"]*\"|'[^']*'|[^\s\"']*)"
"""Options and variables in front of a target."""
_MAX_OTHER_TARGETS: Final = 100
_OTHER_FOLDER: Final = re.compile(r"\s(?:-\w*[Cf]|--directory|--file|--makefile)\b")
_MAKE: Final = r"(?:\$[({]MAKE[)}]|(?<![\w./$-])g?make)"
_COMMAND_START: Final = re.compile(
    r"(?:^|[;&|(`\"'!$>]|\b(?:run|RUN|CMD|exec|sudo|then|do|else|time|script)\b|:\s|-\s)\s*\Z"
)
"""What stands before a command in a script, a workflow, a Dockerfile or a string."""


def is_makefile(uri: str) -> bool:
    return _MAKEFILE.search(uri) is not None


def _rule_of(line: str) -> re.Match[str] | None:
    return _RULE.match(line) if len(line) <= MAX_CODE_LINE_CHARS else None


def find_renamed_target(edit: Edit) -> tuple[str, str] | None:
    """Return the old and the new name of the one target that an edit of one line renamed."""
    before, after = _rule_of(edit.old[0]), _rule_of(edit.new[0])
    if before is None or after is None or before["rest"] != after["rest"]:
        return None
    old, new = before["targets"].split(), after["targets"].split()
    changed = [pair for pair in zip(old, new, strict=False) if pair[0] != pair[1]]
    if len(old) != len(new) or len(changed) != 1 or old[0] == ".PHONY":
        return None
    is_name = all(re.fullmatch(r"[\w.-][\w./-]*", one) for one in changed[0])
    return changed[0] if is_name else None


def find_target_names(text: SourceText, target: str) -> Iterator[tuple[int, int]]:
    """Yield where a Makefile names a target: the lines and columns."""
    name = re.compile(rf"(?<![\w./%$({{-]){re.escape(target)}(?![\w./%)}}=-])")
    goal = re.compile(rf"(?<=[\s=,\"']){re.escape(target)}(?=[\s,)\"']|\Z)")
    calls = calls_of_target(text, target)
    for number in text.raw_lookup.iterate_containing(target):
        line = text.raw[number]
        if len(line) > MAX_CODE_LINE_CHARS or line.lstrip().startswith("#"):
            continue
        if line.startswith("\t"):
            columns = _call_columns(calls, line)
        elif _GOAL.match(line) is not None:
            columns = [one.start() for one in goal.finditer(line)]
        else:
            columns = [one.start() for one in name.finditer(line, 0, _end_of_names(text, number))]
        yield from ((number, column) for column in columns)


def _end_of_names(text: SourceText, number: int) -> int:
    """Return the column up to which a line of a Makefile consists of targets and prerequisites."""
    first = number
    while first and text.raw[first - 1].endswith("\\"):
        first -= 1
    rule = _rule_of(text.raw[first])
    if rule is None:
        return 0
    if first != number:
        return len(text.raw[number].partition("#")[0])
    return rule.end("targets") if _VARIABLE.match(rule["rest"]) is not None else rule.end()


def find_target_calls(text: SourceText, calls: re.Pattern[str], target: str) -> Iterator[tuple[int, int]]:
    """Yield where another file calls a target as a command: the lines and columns."""
    is_prose = text.snapshot.uri.lower().endswith(_PROSE)
    for number in text.raw_lookup.iterate_containing(target):
        line = text.raw[number]
        if len(line) <= MAX_CODE_LINE_CHARS:
            yield from (
                (number, column)
                for column in _call_columns(calls, line, _is_in_prose if is_prose else _is_command)
            )


def calls_of_target(text: SourceText, target: str) -> re.Pattern[str]:
    """Return the pattern of `make` with a target of a Makefile, also behind other targets of it."""
    others: set[str] = set()
    for line in text.raw:
        rule = _rule_of(line) if ":" in line and line[0] not in "\t#" else None
        others.update(rule["targets"].split() if rule is not None else ())
        if len(others) >= _MAX_OTHER_TARGETS:
            break
    words = "|".join([_OPTION, *(re.escape(one) for one in sorted(others) if one[0] not in "-$")])
    return re.compile(
        rf"{_MAKE}(?:(?:\s+(?:{words})(?=\s))*\s+|[\"'],\s*[\"'])(?P<target>{re.escape(target)})(?![\w./:=-])"
    )


def _call_columns(
    calls: re.Pattern[str], line: str, is_place: Callable[[str], bool] = lambda _: True
) -> list[int]:
    return [
        one.start("target")
        for one in calls.finditer(line)
        if not _OTHER_FOLDER.search(one[0]) and is_place(line[: one.start()])
    ]


def _is_command(before: str) -> bool:
    return _COMMAND_START.search(before) is not None


def _is_in_prose(before: str) -> bool:
    """Whether a command stands behind this: in backticks, or at the beginning of a line."""
    return before.count("`") % 2 == 1 or before.strip() in ("", "$", "%", ">")
