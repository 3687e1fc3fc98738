"""Consequences of a changed document: the numbers of a list, and the rows of a table."""

from understudy.nes.symbolic.consequences.documents.document_tables import propose_table_cells
from understudy.nes.symbolic.consequences.documents.numbered_items import propose_item_numbers

__all__ = ["propose_item_numbers", "propose_table_cells"]
