"""The sandboxes of commands: bubblewrap, Landlock, the paths that both hide, and the detection of denials."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.workspace.commands.isolation import bubblewrap, landlock, seccomp
    from understudy.workspace.commands.isolation.bubblewrap import BubblewrapJob
    from understudy.workspace.commands.isolation.hidden_paths import find_hidden_paths
    from understudy.workspace.commands.isolation.landlock import LandlockRules, PathOrFd, abi_version
    from understudy.workspace.commands.isolation.readable_paths import (
        find_closed_system_files,
        find_readable_paths,
        home_folders,
    )
    from understudy.workspace.commands.isolation.sandbox import (
        NetworkPolicy,
        Sandbox,
        SandboxAccess,
        SandboxMode,
        reports_no_network,
        was_denied,
    )

__all__ = [
    "BubblewrapJob",
    "LandlockRules",
    "NetworkPolicy",
    "PathOrFd",
    "Sandbox",
    "SandboxAccess",
    "SandboxMode",
    "abi_version",
    "bubblewrap",
    "find_closed_system_files",
    "find_hidden_paths",
    "find_readable_paths",
    "home_folders",
    "landlock",
    "reports_no_network",
    "seccomp",
    "was_denied",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "bubblewrap": ("BubblewrapJob",),
        "hidden_paths": ("find_hidden_paths",),
        "landlock": ("LandlockRules", "PathOrFd", "abi_version"),
        "readable_paths": ("find_closed_system_files", "find_readable_paths", "home_folders"),
        "sandbox": (
            "NetworkPolicy",
            "Sandbox",
            "SandboxAccess",
            "SandboxMode",
            "reports_no_network",
            "was_denied",
        ),
    },
)
