"""A sandbox around an agent: what it may read and write, and how it is started inside. Imported only when used."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.client.sandbox.policy import SandboxLaunch, prepare_sandbox

__all__ = ["SandboxLaunch", "prepare_sandbox"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "policy": ("SandboxLaunch", "prepare_sandbox"),
    },
)
