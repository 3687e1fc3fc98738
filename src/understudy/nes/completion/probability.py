"""The fitted probability of a continuation: boosted decision trees, stored in `weights.json`.

`training/completion` fits them. Evaluated in Python: no numeric library is loaded.
"""

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from understudy.nes.completion.features import FEATURE_NAMES

__all__ = ["BoostedTrees", "load_trees"]

_Tree = tuple[Any, ...] | float
"""A leaf's value, or (feature index, threshold, tree if less or equal, tree if greater)."""


class BoostedTrees:
    def __init__(self, bias: float, trees: Sequence[_Tree]) -> None:
        self._bias = bias
        self._trees = trees

    def probability(self, features: Mapping[str, float]) -> float:
        values = [features[name] for name in FEATURE_NAMES]
        total = self._bias
        for tree in self._trees:
            node: Any = tree
            while type(node) is tuple:
                node = node[2] if values[node[0]] <= node[1] else node[3]
            total += node
        return 1.0 / (1.0 + math.exp(-total))


@cache
def load_trees() -> BoostedTrees:
    """Load the fitted trees. Raises ValueError if they were fitted for other features."""
    stored = json.loads(Path(__file__).with_name("weights.json").read_bytes())
    if tuple(stored["features"]) != FEATURE_NAMES:
        raise ValueError("weights.json was fitted for other features: fit it again (training/README.md)")
    return BoostedTrees(stored["bias"], [_to_tuples(tree) for tree in stored["trees"]])


def _to_tuples(tree: Any) -> _Tree:
    if not isinstance(tree, list):
        return float(tree)
    feature, threshold, low, high = tree
    return feature, threshold, _to_tuples(low), _to_tuples(high)
