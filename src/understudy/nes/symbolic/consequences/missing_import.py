"""A name that the user began to use and that nothing in the text gives a meaning to: import it."""

from collections.abc import Iterator
from typing import NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.import_sources import ImportSource, find_import_source
from understudy.nes.symbolic.consequences.imports.addition import add_import
from understudy.nes.symbolic.consequences.name_resolution import find_unresolved_names
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rule_probability import estimate_probability
from understudy.nes.symbolic.consequences.unused_import import find_unused_imports
from understudy.nes.text.text_types import Replacement

__all__ = ["propose_missing_imports"]


class _ResolvedImport(NamedTuple):
    source: ImportSource
    change: Change


def propose_missing_imports(context: RuleContext) -> list[Candidate]:
    text = context.current_text
    found: dict[tuple[str, str, str], list[_ResolvedImport]] = {}
    for name, change, dotted in find_unresolved_names(context):
        if context.is_past_deadline:
            break
        origin = find_import_source(context, text, name, dotted=dotted)
        if origin is not None:
            wanted = origin.request
            found.setdefault((wanted.module, wanted.form, wanted.modifier), []).append(
                _ResolvedImport(origin, change)
            )
    leaving = {
        one.statement.first_line: frozenset(bound.item_index for bound in one.unused_names)
        for one in find_unused_imports(context)
    }
    return [one for group in found.values() for one in _candidates(text, group, leaving)]


def _candidates(
    text: SourceText, group: list[_ResolvedImport], unused_items: dict[int, frozenset[int]]
) -> Iterator[Candidate]:
    """One for all the names of a module if one statement takes them, else one for each."""
    wanted = [one.source.request for one in group]
    edit = add_import(text.language_family, text.raw, text.imports, wanted[0], wanted[1:], unused_items)
    if edit is not None:
        yield _candidate(text, group, edit)
        return
    for one in group:
        edit = add_import(text.language_family, text.raw, text.imports, one.source.request, (), unused_items)
        if edit is not None:
            yield _candidate(text, [one], edit)


def _candidate(text: SourceText, group: list[_ResolvedImport], edit: Replacement) -> Candidate:
    names = ", ".join(one.source.request.name for one in group)
    module = group[0].source.request.module
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="import-missing",
        pattern=f"import {names} from {module}",
        why=f"You began to use {names}, which is in {module} and not imported here.",
        edits=(edit,),
        probability=estimate_probability(
            "import-missing",
            stale=min(one.change.age for one in group),
            agreed=min(one.source.votes for one in group) > 1,
            derived=min(one.source.votes for one in group) == 0,
            rust=text.language_family == "rust",
        ),
    )
