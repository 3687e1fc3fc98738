"""Sensitive files: files that another program executes or trusts later.

Writing such a file needs a person's consent even where edits are approved automatically; who asks, and how, is
not known here.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.workspace.sensitive.git_hooks import GitPrograms, find_git_programs
    from understudy.workspace.sensitive.sensitivity import folder_sensitivity_reason, sensitivity_reason
    from understudy.workspace.sensitive.table import SENSITIVE_PATHS

__all__ = [
    "SENSITIVE_PATHS",
    "GitPrograms",
    "find_git_programs",
    "folder_sensitivity_reason",
    "sensitivity_reason",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "git_hooks": ("GitPrograms", "find_git_programs"),
        "sensitivity": ("folder_sensitivity_reason", "sensitivity_reason"),
        "table": ("SENSITIVE_PATHS",),
    },
)
