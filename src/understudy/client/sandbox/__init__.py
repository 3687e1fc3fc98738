"""`understudy.client.sandbox`."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.client.sandbox.policy import prepare_sandbox, state_folders

__all__ = ["prepare_sandbox", "state_folders"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "policy": ("prepare_sandbox", "state_folders"),
    },
)
