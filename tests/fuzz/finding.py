"""A finding, and what a target does with one input."""

from collections.abc import Callable

__all__ = ["Finding", "Run", "require"]

Run = Callable[[bytes], None]


class Finding(Exception):
    """The message says what is wrong with the program's behaviour."""


def require(is_well: bool, message: str) -> None:
    if not is_well:
        raise Finding(message)
