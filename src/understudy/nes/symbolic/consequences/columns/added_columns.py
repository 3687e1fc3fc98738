"""The columns that the user added to tables, or removed from them."""

from typing import NamedTuple

from understudy.nes.symbolic.consequences.columns.table_definitions import (
    Table,
    TableColumn,
    added_by_alter,
    find_table,
    read_table,
)
from understudy.nes.symbolic.consequences.queries import (
    ChangedStatement,
    find_changed_run,
    find_changed_statements,
    is_sql,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText

__all__ = ["ChangedColumn", "find_changed_column"]


class ChangedColumn(NamedTuple):
    text: SourceText
    table: Table
    """With a new column, and with one that was removed."""
    column: TableColumn
    is_added: bool
    is_altered: bool
    """Whether a statement adds it to a table that is there."""
    change: Change

    @property
    def name(self) -> str:
        return self.column.name

    @property
    def before(self) -> list[TableColumn]:
        """The columns in front of it, the nearest first."""
        at = self.table.columns.index(self.column)
        return [*self.table.columns[:at]][::-1]


def find_changed_column(context: RuleContext) -> ChangedColumn | None:
    """Return the newest column that was added or removed in a file of SQL. For `context.once`."""
    for changed in context.once(find_changed_statements):
        is_script = is_sql(changed.text) and changed.text.snapshot.uri.lower().endswith(".sql")
        if not is_script or context.is_past_deadline:
            continue
        found = _created(changed) if changed.follows("table") else None
        found = found or _altered(context, changed)
        if found is not None:
            return found
    return None


def _created(changed: ChangedStatement) -> ChangedColumn | None:
    after, before = read_table(changed.statement.written), read_table(changed.before)
    if after is None or before is None or after.name != before.name:
        return None
    run = find_changed_run([one.name for one in before.columns], [one.name for one in after.columns])
    if run is None or run.added + run.removed != 1:
        return None
    table = after if run.added else before
    column = table.columns[run.at]
    return ChangedColumn(changed.text, table, column, bool(run.added), False, changed.change)


def _altered(context: RuleContext, changed: ChangedStatement) -> ChangedColumn | None:
    added = added_by_alter(changed.statement.written)
    if added is None or added_by_alter(changed.before) is not None:
        return None
    name, column = added
    table = find_table(context, name, changed.text.snapshot.uri)
    if table is None or any(one.name.lower() == column.name.lower() for one in table.columns):
        return None
    table = Table(name, (*table.columns, column))
    return ChangedColumn(changed.text, table, column, True, True, changed.change)
