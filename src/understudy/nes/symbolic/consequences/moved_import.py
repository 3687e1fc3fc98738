"""An import moved or was renamed: update the uses in this text, and the same import in other texts."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.bindings import resolver_for
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.definitions import remove_exported
from understudy.nes.symbolic.consequences.imports import (
    ImportRequest,
    ImportStatement,
    add_import,
    parse_import_lines,
    remove_names,
)
from understudy.nes.symbolic.consequences.limits import (
    MANY_REMOVED_IMPORTS,
    MAX_OTHER_TEXTS,
    MAX_REWRITTEN_USE_LINES,
    MIN_SHARED_NAME_RATIO,
)
from understudy.nes.symbolic.consequences.names import is_builtin_name, is_defined_locally, name_words
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.tokens import are_opposite_names, cache_by_line
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


class _MovedFeatures(NamedTuple):
    stale: float = 0
    is_relocated: float = 0
    """The same import in another text gets the same new module."""
    is_renamed: float = 0
    """The same thing is imported under another name, and the scopes of the text are known."""


MOVED_PROBABILITY: Final = RuleProbability(
    0.45, _MovedFeatures(stale=STALE_SHIFT, is_relocated=1.1, is_renamed=1.9)
)


class _LostFeatures(NamedTuple):
    many: float = 0
    """Many imports were removed at once: they may move to another place."""


LOST_PROBABILITY: Final = RuleProbability(0.85, _LostFeatures(many=-1.5))


class ImportBinding(NamedTuple):
    name: str
    module: str
    original: str
    form: str

    @property
    def path(self) -> str:
        """The whole path of the imported thing, wherever its import splits the path."""
        return f"{self.module}\0{self.original}" if self.original else self.module

    @property
    def written(self) -> str:
        """What uses say: the name, or the whole path after Python's `import a.b`."""
        is_path = self.form == "module" and self.module.startswith(f"{self.name}.")
        return self.module if is_path else self.name


class ImportChange(NamedTuple):
    """The imports that an edit removed and added."""

    change: Change
    removed: tuple[ImportBinding, ...]
    added: tuple[ImportBinding, ...]


def find_import_changes(text: SourceText, changes: Sequence[Change]) -> list[ImportChange]:
    """Return what each change that removed imports of the text added to them, the newest change first."""
    import_changes: list[ImportChange] = []
    for change in changes:
        edit = change.edit
        if not any(map(_may_be_import, edit.old)) or not change.is_current(text) or not text.code:
            continue
        first, last = edit.line, edit.line + len(edit.new)
        raw = [*text.raw[:first], *edit.old, *text.raw[last:]]
        code = text.code_with_replaced_lines(first, last, edit.old)
        before = _bindings_of(parse_import_lines(text.language, raw, code, text.imports, first))
        after = _bindings_of(text.imports)
        removed, added = tuple(sorted(before - after)), tuple(sorted(after - before))
        if removed:
            import_changes.append(ImportChange(change, removed, added))
    return import_changes


@cache_by_line
def _may_be_import(line: str) -> bool:
    return _IMPORT_LINE_HINT.match(line) is not None


def _bindings_of(statements: list[ImportStatement]) -> set[ImportBinding]:
    return {
        ImportBinding(name.name, *statement.source(name), statement.form)
        for statement in statements
        for name in statement.imported_names
    }


def propose_uses_of_changed_imports(context: RuleContext) -> list[Candidate]:
    """Propose rewriting the uses of names whose import was removed or changed, or a jump to the first use."""
    text = context.current_text
    import_changes = context.once(_import_changes)
    if not import_changes:
        return []
    imported = {name for one in text.imports for name in one.bound_names()}
    candidates: list[Candidate] = []
    for import_change in import_changes:
        for old in import_change.removed:
            if old.name in imported or is_builtin_name(text.language, old.name):
                continue
            uses = text.unqualified_uses(old.name)
            if not uses or (not _has_scopes(text) and is_defined_locally(text, old.name)):
                continue
            uses.sort(key=lambda point: (point.line < context.situation.cursor.line, point))
            rewrite = _find_rewrite(text, import_change, old)
            if rewrite is None:
                many = len(import_change.removed) > MANY_REMOVED_IMPORTS
                candidates.append(_use_candidate(text, old, uses[0], many=many))
                continue
            is_renamed = _is_renamed(text, import_change, old)
            candidates.extend(_rewrite_candidates(text, old, uses, *rewrite, is_renamed=is_renamed))
    return candidates


def _has_scopes(text: SourceText) -> bool:
    """Whether it is known which uses of a name are those of a local variable: these are not among its uses."""
    resolver = resolver_for(text.snapshot)
    return resolver is not None and not resolver.root.has_error


def _is_renamed(text: SourceText, import_change: ImportChange, old: ImportBinding) -> bool:
    """Whether the same thing has another name now, which means nothing else in the text."""
    resolver = resolver_for(text.snapshot)
    names = [one.name for one in import_change.added if one.path == old.path]
    return (
        resolver is not None
        and not resolver.root.has_error
        and len(names) == 1
        and len(resolver.resolve(names[0]).bindings) == 1
    )


def _import_changes(context: RuleContext) -> list[ImportChange]:
    return find_import_changes(context.current_text, context.without_dormant(context.changes_here))


