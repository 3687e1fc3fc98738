"""Whether an edit renamed a name whose uses the rules of this package know: it is not repeated elsewhere."""

import re
from typing import Protocol

from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext
from understudy.nes.symbolic.consequences.text_names.build_variables import find_renamed_build_variable
from understudy.nes.symbolic.consequences.text_names.events import find_renamed_event
from understudy.nes.symbolic.consequences.text_names.kubernetes import find_renamed_object, find_renamed_port
from understudy.nes.symbolic.consequences.text_names.shell_calls import find_renamed_shell_function
from understudy.nes.symbolic.consequences.text_names.shell_variables import find_renamed_variable
from understudy.nes.symbolic.consequences.text_names.terraform_blocks import find_renamed_block

__all__ = ["RenamedTextName", "find_renamed_text_name"]


class RenamedTextName(Protocol):
    @property
    def new(self) -> str: ...
    @property
    def mention(self) -> re.Pattern[str]:
        """The old name where it may be meant, with what is before it as a group."""
        ...


def find_renamed_text_name(context: RuleContext, change: Change) -> RenamedTextName | None:
    """Return what an edit renamed: an event, a port or an object, a name of a script, of a build or of a block."""
    for find in (
        find_renamed_event,
        find_renamed_port,
        find_renamed_object,
        find_renamed_variable,
        find_renamed_shell_function,
        find_renamed_block,
    ):
        found = find(context, change)
        if found is not None:
            return found
    variable = find_renamed_build_variable(context, change)
    # What an image runs may read the variables of its environment.
    return variable if variable is not None and variable.kind != "env" else None
