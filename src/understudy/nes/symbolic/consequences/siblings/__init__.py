"""Consequences of a changed member of a type: its siblings show what the text does with each member."""

from understudy.nes.symbolic.consequences.siblings.added_member import propose_added_members

__all__ = ["propose_added_members"]
