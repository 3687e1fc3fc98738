"""The declaration of a variable, parameter or field was removed, and it is still used: a jump to the first use.

A statement that only keeps a removed parameter in a field that nothing reads is removed, and so is what happens on
condition of a variable, once the user has removed lines with its uses. What the name refers to is read from the
text before the edit. Definitions that other texts can see: see `removed_definition`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import Binding, resolver_for
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.definitions.removed_uses import remove_whole_lines
from understudy.nes.symbolic.consequences.limits import (
    MAX_CAUSING_CHANGES,
    MAX_IMPORTING_TEXTS,
    MAX_REMOVED_DEFINITIONS,
    MAX_REMOVED_PARAMETER_WORDS,
    MAX_TEXT_LINE_CHARS,
)
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    identifiers_in,
    source_text_before,
    whole_word_columns,
)
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import EditOrigin, Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["RemovedVariable", "find_removed_variables", "propose_removed_variables"]

PROBABILITY: Final = RuleProbability(0.72, StaleFeatures(stale=STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT))
KEPT_PROBABILITY: Final = RuleProbability(0.8, StaleFeatures(stale=STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT))

_DECLARATION: Final = re.compile(
    r"\s+(?:(?:[\w$.<>\[\]*&,?]|::)+\s+)*[*&]*(?P<name>[A-Za-z_$][\w$]*)\s*(?::(?![:=])[^=]+)?(?::=|=(?![=>~])|;\s*\Z)"
    r"|\s+(?:var|let)\s+(?:mut\s+)?(?P<typed>[A-Za-z_$][\w$]*)\s+[\w*\[]"
)
"""An indented line that may declare one variable: the bindings decide."""
_UNPACKED: Final = re.compile(
    r"\s+(?:(?:const|let|var)\s+(?:\[(?P<array>[^\[\]]+)\]|\{(?P<object>[^{}]+)\})"
    r"|(?P<tuple>[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)+))\s*:?=(?![=>~])"
)
"""An indented line that may declare several variables at once."""
_UNPACKED_NAME: Final = re.compile(r"([A-Za-z_$][\w$]*)\s*(?:=.*)?\Z")
_KINDS: Final = frozenset({"local", "constant", "field", "parameter"})
_PARAMETER_LINE: Final = re.compile(r"[(,)]")
_WORD: Final = re.compile(r"[A-Za-z_$][\w$]*")
_KEPT: Final = re.compile(r"\s*(?:\$?(?:self|this)(?:\.|->)|@)(\w+)\s*(?::[^=]+)?=\s*\$?(\w+)\s*;?\s*\Z")
"""A statement that keeps a parameter in a field."""
_FIELD_DECLARATION: Final = re.compile(
    r"\s+(?!return\b|throw\b|delete\b)(?:[\w<>\[\],.?*]+\s+)+[\w$]+\s*;\s*\Z"
)
_IMPLICIT_RECEIVERS: Final = frozenset({"c", "java"})
"""The languages whose methods name a field without its object."""


class RemovedVariable(NamedTuple):
    text: SourceText
    name: str
    change: Change
    kind: str
    """What the name was, such as a parameter."""
    uses: tuple[Point, ...]
    """Where the name is used that nothing declares any more, in reading order."""


def propose_removed_variables(context: RuleContext) -> list[Candidate]:
    """Propose a jump to the first use of each variable, or to remove what only kept it."""
    cursor = context.situation.cursor.line
    found: list[Candidate] = []
    for one in find_removed_variables(context):
        edit = _remove_kept(context, one) or _remove_conditional(context, one)
        if edit is not None:
            found.append(_removal(context, one, edit))
        is_here = one.text is context.current_text
        first = min(one.uses, key=lambda point: (is_here and point.line < cursor, point))
        if not is_here or first.line != cursor:
            found.append(_candidate(one, first, is_here=is_here))
    return found


def find_removed_variables(context: RuleContext) -> list[RemovedVariable]:
    """Return the variables that recent edits removed and that are still used."""
    return context.once(_collect)


def _collect(context: RuleContext) -> list[RemovedVariable]:
    found: list[RemovedVariable] = []
    for change in context.without_dormant(context.changes[:MAX_CAUSING_CHANGES]):
        edit = change.edit
        names = _removed_names(edit.old, edit.new)
        text = context.text_at(edit.uri) if names and edit.origin is not EditOrigin.ACCEPTED else None
        if text is None or not change.is_current(text):
            continue
        names = [name for name in names if _is_mentioned(text, name)]
        if not names:
            continue
        before = source_text_before(text, change) if not context.is_past_deadline else None
        if before is None:
            continue
        for name in names[:MAX_REMOVED_DEFINITIONS]:
            removed = range(edit.line, edit.line + len(edit.old))
            binding = _removed_binding(before, name, removed)
            uses = tuple(_remaining_uses(text, binding, change, name)) if binding is not None else ()
            if binding is not None and uses:
                found.append(RemovedVariable(text, name, change, binding.kind, uses))
    return found


@lru_cache(maxsize=256)
def _removed_names(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    """The names that removed lines may declare and that the new lines do not have, if these declare no others."""
    declared = _declared_names(new)
    if any(name not in identifiers_in(old) for name in declared):
        return ()  # renamed
    kept = identifiers_in(new)
    names = [name for name in _declared_names(old) if name not in kept]
    return tuple(dict.fromkeys([*names, *_removed_words(old, new)]))


def _removed_words(old: tuple[str, ...], new: tuple[str, ...]) -> list[str]:
    """The words that lines with brackets or commas lost, without any new ones: one of them may be a parameter."""
    if len(old) != len(new) or not _PARAMETER_LINE.search("".join(new)):
        return []
    before, after = (_WORD.findall("".join(lines)) for lines in (old, new))
    kept = set(after)
    if not 0 < len(before) - len(after) <= MAX_REMOVED_PARAMETER_WORDS or not kept.issubset(before):
        return []
    return [name for name in dict.fromkeys(before) if name not in kept]


def _declared_names(lines: tuple[str, ...]) -> list[str]:
    names: list[str] = []
    for line in lines:
        if not line[:1].isspace() or len(line) > MAX_TEXT_LINE_CHARS:
            continue
        unpacked = _UNPACKED.match(line) if "=" in line else None
        if unpacked is not None:
            items = (unpacked["array"] or unpacked["object"] or unpacked["tuple"]).split(",")
            names += [match[1] for item in items if (match := _UNPACKED_NAME.search(item.strip()))]
        elif (match := _DECLARATION.match(line)) is not None:
            names.append(match["name"] or match["typed"])
    return list(dict.fromkeys(names))


def _is_mentioned(text: SourceText, name: str) -> bool:
    lines = text.raw_lookup.iterate_containing(name)
    return any(whole_word_columns(name, text.raw[line]) for line in lines)


def _remaining_uses(text: SourceText, binding: Binding, change: Change, name: str) -> Iterator[Point]:
    """Yield the uses of a variable all of whose definitions the edit removed."""
    edit = change.edit
    removed = range(edit.line, edit.line + len(edit.old))
    resolver = resolver_for(text.snapshot)
    if resolver is None:
        return
    now = resolver.resolve(name)
    for one in binding.occurrences:
        if one.line in removed:
            continue
        line = one.line if one.line < removed.start else one.line + len(edit.new) - len(edit.old)
        point = Point(line, one.column)
        found = now.at(point)
        if found is not None and (found.definitions or found.owner):
            kept = _KEPT.match(text.raw[line])
            if kept is None or kept.groups() != (name, name):
                return  # something else of that name is used now
        yield point


def _removed_binding(before: SourceText, name: str, removed: range) -> Binding | None:
    """Return the variable or field whose definitions are all in the removed lines."""
    resolver = resolver_for(before.snapshot)
    for binding in resolver.resolve(name).bindings if resolver is not None else ():
        # The definition of a field is one of its occurrences, and the first one of the removed lines here.
        defined = binding.definitions or [one for one in binding.occurrences if one.line in removed]
        if binding.kind in _KINDS and defined and all(one.line in removed for one in defined):
            return binding
    return None


def _remove_kept(context: RuleContext, removed: RemovedVariable) -> Replacement | None:
    """Return the removal of the only use of a parameter, if that keeps it in a field that nothing else names."""
    text, uses = removed.text, removed.uses
    if removed.kind != "parameter" or len(uses) != 1 or uses[0].line + 1 >= len(text.raw):
        return None
    line = uses[0].line
    kept = _KEPT.match(text.raw[line])
    if kept is None or kept[2] != removed.name:
        return None
    field = kept[1]
    for point in text.occurrences(field):
        before = text.code[point.line][: point.column]
        if point.line == line:
            continue
        if before.endswith((".", "->", "@", ":")):
            return None
        if text.language.family in _IMPLICIT_RECEIVERS and not _FIELD_DECLARATION.match(text.raw[point.line]):
            return None
    member = re.compile(rf"(?:\.|->){re.escape(field)}\b")
    for other in context.other_texts([field], MAX_IMPORTING_TEXTS):
        if other is not text and any(
            member.search(other.raw[at]) for at in other.raw_lookup.iterate_containing(field)
        ):
            return None
    return Replacement(Span(Point(line, 0), Point(line + 1, 0)), "")


def _remove_conditional(context: RuleContext, removed: RemovedVariable) -> Replacement | None:
    """Return the removal of the first block whose only condition is the variable, if the user has removed whole
    lines with other uses of it before."""
    text, since = removed.text, removed.change.edit.serial
    names = {removed.name, *_declared_names(removed.change.edit.old)}
    has_removed = any(
        one.edit.serial > since
        and not any(map(str.strip, one.edit.new))
        and names & identifiers_in(one.edit.old)
        for one in context.changes
        if one.edit.uri == text.snapshot.uri
    )
    if not has_removed or text.tree is None:
        return None
    for point in removed.uses:
        start = text.offset_at(point.line, point.column)
        name = text.tree.root.named_descendant_for_byte_range(start, start + len(removed.name))
        block = _block_on_condition(name) if name is not None else None
        edit = remove_whole_lines(text, block) if block is not None else None
        if edit is not None:
            return edit
    return None


def _block_on_condition(name: "Node") -> "Node | None":
    """Return the statement or the expression of JSX that does nothing without a variable."""
    condition = name.parent
    if condition is not None and condition.type == "parenthesized_expression":
        name, condition = condition, condition.parent
    if condition is None or condition.parent is None:
        return None
    if condition.type in ("if_statement", "if_expression"):
        is_only = condition.child_by_field_name("condition") == name
        return condition if is_only and condition.child_by_field_name("alternative") is None else None
    operator = condition.child_by_field_name("operator")
    is_shown = (
        operator is not None and operator.type == "&&" and condition.child_by_field_name("left") == name
    )
    return condition.parent if is_shown and condition.parent.type == "jsx_expression" else None


def _removal(context: RuleContext, removed: RemovedVariable, edit: Replacement) -> Candidate:
    is_here = removed.text is context.current_text
    return Candidate(
        kind="edit",
        uri=removed.text.snapshot.uri,
        family="definition-removed",
        pattern=f"{removed.name} is not needed",
        topic=removed.name,
        why=f"You took out {removed.name}, and this does nothing without it.",
        edits=(edit,),
        probability=KEPT_PROBABILITY.estimate(StaleFeatures(removed.change.age, not is_here)),
    )


def _candidate(removed: RemovedVariable, position: Point, *, is_here: bool) -> Candidate:
    return Candidate(
        kind="jump",
        uri=removed.text.snapshot.uri,
        family="definition-removed",
        pattern=f"{removed.name} is gone",
        topic=removed.name,
        why=f"You took out {removed.name}, and it is used here.",
        position=position,
        probability=PROBABILITY.estimate(StaleFeatures(removed.change.age, not is_here)),
    )
