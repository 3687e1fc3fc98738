"""What is installed and whether it works here: the version with its commit, the checks of `understudy doctor`,
and the files for editors.

The facade is lazy: the commands that editors start load none of it.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.cli.installation.checks import Check, CheckStatus, check_installation
    from understudy.cli.installation.editor_files import EDITORS, EditorFiles, find_editor_files
    from understudy.cli.installation.version import source_commit, version_text

__all__ = [
    "EDITORS",
    "Check",
    "CheckStatus",
    "EditorFiles",
    "check_installation",
    "find_editor_files",
    "source_commit",
    "version_text",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "checks": ("Check", "CheckStatus", "check_installation"),
        "editor_files": ("EDITORS", "EditorFiles", "find_editor_files"),
        "version": ("source_commit", "version_text"),
    },
)
