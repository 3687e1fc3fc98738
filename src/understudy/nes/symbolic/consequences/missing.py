"""A name that the user began to use and that nothing in the text gives a meaning to: import it."""

from collections.abc import Iterator
from typing import NamedTuple

from understudy.nes.port import Candidate
from understudy.nes.symbolic.consequences.beginning import unknown
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.imports.adding import added
from understudy.nes.symbolic.consequences.sourcing import Source, source
from understudy.nes.symbolic.consequences.unused import leftovers
from understudy.nes.symbolic.consequences.work import Change, Text, Work
from understudy.nes.values import Replacement

__all__ = ["missing"]


class _Found(NamedTuple):
    source: Source
    change: Change


def missing(work: Work) -> list[Candidate]:
    text = work.here
    found: dict[tuple[str, str, str], list[_Found]] = {}
    for name, change, dotted in unknown(work):
        if work.late:
            break
        origin = source(work, text, name, dotted=dotted)
        if origin is not None:
            wanted = origin.wanted
            found.setdefault((wanted.module, wanted.form, wanted.kind), []).append(_Found(origin, change))
    leaving = {one.statement.first: frozenset(bound.nth for bound in one.out) for one in leftovers(work)}
    return [one for group in found.values() for one in _candidates(text, group, leaving)]


def _candidates(text: Text, group: list[_Found], leaving: dict[int, frozenset[int]]) -> Iterator[Candidate]:
    """One for all the names of a module if one statement takes them, else one for each."""
    wanted = [one.source.wanted for one in group]
    edit = added(text.kind, text.raw, text.imports, wanted[0], wanted[1:], leaving)
    if edit is not None:
        yield _candidate(text, group, edit)
        return
    for one in group:
        edit = added(text.kind, text.raw, text.imports, one.source.wanted, (), leaving)
        if edit is not None:
            yield _candidate(text, [one], edit)


def _candidate(text: Text, group: list[_Found], edit: Replacement) -> Candidate:
    names = ", ".join(one.source.wanted.name for one in group)
    module = group[0].source.wanted.module
    return Candidate(
        kind="edit",
        uri=text.page.uri,
        family="import-missing",
        lesson=f"import {names} from {module}",
        why=f"You began to use {names}, which is in {module} and not imported here.",
        edits=(edit,),
        chance=chance(
            "import-missing",
            stale=min(one.change.age for one in group),
            agreed=min(one.source.votes for one in group) > 1,
            derived=min(one.source.votes for one in group) == 0,
            rust=text.kind == "rust",
        ),
    )
