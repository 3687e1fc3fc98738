"""Consequences of a changed tag of a page or name of a stylesheet: its partner, and where it is used, follow."""

from understudy.nes.symbolic.consequences.markup.grid_areas import propose_grid_areas
from understudy.nes.symbolic.consequences.markup.renamed_name import find_renamed_style_name
from understudy.nes.symbolic.consequences.markup.style_identifiers import propose_style_identifiers
from understudy.nes.symbolic.consequences.markup.style_names import propose_style_names
from understudy.nes.symbolic.consequences.markup.tag_pairs import find_renamed_tag, propose_paired_tags

__all__ = [
    "find_renamed_style_name",
    "find_renamed_tag",
    "propose_grid_areas",
    "propose_paired_tags",
    "propose_style_identifiers",
    "propose_style_names",
]
