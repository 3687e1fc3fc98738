"""Renames: the user has changed a name where it is defined, and every other occurrence of that binding follows.

Finds which binding was renamed, proposes its remaining occurrences in this and other texts, and filters the
candidates of the generators, which know only the text of a name. Uses `nes.bindings`; in a text without bindings
nothing is proposed and nothing is filtered.
"""

from understudy.nes.symbolic.renames.detection import Rename, find_renames
from understudy.nes.symbolic.renames.filter import RenameFilter
from understudy.nes.symbolic.renames.proposals import propose_renames

__all__ = ["Rename", "RenameFilter", "find_renames", "propose_renames"]
