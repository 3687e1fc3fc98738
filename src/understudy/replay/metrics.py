"""What happened in a replay, counted: one Ask a question, one Tally a group of them.

An Ask is right when every line that it changes is in the commit's final text. Owns no rule of how the user of
the replay behaves; see `driving`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from understudy.replay.cases import Half
from understudy.replay.line_diffs import EDIT_SHAPES, EditShape, line_distance

__all__ = [
    "CurvePoint",
    "GroupMetrics",
    "ManualHunk",
    "Outcome",
    "ReplayResults",
    "RequestRecord",
    "calibration_points",
    "group_metrics",
    "is_correct_step",
    "precision_curve",
    "quantile",
]

Outcome = Literal["silent", "accepted", "rejected", "jump", "bad", "error"]


class RequestRecord(msgspec.Struct, frozen=True, kw_only=True):
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
    shape: EditShape | None = None
    family: str = ""
    """What the agent says of its reasoning, if it says anything."""
    chance: float | None = None


class ManualHunk(msgspec.Struct, frozen=True, kw_only=True):
    """One hunk that the user made by hand."""

    case: str
    file: str
    language: str
    shape: EditShape
    first: bool
    """Whether it is the case's first, which nobody could suggest."""


class GroupMetrics(msgspec.Struct, kw_only=True):
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

    def latency(self, fraction: float) -> float | None:
        return quantile(self.seconds, fraction)

    def to_json(self) -> dict[str, Any]:
        """For JSON."""
        known = {name: getattr(self, name) for name in self.__struct_fields__ if name != "seconds"}
        parts = {f"p{part * 100:g}_ms": self.latency(part) for part in (0.5, 0.95, 0.99)}
        return known | {
            "precision": self.precision,
            "share": self.share,
            **{name: None if seconds is None else seconds * 1000 for name, seconds in parts.items()},
        }


def is_correct_step(now: Sequence[str], then: Sequence[str], final: Sequence[str]) -> bool:
    """Whether the step from `now` to `then` is a part, and nothing but a part, of the way to `final`."""
    step = line_distance(now, then)
    return step > 0 and line_distance(now, final) - line_distance(then, final) == step


def group_metrics(
    requests: Iterable[RequestRecord],
    manual_hunks: Iterable[ManualHunk],
    key: Callable[[RequestRecord | ManualHunk], str | None],
) -> list[GroupMetrics]:
    """A tally for each value of the key, in the order of their first coming; what has none is not counted."""
    tallies: dict[str, GroupMetrics] = {}
    cases: dict[str, set[str]] = {}
    for event in (*manual_hunks, *requests):
        name = key(event)
        if name is None:
            continue
        tally = tallies.setdefault(name, GroupMetrics(name=name, seconds=[]))
        cases.setdefault(name, set()).add(event.case)
        if isinstance(event, ManualHunk):
            tally.by_hand += not event.first
        else:
            _add_request(tally, event)
    for name, tally in tallies.items():
        tally.cases = len(cases[name])
    return list(tallies.values())


def _add_request(metrics: GroupMetrics, request: RequestRecord) -> None:
    metrics.asked += 1
    metrics.seconds.append(request.seconds)
    match request.outcome:
        case "silent":
            pass
        case "error":
            metrics.errors += 1
        case "jump":
            metrics.jumps += 1
            metrics.jump_hits += request.hit
        case "accepted":
            metrics.shown += 1
            metrics.accepted += 1
            metrics.automated += request.hunks
        case "rejected":
            metrics.shown += 1
        case "bad":
            metrics.shown += 1
            metrics.bad += 1


def quantile(values: Sequence[float], fraction: float) -> float | None:
    """The value below which that part of the values lies."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * fraction))]


class CurvePoint(NamedTuple):
    """What would have come of showing only suggestions of at least this chance."""

    chance: float
    shown: int
    precision: float


def precision_curve(requests: Iterable[RequestRecord]) -> list[CurvePoint]:
    """From the strictest threshold to the loosest. Empty for an agent that tells no chances."""
    told = sorted(
        (
            (ask.chance, ask.outcome == "accepted")
            for ask in requests
            if ask.chance is not None and _is_shown(ask)
        ),
        reverse=True,
    )
    points: list[CurvePoint] = []
    right = 0
    for count, (chance, accepted) in enumerate(told, 1):
        right += accepted
        if count == len(told) or told[count][0] != chance:
            points.append(CurvePoint(chance, count, right / count))
    return points


def calibration_points(requests: Iterable[RequestRecord], steps: int = 10) -> list[tuple[float, float, int]]:
    """Chances in `steps` classes: their mean, how often they were right, how many there were."""
    classes: dict[int, list[tuple[float, bool]]] = {}
    for ask in requests:
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


def _is_shown(request: RequestRecord) -> bool:
    return request.outcome in ("accepted", "rejected", "bad")


class ReplayResults(msgspec.Struct, kw_only=True):
    """All that was seen, and the groups that a report shows."""

    agent: str
    half: Half | None
    requests: list[RequestRecord]
    manual_hunks: list[ManualHunk]

    def total(self) -> GroupMetrics:
        found = group_metrics(self.requests, self.manual_hunks, lambda _: "all")
        return found[0] if found else GroupMetrics(name="all", seconds=[])

    def by_file(self) -> list[GroupMetrics]:
        return group_metrics(self.requests, self.manual_hunks, lambda event: event.file)

    def by_language(self) -> list[GroupMetrics]:
        return group_metrics(self.requests, self.manual_hunks, lambda event: event.language)

    def by_shape(self) -> list[GroupMetrics]:
        found = group_metrics(self.requests, self.manual_hunks, lambda event: event.shape)
        return sorted(found, key=lambda tally: [*EDIT_SHAPES, tally.name].index(tally.name))

    def by_family(self) -> list[GroupMetrics]:
        found = group_metrics(
            self.requests,
            (),
            lambda event: event.family or None if isinstance(event, RequestRecord) else None,
        )
        total = self.total()
        for tally in found:  # of all hunks, since nobody knows which family a hunk made by hand is of
            tally.by_hand = total.automated + total.by_hand - tally.automated
        return sorted(found, key=lambda tally: (-tally.shown, tally.name))
