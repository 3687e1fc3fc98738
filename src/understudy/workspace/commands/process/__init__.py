"""The process of a running command: start, pipes, limits, end, and the supervisor program."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.workspace.commands.process import process_tree
    from understudy.workspace.commands.process.job import Job, SupervisedJob, pump_io, shell_exit_code
    from understudy.workspace.commands.process.limit_monitor import LimitMonitor, TerminationReason
    from understudy.workspace.commands.process.process_tree import children, descendants
    from understudy.workspace.commands.process.supervised_process import (
        SupervisedProgram,
        SupervisorLaunch,
        SupervisorPipes,
        prepare_supervisor,
        terminate_program,
    )

__all__ = [
    "Job",
    "LimitMonitor",
    "SupervisedJob",
    "SupervisedProgram",
    "SupervisorLaunch",
    "SupervisorPipes",
    "TerminationReason",
    "children",
    "descendants",
    "prepare_supervisor",
    "process_tree",
    "pump_io",
    "shell_exit_code",
    "terminate_program",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "job": ("Job", "SupervisedJob", "pump_io", "shell_exit_code"),
        "limit_monitor": ("LimitMonitor", "TerminationReason"),
        "process_tree": ("children", "descendants"),
        "supervised_process": (
            "SupervisedProgram",
            "SupervisorLaunch",
            "SupervisorPipes",
            "prepare_supervisor",
            "terminate_program",
        ),
    },
)
