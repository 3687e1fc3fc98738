"""A variable of a shell script was renamed where it is declared or first assigned: its uses follow.

Uses are `$dir` and `${dir}`, assignments, and what `read`, `unset` and the like name: of a local variable below the
declaration in the same function, of another one in the whole script but where a local variable hides it. The same
word in a path or a text is no use.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.text_names.definitions import propose_for_newest
from understudy.nes.symbolic.consequences.text_names.shell_names import (
    function_lines,
    hidden_columns,
    is_local_definition,
)
from understudy.nes.symbolic.consequences.text_names.shell_scopes import is_assigned, script_variable_lines
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Point, Replacement, Span, common_affix_lengths

__all__ = [
    "RenamedVariable",
    "find_assigned_variable",
    "find_renamed_variable",
    "propose_shell_variables",
]

PROBABILITY: Final = RuleProbability(0.9, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_VARIABLE: Final = re.compile(r"[A-Za-z_]\w*")
_ASSIGNMENT: Final = re.compile(r"\s*(?:(?:export|readonly|declare|typeset)\s+(?:-\w+\s+)*)?\Z")
"""What comes before a variable that is assigned at the start of a command."""
_ENVIRONMENT: Final = re.compile(r"=(?:[^\s\"'$(`]+|\"[^\"$`]*\"|'[^']*')?[ \t]+[^\s#;&|]")
"""A value that only the command behind it gets."""


class RenamedVariable(NamedTuple):
    change: Change
    text: SourceText
    old: str
    new: str
    lines: Sequence[int]
    """The lines in which the name means this variable."""

    @property
    def mention(self) -> re.Pattern[str]:
        return re.compile(rf"()(?<!\w){re.escape(self.old)}(?!\w)")


def propose_shell_variables(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a variable of a shell script where the old one is used."""
    return propose_for_newest(context, find_renamed_variable, _candidates)


class _Definition(NamedTuple):
    old: str
    new: str
    before: str
    behind: str
    is_local: bool


def _renamed_definition(change: Change) -> _Definition | None:
    """Return the variable that an edit renamed where a line declares it or assigns to it."""
    edit = change.edit
    if len(edit.old) != 1 or len(edit.new) != 1 or len(edit.new[0]) > MAX_CODE_LINE_CHARS:
        return None
    return _definition_of(edit.old[0], edit.new[0])


@lru_cache(maxsize=64)
def _definition_of(old_line: str, new_line: str) -> _Definition | None:
    """The variable that differs in two lines. A rule and what drops repetitions ask with every request."""
    head, _ = common_affix_lengths(old_line, new_line)
    while head and (new_line[head - 1].isalnum() or new_line[head - 1] == "_"):
        head -= 1
    old, new = _VARIABLE.match(old_line, head), _VARIABLE.match(new_line, head)
    if old is None or new is None or old_line[old.end() :] != new_line[new.end() :]:
        return None
    before, behind = new_line[:head], new_line[new.end() :]
    is_local = is_local_definition(before) and behind[:1] in ("", "=", " ")
    if not is_local and not (behind.startswith("=") and _ASSIGNMENT.match(before)):
        return None
    return _Definition(old[0], new[0], before, behind, is_local)


def find_renamed_variable(context: RuleContext, change: Change) -> RenamedVariable | None:
    """Return the variable that an edit renamed where it is declared or first assigned."""
    definition = _renamed_definition(change)
    text = context.text_at(change.edit.uri) if definition is not None else None
    if text is None or definition is None or text.language.id != "shellscript" or not change.is_current(text):
        return None
    old, new, before, behind, is_local = definition
    around = function_lines(text.raw, change.edit.line) if is_local else None
    if around is not None:
        return RenamedVariable(change, text, old, new, range(change.edit.line + 1, around.stop))
    if before.lstrip().startswith("local") or _ENVIRONMENT.match(behind):
        return None
    is_read = re.compile(rf"\$\{{?(?:{re.escape(old)})(?!\w)")
    if is_read.search(behind) or is_assigned(text.raw[: change.edit.line], new):
        return None  # the old one has a value from elsewhere, or the new one has another one
    lines = script_variable_lines(text.raw, change.edit.line, old)
    return RenamedVariable(change, text, old, new, lines) if lines else None


def find_assigned_variable(context: RuleContext, change: Change) -> tuple[str, str] | None:
    """Return the old and the new name of a variable of a shell script that an edit renamed where it is set."""
    definition = _renamed_definition(change)
    text = context.text_at(change.edit.uri) if definition is not None else None
    if definition is None or text is None or text.language.id != "shellscript":
        return None
    return definition.old, definition.new


def _candidates(context: RuleContext, renamed: RenamedVariable) -> Iterator[Candidate]:
    places = [
        NamePlace(renamed.text, line, edits)
        for line in renamed.lines
        if (edits := tuple(_replacements(renamed, line)))
    ]
    name = RenamedName("variable", renamed.old, renamed.new, renamed.change)
    return rename_candidates(context, "shell-variable", name, places, PROBABILITY)


def _replacements(renamed: RenamedVariable, number: int) -> Iterator[Replacement]:
    line, name = renamed.text.raw[number], re.escape(renamed.old)
    if renamed.old not in line or len(line) > MAX_CODE_LINE_CHARS:
        return
    used = re.compile(
        rf"(?<!\\)\$(?:\{{[#!]?)?(?P<read>{name})(?!\w)"
        rf"|(?:^|[;&|({{]|\b(?:then|do|else|local|export|declare|readonly|typeset)\s)\s*(?P<set>{name})(?=\+?=|\[)"
        rf"|(?:^|[;&|({{]|\b(?:then|do|else|while|until|if)\s)\s*(?:\w+=\S*\s+)*(?:for|unset|read|export|printf\s+-v)\s"
        rf"(?:[^;&|\"'<]*\s)?(?P<named>{name})(?![\w./-])"
        rf"|\(\((?:[^()]*[^\w$()])?(?P<counted>{name})(?!\w)"
    )
    hidden = hidden_columns(line)
    for match in used.finditer(line):
        start, end = next(match.span(key) for key, found in match.groupdict().items() if found is not None)
        if not any(first <= start < last for first, last in hidden):
            yield Replacement(Span(Point(number, start), Point(number, end)), renamed.new)
