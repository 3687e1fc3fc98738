"""Metrics: what each outcome adds to, groups, quantiles, the curve and the calibration."""

import itertools
from typing import Any

from understudy.replay.metrics import (
    ManualHunk,
    ReplayResults,
    RequestRecord,
    calibration_points,
    precision_curve,
    quantile,
)
from understudy.replay.report import build_json_report, format_tables


def ask(outcome: Any, **more: Any) -> RequestRecord:
    defaults: dict[str, Any] = {"case": "c", "file": "f", "language": "python", "seconds": 0.001}
    return RequestRecord(outcome=outcome, **defaults | more)


def hand(first: bool = False, **more: Any) -> ManualHunk:
    defaults: dict[str, Any] = {"case": "c", "file": "f", "language": "python", "shape": "insertion"}
    return ManualHunk(first=first, **defaults | more)


def results(*events: RequestRecord | ManualHunk) -> ReplayResults:
    asks = [event for event in events if isinstance(event, RequestRecord)]
    return ReplayResults(
        agent="x", half=None, requests=asks, manual_hunks=[e for e in events if isinstance(e, ManualHunk)]
    )


def plain(text: str, *_: str) -> str:
    return text


def test_every_outcome_counts_where_it_belongs() -> None:
    total = results(
        hand(first=True),
        hand(),
        ask("silent"),
        ask("accepted", hunks=2),
        ask("rejected"),
        ask("bad"),
        ask("jump", hit=True),
        ask("jump"),
        ask("error"),
    ).total()
    assert (total.cases, total.asked, total.shown, total.accepted) == (1, 7, 3, 1)
    assert (total.automated, total.by_hand, total.share) == (2, 1, 2 / 3)
    assert (total.jumps, total.jump_hits, total.errors, total.bad) == (2, 1, 1, 1)
    assert total.precision == 1 / 3


def test_a_group_without_anything_has_no_shares() -> None:
    total = results(hand(first=True)).total()
    assert (total.precision, total.share, total.hit_rate, total.latency(0.5)) == (None, None, None, None)


def test_families_share_in_all_hunks() -> None:
    found = results(
        hand(),
        ask("accepted", hunks=1, family="a"),
        ask("accepted", hunks=1, family="b"),
        ask("rejected", family="b"),
        ask("silent"),
    ).by_family()
    assert [(tally.name, tally.shown, tally.share) for tally in found] == [("b", 2, 1 / 3), ("a", 1, 1 / 3)]


def test_quantiles_are_values_that_were_measured() -> None:
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert quantile([float(n) for n in range(100)], 0.99) == 99.0
    assert quantile([], 0.5) is None


def test_the_curve_goes_from_the_surest_to_all_that_was_shown() -> None:
    asks = [
        ask("accepted", chance=0.9),
        ask("rejected", chance=0.5),
        ask("accepted", chance=0.5),
        ask("bad", chance=0.2),
        ask("silent"),
        ask("accepted"),
    ]
    assert [(p.chance, p.shown, p.precision) for p in precision_curve(asks)] == [
        (0.9, 1, 1.0),
        (0.5, 3, 2 / 3),
        (0.2, 4, 0.5),
    ]


def test_calibration_groups_probabilities_into_classes() -> None:
    asks = [ask("accepted", chance=0.92), ask("rejected", chance=0.98), ask("rejected", chance=0.05)]
    assert calibration_points(asks) == [(0.05, 0.0, 1), (0.95, 0.5, 2)]
    assert calibration_points([ask("accepted", chance=1.0), ask("accepted", chance=7.0)])[0][2] == 2


def test_the_table_is_aligned_and_shows_nothing_that_steers_a_terminal() -> None:
    lines = format_tables(
        results(hand(), ask("accepted", hunks=1, family="\x1b[31mred", seconds=0.0123)), plain
    )
    assert not any("\x1b" in line for line in lines)
    head, row = next((a, b) for a, b in itertools.pairwise(lines) if a.startswith("reasoning"))
    assert len(head) == len(row)
    assert "100.0 %" in row
    assert "12.30" in row


def test_failed_requests_are_reported_below_the_tables() -> None:
    assert format_tables(results(hand(), ask("error"), ask("bad")), plain)[-1].startswith(
        "1 requests failed, 1 "
    )


def test_the_figures_hold_everything() -> None:
    found = build_json_report(
        results(hand(), ask("accepted", hunks=1, chance=0.8, family="a", shape="rename"))
    )
    assert {
        "agent",
        "total",
        "files",
        "languages",
        "kinds",
        "families",
        "curve",
        "calibration",
        "asks",
    } <= set(found)
