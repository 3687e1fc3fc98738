"""A line added beside its siblings, in one of several places that list the same siblings: the other places too.

Wants an analogy on all sides: the user's line is to its neighbour what the line it makes is to the neighbour's
line elsewhere, and the neighbour after next must fit as well. Not a repetition of the same line.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.names import case_variants
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    estimate_probability,
)
from understudy.nes.symbolic.limits import MAX_PARALLEL_CANDIDATES, MAX_PARALLEL_EDIT_LINES
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_parallel_lines"]

_TOKEN: Final = re.compile(r"[A-Za-z_$][\w$]*|\d+|\s+|[^\w\s]")
_IDENTIFIER: Final = re.compile(r"[A-Za-z_$][\w$]*\Z")
_LIST_ELEMENT: Final = re.compile(r"[(,{\[]\s*[*&]{0,2}([A-Za-z_$][\w$]*)")
_LITERAL_VALUE: Final = re.compile(
    r"\b(?:True|False|None|true|false|null|nil|undefined|\d+)\b|\"\"|''|\"[^\"]*\s[^\"]*\""
)
"""A value that a name cannot tell."""
_IMPORT_LINE: Final = re.compile(
    r"\s*(?:import|from|(?:pub )?use|(?:pub )?mod|extern|#include)\b|.*\brequire\("
)
_BARE_NAME_ITEM: Final = re.compile(r"['\"]?[\w$-]+['\"]?,")
"""A list of nothing but names."""


class AddedSibling(NamedTuple):
    """A name that came beside another name, and the one before that."""

    change: Change
    line: int
    is_below: bool
    """The new one stands behind its neighbour."""
    name_mapping: dict[str, str]
    """From the neighbour's words to those of the new line, where their lines are alike."""
    neighbour: str
    """The neighbour's name: the first word that is its own."""
    added: str
    next_neighbour: str
    """The name of the neighbour after next."""
    is_uniform: bool = False
    """All three lines are the same but for their names."""
    is_inline: bool = False
    """It is an element of a list on one line."""


@lru_cache(maxsize=4096)
def _tokens(line: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(line.strip()))


def propose_parallel_lines(context: RuleContext) -> list[Candidate]:
    made: list[Candidate] = []
    for change in context.changes[:3]:
        edit = change.edit
        if edit.line < 0 or len(edit.old) > 1 or not 0 < len(edit.new) <= MAX_PARALLEL_EDIT_LINES:
            continue
        page = (
            context.current_text.snapshot
            if edit.uri == context.current_text.snapshot.uri
            else context.situation.workspace_texts.snapshot(edit.uri)
        )
        if (
            page is None
            or context.is_past_deadline
            or tuple(page.lines[edit.line : edit.line + len(edit.new)]) != edit.new
        ):
            continue
        text = context.source_text(page)
        siblings = list(_find_line_siblings(text, change) if not edit.old else _find_inline_siblings(change))
        for sibling in siblings:
            for other in (context.current_text, *context.other_texts([sibling.neighbour], 4)):
                made.extend(_place_candidates(context, text, other, sibling))
                if len(made) >= MAX_PARALLEL_CANDIDATES:
                    return made[:MAX_PARALLEL_CANDIDATES]
    return made


def _find_line_siblings(text: SourceText, change: Change) -> Iterator[AddedSibling]:
    """A line that came between or behind lines that list the same kind of thing."""
    if not text.import_lines.isdisjoint(change.current_lines):
        return
    told = [line for line in change.current_lines if line < len(text.code) and text.code[line].strip()]
    if len(told) != 1:
        return  # comments may come along, other code may not
    line, raw = told[0], text.raw
    for step in (-1, 1):
        near = _next_sibling_line(text, line, step)
        far = _next_sibling_line(text, near, step) if near is not None else None
        if near is None or far is None:
            continue
        own = _differing_names(raw[near], raw[line])
        before = _differing_names(raw[far], raw[near])
        if own is None or before is None or before[1] != own[0]:
            continue
        names = _identifier_mapping(raw[near], raw[line])
        alike = (
            names is not None
            and _differs_only_in_name(names, own)
            and _differs_only_in_name(_identifier_mapping(raw[far], raw[near]) or {}, before)
        )
        yield AddedSibling(change, line, step < 0, {own[0]: own[1]}, *own, before[0], alike)


def _next_sibling_line(text: SourceText, line: int, step: int) -> int | None:
    """The next line of code with the same indentation, comments left out."""
    for number in range(line + step, line + 12 * step, step):
        if not 0 <= number < len(text.code):
            return None
        if text.code[number].strip():
            return number if _indentation(text.code[number]) == _indentation(text.code[line]) else None
    return None


def _find_inline_siblings(change: Change) -> Iterator[AddedSibling]:
    """An element that came into a list on one line, behind two others."""
    old, new = change.edit.old[0], change.edit.new[0]
    if len(change.edit.new) != 1:
        return
    before, after = _LIST_ELEMENT.findall(old), _LIST_ELEMENT.findall(new)
    come = [name for name in after if name not in before]
    if len(come) != 1 or [name for name in after if name != come[0]] != before:
        return
    at = after.index(come[0])
    if at >= 2:
        near, far = after[at - 1], after[at - 2]
        yield AddedSibling(
            change, change.edit.line, True, {near: come[0]}, near, come[0], far, is_inline=True
        )


