"""Consequences for the columns of statements of SQL of a change beside them."""

from understudy.nes.symbolic.consequences.columns.inserted_parameters import propose_inserted_parameters
from understudy.nes.symbolic.consequences.columns.table_columns import propose_table_columns
from understudy.nes.symbolic.consequences.columns.table_records import propose_table_fields
from understudy.nes.symbolic.consequences.columns.unselected_columns import propose_unselected_columns

__all__ = [
    "propose_inserted_parameters",
    "propose_table_columns",
    "propose_table_fields",
    "propose_unselected_columns",
]
