"""Patterns that can have no likely place, by the features that all places share, are left out."""

import pytest

from nes_symbolic.builders import asked, made
from nes_symbolic.test_feature_names import WEIGHTS
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.features import FeatureExtractor
from understudy.nes.symbolic.generators import generate_candidates
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.probability import MIN_SHARED_LOG_ODDS, decode_weights, is_hopeless
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.text import Edit

WRITTEN = [f"y{number} = 2" for number in range(8)]
REPLACED = [f"x{number} = 1" for number in range(8)]


def families(text: str, edit: Edit, *, is_limited: bool) -> set[str]:
    situation = asked(text, edit, cursor=(edit.line, 0))
    patterns = extract_patterns(situation.edits, MAX_LEARNED_EDITS)
    index = SnapshotIndex(situation.snapshot)
    return {
        one.family
        for one in generate_candidates(FeatureExtractor(index, situation, patterns, is_limited=is_limited))
    }


def changed_below(old: str, new: str, lines: list[str]) -> tuple[str, Edit]:
    """A text with a large edit at its end: the user has passed the lines above it."""
    edit = made("\n".join([old, *REPLACED]), "\n".join([new, *WRITTEN]), len(lines), serial=1)
    return "\n".join([*lines, new, *WRITTEN]), edit


def inserted_once(count: int) -> tuple[str, Edit]:
    """A text with an insertion, and with so many more places like that of the insertion."""
    others = [line for number in range(count) for line in ("start()", f"x{number}()", "stop()")]
    edit = made(None, "log()", 1, serial=1, above="start()", below="stop()")
    return "\n".join(["start()", "log()", "stop()", *others]), edit


@pytest.mark.parametrize(
    ("family", "text", "edit"),
    [
        pytest.param("insert", *inserted_once(30), id="an insertion that fits many places"),
        pytest.param(
            "replace",
            *changed_below("load(a)", "fetch(a)", [f"load(z{number})" for number in range(5)]),
            id="a word of a large edit that the user has passed",
        ),
        pytest.param(
            "partial",
            *changed_below("user_id = 1", "account_id = 1", [f"load_user_{n}()" for n in range(5)]),
            id="a part of a name in a large edit",
        ),
    ],
)
def test_a_hopeless_pattern_is_left_out_of_limited_searches(family: str, text: str, edit: Edit) -> None:
    assert family in families(text, edit, is_limited=False)
    assert family not in families(text, edit, is_limited=True)


def test_an_insertion_with_few_places_is_kept() -> None:
    assert "insert" in families(*inserted_once(3), is_limited=True)


def scored(family: str, score: float) -> Features:
    """Features of a pattern whose linear score is this: one feature has all the weight."""
    line = decode_weights(WEIGHTS).lines[family]
    return {"typed": 0.0, "support": 0.0, "places": (score - line[""]) / line["places"]}


LIMITS = {"insert": -7.3, "replace": -5.0, "context": -8.7, "partial": -2.6}


@pytest.mark.parametrize(("family", "limit"), LIMITS.items())
def test_the_limit_of_a_family(family: str, limit: float) -> None:
    assert is_hopeless(family, scored(family, limit - 0.01))
    assert not is_hopeless(family, scored(family, limit + 0.01))


@pytest.mark.parametrize("feature", ["typed", "support", "confirmed"])
def test_a_pattern_that_was_typed_or_repeated_is_never_hopeless(feature: str) -> None:
    features = scored("insert", -9.0)
    assert is_hopeless("insert", features)
    changed: Features = {**features, feature: 0.1}  # type: ignore[misc]
    assert not is_hopeless("insert", changed)


def test_families_without_a_limit_are_never_hopeless() -> None:
    assert MIN_SHARED_LOG_ODDS.keys() == LIMITS.keys()
    assert not is_hopeless("analogy", scored("analogy", -50.0))
