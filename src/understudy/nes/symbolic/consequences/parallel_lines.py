"""A line was added beside its siblings: add it in the other places that list the same siblings.

The new line relates to the neighbour's line there as the user's line relates to its neighbour, and the neighbour's
neighbour has to fit as well. Not a repetition of the same line: see `generators`.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALLING_TEXTS,
    MAX_CAUSING_CHANGES,
    MAX_PARALLEL_CANDIDATES,
    MAX_PARALLEL_EDIT_LINES,
    MAX_SIBLING_DISTANCE_LINES,
)
from understudy.nes.symbolic.consequences.names import case_variants
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import find_declarations
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_parallel_lines"]

_TOKEN: Final = re.compile(r"[A-Za-z_$][\w$]*|\d+|\s+|[^\w\s]")
_IDENTIFIER: Final = re.compile(r"[A-Za-z_$][\w$]*\Z")
_LIST_ELEMENT: Final = re.compile(r"[(,{\[]\s*[*&]{0,2}([A-Za-z_$][\w$]*)")
_LITERAL_VALUE: Final = re.compile(
    r"\b(?:True|False|None|true|false|null|nil|undefined|\d+)\b|\"\"|''|\"[^\"]*\s[^\"]*\""
)
"""A value that does not follow from a name."""
_IMPORT_LINE: Final = re.compile(
    r"\s*(?:import|from|(?:pub )?use|(?:pub )?mod|extern|#include)\b|.*\brequire\("
)
_BARE_NAME_ITEM: Final = re.compile(r"['\"]?[\w$-]+['\"]?,")
"""An element of a list of names."""


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    is_inline: float = 0
    """The user added an element of a list on one line."""
    is_same_line: float = 0
    """The new line is the line that the user wrote."""


PROBABILITY: Final = RuleProbability(
    0.35, _Features(stale=STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT, is_inline=1.6, is_same_line=0.8)
)


class AddedSibling(NamedTuple):
    """A name that was added beside another name, and the name after that one."""

    change: Change
    line: int
    is_below: bool
    """Whether the new line is below its neighbour."""
    neighbour: str
    """The name of the neighbour: the first word in which the lines differ."""
    added: str
    next_neighbour: str
    """The name of the neighbour's neighbour."""
    is_uniform: bool = False
    """Whether the three lines differ only in their names."""
    is_inline: bool = False
    """Whether it is an element of a list on one line."""


@lru_cache(maxsize=4096)
def _tokens(line: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(line.strip()))


