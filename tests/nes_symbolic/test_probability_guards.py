"""The lower bounds of the probability, and what halves it."""

import math
from typing import Any

import pytest

from understudy.nes.symbolic import probability
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.limits import MAX_CORRECTED_LOG_ODDS, MIN_CORRECTED_LOG_ODDS
from understudy.nes.symbolic.probability import (
    ADJACENT_LOG_DISTANCE,
    NEARBY_LOG_DISTANCE,
    ONE_LINE_EDIT_SIZE,
    OTHER_OWNER_FACTOR,
    DecisionForest,
    _fitted_probability,
    _min_probability,
    estimate_probability,
)

PLACE: Features = {"edit_size": ONE_LINE_EDIT_SIZE, "below": 1.0, "distance": 1.0, "typed": 1.0}
CONFIRMED: Features = {**PLACE, "confirmed": 0.7, "alike": 0.8}
DANGLING: Features = {**PLACE, "dangling": 1.0}
TEMPLATE: Features = {**PLACE, "holes": 1.0, "words": 2.0, "length": 2.3, "here": 1.0}
INSERTED: Features = {
    **PLACE,
    "support": 0.7,
    "above_length": 2.6,
    "below_length": 0.0,
    "both_same": 0.0,
}


@pytest.mark.parametrize(
    ("family", "features", "bound"),
    [
        pytest.param("variant", {}, 0.2, id="variant"),
        pytest.param("variant", {"support": 0.7, "gone": 1.0}, 0.34, id="variant, name gone"),
        pytest.param("variant", {"support": 0.7}, 0.2, id="variant, name still there"),
        pytest.param("variant", {"gone": 1.0}, 0.2, id="variant, one example"),
        pytest.param(
            "variant", {"support": 0.7, "gone": 1.0, "session_taken": 1.0}, 0.5, id="variant, after an accept"
        ),
        pytest.param("partial", {}, 0.1, id="partial, one example"),
        pytest.param("partial", {"support": 0.7}, 0.2, id="partial, several examples"),
        pytest.param("partial", {"names": 0.7, "gone": 1.0}, 0.34, id="partial, several names gone"),
        pytest.param("partial", {"names": 0.7}, 0.1, id="partial, several names"),
        pytest.param("partial", {"gone": 1.0}, 0.1, id="partial, one name gone"),
        pytest.param(
            "partial", {"names": 0.7, "gone": 1.0, "session_taken": 1.0}, 0.5, id="partial, after an accept"
        ),
        pytest.param("manner", {}, 0.0, id="style, one example"),
        pytest.param("manner", {"support": 0.7}, 0.3, id="style, two examples"),
        pytest.param("manner", {"support": 1.1}, 0.45, id="style, three examples"),
        pytest.param("manner", {"support": 1.0}, 0.3, id="style, not quite three"),
        pytest.param("manner", {"taken": 1.0}, 0.7, id="style, accepted before"),
        pytest.param("template", TEMPLATE, 0.45, id="expression with holes"),
        pytest.param("template", {**TEMPLATE, "support": 0.7}, 0.55, id="expression, two examples"),
        pytest.param("template", {**TEMPLATE, "here": 0.0}, 0.2, id="expression, in another file"),
        pytest.param("template", {**TEMPLATE, "typed": 0.0}, 0.2, id="expression, whole lines were replaced"),
        pytest.param("template", {**TEMPLATE, "edit_size": 1.4}, 0.2, id="expression, of a larger edit"),
        pytest.param("template", {**TEMPLATE, "words": 1.0}, 0.2, id="expression with one word"),
        pytest.param("template", {**TEMPLATE, "words": 1.0, "length": 2.6}, 0.45, id="long, with one word"),
        pytest.param("template", {**TEMPLATE, "words": 0.0}, 0.0, id="expression without words"),
        pytest.param("template", {**TEMPLATE, "holes": 0.0}, 0.0, id="expression without holes"),
        pytest.param("template", {**TEMPLATE, "length": 2.0}, 0.0, id="short expression"),
        *(
            pytest.param("template", {**TEMPLATE, name: 1.0}, 0.0, id=f"expression, but {name}")
            for name in ("rivals", "other_kind", "fresh", "above_first", "passed")
        ),
        pytest.param("replace", DANGLING, 0.45, id="dangling use"),
        pytest.param("replace", PLACE, 0.0, id="use that is defined"),
        pytest.param("replace", {**DANGLING, "typed": 0.0}, 0.0, id="dangling, whole lines were replaced"),
        *(
            pytest.param("replace", {**DANGLING, name: 1.0}, 0.0, id=f"dangling use, but {name}")
            for name in ("rivals", "owned", "kept", "above_first", "passed")
        ),
        *(
            pytest.param(family, CONFIRMED, 0.45, id=f"{family} confirmed")
            for family in ("again", "thin", "analogy", "call")
        ),
        pytest.param("again", {**CONFIRMED, "confirmed": 0.0}, 0.0, id="not confirmed"),
        pytest.param("again", {**CONFIRMED, "below": 0.0}, 0.0, id="above the cursor"),
        pytest.param("again", {**CONFIRMED, "below": 0.0, "ahead": 1.0}, 0.45, id="above an accepted one"),
        pytest.param("again", {**CONFIRMED, "typed": 0.0}, 0.0, id="whole lines were replaced at once"),
        pytest.param("again", {**CONFIRMED, "distance": NEARBY_LOG_DISTANCE}, 0.0, id="far away"),
        pytest.param("again", {**CONFIRMED, "distance": NEARBY_LOG_DISTANCE - 0.01}, 0.45, id="nearby"),
        pytest.param(
            "again", {**CONFIRMED, "alike": 0.7, "distance": ADJACENT_LOG_DISTANCE}, 0.0, id="not alike"
        ),
        pytest.param(
            "again", {**CONFIRMED, "alike": 0.7, "distance": 1.1}, 0.45, id="not alike, but adjacent"
        ),
        pytest.param(
            "thin", {**PLACE, "confirmed": 0.7, "distance": 2.0}, 0.45, id="without a similarity to compare"
        ),
        pytest.param(
            "delete", {**CONFIRMED, "distance": 1.0}, 0.0, id="a family without a bound for one line"
        ),
        pytest.param("insert", INSERTED, 0.45, id="below the same long line"),
        pytest.param("insert", {**INSERTED, "above_length": 2.5}, 0.0, id="below the same short line"),
        pytest.param("insert", {**INSERTED, "support": 0.0}, 0.0, id="one example"),
        pytest.param("insert", {**INSERTED, "support": 0.0, "due": 1.0}, 0.45, id="the next of a row"),
        pytest.param("insert", {**INSERTED, "typed": 0.0}, 0.0, id="lines were inserted at once, twice"),
        pytest.param(
            "insert",
            {**INSERTED, "above_length": 0.0, "below_length": 2.6},
            0.45,
            id="above the same long line",
        ),
        pytest.param(
            "insert",
            {**INSERTED, "support": 0.0, "both_same": 1.0, "above_length": 2.3, "below_length": 2.3},
            0.45,
            id="between the same lines",
        ),
        pytest.param(
            "insert",
            {
                **INSERTED,
                "support": 0.0,
                "both_same": 1.0,
                "above_length": 2.3,
                "below_length": 2.3,
                "typed": 0.0,
            },
            0.0,
            id="between the same lines, whole lines were added at once",
        ),
        pytest.param(
            "insert",
            {**INSERTED, "support": 0.0, "both_same": 1.0, "above_length": 2.2, "below_length": 2.3},
            0.0,
            id="between the same short lines",
        ),
        pytest.param(
            "insert",
            {**INSERTED, "above_length": 0.0, "typed": 0.0, "opened": 1.0},
            0.45,
            id="into the line just opened",
        ),
        pytest.param(
            "insert",
            {**INSERTED, "above_length": 0.0, "support": 0.0, "opened": 1.0},
            0.0,
            id="into the line just opened, one example",
        ),
        pytest.param(
            "insert",
            {**INSERTED, "above_length": 0.0, "support": 0.0, "confirmed": 0.7, "used": 1.0},
            0.45,
            id="confirmed, with its words",
        ),
        pytest.param(
            "insert",
            {**INSERTED, "above_length": 0.0, "support": 0.0, "typed": 0.0, "confirmed": 0.7, "used": 1.0},
            0.45,
            id="confirmed, with its words, inserted at once",
        ),
        pytest.param(
            "insert",
            {**INSERTED, "above_length": 0.0, "support": 0.0, "confirmed": 0.7},
            0.0,
            id="confirmed, without its words",
        ),
        pytest.param(
            "replace", {**DANGLING, "edit_size": ONE_LINE_EDIT_SIZE + 0.01}, 0.0, id="a larger edit"
        ),
        pytest.param("replace", {**DANGLING, "fresh": 1.0}, 0.0, id="a line that the user wrote"),
        pytest.param("replace", {**DANGLING, "fresh": 1.0, "ours": 1.0}, 0.45, id="an accepted line"),
        *(
            pytest.param("replace", {**DANGLING, name: 1.0}, 0.0, id=f"in doubt: {name}")
            for name in ("refused", "topic_refused", "unbalanced", "streak", "skipped", "left_behind")
        ),
        pytest.param("manner", {"taken": 1.0, "refused": 1.0}, 0.0, id="style in doubt"),
    ],
)
def test_the_lower_bound(family: str, features: Any, bound: float) -> None:
    assert _min_probability(family, features) == pytest.approx(bound)


