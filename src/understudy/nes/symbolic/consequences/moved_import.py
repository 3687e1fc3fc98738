"""Imports that moved or changed their name: the uses in this text, and the same import in other texts.

What the last edits did to the imports of a text: which names came and went, and from where. Not what follows.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.imports import (
    ImportRequest,
    ImportStatement,
    add_import,
    parse_import_lines,
    remove_names,
)
from understudy.nes.symbolic.consequences.name_resolution import is_defined_locally
from understudy.nes.symbolic.consequences.names import is_builtin_name, name_words
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    estimate_probability,
)
from understudy.nes.symbolic.limits import MIN_SHARED_NAME_RATIO
from understudy.nes.text import Point, Replacement, Span

__all__ = [
    "ImportBinding",
    "ImportChange",
    "find_import_changes",
    "propose_moved_imports",
    "propose_uses_of_changed_imports",
]

_IMPORT_LINE_HINT: Final = re.compile(
    r"\s*(?:import|from|(?:pub )?use)\b|.*\brequire\("
    r"|\s*[\w$]+(?: as [\w$]+)?\s*,?\s*\Z|\s*(?:[\w.]+\s+)?\"[^\"]+\"\s*\Z"
)
"""A line that may be part of an import statement."""


class ImportBinding(NamedTuple):
    name: str
    module: str
    original: str
    form: str

    @property
    def path(self) -> str:
        """Where the thing is, wherever its import cuts the path."""
        return f"{self.module}\0{self.original}" if self.original else self.module


class ImportChange(NamedTuple):
    """Imports that an edit took out and put in."""

    change: Change
    removed: tuple[ImportBinding, ...]
    added: tuple[ImportBinding, ...]


def find_import_changes(text: SourceText, changes: list[Change]) -> list[ImportChange]:
    """For every change of the text's imports what went out and what came in, the newest first."""
    made: list[ImportChange] = []
    for change in changes:
        edit = change.edit
        if edit.line < 0 or not any(_IMPORT_LINE_HINT.match(line) for line in (*edit.old, *edit.new)):
            continue
        if tuple(text.raw[edit.line : edit.line + len(edit.new)]) != edit.new:
            continue
        first, last = edit.line, edit.line + len(edit.new)
        raw = [*text.raw[:first], *edit.old, *text.raw[last:]]
        code = [*text.code[:first], *edit.old, *text.code[last:]]
        before = _bindings_of(parse_import_lines(text.language_family, raw, code, text.imports, first))
        after = _bindings_of(text.imports)
        out, into = tuple(sorted(before - after)), tuple(sorted(after - before))
        if out or into:
            made.append(ImportChange(change, out, into))
    return made


def _bindings_of(statements: list[ImportStatement]) -> set[ImportBinding]:
    return {
        ImportBinding(bound.name, *statement.source(bound), statement.form)
        for statement in statements
        for bound in statement.imported_names
    }


_PATH_SEPARATORS: Final = {"python": ".", "script": ".", "go": ".", "java": ".", "rust": "::"}


def propose_uses_of_changed_imports(context: RuleContext) -> list[Candidate]:
    """Names whose import the user took out or changed, and that are still in use."""
    text = context.current_text
    swaps = _import_changes(context)
    if not swaps:
        return []
    now = {bound.name for one in text.imports for bound in one.imported_names}
    fresh = [binding for swap in swaps for binding in swap.added if not text.uses(binding.name)]
    made: list[Candidate] = []
    for swap in swaps:
        for old in swap.removed:
            if old.name in now or is_builtin_name(text.language_family, old.name):
                continue
            uses = text.unqualified_uses(old.name)
            if not uses or is_defined_locally(text, old.name):
                continue
            uses.sort(key=lambda point: (point.line < context.situation.cursor.line, point))
            rewrite = _find_rewrite(text, swap, old, fresh)
            if rewrite is None:
                made.append(_jump_candidate(text, old, uses[0], many=len(swap.removed) > 2))
                continue
            made.extend(_rewrite_candidates(text, old, uses, *rewrite))
    return made


def _import_changes(context: RuleContext) -> list[ImportChange]:
    known = context.shared_results.get("swaps")
    if known is None:
        known = context.shared_results["swaps"] = find_import_changes(
            context.current_text, context.changes_here
        )
    return known


