"""Remembers which patterns had no likely place in a text, so that the next requests do not search for them again.

The places of an older pattern become likelier when another edit repeats it, which makes it a new pattern here, or
when the user moves to another file. Lines that are edited later are no places of an older pattern. Some requests
later it is searched for again all the same.
"""

from collections.abc import Hashable, Iterable

from understudy.bounded_dict import BoundedDict
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.features import FeatureExtractor
from understudy.nes.symbolic.limits import (
    MAX_DORMANT_PROBABILITY,
    MAX_DORMANT_REQUESTS,
    MAX_REMEMBERED_SEARCHES,
)

__all__ = ["DormantPatterns", "PatternSearches"]


class DormantPatterns:
    """Those of a session."""

    def __init__(self) -> None:
        self._request = 0
        self._found_unlikely_at: BoundedDict[Hashable, int] = BoundedDict(MAX_REMEMBERED_SEARCHES)
        """The number of the request that found no likely place, by the text and the pattern."""

    def begin_request(self) -> None:
        self._request += 1

    def is_dormant(self, key: Hashable) -> bool:
        found_at = self._found_unlikely_at.get(key)
        return found_at is not None and self._request - found_at <= MAX_DORMANT_REQUESTS

    def add(self, key: Hashable) -> None:
        self._found_unlikely_at[key] = self._request


class PatternSearches:
    """The patterns that one request searches for in one text."""

    def __init__(self, dormant: DormantPatterns | None, extractor: FeatureExtractor) -> None:
        """Without `dormant`, all patterns are searched for."""
        self._dormant = dormant
        # An empty line that the user has just opened is a likely place for an insertion.
        self._text = (
            extractor.index.snapshot.uri,
            extractor.is_current_file,
            extractor.opened_empty_line(),
        )
        self._keys: set[Hashable] = set()

    @property
    def are_limited(self) -> bool:
        """Whether patterns that hardly ever have a likely place are left out."""
        return self._dormant is not None

    def key(self, pattern: Hashable) -> Hashable:
        """The key of a pattern in this text."""
        return self._text, pattern

    def can_skip(self, key: Hashable, age: int) -> bool:
        """Whether the pattern is dormant. One that the newest edit shows, of the age 0, is always searched for."""
        if self._dormant is None:
            return False
        if age and self._dormant.is_dormant(key):
            return True
        self._keys.add(key)
        return False

    def finish(self, found: Iterable[UnscoredCandidate]) -> None:
        """Given the scored candidates, remember the patterns that have no likely one among them."""
        if self._dormant is not None:
            likely = {one.search_key for one in found if one.probability > MAX_DORMANT_PROBABILITY}
            for key in self._keys - likely:
                self._dormant.add(key)
