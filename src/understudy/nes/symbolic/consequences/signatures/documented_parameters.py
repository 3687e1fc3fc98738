"""The documentation above a function renamed a parameter or described a new one: the header follows.

Comments with `@param` directly above a header of one line. A new parameter is added only to functions of
JavaScript, which need no type, and only if the others are described in the order of the header.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_DOC_LINES
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    whole_word_columns,
)
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["propose_documented_parameters"]

PROBABILITY: Final = RuleProbability(0.75, StaleFeatures(stale=2 * STALE_SHIFT))

_ENTRY: Final = re.compile(
    r"\s*(?:/?\*+|//+)\s*@param\s+(?:\{[^}]*\}\s*)?\[?(?P<name>[A-Za-z_$][\w$]*)(?![\w$.])"
)
_COMMENT: Final = re.compile(r"\s*(?:/?\*|//)")
_HEADER: Final = re.compile(r"[^()]*\((?P<parameters>[^()]*)\)[^()]*\Z")
_UNTYPED: Final = frozenset({"javascript", "javascriptreact"})


class _Header(NamedTuple):
    line: int
    start: int
    """The column behind the opening bracket."""
    parameters: str

    @property
    def names(self) -> list[str]:
        """The first word of each parameter."""
        return [one.strip().lstrip(".") for one in self.parameters.split(",") if one.strip()]


def propose_documented_parameters(context: RuleContext) -> list[Candidate]:
    """Propose to change the header below a comment as its description of the parameters was changed."""
    text = context.current_text
    for change in context.changes_here[:1]:
        if change.edit.origin is EditOrigin.ACCEPTED or not change.is_current(text):
            continue
        before, after = _documented(change.edit.old), _documented(change.edit.new)
        header = _header_below(text, change) if before != after else None
        if header is not None:
            return list(_candidates(text, change, before, after, header))
    return []


def _documented(lines: Sequence[str]) -> list[str]:
    return [match["name"] for line in lines if "@param" in line and (match := _ENTRY.match(line))]


def _header_below(text: SourceText, change: Change) -> _Header | None:
    """The header that the comment with the edit stands above."""
    for number in range(
        change.current_lines.stop, min(len(text.raw), change.current_lines.stop + MAX_DOC_LINES)
    ):
        line = text.raw[number]
        if not line.strip() or _COMMENT.match(line):
            continue
        match = _HEADER.match(line)
        if match is None:
            return None
        return _Header(number, match.start("parameters"), match["parameters"])
    return None


def _candidates(
    text: SourceText, change: Change, before: Sequence[str], after: Sequence[str], header: _Header
) -> Iterator[Candidate]:
    added = [name for name in after if name not in before]
    removed = [name for name in before if name not in after]
    if len(added) != 1 or whole_word_columns(added[0], header.parameters):
        return
    (name,) = added
    edit: Replacement | None = None
    if len(removed) == 1:
        columns = whole_word_columns(removed[0], header.parameters)
        if len(columns) == 1:
            edit = _replacement(header, columns[0], len(removed[0]), name)
    elif not removed and text.language.id in _UNTYPED:
        edit = _addition(header, _all_documented(text, header.line), name)
    if edit is not None:
        yield Candidate(
            kind="edit",
            uri=text.snapshot.uri,
            family="documented-parameter",
            pattern=f"{name} is described",
            topic=name,
            why=f"You described {name}, which the function does not take yet.",
            edits=(edit,),
            probability=PROBABILITY.estimate(StaleFeatures(change.age)),
        )


def _all_documented(text: SourceText, header: int) -> list[str]:
    """The parameters that the comment above a header describes, in order."""
    start = header
    while start and header - start < MAX_DOC_LINES:
        line = text.raw[start - 1]
        if line.strip() and not _COMMENT.match(line):
            break
        start -= 1
        if line.lstrip().startswith("/**"):
            break
    return _documented(text.raw[start:header])


def _addition(header: _Header, documented: Sequence[str], name: str) -> Replacement | None:
    """Add the parameter where the description has it."""
    names = header.names
    if [one for one in documented if one != name] != names or documented.count(name) != 1:
        return None
    at = documented.index(name)
    if at == len(names):
        column = len(header.parameters.rstrip())
        return _replacement(header, column, 0, f", {name}" if names else name)
    return _replacement(header, whole_word_columns(names[at], header.parameters)[0], 0, f"{name}, ")


def _replacement(header: _Header, column: int, size: int, new: str) -> Replacement:
    start = header.start + column
    return Replacement(Span(Point(header.line, start), Point(header.line, start + size)), new)
