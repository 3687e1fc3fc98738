"""A change of whole lines that a lesson would make at one place, with what speaks for and against it."""

from msgspec import Struct

from understudy.nes.values import Page

__all__ = ["Draft"]


class Draft(Struct, eq=False):
    page: Page
    line: int
    count: int
    """How many lines it replaces; 0 for an insertion before `line`."""
    new: tuple[str, ...]
    family: str
    lesson: str
    topic: str
    why: str
    features: dict[str, float]
    chance: float = 0.0
    swap: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """For replacements that can be made together with others in the same line."""

    @property
    def old(self) -> tuple[str, ...]:
        return tuple(self.page.lines[self.line : self.line + self.count])
