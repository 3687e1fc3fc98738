"""How an edit changed the parameters of a function: which it removed, added, renamed or moved. Not its calls."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from understudy.nes.symbolic.consequences.functions import (
    FunctionHeader,
    find_headers,
    find_owner_type,
    may_change_parameters,
)
from understudy.nes.symbolic.consequences.limits import MAX_PARAMETER_EDIT_LINES
from understudy.nes.symbolic.consequences.rule_context import Change, SourceText

__all__ = ["ParameterChange", "find_parameter_changes"]


_DECLARING_FAMILIES: Final = frozenset({"c", "java"})


class ParameterChange(NamedTuple):
    """How the parameters of one function changed."""

    kind: Literal["out", "in", "name", "order", "required", "several"]
    """What happened to a parameter: removed, added, renamed, moved, its default removed; or to more than one."""
    before: FunctionHeader
    after: FunctionHeader
    change: Change
    text: SourceText
    at: int = 0
    """The index of the parameter."""
    name: str = ""
    """The parameter that was removed or added; for a renamed one the old name."""
    call_name: str = ""
    """The name in calls: the function's, or that of its class for a constructor."""


def find_parameter_changes(text: SourceText, change: Change) -> Iterator[ParameterChange]:
    edit = change.edit
    # A parameter on a line of its own is added or removed without any other line.
    if not (edit.old and edit.new) and len(edit.old) + len(edit.new) > MAX_PARAMETER_EDIT_LINES:
        return
    if not change.is_current(text) or not may_change_parameters(text, edit):
        return
    last = edit.line + len(edit.new)
    headers = list(_headers(text, text.raw, text.code, edit.line, max(edit.line, last - 1)))
    if not headers:
        return
    raw = [*text.raw[: edit.line], *edit.old, *text.raw[last:]]
    code = text.code_with_replaced_lines(edit.line, last, edit.old)
    old_headers = {
        header.name: header
        for header in _headers(text, raw, code, edit.line, edit.line + max(0, len(edit.old) - 1))
    }
    for after in headers:
        before = old_headers.get(after.name)
        parameter_change = _classify_change(text, change, before, after) if before is not None else None
        if parameter_change is not None:
            yield parameter_change


def _headers(
    text: SourceText, raw: Sequence[str], code: Sequence[str], first: int, last: int
) -> Iterator[FunctionHeader]:
    """Yield the headers that overlap the lines; in C, those of prototypes too, and in Java those of interfaces."""
    return find_headers(
        text.language, raw, code, first, last, with_prototypes=text.language.family in _DECLARING_FAMILIES
    )


def _classify_change(
    text: SourceText, change: Change, before: FunctionHeader, after: FunctionHeader
) -> ParameterChange | None:
    old, new = before.parameter_names(), after.parameter_names()
    call_name = after.name
    if call_name in after.syntax.constructors and text.language.family != "rust":
        call_name = find_owner_type(text.code, after)
        if not call_name:
            return None
    removed = [name for name in old if name not in new]
    added = [name for name in new if name not in old]
    reordered = ParameterChange("order", before, after, change, call_name=call_name, text=text)
    if len(removed) == 1 and [name for name in old if name != removed[0]] == new:
        return reordered._replace(kind="out", at=old.index(removed[0]), name=removed[0])
    if len(added) == 1 and [name for name in new if name != added[0]] == old:
        at = new.index(added[0])
        if after.parameters[at].is_optional:
            return None
        return reordered._replace(kind="in", at=at, name=added[0])
    if len(removed) == 1 and after.syntax.keyword_sign and _is_renamed(removed[0], old, after):
        return reordered._replace(kind="name", at=old.index(removed[0]), name=removed[0])
    if not removed and not added:
        if old == new:
            return _lost_default(reordered)
        is_each_known = len(old) == len(new) == len(set(new))  # several may be called `_`
        return reordered if is_each_known else None
    kept = [name for name in old if name not in removed]
    is_renamed = [old.index(name) for name in removed] == [new.index(name) for name in added]
    if is_renamed or kept != [name for name in new if name not in added]:
        return None
    return reordered._replace(kind="several", at=old.index(removed[0]) if removed else new.index(added[0]))


def _is_renamed(name: str, old: Sequence[str], after: FunctionHeader) -> bool:
    """Whether another parameter has the place of one, and all behind the old ones may be left out."""
    new, at = after.parameter_names(), old.index(name)
    others = after.parameters[len(old) :]
    is_same = [*new[:at], *new[at + 1 : len(old)]] == [*old[:at], *old[at + 1 :]]
    return is_same and len(new) >= len(old) and all(one.is_optional for one in others)


def _lost_default(unchanged: ParameterChange) -> ParameterChange | None:
    """Return the change of the one parameter that must be passed now."""
    before, after = unchanged.before.parameters, unchanged.after.parameters
    at = [
        index
        for index, (old, new) in enumerate(zip(before, after, strict=True))
        if old.is_optional and not new.is_optional
    ]
    return unchanged._replace(kind="required", at=at[0], name=after[at[0]].name) if len(at) == 1 else None