def propose_parallel_lines(context: RuleContext) -> list[Candidate]:
    """Propose a parallel line where the siblings of an added line are listed as well."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.changes[:MAX_CAUSING_CHANGES]):
        edit = change.edit
        if len(edit.old) > 1 or not 0 < len(edit.new) <= MAX_PARALLEL_EDIT_LINES:
            continue
        text = context.text_at(edit.uri)
        if text is None or context.is_past_deadline or not change.is_current(text):
            continue
        siblings = list(_find_line_siblings(text, change) if not edit.old else _find_inline_siblings(change))
        for sibling in siblings:
            others = context.other_texts([sibling.neighbour], MAX_CALLING_TEXTS)
            for other in (context.current_text, *others):
                candidates.extend(_place_candidates(context, text, other, sibling))
                if len(candidates) >= MAX_PARALLEL_CANDIDATES:
                    return candidates[:MAX_PARALLEL_CANDIDATES]
    return candidates


def _find_line_siblings(text: SourceText, change: Change) -> Iterator[AddedSibling]:
    """Yield the added line as a sibling of the lines above it, and of those below it."""
    code_lines = [line for line in change.current_lines if line < len(text.code) and text.code[line].strip()]
    if len(code_lines) != 1:
        return  # comments may be added with the line, but no other code
    line, raw = code_lines[0], text.raw
    for step in (-1, 1):
        near = _next_sibling_line(text, line, step)
        far = _next_sibling_line(text, near, step) if near is not None else None
        if near is None or far is None:
            continue
        own = _differing_names(raw[near], raw[line])
        before = _differing_names(raw[far], raw[near])
        if own is None or before is None or before[1] != own[0]:
            continue
        if not text.import_lines.isdisjoint(change.current_lines):
            return
        names = _identifier_mapping(raw[near], raw[line])
        is_uniform = (
            names is not None
            and _differs_only_in_name(names, own)
            and _differs_only_in_name(_identifier_mapping(raw[far], raw[near]) or {}, before)
        )
        yield AddedSibling(change, line, step < 0, *own, before[0], is_uniform)


def _next_sibling_line(text: SourceText, line: int, step: int) -> int | None:
    """Return the next line of code if it has the same indentation; comments are skipped."""
    for number in range(line + step, line + MAX_SIBLING_DISTANCE_LINES * step, step):
        if not 0 <= number < len(text.code):
            return None
        if text.code[number].strip():
            return number if _indentation(text.code[number]) == _indentation(text.code[line]) else None
    return None


def _find_inline_siblings(change: Change) -> Iterator[AddedSibling]:
    """Yield an element that was added to a list on one line, after two others."""
    old, new = change.edit.old[0], change.edit.new[0]
    if len(change.edit.new) != 1:
        return
    before, after = _LIST_ELEMENT.findall(old), _LIST_ELEMENT.findall(new)
    added = [name for name in after if name not in before]
    if len(added) != 1 or [name for name in after if name != added[0]] != before:
        return
    at = after.index(added[0])
    if at >= 2:
        near, far = after[at - 1], after[at - 2]
        yield AddedSibling(change, change.edit.line, True, near, added[0], far, is_inline=True)


def _identifier_mapping(source: str, target: str) -> dict[str, str] | None:
    """Return which tokens of two lines differ; None if one token has two counterparts."""
    one, other = _tokens(source), _tokens(target)
    if len(one) != len(other) or len(one) < 2:
        return None
    names: dict[str, str] = {}
    for left, right in zip(one, other, strict=True):
        if left != right and names.setdefault(left, right) != right:
            return None
    return names


def _differing_names(source: str, target: str) -> tuple[str, str] | None:
    """Return the names of two siblings: the first words that differ, if the tokens around them are the same."""
    one, other = _tokens(source), _tokens(target)
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if left == right:
            continue
        same_next = one[index + 1 : index + 2] == other[index + 1 : index + 2]
        are_names = _IDENTIFIER.match(left) and _IDENTIFIER.match(right)
        return (left, right) if are_names and same_next and len(left) > 1 and len(right) > 1 else None
    return None


def _differs_only_in_name(names: dict[str, str], own: tuple[str, str]) -> bool:
    """Return whether the lines differ only in that name and its case variants."""
    forms = case_variants(*own)
    return bool(names) and all(forms.get(left) == right for left, right in names.items())


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _place_candidates(
    context: RuleContext, text: SourceText, other: SourceText, sibling: AddedSibling
) -> Iterator[Candidate]:
    """Yield candidates for places that list the same two siblings in the same order, without the new one."""
    forms = case_variants(sibling.neighbour, sibling.added)
    seconds = case_variants(sibling.next_neighbour, sibling.neighbour)
    step = 1 if sibling.is_below else -1
    mentioned = {line for form in set(seconds.values()) for line in other.raw_lookup.lines_containing(form)}
    for number in sorted(mentioned):
        line = other.raw[number]
        if other is text and abs(number - sibling.line) < (1 if sibling.is_inline else 3):
            continue
        earlier = number - step
        if not 0 <= earlier < len(other.raw) or _indentation(other.raw[earlier]) != _indentation(line):
            continue
        between = _identifier_mapping(other.raw[earlier], line)
        if not between or any(seconds.get(left) != right for left, right in between.items()):
            continue
        new_line = "".join(forms.get(token, token) for token in _tokens(line))
        if new_line == line.strip() or not _is_derivable(text, other, sibling, line, new_line):
            continue
        if number in other.import_lines or _is_in_other_type(text, other, sibling, number):
            continue
        later = number + step
        around = [
            other.raw[line]
            for line in range(max(0, number - 3), min(len(other.raw), number + 4))
            if other is not text or line != sibling.line
        ]
        if any(_contains_any(one, forms.values()) for one in around):
            continue
        if not 0 <= later < len(other.raw) or not _has_fitting_comma(
            line, other.raw[later], sibling.is_below
        ):
            continue
        at = number + 1 if sibling.is_below else number
        yield Candidate(
            kind="edit",
            uri=other.snapshot.uri,
            family="parallel-field",
            pattern=f"{sibling.added} beside {sibling.neighbour}",
            why=f"You added {sibling.added} beside {sibling.neighbour}; here are the same siblings without it.",
            edits=(Replacement(Span(Point(at, 0), Point(at, 0)), f"{_indentation(line)}{new_line}\n"),),
            probability=PROBABILITY.estimate(
                _Features(
                    stale=sibling.change.age,
                    elsewhere=other is not context.current_text,
                    is_inline=sibling.is_inline,
                    is_same_line=new_line == text.raw[sibling.line].strip(),
                )
            ),
        )


def _is_in_other_type(text: SourceText, other: SourceText, sibling: AddedSibling, number: int) -> bool:
    """Return whether a member was added to one type, and the place is among the members of another type."""
    added = _member_type(text, sibling.line)
    return added != "" and _member_type(other, number) not in ("", added)


def _member_type(text: SourceText, line: int) -> str:
    """Return the type that has a member declared on that line; empty if none has."""
    if text.tree is None:
        return ""
    start, end = text.offset_at(line), text.offset_at(line + 1)
    for declaration in find_declarations(text.tree, text.joined, start, end - 1):
        if any(start <= one.start < end for one in declaration.members):
            return f"{declaration.kind} {declaration.name}"
    return ""


def _is_derivable(
    text: SourceText, other: SourceText, sibling: AddedSibling, line: str, new_line: str
) -> bool:
    """Return whether the new line follows from the names alone."""
    if _LITERAL_VALUE.search(line) or _IMPORT_LINE.match(line):
        return False
    own = sum(1 for token in _tokens(line) if token in case_variants(sibling.neighbour, sibling.added))
    if own < 2 and not _BARE_NAME_ITEM.fullmatch(line.strip()) and not sibling.is_uniform:
        return False
    # A line that begins like the user's own would say the same thing twice.
    head = new_line[: new_line.find(sibling.added) + len(sibling.added)]
    return other is not text or not text.raw[sibling.line].strip().startswith(head)


def _contains_any(line: str, names: Iterable[str]) -> bool:
    return not set(_tokens(line)).isdisjoint(names)


def _has_fitting_comma(line: str, later: str, is_below: bool) -> bool:
    """Return whether the new line fits below without adding a comma to the last element above it."""
    if not is_below:
        return True
    closes = later.lstrip()[:1] in (")", "]", "}")
    return not closes or line.rstrip().endswith((",", ";")) or "=" in line