@pytest.mark.parametrize(
    ("family", "features", "is_halved"),
    [
        pytest.param("replace", {"owned": 1.0}, True, id="a member of something else"),
        pytest.param("context", {"other_call": 1.0}, True, id="an argument of another call"),
        pytest.param("analogy", {"other_kind": 1.0}, True, id="a header, not a statement"),
        pytest.param("call", {"other_kind": 1.0}, True, id="a call in a header"),
        pytest.param("context", {"other_kind": 1.0}, True, id="context in a header"),
        pytest.param("replace", {"other_kind": 1.0, "words": 1.0}, False, id="a name in a header"),
        pytest.param("replace", {"other_kind": 1.0, "words": 2.0}, True, id="an expression in a header"),
    ],
)
def test_what_halves_the_probability(family: str, features: Any, is_halved: bool) -> None:
    known = {**PLACE, **features}
    factor = OTHER_OWNER_FACTOR if is_halved else 1.0
    assert estimate_probability(family, known) == pytest.approx(_fitted_probability(family, known) * factor)
    assert OTHER_OWNER_FACTOR == 0.5


def test_the_bound_holds_only_where_the_fit_is_lower() -> None:
    features: Features = {"support": 0.7, "gone": 1.0, "edit_size": 1.0}
    assert estimate_probability("variant", features) >= 0.34
    assert estimate_probability("unknown", {"edit_size": 9.0}) == 0.0


