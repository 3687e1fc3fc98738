"""What happened in a replay, counted: one Ask a question, one Tally a group of them.

An Ask is right when every line that it changes is in the commit's final text. Owns no rule of how the user of
the replay behaves; see `driving`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from understudy.replay.comparing import distance
from understudy.replay.shapes import Shape

__all__ = [
    "Ask",
    "Curve",
    "Hand",
    "Outcome",
    "Tally",
    "brings_nearer",
    "calibration",
    "curve",
    "grouped",
    "quantile",
]

Outcome = Literal["silent", "accepted", "rejected", "jump", "bad", "error"]


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """One question to the agent and what came of it."""

    case: str
    file: str
    """Of the cases."""
    language: str
    """Of what is suggested; of where the user is, if nothing is."""
    outcome: Outcome
    seconds: float
    hit: bool = False
    """Whether a jump led to where something was left to do."""
    hunks: int = 0
    """How many hunks accepting it made."""
    shape: Shape | None = None
    family: str = ""
    """What the agent says of its reasoning, if it says anything."""
    chance: float | None = None


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """One hunk that the user made by hand."""

    case: str
    file: str
    language: str
    shape: Shape
    first: bool
    """Whether it is the case's first, which nobody could suggest."""


class Tally(msgspec.Struct, kw_only=True):
    """Counts of one group."""

    name: str
    cases: int = 0
    asked: int = 0
    shown: int = 0
    accepted: int = 0
    automated: int = 0
    by_hand: int = 0
    """Without the first hunk of each case."""
    jumps: int = 0
    jump_hits: int = 0
    errors: int = 0
    bad: int = 0
    seconds: list[float] = []

    @property
    def precision(self) -> float | None:
        return self.accepted / self.shown if self.shown else None

    @property
    def share(self) -> float | None:
        """How much of what could be suggested was made by accepting."""
        hunks = self.automated + self.by_hand
        return self.automated / hunks if hunks else None

    @property
    def hit_rate(self) -> float | None:
        return self.jump_hits / self.jumps if self.jumps else None

    def latency(self, part: float) -> float | None:
        return quantile(self.seconds, part)

    def figures(self) -> dict[str, Any]:
        """For JSON."""
        known = {name: getattr(self, name) for name in self.__struct_fields__ if name != "seconds"}
        parts = {f"p{part * 100:g}_ms": self.latency(part) for part in (0.5, 0.95, 0.99)}
        return known | {
            "precision": self.precision,
            "share": self.share,
            **{name: None if seconds is None else seconds * 1000 for name, seconds in parts.items()},
        }


def brings_nearer(now: Sequence[str], then: Sequence[str], final: Sequence[str]) -> bool:
    """Whether the step from `now` to `then` is a part, and nothing but a part, of the way to `final`."""
    step = distance(now, then)
    return step > 0 and distance(now, final) - distance(then, final) == step


def grouped(
    asks: Iterable[Ask], hands: Iterable[Hand], key: Callable[[Ask | Hand], str | None]
) -> list[Tally]:
    """A tally for each value of the key, in the order of their first coming; what has none is not counted."""
    tallies: dict[str, Tally] = {}
    cases: dict[str, set[str]] = {}
    for event in (*hands, *asks):
        name = key(event)
        if name is None:
            continue
        tally = tallies.setdefault(name, Tally(name=name, seconds=[]))
        cases.setdefault(name, set()).add(event.case)
        if isinstance(event, Hand):
            tally.by_hand += not event.first
        else:
            _count(tally, event)
    for name, tally in tallies.items():
        tally.cases = len(cases[name])
    return list(tallies.values())


def _count(tally: Tally, ask: Ask) -> None:
    tally.asked += 1
    tally.seconds.append(ask.seconds)
    match ask.outcome:
        case "silent":
            pass
        case "error":
            tally.errors += 1
        case "jump":
            tally.jumps += 1
            tally.jump_hits += ask.hit
        case "accepted":
            tally.shown += 1
            tally.accepted += 1
            tally.automated += ask.hunks
        case "rejected":
            tally.shown += 1
        case "bad":
            tally.shown += 1
            tally.bad += 1


def quantile(values: Sequence[float], part: float) -> float | None:
    """The value below which that part of the values lies."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


class Curve(NamedTuple):
    """What would have come of showing only suggestions of at least this chance."""

    chance: float
    shown: int
    precision: float


def curve(asks: Iterable[Ask]) -> list[Curve]:
    """From the strictest threshold to the loosest. Empty for an agent that tells no chances."""
    told = sorted(
        (
            (ask.chance, ask.outcome == "accepted")
            for ask in asks
            if ask.chance is not None and _is_shown(ask)
        ),
        reverse=True,
    )
    points: list[Curve] = []
    right = 0
    for count, (chance, accepted) in enumerate(told, 1):
        right += accepted
        if count == len(told) or told[count][0] != chance:
            points.append(Curve(chance, count, right / count))
    return points


def calibration(asks: Iterable[Ask], steps: int = 10) -> list[tuple[float, float, int]]:
    """Chances in `steps` classes: their mean, how often they were right, how many there were."""
    classes: dict[int, list[tuple[float, bool]]] = {}
    for ask in asks:
        if ask.chance is not None and _is_shown(ask):
            step = max(0, min(steps - 1, int(ask.chance * steps)))
            classes.setdefault(step, []).append((ask.chance, ask.outcome == "accepted"))
    return [
        (
            sum(chance for chance, _ in found) / len(found),
            sum(right for _, right in found) / len(found),
            len(found),
        )
        for _, found in sorted(classes.items())
    ]


def _is_shown(ask: Ask) -> bool:
    return ask.outcome in ("accepted", "rejected", "bad")
