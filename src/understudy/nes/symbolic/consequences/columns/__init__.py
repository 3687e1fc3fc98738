"""Consequences for the columns of statements of SQL of a change beside them."""

from understudy.nes.symbolic.consequences.columns.table_columns import propose_table_columns
from understudy.nes.symbolic.consequences.columns.unselected_columns import propose_unselected_columns

__all__ = ["propose_table_columns", "propose_unselected_columns"]
