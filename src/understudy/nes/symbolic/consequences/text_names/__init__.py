"""Consequences of a renamed name that other files write as text: attributes, events, ports."""

from understudy.nes.symbolic.consequences.text_names.data_attributes import propose_data_attributes

__all__ = ["propose_data_attributes"]
