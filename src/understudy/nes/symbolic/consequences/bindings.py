"""What the last edits did to the imports of a text: which names came and went, and from where. Not what follows."""

import re
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.imports import Statement, read
from understudy.nes.symbolic.consequences.work import Change, Text

__all__ = ["Binding", "Swap", "swapped"]

_HINT: Final = re.compile(
    r"\s*(?:import|from|(?:pub )?use)\b|.*\brequire\("
    r"|\s*[\w$]+(?: as [\w$]+)?\s*,?\s*\Z|\s*(?:[\w.]+\s+)?\"[^\"]+\"\s*\Z"
)
"""A line that may be part of an import statement."""


class Binding(NamedTuple):
    name: str
    module: str
    original: str
    form: str

    @property
    def path(self) -> str:
        """Where the thing is, wherever its import cuts the path."""
        return f"{self.module}\0{self.original}" if self.original else self.module


class Swap(NamedTuple):
    """Imports that an edit took out and put in."""

    change: Change
    out: tuple[Binding, ...]
    into: tuple[Binding, ...]


def swapped(text: Text, changes: list[Change]) -> list[Swap]:
    """For every change of the text's imports what went out and what came in, the newest first."""
    made: list[Swap] = []
    for change in changes:
        edit = change.edit
        if edit.line < 0 or not any(_HINT.match(line) for line in (*edit.old, *edit.new)):
            continue
        if tuple(text.raw[edit.line : edit.line + len(edit.new)]) != edit.new:
            continue
        first, last = edit.line, edit.line + len(edit.new)
        raw = [*text.raw[:first], *edit.old, *text.raw[last:]]
        code = [*text.code[:first], *edit.old, *text.code[last:]]
        before = _gathered(read(text.kind, raw, code, text.imports, first))
        after = _gathered(text.imports)
        out, into = tuple(sorted(before - after)), tuple(sorted(after - before))
        if out or into:
            made.append(Swap(change, out, into))
    return made


def _gathered(statements: list[Statement]) -> set[Binding]:
    return {
        Binding(bound.name, *statement.source(bound), statement.form)
        for statement in statements
        for bound in statement.bounds
    }