def _identifier_mapping(source: str, target: str) -> dict[str, str] | None:
    """Which words stand for which, where all the rest is the same; None if the lines differ in more than words."""
    one, other = _tokens(source), _tokens(target)
    if len(one) != len(other) or len(one) < 2 or one == other:
        return None
    names: dict[str, str] = {}
    for left, right in zip(one, other, strict=True):
        if left == right:
            continue
        if (
            not (_IDENTIFIER.match(left) and _IDENTIFIER.match(right))
            or names.setdefault(left, right) != right
        ):
            return None
    return names


def _differing_names(source: str, target: str) -> tuple[str, str] | None:
    """The names of two siblings: the first words that differ, with the same before them and right behind them."""
    one, other = _tokens(source), _tokens(target)
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if left == right:
            continue
        follows = one[index + 1 : index + 2] == other[index + 1 : index + 2]
        named = _IDENTIFIER.match(left) and _IDENTIFIER.match(right)
        return (left, right) if named and follows and len(left) > 1 and len(right) > 1 else None
    return None


def _differs_only_in_name(names: dict[str, str], own: tuple[str, str]) -> bool:
    """Whether the lines differ in nothing but that name and its other ways of writing."""
    forms = case_variants(*own)
    return bool(names) and all(forms.get(left) == right for left, right in names.items())


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _place_candidates(
    context: RuleContext, text: SourceText, other: SourceText, sibling: AddedSibling
) -> Iterator[Candidate]:
    """Where the same two siblings stand in the same order, and the new one does not yet."""
    forms = {**case_variants(sibling.neighbour, sibling.added), **sibling.name_mapping}
    seconds = case_variants(sibling.next_neighbour, sibling.neighbour)
    step = 1 if sibling.is_below else -1
    mentioned = {line for form in set(seconds.values()) for line in other.raw_lookup.lines_containing(form)}
    for number in sorted(mentioned):
        line = other.raw[number]
        if other is text and abs(number - sibling.line) < (1 if sibling.is_inline else 3):
            continue
        if number in other.import_lines:
            continue
        earlier = number - step
        if not 0 <= earlier < len(other.raw) or _indentation(other.raw[earlier]) != _indentation(line):
            continue
        between = _identifier_mapping(other.raw[earlier], line)
        if not between or any(seconds.get(left) != right for left, right in between.items()):
            continue
        made = "".join(forms.get(token, token) for token in _tokens(line))
        if made == line.strip() or not _is_derivable(text, other, sibling, line, made):
            continue
        later = number + step
        around = [
            other.raw[line]
            for line in range(max(0, number - 3), min(len(other.raw), number + 4))
            if other is not text or line != sibling.line
        ]
        if any(_contains_any(one, forms.values()) or made == one.strip() for one in around):
            continue
        if not 0 <= later < len(other.raw) or not _has_fitting_comma(
            line, other.raw[later], sibling.is_below
        ):
            continue
        at = number + 1 if sibling.is_below else number
        if at >= len(other.raw):
            continue
        yield Candidate(
            kind="edit",
            uri=other.snapshot.uri,
            family="parallel-field",
            pattern=f"{sibling.added} beside {sibling.neighbour}",
            why=f"You added {sibling.added} beside {sibling.neighbour}; here are the same siblings without it.",
            edits=(Replacement(Span(Point(at, 0), Point(at, 0)), f"{_indentation(line)}{made}\n"),),
            probability=estimate_probability(
                "parallel-field",
                stale=sibling.change.age,
                elsewhere=other is not context.current_text,
                inline=sibling.is_inline,
                same=made == text.raw[sibling.line].strip(),
            ),
        )


def _is_derivable(
    text: SourceText, other: SourceText, sibling: AddedSibling, line: str, new_line: str
) -> bool:
    """Whether the names alone say what the line is to be."""
    if _LITERAL_VALUE.search(line) or _IMPORT_LINE.match(line):
        return False
    own = sum(1 for token in _tokens(line) if token in case_variants(sibling.neighbour, sibling.added))
    if own < 2 and not _BARE_NAME_ITEM.fullmatch(line.strip()) and not sibling.is_uniform:
        return False
    # The same beginning as the user's own line: that would say the same thing twice.
    head = new_line[: new_line.find(sibling.added) + len(sibling.added)]
    return other is not text or not text.raw[sibling.line].strip().startswith(head)


def _contains_any(line: str, names: Iterable[str]) -> bool:
    return not set(_tokens(line)).isdisjoint(names)


def _has_fitting_comma(line: str, later: str, is_below: bool) -> bool:
    """A last element without a comma would need one: that is left alone."""
    if not is_below:
        return True
    closes = later.lstrip()[:1] in (")", "]", "}")
    return not closes or line.rstrip().endswith((",", ";")) or "=" in line
