"""Changes that are announced: the user took a suggestion, and the client is about to make it.

They move with the text like everything else that stands in it. What became of them is told in `history`.
"""

from typing import Final, NamedTuple

from understudy.nes.merging import moved
from understudy.nes.values import Splice

__all__ = ["Expected"]

MOST: Final = 32
PATIENCE: Final = 30.0
"""Seconds in which an announced change has to come."""


class _One(NamedTuple):
    uri: str
    splice: Splice
    time: float
    follows: bool


class Expected:
    def __init__(self) -> None:
        self._all: list[_One] = []

    def add(self, uri: str, splice: Splice, now: float, *, follows: bool) -> None:
        self._all = [*self._all[1 - MOST :], _One(uri, splice, now, follows)]

    def take(self, uri: str, splice: Splice, now: float) -> bool | None:
        """Whether exactly this change, if it was announced, follows from others; it is awaited no more."""
        if not self._all:
            return None
        self._all = [one for one in self._all if now - one.time <= PATIENCE]
        found = next((one for one in self._all if one.uri == uri and one.splice == splice), None)
        if found is not None:
            self._all.remove(found)
        return None if found is None else found.follows

    def rebase(self, uri: str, splice: Splice) -> None:
        """Another change was made. One that was to change the same lines can not come any more."""
        if not self._all:
            return
        kept: list[_One] = []
        for one in self._all:
            line = one.splice.line
            if one.uri == uri:
                line = moved(line, len(one.splice.old), splice)
            if line >= 0:
                kept.append(one._replace(splice=one.splice._replace(line=line)))
        self._all = kept

    def forget(self, uri: str) -> None:
        self._all = [one for one in self._all if one.uri != uri]
