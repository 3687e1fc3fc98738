"""How likely a draft is right: the mean of a logistic score of its family and of a small forest of decisions.

Both were fitted on changes of other repositories (see `training/`); the figures are in `weights.json`. The
logistic score alone tells the hopeless ones; the forest, which takes longer, is asked about the rest.
"""

import math
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

__all__ = ["chance_of"]

HOPELESS: Final = 0.04

Tree = float | tuple[int, float, "Tree", "Tree"]


class _Weights(msgspec.Struct):
    lines: dict[str, dict[str, float]]
    """By family; the constant has no name."""
    features: list[str]
    """What the trees ask about, by number."""
    base: float
    trees: list[object]


class _Fitted:
    def __init__(self) -> None:
        weights = msgspec.json.decode(files(__package__).joinpath("weights.json").read_bytes(), type=_Weights)
        self.lines = weights.lines
        self.features = weights.features
        self.base = weights.base
        self.trees = [_compiled(tree) for tree in weights.trees]


@cache
def _fitted() -> _Fitted:
    return _Fitted()


def chance_of(family: str, features: dict[str, float]) -> float:
    fitted = _fitted()
    line = fitted.lines.get(family)
    if line is None:
        return 0.0
    score = line[""]
    for name, value in features.items():
        if value:
            score += line.get(name, 0.0) * value
    first = _sigmoid(score)
    if first < HOPELESS:
        return first
    own = f"family:{family}"
    given = [1.0 if name == own else features.get(name, 0.0) for name in fitted.features]
    total = fitted.base
    for tree in fitted.trees:
        while type(tree) is tuple:
            tree = tree[2] if given[tree[0]] <= tree[1] else tree[3]
        total += tree
    return (first + _sigmoid(total)) / 2


def _sigmoid(score: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def _compiled(tree: object) -> object:
    if isinstance(tree, list):
        feature, threshold, low, high = tree
        return (feature, threshold, _compiled(low), _compiled(high))
    return tree
