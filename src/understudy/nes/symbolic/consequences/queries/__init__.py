"""Consequences of a changed statement of SQL: other statements, and the code that runs them."""

from understudy.nes.symbolic.consequences.queries.aliases import find_renamed_alias, propose_query_aliases
from understudy.nes.symbolic.consequences.queries.changed_list import (
    ChangedStatement,
    find_changed_run,
    find_changed_statements,
)
from understudy.nes.symbolic.consequences.queries.guessed_values import has_snake_case
from understudy.nes.symbolic.consequences.queries.insert_statements import INSERT
from understudy.nes.symbolic.consequences.queries.inserted_columns import (
    parse_changed_insert,
    propose_inserted_columns,
)
from understudy.nes.symbolic.consequences.queries.owners import find_owners
from understudy.nes.symbolic.consequences.queries.passed_placeholders import propose_passed_placeholders
from understudy.nes.symbolic.consequences.queries.renamed_names import propose_query_names
from understudy.nes.symbolic.consequences.queries.row_reads import find_renamed_column_name, propose_row_reads
from understudy.nes.symbolic.consequences.queries.selected_columns import (
    RowReader,
    find_row_readers,
    find_selected_items,
    propose_selected_columns,
)
from understudy.nes.symbolic.consequences.queries.statements import (
    Statement,
    blank_comments_and_strings,
    find_statement,
    is_sql,
    split_items,
    written_statement,
)
from understudy.nes.symbolic.consequences.queries.value_lists import find_value_lists

__all__ = [
    "INSERT",
    "ChangedStatement",
    "RowReader",
    "Statement",
    "blank_comments_and_strings",
    "find_changed_run",
    "find_changed_statements",
    "find_owners",
    "find_renamed_alias",
    "find_renamed_column_name",
    "find_row_readers",
    "find_selected_items",
    "find_statement",
    "find_value_lists",
    "has_snake_case",
    "is_sql",
    "parse_changed_insert",
    "propose_inserted_columns",
    "propose_passed_placeholders",
    "propose_query_aliases",
    "propose_query_names",
    "propose_row_reads",
    "propose_selected_columns",
    "split_items",
    "written_statement",
]
