"""Features that several rules of this package share."""

from typing import NamedTuple

__all__ = ["StaleFeatures"]


class StaleFeatures(NamedTuple):
    stale: float = 0
    """How many edits the user made since."""
    elsewhere: float = 0
    """Whether the place is in another text."""
