"""Consequences of a changed tag of a page or name of a stylesheet: its partner, and where it is used, follow."""

from understudy.nes.symbolic.consequences.markup.style_names import propose_style_names
from understudy.nes.symbolic.consequences.markup.tag_pairs import find_renamed_tag, propose_paired_tags

__all__ = ["find_renamed_tag", "propose_paired_tags", "propose_style_names"]
