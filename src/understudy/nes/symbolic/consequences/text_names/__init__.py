"""Consequences of a renamed name that other places write as text: attributes, events, ports, variables, blocks."""

from understudy.nes.symbolic.consequences.text_names.build_variables import propose_build_variables
from understudy.nes.symbolic.consequences.text_names.data_attributes import propose_data_attributes
from understudy.nes.symbolic.consequences.text_names.definitions import (
    match_renamed,
    propose_for_newest,
    text_of_change,
)
from understudy.nes.symbolic.consequences.text_names.events import propose_event_names
from understudy.nes.symbolic.consequences.text_names.kubernetes import (
    propose_object_names,
    propose_pod_labels,
    propose_port_names,
)
from understudy.nes.symbolic.consequences.text_names.renamed_name import find_renamed_text_name
from understudy.nes.symbolic.consequences.text_names.shell_calls import propose_shell_calls
from understudy.nes.symbolic.consequences.text_names.shell_names import (
    function_lines,
    is_command,
    is_local_definition,
)
from understudy.nes.symbolic.consequences.text_names.shell_scopes import is_assigned
from understudy.nes.symbolic.consequences.text_names.shell_variables import (
    find_assigned_variable,
    propose_shell_variables,
)
from understudy.nes.symbolic.consequences.text_names.socket_events import propose_socket_events
from understudy.nes.symbolic.consequences.text_names.terraform_blocks import propose_block_names
from understudy.nes.symbolic.consequences.text_names.usage_options import propose_usage_options
from understudy.nes.symbolic.consequences.text_names.wire_names import propose_wire_names

__all__ = [
    "find_assigned_variable",
    "find_renamed_text_name",
    "function_lines",
    "is_assigned",
    "is_command",
    "is_local_definition",
    "match_renamed",
    "propose_block_names",
    "propose_build_variables",
    "propose_data_attributes",
    "propose_event_names",
    "propose_for_newest",
    "propose_object_names",
    "propose_pod_labels",
    "propose_port_names",
    "propose_shell_calls",
    "propose_shell_variables",
    "propose_socket_events",
    "propose_usage_options",
    "propose_wire_names",
    "text_of_change",
]
