"""The fitted probability of a continuation: boosted decision trees, stored in `weights.json`.

`training/completion_fit.py` fits them. Compiled to Python functions when they are loaded: no numeric library is
needed.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from understudy.nes.completion.features import FEATURE_NAMES

__all__ = ["BoostedTrees", "load_trees"]


_TREES_PER_FUNCTION: Final = 35
"""Trees that are compiled at once: about 10 ms, in which no other thread runs."""


_values_of: Final = itemgetter(*FEATURE_NAMES)


class _Stored(msgspec.Struct):
    features: tuple[str, ...]
    bias: float
    trees: list[Any]


class BoostedTrees:
    def __init__(self, bias: float, functions: Sequence[Callable[..., float]]) -> None:
        self._bias = bias
        self._functions = functions
        """Each returns the sum of the log-odds of some trees, from the values of all features."""

    def probability(self, features: Mapping[str, float]) -> float:
        values = [*map(float, _values_of(features))]  # the interpreter compares numbers of one type faster
        total = self._bias
        for function in self._functions:
            total += function(*values)
        return 1.0 / (1.0 + math.exp(-total))


@cache
def load_trees() -> BoostedTrees:
    """Load the fitted trees. Raises ValueError if they were fitted for other features."""
    stored = msgspec.json.decode(Path(__file__).with_name("weights.json").read_bytes(), type=_Stored)
    if stored.features != FEATURE_NAMES:
        raise ValueError("weights.json was fitted for other features: fit it again (training/README.md)")
    trees = stored.trees
    return BoostedTrees(
        stored.bias,
        [
            _compile_trees(trees[at : at + _TREES_PER_FUNCTION])
            for at in range(0, len(trees), _TREES_PER_FUNCTION)
        ],
    )


def _compile_trees(trees: Sequence[object]) -> Callable[..., float]:
    """Return a function of the features: a split as a conditional expression takes a sixth of a loop's time."""
    parameters = ",".join(f"f{index}" for index in range(len(FEATURE_NAMES)))
    source = f"lambda {parameters}: " + "+".join(map(_to_expression, trees))
    return cast("Callable[..., float]", eval(source, {"__builtins__": {}}))  # noqa: S307 - made of numbers only


def _to_expression(stored: object) -> str:
    """Return a tree as an expression. Raises ValueError for anything that is not a number or a split."""
    if not isinstance(stored, list):
        return repr(float(cast(float, stored)))
    feature, threshold, low, high = cast("list[object]", stored)
    condition = f"f{int(cast(int, feature))}<={float(cast(float, threshold))!r}"
    return f"({_to_expression(low)} if {condition} else {_to_expression(high)})"
