"""Consequences of a renamed name that other files write as text: attributes, events, ports."""

from understudy.nes.symbolic.consequences.text_names.container_ports import (
    find_renamed_port,
    propose_port_names,
)
from understudy.nes.symbolic.consequences.text_names.data_attributes import propose_data_attributes
from understudy.nes.symbolic.consequences.text_names.events import find_renamed_event, propose_event_names

__all__ = [
    "find_renamed_event",
    "find_renamed_port",
    "propose_data_attributes",
    "propose_event_names",
    "propose_port_names",
]
