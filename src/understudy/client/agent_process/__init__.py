"""The agent as a process: start, standard error, end; or as an in-process counterpart. Knows no ACP."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.client.agent_process.process import AgentProcess, resolve_command, strip_control_chars
    from understudy.client.agent_process.startup import (
        Partner,
        PartnerMaker,
        resolve_sandbox_folders,
        run_in_process,
        start_agent_process,
    )

__all__ = [
    "AgentProcess",
    "Partner",
    "PartnerMaker",
    "resolve_command",
    "resolve_sandbox_folders",
    "run_in_process",
    "start_agent_process",
    "strip_control_chars",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "process": ("AgentProcess", "resolve_command", "strip_control_chars"),
        "startup": (
            "Partner",
            "PartnerMaker",
            "resolve_sandbox_folders",
            "run_in_process",
            "start_agent_process",
        ),
    },
)
