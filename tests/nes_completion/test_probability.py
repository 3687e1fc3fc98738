"""The fitted trees: they belong to the features, and the ranking prefers certain blocks."""

import itertools
import json
import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from nes_completion.completion_place import completions, situation_of
from understudy.nes.completion import probability
from understudy.nes.completion.engine import penalize_length, rank_continuations
from understudy.nes.completion.features import FEATURE_NAMES
from understudy.nes.completion.probability import load_trees


def test_the_weights_are_fitted_for_these_features() -> None:
    value = load_trees().probability(dict.fromkeys(FEATURE_NAMES, 0.0))
    assert 0.0 < value < 1.0


def test_weights_for_other_features_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    load_trees.cache_clear()
    monkeypatch.setattr(probability, "FEATURE_NAMES", ("other",))
    with pytest.raises(ValueError, match="fit it again"):
        load_trees()
    monkeypatch.undo()
    load_trees.cache_clear()


def test_compiled_trees_give_what_the_stored_trees_say() -> None:
    stored = json.loads(Path(probability.__file__).with_name("weights.json").read_text())

    def descend(node: Any, values: Sequence[float]) -> float:
        while isinstance(node, list):
            feature, threshold, low, high = cast("list[Any]", node)
            node = low if values[feature] <= threshold else high
        return node

    dice = random.Random(1)
    for _ in range(20):
        values = [dice.uniform(-2, 6) for _ in FEATURE_NAMES]
        log_odds = stored["bias"] + sum(descend(tree, values) for tree in stored["trees"])
        found = load_trees().probability(dict(zip(FEATURE_NAMES, values, strict=True)))
        assert found == pytest.approx(1 / (1 + math.exp(-log_odds)))


@pytest.mark.parametrize("name", ["repeat_support", "rewrite_support"])
def test_more_lines_that_show_a_change_never_speak_against_it(name: str) -> None:
    dice = random.Random(2)
    has_risen = False
    for _ in range(200):
        features = {one: dice.uniform(-2, 6) for one in FEATURE_NAMES}
        values = [load_trees().probability(features | {name: float(support)}) for support in range(-1, 9)]
        # Leaves are stored with five digits.
        assert all(after >= before - 1e-3 for before, after in itertools.pairwise(values))
        has_risen |= values[-1] > values[0] + 1e-2
    assert has_risen


def test_more_lines_come_first_only_if_they_are_certain() -> None:
    assert rank_continuations([(0.9, "a"), (0.8, "a\nb")])[0][1] == "a\nb"
    assert rank_continuations([(0.9, "a"), (0.7, "a\nb")])[0][1] == "a"
    assert rank_continuations([(0.9, "a"), (0.8, "c\nb")])[0][1] == "a"


def test_a_unanimous_line_is_likelier_than_a_disputed_one() -> None:
    unanimous = "x = read_file(path, mode)\ny = read_file(path, mode)\nz = read_file|\n"
    disputed = "x = read_file(path, mode)\ny = read_file(name, flags)\nz = read_file|\n"
    sure = max(completions(situation_of(unanimous)).values())
    unsure = max(completions(situation_of(disputed)).values())
    assert sure > unsure


def test_a_long_completion_needs_a_higher_probability_than_a_short_one() -> None:
    assert penalize_length(0.7, "x" * 60) < 0.67 < penalize_length(0.7, "x" * 8) <= 0.71
    assert penalize_length(0.0, "x" * 60) == 0.0
    assert penalize_length(1.0, "x" * 4) == 1.0
