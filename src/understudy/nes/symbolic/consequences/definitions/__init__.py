"""Consequences of a definition that was added to a module or removed from it."""

from understudy.nes.symbolic.consequences.definitions.index_files import propose_index_entries
from understudy.nes.symbolic.consequences.definitions.removed_uses import propose_removed_uses

__all__ = ["propose_index_entries", "propose_removed_uses"]
