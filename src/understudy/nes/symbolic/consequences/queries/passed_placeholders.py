"""A condition or an assignment with a placeholder was added to a statement, or removed from it: its value follows.

What the value is for is the column that the placeholder is compared with or assigned to. The columns of an INSERT:
see `inserted_columns`.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_CANDIDATES
from understudy.nes.symbolic.consequences.queries.changed_list import (
    ChangedStatement,
    find_changed_statements,
)
from understudy.nes.symbolic.consequences.queries.guessed_values import guess_value
from understudy.nes.symbolic.consequences.queries.insert_statements import Placeholder, find_placeholders
from understudy.nes.symbolic.consequences.queries.statements import blank_comments_and_strings, is_sql
from understudy.nes.symbolic.consequences.queries.value_lists import (
    ValueList,
    find_value_lists,
    insert_value,
    remove_value,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability

__all__ = ["propose_passed_placeholders"]


class _Features(NamedTuple):
    stale: float = 0
    jump: float = 0
    """The value is not known."""
    is_guessed: float = 0
    """The value is a member that is not known to exist."""


PROBABILITY: Final = RuleProbability(0.85, _Features(stale=STALE_SHIFT / 3, jump=-0.7, is_guessed=-0.5))

_STATEMENTS: Final = ("select", "update", "delete", "insert")
_COMPARED: Final = re.compile(
    r"(\w+)\s*(?:[<>=!]=?|<>|~\*?|\b(?:not\s+)?(?:i?like|in|between)\b)\s*\(?\s*\Z|\b(limit|offset)\s+\Z",
    re.I,
)
_NAMED: Final = re.compile(r"(?<![:\w])[:@$]([A-Za-z_]\w*)|%\(([A-Za-z_]\w*)\)s")
_WORD: Final = re.compile(r"\w+")


class _NewValue(NamedTuple):
    name: str
    """The column, or the name of the placeholder."""
    value_index: int
    """-1 if values have names."""
    value_count: int
    """The number of values before the edit."""
    is_removed: bool


def propose_passed_placeholders(context: RuleContext) -> list[Candidate]:
    """Propose to pass a value for a new placeholder, or not to pass it for one that is gone."""
    for changed in context.once(find_changed_statements):
        text = changed.text
        if is_sql(text) or context.is_past_deadline or not changed.follows(*_STATEMENTS):
            continue
        value = _find_value(changed)
        if value is not None:
            candidates = list(_candidates(context, text, changed.change, changed, value))
            if candidates:
                return candidates[:MAX_VALUE_CANDIDATES]
    return []


def _find_value(changed: ChangedStatement) -> _NewValue | None:
    written, before = changed.statement.written, changed.before
    now, old = find_placeholders(written), find_placeholders(before)
    if not now and not old:
        added = [one for one in _names(written) if one not in _names(before)]
        return _NewValue(added[0], -1, len(_names(before)), False) if len(added) == 1 else None
    longer = written if len(now) > len(old) else before
    more, less = (now, old) if longer is written else (old, now)
    end = changed.at + max(0, abs(len(written) - len(before)))
    place = next((one for one in more if changed.at <= one.start <= end), None)
    is_counted = all([one.number for one in each] == [*range(len(each))] for each in (more, less))
    if len(more) != len(less) + 1 or place is None or not is_counted:
        return None
    name = _column_of(longer, place)
    return _NewValue(name, place.number, len(old), longer is before) if name else None


def _names(written: str) -> list[str]:
    """The names of the placeholders of a statement, each once."""
    found = (match[1] or match[2] for match in _NAMED.finditer(blank_comments_and_strings(written)))
    return list(dict.fromkeys(found))


def _column_of(written: str, place: Placeholder) -> str:
    """What a placeholder is compared with or assigned to; empty if that is no column."""
    match = _COMPARED.search(written[: place.start])
    return (match[1] or match[2]).lower() if match is not None else ""


def _candidates(
    context: RuleContext, text: SourceText, change: Change, changed: ChangedStatement, value: _NewValue
) -> Iterator[Candidate]:
    for values in find_value_lists(text, changed.statement):
        if values.is_named != (value.value_index < 0):
            continue
        if values.is_named or len(values.site.arguments) == value.value_count:
            yield from _candidate(context, text, change, values, value, _known(changed, values))
            return


def _known(changed: ChangedStatement, values: ValueList) -> list[tuple[str, str]]:
    """What is passed for other columns, with their names."""
    items = [one.text for one in values.site.arguments]
    if values.is_named:
        entries = [
            (name, [one for one in items if name in _WORD.findall(one)]) for name in _names(changed.before)
        ]
        return [(name, found[0]) for name, found in entries if found]
    columns = [_column_of(changed.before, one) for one in find_placeholders(changed.before)]
    return [(name, item) for name, item in zip(columns, items, strict=False) if name]


def _candidate(
    context: RuleContext,
    text: SourceText,
    change: Change,
    values: ValueList,
    value: _NewValue,
    known: list[tuple[str, str]],
) -> Iterator[Candidate]:
    items = values.site.arguments
    at = value.value_index if value.value_index >= 0 else len(items)
    if not items or (values.is_named and any(value.name in _WORD.findall(one.text) for one in items)):
        return
    made = None if value.is_removed else guess_value(context, text, values.site, known, value.name)
    if value.is_removed:
        edit = remove_value(text, values, at)
    else:
        edit = insert_value(text, values, at, made.written) if made is not None else None
    is_guessed = made is not None and not made.is_certain
    yield Candidate(
        kind="edit" if edit is not None else "jump",
        uri=text.snapshot.uri,
        family="passed-placeholder",
        pattern=f"placeholder of {value.name}",
        topic=value.name,
        why=f"The statement {'no longer has' if value.is_removed else 'has'} a placeholder for {value.name}.",
        edits=(edit,) if edit is not None else (),
        position=None if edit is not None else items[min(at, len(items) - 1)].span.end,
        probability=PROBABILITY.estimate(_Features(change.age, float(edit is None), float(is_guessed))),
    )
