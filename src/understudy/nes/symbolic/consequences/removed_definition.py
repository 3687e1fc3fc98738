"""A definition was removed while it is still used: remove its imports, its exports and its entries in lists and
tables, and jump to its other uses."""

import re
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.definitions import (
    TOP_LEVEL_DEFINITION,
    find_relocations,
    remove_exported,
)
from understudy.nes.symbolic.consequences.imports import ImportStatement, remove_lines, remove_names
from understudy.nes.symbolic.consequences.limits import (
    MAX_CAUSING_CHANGES,
    MAX_IMPORTING_TEXTS,
    MAX_REMOVED_DEFINITIONS,
    MIN_REMOVED_NAME_CHARS,
)
from understudy.nes.symbolic.consequences.names import is_builtin_name, is_defined_locally, is_still_defined
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    identifiers_in,
)
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_removed_definition_uses"]

_ENTRIES: Final = frozenset({"pair", "keyed_element"})
_CONTAINERS: Final = frozenset({"dictionary", "list", "set", "object", "array", "literal_value"})


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    """Only a use of the removed definition is known."""
    is_listed: float = 0
    """The definition is imported, or listed: as an export, in a list or in a table."""


PROBABILITY: Final = RuleProbability(
    0.85, _Features(stale=STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT, jump=-0.7, is_listed=-1.0)
)


