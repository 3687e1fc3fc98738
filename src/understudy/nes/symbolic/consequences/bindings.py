"""What the last edits did to the imports of a text: which names came and went, and from where. Not what follows."""

import re
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.imports import ImportStatement, parse_import_lines
from understudy.nes.symbolic.consequences.work import Change, SourceText

__all__ = ["ImportBinding", "ImportChange", "find_import_changes"]

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
