"""A name that the user began to use and that nothing in the text gives a meaning to: import it."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.port import Candidate
from understudy.nes.symbolic.consequences.binding import binds
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.imports.adding import added
from understudy.nes.symbolic.consequences.sourcing import Source, source
from understudy.nes.symbolic.consequences.unused import leftovers
from understudy.nes.symbolic.consequences.vocabulary import known
from understudy.nes.symbolic.consequences.work import Change, Text, Work, words
from understudy.nes.values import Point, Replacement

__all__ = ["missing"]

_MOST_NAMES: Final = 8
_CALLED: Final = re.compile(r"\s*(?:\.|\(|::|!|`|<)")
_GLOB: Final = re.compile(r"(?:pub )?use .*\*|from .* import \*|import .*\.\*;")
_TYPED: Final = re.compile(r"(?::|->|\b(?:except|if|in|case|elif|while|with|for))\s.*\Z")
"""Before a name that a colon follows: it is a type, or the end of a block's head."""
_INSIDE: Final = re.compile(r"(?:\.|::|->|@|#|['\"]|\bfn |\bdef |\bclass )\s*\Z")


class _Found(NamedTuple):
    source: Source
    change: Change


def missing(work: Work) -> list[Candidate]:
    text = work.here
    if text.kind not in ("python", "script", "rust", "go", "java") or not text.imports:
        return []
    if text.kind in ("rust", "python", "java") and any(_GLOB.match(line) for line in text.code):
        return []  # the name may come from there
    found: dict[tuple[str, str, str], list[_Found]] = {}
    for name, change in _began(work, text)[:_MOST_NAMES]:
        if work.late:
            break
        uses = [point for point in text.uses(name) if _free(text, name, point)]
        if not uses or any(point.line not in change.lines for point in uses) or binds(text, name):
            continue
        if not name[0].isupper() and not all(_CALLED.match(_after(text, name, point)) for point in uses):
            continue  # most likely a variable
        dotted = all(_after(text, name, point).startswith(".") for point in uses)
        if text.kind == "go" and not dotted:
            continue
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


def _began(work: Work, text: Text) -> list[tuple[str, Change]]:
    """Names that the last edits brought, that look like something that is imported."""
    now = {bound.name for one in text.imports for bound in one.bounds}
    began: dict[str, Change] = {}
    for change in work.own:
        if not change.lines:
            continue
        # The code of the lines as they stand: what is in strings and comments is left out.
        lines = [
            text.code[line]
            for line in change.lines
            if line < len(text.code) and line not in text.import_lines
        ]
        for name in sorted(words(lines) - words(change.edit.old)):
            if name in now or known(text.kind, name) or len(name) < 2 or name in began:
                continue
            began[name] = change
    return list(began.items())


def _after(text: Text, name: str, point: Point) -> str:
    return text.code[point.line][point.column + len(name) :]


def _free(text: Text, name: str, point: Point) -> bool:
    """Whether the name stands for itself there: no member, no key, no keyword of a call."""
    before = text.code[point.line][: point.column]
    after = _after(text, name, point)
    if _INSIDE.search(before):
        return False
    match text.kind:
        case "python":
            keyed = re.match(r"\s*(?:=(?!=)|:(?!=))", after)
            return keyed is None or _TYPED.search(before) is not None
        case "script":
            return re.match(r"\s*\??:(?!:)", after) is None
        case "rust":
            return re.match(r"\s*(?::(?!:)|!)", after) is None
        case _:
            return True
