"""What happened in a story, and the figures of several stories together."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, get_args

import msgspec

from understudy.replay.metrics import quantile

__all__ = [
    "WAYS",
    "PlaceOutcome",
    "ShownSuggestion",
    "StoryGroup",
    "StoryResult",
    "StoryResults",
    "Verdict",
    "Way",
]

Way = Literal["once", "again"]
"""How the user's editor asks: once after the last key, or a second time later if nothing was shown."""
WAYS: Final[tuple[Way, ...]] = get_args(Way)
Verdict = Literal["right", "jump", "wrong"]
"""Of a suggestion: it makes an expected edit, it leads to one that must then be suggested there, or neither."""


class ShownSuggestion(msgspec.Struct, frozen=True, kw_only=True):
    verdict: Verdict
    text: str
    """What it would do."""
    family: str
    chance: float | None
    wait_s: float
    """From the last key or accepted suggestion."""
    real_ms: float
    """The real time of the response, whatever clock the agent has."""


class PlaceOutcome(msgspec.Struct, frozen=True, kw_only=True):
    right: bool
    path: str
    line: int
    """From 1, in the text at that moment."""
    text: str
    """The line after the edit."""
    reason: str = ""
    """Why nothing was suggested for a missed place, as the agent says."""


class StoryResult(msgspec.Struct, frozen=True, kw_only=True):
    story: str
    kind: str
    language: str
    way: Way
    places: tuple[PlaceOutcome, ...]
    shown: tuple[ShownSuggestion, ...]

    @property
    def right(self) -> int:
        return sum(place.right for place in self.places)

    @property
    def wrong(self) -> int:
        return sum(one.verdict == "wrong" for one in self.shown)

    @property
    def is_good(self) -> bool:
        return self.right == len(self.places) and not self.wrong

    @property
    def first_wait(self) -> float | None:
        """The wait for the first useful suggestion."""
        return next((one.wait_s for one in self.shown if one.verdict != "wrong"), None)


class StoryGroup(msgspec.Struct, frozen=True):
    """The figures of some stories, asked in one way."""

    name: str
    way: Way
    results: tuple[StoryResult, ...]

    @property
    def stories(self) -> int:
        return len(self.results)

    @property
    def places(self) -> int:
        return sum(len(result.places) for result in self.results)

    @property
    def right(self) -> int:
        return sum(result.right for result in self.results)

    @property
    def shown(self) -> int:
        return sum(len(result.shown) for result in self.results)

    @property
    def wrong(self) -> int:
        return sum(result.wrong for result in self.results)

    @property
    def right_share(self) -> float | None:
        return self.right / self.places if self.places else None

    @property
    def wrong_share(self) -> float | None:
        return self.wrong / self.shown if self.shown else None

    def wait(self, fraction: float) -> float | None:
        """A quantile of the waits for the first useful suggestion of each story."""
        return quantile([wait for one in self.results if (wait := one.first_wait) is not None], fraction)

    def real_ms(self, fraction: float) -> float | None:
        return quantile([shown.real_ms for one in self.results for shown in one.shown], fraction)

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "way": self.way,
            "stories": self.stories,
            "places": self.places,
            "right": self.right,
            "right_share": self.right_share,
            "shown": self.shown,
            "wrong": self.wrong,
            "wrong_share": self.wrong_share,
            "wait_p50_s": self.wait(0.5),
            "wait_p90_s": self.wait(0.9),
            "real_p50_ms": self.real_ms(0.5),
        }


class StoryResults(msgspec.Struct):
    agent: str
    results: list[StoryResult]

    @property
    def ways(self) -> list[Way]:
        return [way for way in WAYS if any(result.way == way for result in self.results)]

    def total(self, way: Way) -> StoryGroup:
        return StoryGroup("all", way, self._of_way(way))

    def by_kind(self, way: Way) -> list[StoryGroup]:
        return self._group(way, lambda result: result.kind)

    def by_language(self, way: Way) -> list[StoryGroup]:
        return self._group(way, lambda result: result.language)

    def _of_way(self, way: Way) -> tuple[StoryResult, ...]:
        return tuple(result for result in self.results if result.way == way)

    def _group(self, way: Way, key: Callable[[StoryResult], str]) -> list[StoryGroup]:
        return _groups(way, self._of_way(way), key)


def _groups(way: Way, results: Sequence[StoryResult], key: Callable[[StoryResult], str]) -> list[StoryGroup]:
    names: Iterable[str] = sorted({key(result) for result in results})
    return [StoryGroup(name, way, tuple(one for one in results if key(one) == name)) for name in names]
