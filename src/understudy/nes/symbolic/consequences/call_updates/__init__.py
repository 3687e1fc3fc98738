"""The arguments of a call after the parameters of its function changed. Which calls: see `changed_signature`."""

from understudy.nes.symbolic.consequences.call_updates.new_arguments import find_argument
from understudy.nes.symbolic.consequences.call_updates.parameter_changes import (
    ParameterChange,
    find_parameter_changes,
)
from understudy.nes.symbolic.consequences.call_updates.settled_calls import is_edited_since, is_settled
from understudy.nes.symbolic.consequences.call_updates.several_parameters import default_edits, several_edits

__all__ = [
    "ParameterChange",
    "default_edits",
    "find_argument",
    "find_parameter_changes",
    "is_edited_since",
    "is_settled",
    "several_edits",
]
