"""The columns of tables, read from the statements that create a table or add a column to it."""

import re
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_VALUE_TEXTS
from understudy.nes.symbolic.consequences.queries import (
    blank_comments_and_strings,
    find_statement,
    split_items,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext

__all__ = ["Table", "TableColumn", "added_by_alter", "find_table", "read_table"]

_TABLE: Final = re.compile(
    r"(?i)\bcreate\s+(?:temp(?:orary)?\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w.]+)\s*\("
)
_ALTER: Final = re.compile(
    r"(?i)\s*alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w.]+)\s+add\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?"
    r"(?!constraint|primary|foreign|unique|check|index|key)([^,;]+)"
)
_NAME: Final = re.compile(
    r"[\"`\[]?([A-Za-z_]\w*)[\"`\]]?\s*(?P<type>\w+(?:\s*\([^()]*\))?)?(?P<rest>.*)", re.S
)
_CONSTRAINT: Final = re.compile(
    r"(?i)(?:primary|foreign|unique|check|constraint|exclude|key|index|fulltext|like|period)\b"
)
_REQUIRED: Final = re.compile(r"(?i)\bnot\s+null\b|\bprimary\s+key\b")
_MADE: Final = re.compile(r"(?i)\b(?:default|generated|\w*serial|auto_?increment|identity|as)\b")
_KEY: Final = re.compile(r"(?i)\bprimary\s+key\b")


class TableColumn(NamedTuple):
    name: str
    type_name: str
    """In lower case, without spaces; empty if there is none."""
    is_required: bool
    has_default: bool
    is_key: bool

    @property
    def needs_value(self) -> bool:
        """Whether each INSERT has to give it a value."""
        return self.is_required and not self.has_default


class Table(NamedTuple):
    name: str
    """In lower case, without its schema."""
    columns: tuple[TableColumn, ...]


def read_table(written: str) -> Table | None:
    """Return the table that a statement creates."""
    match = _TABLE.search(written)
    if match is None:
        return None
    ranges, _ = split_items(written, match.end())
    found = [_column(written[first:last]) for first, last in ranges]
    return Table(_table_name(match[1]), tuple(one for one in found if one is not None))


def added_by_alter(written: str) -> tuple[str, TableColumn] | None:
    """Return the table that a statement adds one column to, and the column."""
    match = _ALTER.match(written)
    column = _column(match[2]) if match is not None else None
    return (_table_name(match[1]), column) if match is not None and column is not None else None


def find_table(context: RuleContext, name: str, near: str) -> Table | None:
    """Return the table of that name which a text of the workspace creates."""
    for snapshot in context.situation.workspace_texts.find_containing([name], near, MAX_VALUE_TEXTS):
        text = context.source_text(snapshot)
        for line in text.raw_lookup.iterate_containing(name):
            match = _TABLE.search(text.raw[line])
            if match is not None and _table_name(match[1]) == name:
                statement = find_statement(text, text.offset_at(line, match.end()))
                found = read_table(blank_comments_and_strings(statement.written)) if statement else None
                if found is not None and found.name == name:
                    return found
    return None


def _column(written: str) -> TableColumn | None:
    match = _NAME.match(written)
    if match is None or _CONSTRAINT.match(written):
        return None
    type_name = re.sub(r"\s", "", match["type"] or "").lower()
    return TableColumn(
        match[1],
        type_name,
        _REQUIRED.search(written) is not None,
        _MADE.search(written) is not None,
        _KEY.search(written) is not None,
    )


def _table_name(written: str) -> str:
    return written.rpartition(".")[2].lower()