def propose_removed_definition_uses(context: RuleContext) -> list[Candidate]:
    """Propose to remove the imports of a removed definition, and a jump to its first use."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.changes[:MAX_CAUSING_CHANGES]):
        names = _removed_names(change)
        text = context.text_at(change.edit.uri) if names else None
        if text is None or context.is_past_deadline:
            continue
        for name in names[:MAX_REMOVED_DEFINITIONS]:
            if (
                is_builtin_name(text.language, name)
                or is_still_defined(text, name)
                or _is_imported(text, name)
                or any(one.name == name and one.source is text for one in context.once(find_relocations))
            ):
                continue
            candidates.extend(_candidates(context, text, change, name))
    return candidates


def _removed_names(change: Change) -> list[str]:
    old, new = change.edit.old, change.edit.new
    if any(TOP_LEVEL_DEFINITION.match(line) for line in new):
        return []  # rewritten or renamed
    remaining = identifiers_in(new)
    names = [match[1] or match[2] for line in old if (match := TOP_LEVEL_DEFINITION.match(line))]
    return [
        name for name in dict.fromkeys(names) if name not in remaining and len(name) >= MIN_REMOVED_NAME_CHARS
    ]


def _is_imported(text: SourceText, name: str) -> bool:
    return any(name in statement.bound_names() for statement in text.imports)


def _candidates(context: RuleContext, text: SourceText, change: Change, name: str) -> list[Candidate]:
    candidates: list[Candidate] = []
    listed = _remove_export(text, name)
    if listed is not None:
        candidates.append(_edit_candidate(context, text, change, name, listed))
    uses = sorted(
        text.unqualified_uses(name), key=lambda point: (point.line < context.situation.cursor.line, point)
    )
    exported = remove_exported(text, uses[0]) if uses else None
    if exported is not None:
        candidates.append(_edit_candidate(context, text, change, name, exported))
    elif uses and listed is None:
        candidates.append(_use_candidate(context, text, change, name, uses[0]))
    stem = _module_stem(text)
    for other in context.other_texts([name], MAX_IMPORTING_TEXTS):
        for statement in other.imports:
            removed = [
                imported
                for imported in statement.imported_names
                if imported.original == name and _imports_from(statement, stem)
            ]
            edit = remove_names(other.language, other.raw, statement, removed) if removed else None
            if edit is None or statement.indent:
                continue
            candidates.append(_edit_candidate(context, other, change, name, edit))
            bound = next((one.name for one in removed), name)
            use = next(iter(other.unqualified_uses(bound)), None)
            if use is not None:  # the import can go when its uses are gone
                candidates.append(_use_candidate(context, other, change, name, use))
        listed = None
        if any(_imports_from(statement, stem) for statement in other.imports):
            listed = _remove_export(other, name) if not is_defined_locally(other, name) else None
        if listed is not None:
            candidates.append(_edit_candidate(context, other, change, name, listed))
        if text.language.id == other.language.id == "go":
            use = _go_use(text, other, name)
            if use is not None:
                candidates.append(_use_candidate(context, other, change, name, use))
    return candidates


def _go_use(text: SourceText, other: SourceText, name: str) -> Point | None:
    """Return where a text of the same package uses the name, or one that imports the package."""
    folder = text.snapshot.uri.rpartition("/")[0]
    if other.snapshot.uri.rpartition("/")[0] == folder:
        uses = other.unqualified_uses(name) if not is_defined_locally(other, name) else []
        return uses[0] if uses else None
    package = folder.rpartition("/")[2]
    if not any(one.module.rpartition("/")[2] == package for one in other.imports):
        return None
    return next(
        (one for one in other.uses(name) if other.code[one.line][: one.column].endswith(f"{package}.")), None
    )


def _remove_export(text: SourceText, name: str) -> Replacement | None:
    """Return the edit that removes the name from the list of exports, in a line of its own or among others."""
    export_list = text.language.imports.export_list if text.language.imports is not None else ""
    if not export_list:
        return None
    quoted = rf"['\"]{re.escape(name)}['\"]"
    entry = re.compile(rf"\s+{quoted},\s*\Z")
    inline = re.compile(rf"{quoted},\s*|,\s*{quoted}(?=\s*[\])])")
    for number in text.raw_lookup.lines_containing(name):
        line = text.raw[number]
        if line.startswith(export_list) and (match := inline.search(line)) is not None:
            return Replacement(Span(Point(number, match.start()), Point(number, match.end())), "")
        if entry.match(line):
            above = next((one for one in reversed(text.raw[:number]) if one[:1] not in " \t"), "")
            return remove_lines(text.raw, number, number) if above.startswith(export_list) else None
    return None


def _module_stem(text: SourceText) -> str:
    """Return the last part of the module that the file is."""
    folder, _, file = text.snapshot.uri.rpartition("/")
    stem = file.partition(".")[0]
    index_files = text.language.imports.index_files if text.language.imports is not None else ()
    return folder.rpartition("/")[2] if stem in index_files else stem


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
        probability=PROBABILITY.estimate(
            _Features(stale=change.age, elsewhere=text is not context.current_text, is_listed=1)
        ),
    )


def _remove_entry(text: SourceText, name: str, use: Point) -> Replacement | None:
    """Return the edit that removes the entry of a list or a table whose value is the name, in a line of its own."""
    line = text.raw[use.line]
    if text.tree is None or line[use.column + len(name) :].strip() not in ("", ","):
        return None
    start = text.offset_at(use.line, use.column)
    node = text.tree.root.named_descendant_for_byte_range(start, start + len(name))
    while node is not None and node.parent is not None and node.parent.end_byte == node.end_byte:
        parent = node.parent
        if parent.start_byte != node.start_byte and parent.type not in _ENTRIES:
            return None
        node = parent
    container = node.parent if node is not None else None
    if node is None or container is None or container.type not in _CONTAINERS:
        return None
    is_own_line = not line[: text.point_at(node.start_byte).column].strip()
    if not is_own_line or node.start_point[0] != node.end_point[0] or container.named_child_count < 2:
        return None
    return remove_lines(text.raw, use.line, use.line)


def _use_candidate(
    context: RuleContext, text: SourceText, change: Change, name: str, position: Point
) -> Candidate:
    edit = _remove_entry(text, name, position)
    if edit is not None:
        return _edit_candidate(context, text, change, name, edit)
    is_elsewhere = text.snapshot.uri != change.edit.uri
    return Candidate(
        kind="jump",
        uri=text.snapshot.uri,
        family="definition-removed",
        pattern=f"{name} is gone",
        why=f"You took out {name}, and it is used here.",
        position=position,
        probability=PROBABILITY.estimate(_Features(stale=change.age, elsewhere=is_elsewhere, jump=1)),
    )
