"""A definition that the user took out while it is still used: the imports of it go, the uses are jumped to."""

import re
from typing import Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.imports import ImportStatement, remove_lines, remove_names
from understudy.nes.symbolic.consequences.name_resolution import is_defined_locally
from understudy.nes.symbolic.consequences.names import is_builtin_name
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    estimate_probability,
    identifiers_in,
)
from understudy.nes.text import Point, Replacement

__all__ = ["propose_removed_definition_uses"]

_TOP_LEVEL_DEFINITION: Final = re.compile(
    r"(?:export\s+|default\s+|pub(?:\([^)]*\))?\s+|async\s+|abstract\s+|static\s+|unsafe\s+)*"
    r"(?:def|class|fn|func|function\*?|struct|enum|trait|interface|type|const|let|var)\s+(?:mut\s+)?([A-Za-z_$][\w$]*)"
    r"|([A-Z][A-Z0-9_]+)\s*(?::[^=]+)?=(?!=)"
)
"""At the beginning of a line: only what a whole text can see."""


def propose_removed_definition_uses(context: RuleContext) -> list[Candidate]:
    made: list[Candidate] = []
    for change in context.changes[:3]:
        names = _removed_names(change)
        if not names:
            continue
        same = change.edit.uri == context.current_text.snapshot.uri
        page = (
            context.current_text.snapshot
            if same
            else context.situation.workspace_texts.snapshot(change.edit.uri)
        )
        if page is None or context.is_past_deadline:
            continue
        text = context.source_text(page)
        for name in names[:3]:
            if (
                is_builtin_name(text.language_family, name)
                or is_defined_locally(text, name)
                or _is_imported(text, name)
            ):
                continue
            made.extend(_candidates(context, text, change, name))
    return made


def _removed_names(change: Change) -> list[str]:
    old, new = change.edit.old, change.edit.new
    if any(_TOP_LEVEL_DEFINITION.match(line) for line in new):
        return []  # written anew, or renamed
    left = identifiers_in(new)
    names = [match[1] or match[2] for line in old if (match := _TOP_LEVEL_DEFINITION.match(line))]
    return [name for name in dict.fromkeys(names) if name not in left and len(name) > 2]


def _is_imported(text: SourceText, name: str) -> bool:
    return any(name in statement.bound_names() for statement in text.imports)


def _candidates(context: RuleContext, text: SourceText, change: Change, name: str) -> list[Candidate]:
    made: list[Candidate] = []
    listed = _dunder_all_entry(text, name)
    if listed is not None:
        made.append(_edit_candidate(context, text, change, name, listed))
    uses = sorted(
        text.unqualified_uses(name), key=lambda point: (point.line < context.situation.cursor.line, point)
    )
    if uses and listed is None:
        made.append(_jump_candidate(text, change, name, uses[0]))
    stem = _module_stem(text.snapshot.uri)
    for other in context.other_texts([name], 5):
        for statement in other.imports:
            going = [
                bound
                for bound in statement.imported_names
                if bound.original == name and _imports_from(statement, stem)
            ]
            edit = remove_names(other.language_family, other.raw, statement, going) if going else None
            if edit is not None and not statement.indent:
                made.append(_edit_candidate(context, other, change, name, edit))
    return made


def _dunder_all_entry(text: SourceText, name: str) -> Replacement | None:
    """Its entry in `__all__`, on a line of its own."""
    if text.language_family != "python":
        return None
    entry = re.compile(rf"\s+['\"]{re.escape(name)}['\"],\s*\Z")
    for number, line in enumerate(text.raw):
        if name in line and entry.match(line):
            above = next((one for one in reversed(text.raw[:number]) if one[:1] not in " \t"), "")
            return remove_lines(text.raw, number, number) if above.startswith("__all__") else None
    return None


def _module_stem(uri: str) -> str:
    folder, _, file = uri.rpartition("/")
    stem = file.partition(".")[0]
    return folder.rpartition("/")[2] if stem in ("__init__", "index", "mod", "lib") else stem


def _imports_from(statement: ImportStatement, stem: str) -> bool:
    module = re.sub(r"\.[jt]sx?\Z", "", statement.module)
    return re.split(r"[./]|::", module)[-1] == stem


def _edit_candidate(
    context: RuleContext, text: SourceText, change: Change, name: str, edit: Replacement
) -> Candidate:
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="definition-removed",
        pattern=f"{name} is gone",
        why=f"You took out {name}: it cannot be imported or listed any more.",
        edits=(edit,),
        probability=estimate_probability(
            "definition-removed", stale=change.age, elsewhere=text is not context.current_text, listed=1
        ),
    )


def _jump_candidate(text: SourceText, change: Change, name: str, place: Point) -> Candidate:
    return Candidate(
        kind="jump",
        uri=text.snapshot.uri,
        family="definition-removed",
        pattern=f"{name} is gone",
        why=f"You took out {name}, and it is used here.",
        position=place,
        probability=estimate_probability("definition-removed", stale=change.age, jump=1),
    )
