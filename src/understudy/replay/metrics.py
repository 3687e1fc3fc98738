"""The records of a replay and the metrics computed from them.

A suggestion is correct if every line that it changes is in the commit's final text. How the simulated user
behaves is defined in `replay_run`.
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
    """One request to the agent and its outcome."""

    case: str
    file: str
    """The file of cases."""
    language: str
    """Of the suggested file; without a suggestion, of the file with the cursor."""
    outcome: Outcome
    seconds: float
    hit: bool = False
    """Whether a jump led to a remaining hunk."""
    hunks: int = 0
    """The number of hunks completed by accepting it."""
    shape: EditShape | None = None
    family: str = ""
    """The rule that produced the suggestion, if the agent names it."""
    chance: float | None = None


class ManualHunk(msgspec.Struct, frozen=True, kw_only=True):
    """One hunk that the simulated user made by hand."""

    case: str
    file: str
    language: str
    shape: EditShape
    first: bool
    """Whether it is the first of its case, which no agent could suggest."""


class GroupMetrics(msgspec.Struct, kw_only=True):
    """The metrics of one group of records."""

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
        """The share of hunks completed by accepting, of those that could be suggested."""
        hunks = self.automated + self.by_hand
        return self.automated / hunks if hunks else None

    @property
    def hit_rate(self) -> float | None:
        return self.jump_hits / self.jumps if self.jumps else None

    def latency(self, fraction: float) -> float | None:
        return quantile(self.seconds, fraction)

    def to_json(self) -> dict[str, Any]:
        """Return the values of the JSON report."""
        known = {name: getattr(self, name) for name in self.__struct_fields__ if name != "seconds"}
        parts = {f"p{part * 100:g}_ms": self.latency(part) for part in (0.5, 0.95, 0.99)}
        return known | {
            "precision": self.precision,
            "share": self.share,
            **{name: None if seconds is None else seconds * 1000 for name, seconds in parts.items()},
        }


def is_correct_step(now: Sequence[str], then: Sequence[str], final: Sequence[str]) -> bool:
    """Return whether the step from `now` to `then` only makes changes that lead to `final`."""
    step = line_distance(now, then)
    return step > 0 and line_distance(now, final) - line_distance(then, final) == step


def group_metrics(
    requests: Iterable[RequestRecord],
    manual_hunks: Iterable[ManualHunk],
    key: Callable[[RequestRecord | ManualHunk], str | None],
) -> list[GroupMetrics]:
    """Return the metrics for each value of `key`, in order of first occurrence; None leaves a record out."""
    groups: dict[str, GroupMetrics] = {}
    cases: dict[str, set[str]] = {}
    for event in (*manual_hunks, *requests):
        name = key(event)
        if name is None:
            continue
        group = groups.setdefault(name, GroupMetrics(name=name, seconds=[]))
        cases.setdefault(name, set()).add(event.case)
        if isinstance(event, ManualHunk):
            group.by_hand += not event.first
        else:
            _add_request(group, event)
    for name, group in groups.items():
        group.cases = len(cases[name])
    return list(groups.values())


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
    """Return the value below which that fraction of the values lies."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * fraction))]


class CurvePoint(NamedTuple):
    """The result of showing only suggestions of at least this probability."""

    chance: float
    shown: int
    precision: float


def precision_curve(requests: Iterable[RequestRecord]) -> list[CurvePoint]:
    """Return the curve from the highest threshold to the lowest; empty for an agent without probabilities."""
    rated = sorted(
        (
            (request.chance, request.outcome == "accepted")
            for request in requests
            if request.chance is not None and _is_shown(request)
        ),
        reverse=True,
    )
    points: list[CurvePoint] = []
    correct = 0
    for count, (probability, accepted) in enumerate(rated, 1):
        correct += accepted
        if count == len(rated) or rated[count][0] != probability:
            points.append(CurvePoint(probability, count, correct / count))
    return points


def calibration_points(requests: Iterable[RequestRecord], steps: int = 10) -> list[tuple[float, float, int]]:
    """Return mean probability, share of correct suggestions and count, for `steps` classes of probability."""
    classes: dict[int, list[tuple[float, bool]]] = {}
    for request in requests:
        if request.chance is not None and _is_shown(request):
            step = max(0, min(steps - 1, int(request.chance * steps)))
            classes.setdefault(step, []).append((request.chance, request.outcome == "accepted"))
    return [
        (
            sum(probability for probability, _ in found) / len(found),
            sum(correct for _, correct in found) / len(found),
            len(found),
        )
        for _, found in sorted(classes.items())
    ]


def _is_shown(request: RequestRecord) -> bool:
    return request.outcome in ("accepted", "rejected", "bad")


class ReplayResults(msgspec.Struct, kw_only=True):
    """All records of a replay, and their metrics by group."""

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
        return sorted(found, key=lambda group: [*EDIT_SHAPES, group.name].index(group.name))

    def by_family(self) -> list[GroupMetrics]:
        found = group_metrics(
            self.requests,
            (),
            lambda event: event.family or None if isinstance(event, RequestRecord) else None,
        )
        total = self.total()
        for group in found:  # relative to all hunks: a hunk made by hand has no family
            group.by_hand = total.automated + total.by_hand - group.automated
        return sorted(found, key=lambda group: (-group.shown, group.name))
