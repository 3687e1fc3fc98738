"""`understudy.workspace.commands.process`."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.workspace.commands.process import process_tree, supervisor
    from understudy.workspace.commands.process.job import Job, pump_io, shell_exit_code
    from understudy.workspace.commands.process.limit_monitor import LimitMonitor, TerminationReason
    from understudy.workspace.commands.process.process_tree import children, descendants
    from understudy.workspace.commands.process.supervised_job import LandlockRules, SupervisedJob

__all__ = [
    "Job",
    "LandlockRules",
    "LimitMonitor",
    "SupervisedJob",
    "TerminationReason",
    "children",
    "descendants",
    "process_tree",
    "pump_io",
    "shell_exit_code",
    "supervisor",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "job": ("Job", "pump_io", "shell_exit_code"),
        "limit_monitor": ("LimitMonitor", "TerminationReason"),
        "process_tree": ("children", "descendants"),
        "supervised_job": ("LandlockRules", "SupervisedJob"),
    },
)