def _find_rewrite(
    text: SourceText, import_change: ImportChange, old: ImportBinding
) -> tuple[str, str] | None:
    """Return what the uses of the old name say now, and what they have to say; None if that is not known."""
    separator = text.language.imports.member_separator if text.language.imports is not None else "."
    for new in import_change.added:
        if new.path == old.path:
            return old.written, new.written
        if not old.original and new.module == old.module:
            member = f"{old.written}{separator}{new.original}"
            if any(_is_member_at(text, point, member) for point in text.unqualified_uses(old.name)):
                return member, new.name
        if not new.original and old.module == new.module:
            return old.name, f"{new.written}{separator}{old.original}"
    if len(import_change.removed) > 1:
        return None  # several names may have been exchanged for others
    # Only the names are left to compare: take the new name if it shares most words with the old one.
    ranked = sorted(
        (
            (_shared_word_ratio(old.name, new.name), new)
            for new in import_change.added
            if not text.uses(new.name) and not are_opposite_names(old.name, new.name)
        ),
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
    """Return the share of words that two names have in common, from 0 to 1."""
    left, right = name_words(one), name_words(other)
    return len(left & right) / max(len(left), len(right), 1)


def _is_member_at(text: SourceText, point: Point, member: str) -> bool:
    rest = text.code[point.line][point.column :]
    return re.match(rf"{re.escape(member)}(?![\w$])", rest) is not None


def _rewrite_candidates(
    text: SourceText, old: ImportBinding, uses: list[Point], source: str, target: str, *, is_renamed: bool
) -> Iterator[Candidate]:
    lines = list(dict.fromkeys(point.line for point in uses))
    for line in lines[:MAX_REWRITTEN_USE_LINES]:
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
                probability=MOVED_PROBABILITY.estimate(_MovedFeatures(is_renamed=is_renamed)),
            )


def _use_candidate(text: SourceText, old: ImportBinding, position: Point, *, many: bool) -> Candidate:
    """A jump to a use; an edit if the text exports the name again."""
    exported = remove_exported(text, position)
    return Candidate(
        kind="edit" if exported is not None else "jump",
        uri=text.snapshot.uri,
        family="definition-removed",
        pattern=f"{old.name} is not imported any more",
        why=f"{old.name} is not imported any more, and is used here.",
        edits=(exported,) if exported is not None else (),
        position=None if exported is not None else position,
        probability=LOST_PROBABILITY.estimate(_LostFeatures(many=many)),
    )


def propose_moved_imports(context: RuleContext) -> list[Candidate]:
    """Propose the new module of a name in other texts that import it from the old one."""
    candidates: list[Candidate] = []
    for import_change in context.once(_import_changes):
        pairs = [
            (old, new)
            for old in import_change.removed
            for new in import_change.added
            if old.name == new.name and old.original == new.original and old.module != new.module
        ]
        if not pairs or context.is_past_deadline:
            continue
        moves = {old.name: (old, new) for old, new in pairs}
        for text in context.other_texts([pairs[0][0].module], MAX_OTHER_TEXTS):
            for statement in text.imports:
                candidate = _moved_candidate(context, text, statement, import_change, moves)
                if candidate is not None:
                    candidates.append(candidate)
    return candidates


def _moved_candidate(
    context: RuleContext,
    text: SourceText,
    statement: ImportStatement,
    import_change: ImportChange,
    moves: dict[str, tuple[ImportBinding, ImportBinding]],
) -> Candidate | None:
    moved = [
        name
        for name in statement.imported_names
        if name.name in moves and statement.source(name) == (moves[name.name][0].module, name.original)
    ]
    if not moved:
        return None
    old, new = moves[moved[0].name]
    if "." in (old.module[:1], new.module[:1]) and _folder_uri(text) != _folder_uri(context.current_text):
        return None
    edits = (
        _replace_module(text, statement, old, new) if len(moved) == len(statement.imported_names) else None
    )
    if edits is None and len(moved) == 1:
        removal = remove_names(text.language, text.raw, statement, moved)
        request = ImportRequest(moved[0].name, new.module, new.original, statement.form, statement.modifier)
        addition = add_import(
            text.language, text.raw, [one for one in text.imports if one is not statement], request
        )
        if removal is None or addition is None:
            return None
        edits = tuple(sorted((removal, addition)))
    if edits is None:
        return None
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="import-moved",
        pattern=f"{old.name} is in {new.module} now",
        why=f"You import {old.name} from {new.module} now, this text still has it from {old.module}.",
        edits=edits,
        probability=MOVED_PROBABILITY.estimate(
            _MovedFeatures(stale=import_change.change.age, is_relocated=1)
        ),
    )


def _replace_module(
    text: SourceText, statement: ImportStatement, old: ImportBinding, new: ImportBinding
) -> tuple[Replacement, ...] | None:
    """Replace only the name of the module; None if no line of the statement has it exactly once."""
    for number in (statement.first_line, statement.last_line):
        line = text.raw[number]
        if line.count(old.module) == 1:
            at = line.index(old.module)
            return (Replacement(Span(Point(number, at), Point(number, at + len(old.module))), new.module),)
    return None


def _folder_uri(text: SourceText) -> str:
    return text.snapshot.uri.rpartition("/")[0]
