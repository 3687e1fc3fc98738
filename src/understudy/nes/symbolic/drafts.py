"""A change of whole lines that a lesson would make at one place, with what speaks for and against it."""

from msgspec import Struct

from understudy.nes.values import TextSnapshot

__all__ = ["UnscoredCandidate"]


class UnscoredCandidate(Struct, eq=False):
    snapshot: TextSnapshot
    line: int
    line_count: int
    """How many lines it replaces; 0 for an insertion before `line`."""
    new: tuple[str, ...]
    family: str
    pattern: str
    topic: str
    why: str
    features: dict[str, float]
    probability: float = 0.0
    token_replacement: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """For replacements that can be made together with others in the same line."""

    @property
    def old(self) -> tuple[str, ...]:
        return tuple(self.snapshot.lines[self.line : self.line + self.line_count])
