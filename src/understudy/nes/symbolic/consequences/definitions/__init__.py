"""Consequences of a definition that was added to a module or removed from it."""

from understudy.nes.symbolic.consequences.definitions.extracted_constant import propose_extracted_constants
from understudy.nes.symbolic.consequences.definitions.extracted_value import propose_extracted_values
from understudy.nes.symbolic.consequences.definitions.index_files import propose_index_entries
from understudy.nes.symbolic.consequences.definitions.moved_definition import propose_moved_definitions
from understudy.nes.symbolic.consequences.definitions.other_halves import propose_other_halves
from understudy.nes.symbolic.consequences.definitions.registration import propose_registrations
from understudy.nes.symbolic.consequences.definitions.relocated_definitions import (
    TOP_LEVEL_DEFINITION,
    find_relocations,
    propose_relocated_imports,
)
from understudy.nes.symbolic.consequences.definitions.removed_methods import propose_removed_methods
from understudy.nes.symbolic.consequences.definitions.removed_uses import (
    propose_removed_uses,
    remove_exported,
)
from understudy.nes.symbolic.consequences.definitions.removed_variables import (
    find_removed_variables,
    propose_removed_variables,
)
from understudy.nes.symbolic.consequences.definitions.unused_variables import propose_unused_variables
from understudy.nes.symbolic.consequences.definitions.vanished_name import propose_vanished_names

__all__ = [
    "TOP_LEVEL_DEFINITION",
    "find_relocations",
    "find_removed_variables",
    "propose_extracted_constants",
    "propose_extracted_values",
    "propose_index_entries",
    "propose_moved_definitions",
    "propose_other_halves",
    "propose_registrations",
    "propose_relocated_imports",
    "propose_removed_methods",
    "propose_removed_uses",
    "propose_removed_variables",
    "propose_unused_variables",
    "propose_vanished_names",
    "remove_exported",
]