def _find_rewrite(
    text: SourceText, import_change: ImportChange, old: ImportBinding, new_bindings: list[ImportBinding]
) -> tuple[str, str] | None:
    """What is written for the old name, and what is to be written."""
    joint = _PATH_SEPARATORS.get(text.language_family, ".")
    for new in import_change.added:
        if new.path == old.path and new.name != old.name:
            return old.name, new.name
        if not old.original and new.original and new.module == old.module:
            member = f"{old.name}{joint}{new.original}"
            if any(_is_member_at(text, point, member) for point in text.unqualified_uses(old.name)):
                return member, new.name
        if old.original and not new.original and old.module == new.module:
            return old.name, f"{new.name}{joint}{old.original}"
    # Nothing says which one it is but the names: the only new one that shares most words with the old one.
    ranked = sorted(
        ((_shared_word_ratio(old.name, new.name), new) for new in new_bindings if new in import_change.added),
        reverse=True,
    )
    if (
        not ranked
        or ranked[0][0] < MIN_SHARED_NAME_RATIO
        or (len(ranked) > 1 and ranked[1][0] == ranked[0][0])
    ):
        return None
    return (old.name, ranked[0][1].name) if ranked[0][1].form == old.form else None


def _shared_word_ratio(one: str, other: str) -> float:
    """How much of two names is the same words, from 0 to 1."""
    left, right = name_words(one), name_words(other)
    return len(left & right) / max(len(left), len(right), 1)


def _is_member_at(text: SourceText, point: Point, member: str) -> bool:
    rest = text.code[point.line][point.column :]
    return re.match(rf"{re.escape(member)}(?![\w$])", rest) is not None


def _rewrite_candidates(
    text: SourceText, old: ImportBinding, uses: list[Point], source: str, target: str
) -> Iterator[Candidate]:
    lines = list(dict.fromkeys(point.line for point in uses))
    for line in lines[:2]:
        edits = tuple(
            Replacement(Span(point, Point(line, point.column + len(source))), target)
            for point in sorted(uses)
            if point.line == line and _is_member_at(text, point, source)
        )
        if edits:
            yield Candidate(
                kind="edit",
                uri=text.snapshot.uri,
                family="import-moved",
                pattern=f"{source} is {target} now",
                why=f"You changed the import of {old.name}: {source} is written {target} now.",
                edits=edits,
                probability=estimate_probability("import-moved"),
            )


def _jump_candidate(text: SourceText, old: ImportBinding, place: Point, *, many: bool) -> Candidate:
    return Candidate(
        kind="jump",
        uri=text.snapshot.uri,
        family="definition-removed",
        pattern=f"{old.name} is not imported any more",
        why=f"{old.name} is not imported any more, and is used here.",
        position=place,
        probability=estimate_probability("definition-removed", block=many),
    )


def propose_moved_imports(context: RuleContext) -> list[Candidate]:
    """The user imports a name from another module than before: other texts that have the old import."""
    made: list[Candidate] = []
    for swap in _import_changes(context):
        pairs = [
            (old, new)
            for old in swap.removed
            for new in swap.added
            if old.name == new.name and old.original == new.original and old.module != new.module
        ]
        if not pairs or context.is_past_deadline:
            continue
        moves = {old.name: (old, new) for old, new in pairs}
        for text in context.other_texts([pairs[0][0].module]):
            for statement in text.imports:
                candidate = _moved_candidate(context, text, statement, swap, moves)
                if candidate is not None:
                    made.append(candidate)
    return made


def _moved_candidate(
    context: RuleContext,
    text: SourceText,
    statement: ImportStatement,
    import_change: ImportChange,
    moves: dict[str, tuple[ImportBinding, ImportBinding]],
) -> Candidate | None:
    going = [
        bound
        for bound in statement.imported_names
        if bound.name in moves and statement.source(bound) == (moves[bound.name][0].module, bound.original)
    ]
    if not going:
        return None
    old, new = moves[going[0].name]
    if "." in (old.module[:1], new.module[:1]) and _folder_uri(text) != _folder_uri(context.current_text):
        return None
    edits = (
        _replace_module(text, statement, old, new) if len(going) == len(statement.imported_names) else None
    )
    if edits is None and len(going) == 1:
        rest = remove_names(text.language_family, text.raw, statement, going)
        wanted = ImportRequest(going[0].name, new.module, new.original, statement.form, statement.modifier)
        fresh = add_import(
            text.language_family, text.raw, [one for one in text.imports if one is not statement], wanted
        )
        if rest is None or fresh is None:
            return None
        edits = tuple(sorted((rest, fresh)))
    if edits is None:
        return None
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="import-moved",
        pattern=f"{old.name} is in {new.module} now",
        why=f"You import {old.name} from {new.module} now, this text still has it from {old.module}.",
        edits=edits,
        probability=estimate_probability("import-moved", stale=import_change.change.age, relocated=1),
    )


def _replace_module(
    text: SourceText, statement: ImportStatement, old: ImportBinding, new: ImportBinding
) -> tuple[Replacement, ...] | None:
    """Only the module's name changes."""
    for number in (statement.first_line, statement.last_line):
        line = text.raw[number]
        if line.count(old.module) == 1:
            at = line.index(old.module)
            return (Replacement(Span(Point(number, at), Point(number, at + len(old.module))), new.module),)
    return None


def _folder_uri(text: SourceText) -> str:
    return text.snapshot.uri.rpartition("/")[0]
