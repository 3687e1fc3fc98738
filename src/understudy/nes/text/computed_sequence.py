"""Sequences whose items are computed when they are read."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar, overload

__all__ = ["ComputedSequence", "ReplacedLines"]

T_co = TypeVar("T_co", covariant=True)


class ComputedSequence(Sequence[T_co], Generic[T_co]):
    """A subclass says how many items there are and what each is."""

    __slots__ = ()

    @abstractmethod
    def _item(self, index: int) -> T_co:
        """Return one item, by its number from 0 on."""

    def _items(self, numbers: range) -> list[T_co]:
        """Return the items of a slice."""
        return [self._item(number) for number in numbers]

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> list[T_co]: ...
    def __getitem__(self, index: int | slice) -> T_co | list[T_co]:
        if isinstance(index, slice):
            return self._items(range(*index.indices(len(self))))
        return self._item(index if index >= 0 else index + len(self))


class ReplacedLines(ComputedSequence[str]):
    """Lines of which some are replaced by others, without a copy."""

    def __init__(self, lines: Sequence[str], start: int, stop: int, new: Sequence[str]) -> None:
        self._lines = lines
        self._start = start
        self._new = new
        self._end = start + len(new)
        self._shift = stop - self._end

    def __len__(self) -> int:
        return len(self._lines) - self._shift

    def _item(self, index: int) -> str:
        if index < self._start:
            return self._lines[index]
        if index < self._end:
            return self._new[index - self._start]
        return self._lines[index + self._shift]
