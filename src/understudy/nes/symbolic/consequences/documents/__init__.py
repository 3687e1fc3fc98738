"""What documents say: the numbers of a list, the rows of a table, and the default of an option."""

from understudy.nes.symbolic.consequences.documents.document_tables import propose_table_cells
from understudy.nes.symbolic.consequences.documents.numbered_items import propose_item_numbers
from understudy.nes.symbolic.consequences.documents.option_defaults import propose_option_defaults

__all__ = ["propose_item_numbers", "propose_option_defaults", "propose_table_cells"]