def test_hopeless_candidates_are_not_put_to_the_forest() -> None:
    hopeless: Features = {"edit_size": 9.0, "fresh": 1.0, "below": 0.0, "distance": 6.0}
    assert 0 < estimate_probability("again", hopeless) < 0.01


UNCERTAIN: Features = {**PLACE, "typed": 0.0, "here": 1.0, "same_file": 1.0, "newest": 1.0}


def read_further(family: str, features: Features) -> bool:
    """Whether the features of the surroundings are computed for a candidate, and added to its own."""
    known = dict(features)
    estimate_probability(family, known, lambda: {"scope_alike": 0.5})
    return "scope_alike" in known


def test_the_surroundings_are_read_for_candidates_that_are_neither_hopeless_nor_sure() -> None:
    assert read_further("again", UNCERTAIN)
    assert not read_further("again", {**UNCERTAIN, "typed": 1.0})
    assert not read_further("again", {**UNCERTAIN, "refused": 3.0, "streak": 3.0, "skipped": 1.0})


@pytest.mark.parametrize("bound", ["MIN_CORRECTED_LOG_ODDS", "MAX_CORRECTED_LOG_ODDS"])
def test_the_correction_is_limited_on_both_sides(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    corrected = _fitted_probability("again", dict(UNCERTAIN))
    monkeypatch.setattr(probability, bound, 99.0 if bound.startswith("MIN") else -99.0)
    assert not read_further("again", UNCERTAIN)
    assert _fitted_probability("again", dict(UNCERTAIN)) != corrected


def test_the_correction_is_added_to_the_log_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probability, "MAX_CORRECTED_LOG_ODDS", -99.0)
    before = _fitted_probability("again", dict(UNCERTAIN))
    monkeypatch.undo()
    added = probability._load_correction().score("again", {**UNCERTAIN, "scope_alike": 0.5})
    after = _fitted_probability("again", dict(UNCERTAIN), lambda: {"scope_alike": 0.5})
    assert math.log(after / (1 - after)) == pytest.approx(math.log(before / (1 - before)) + added)


def test_the_correction_does_not_raise_above_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = DecisionForest((), 99.0, (), ())
    monkeypatch.setattr(probability, "_load_correction", lambda: everything)
    assert _fitted_probability("again", dict(UNCERTAIN)) == pytest.approx(0.9, abs=0.005)


def test_the_correction_is_evaluated_from_12_to_90_percent() -> None:
    limits = (MIN_CORRECTED_LOG_ODDS, MAX_CORRECTED_LOG_ODDS)
    assert [round(1 / (1 + math.exp(-limit)), 2) for limit in limits] == [0.12, 0.9]
