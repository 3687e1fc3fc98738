"""Consequences of a changed value, key or markup name: what repeats it follows."""

from understudy.nes.symbolic.consequences.values.changed_value import propose_changed_values

__all__ = ["propose_changed_values"]
