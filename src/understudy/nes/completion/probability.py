"""The fitted probability of a continuation: boosted decision trees, stored in `weights.json`.

`training/completion_fit.py` fits them. Evaluated in Python: no numeric library is loaded.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec

from understudy.nes.completion.features import FEATURE_NAMES

__all__ = ["BoostedTrees", "load_trees"]


class _Split(NamedTuple):
    feature: int
    threshold: float
    low: "_Split | float"
    """The branch for values up to the threshold; a leaf is its log-odds."""
    high: "_Split | float"


class _Stored(msgspec.Struct):
    features: tuple[str, ...]
    bias: float
    trees: list[Any]


class BoostedTrees:
    def __init__(self, bias: float, trees: Sequence[_Split | float]) -> None:
        self._bias = bias
        self._trees = trees

    def probability(self, features: Mapping[str, float]) -> float:
        values = [features[name] for name in FEATURE_NAMES]
        total = self._bias
        for tree in self._trees:
            node = tree
            while isinstance(node, _Split):
                feature, threshold, low, high = node
                node = low if values[feature] <= threshold else high
            total += node
        return 1.0 / (1.0 + math.exp(-total))


@cache
def load_trees() -> BoostedTrees:
    """Load the fitted trees. Raises ValueError if they were fitted for other features."""
    stored = msgspec.json.decode(Path(__file__).with_name("weights.json").read_bytes(), type=_Stored)
    if stored.features != FEATURE_NAMES:
        raise ValueError("weights.json was fitted for other features: fit it again (training/README.md)")
    return BoostedTrees(stored.bias, [_to_tree(tree) for tree in stored.trees])


def _to_tree(stored: object) -> _Split | float:
    if not isinstance(stored, list):
        return float(cast(float, stored))
    feature, threshold, low, high = cast("list[object]", stored)
    return _Split(cast(int, feature), cast(float, threshold), _to_tree(low), _to_tree(high))
