"""A question of permission: which key stands for which of its options. Pure."""

from collections.abc import Sequence
from typing import Final

from understudy.schema import acp

__all__ = ["options_by_key", "mildest_rejection"]

_KIND_KEYS: Final = {"allow_once": "y", "allow_always": "a", "reject_once": "n", "reject_always": "d"}
_SPARE_KEYS: Final = "123456789bcefghijklmopqrstuvwxz"


def options_by_key(options: Sequence[acp.PermissionOption]) -> dict[str, acp.PermissionOption]:
    """The options by their keys, in the agent's order. Usual answers have usual keys; the others are counted."""
    free = iter(_SPARE_KEYS)
    chosen: dict[str, acp.PermissionOption] = {}
    for option in options:
        key = _KIND_KEYS.get(option.kind, "")
        if not key or key in chosen:
            key = next(free, "")
        if key:
            chosen[key] = option
    return chosen


def mildest_rejection(options: Sequence[acp.PermissionOption]) -> acp.PermissionOption | None:
    """The mildest way to say no."""
    kinds = ("reject_once", "reject_always")
    return next((option for kind in kinds for option in options if option.kind == kind), None)
