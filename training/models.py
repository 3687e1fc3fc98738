"""The two models that are averaged in log-odds: a logistic regression for each family, and one forest for all.

The settings were chosen by cross-validation on the corpus. The forest is small because the engine evaluates it in
Python, for every candidate, within milliseconds.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from training.sample import Sample, library
from understudy.nes.symbolic.probability import LEAF, MIN_FOREST_LOG_ODDS, Weights

__all__ = ["Forest", "Lines", "blend", "mean"]

MIN_RIGHT_ROWS: Final = 5
"""In a family; with fewer, nothing is fitted for it."""
RARE_FAMILY_LOG_ODDS: Final = -3.5
"""The log-odds of a family that is too rare to be fitted: about 3 in 100."""
MIN_PROBABILITY: Final = 1e-9
MIN_WEIGHT: Final = 0.01
"""Smaller weights are left out."""

_Node = tuple[int, float, int, int]
"""The feature number, the greatest value that goes low, and the numbers of the two child nodes."""


class Lines:
    def __init__(self, sample: Sample, chosen: Any) -> None:
        self._families = sample.families
        self._names = sample.names
        self._models: list[tuple[float, Any] | None] = []
        for number in range(len(sample.families)):
            own = chosen & (sample.family == number)
            right = sample.right[own]
            few = min(right.sum(), len(right) - right.sum()) < MIN_RIGHT_ROWS
            self._models.append(None if few else _line(sample.features[own], right, sample.weights[own]))

    def probabilities(self, sample: Sample, rows: Any) -> Any:
        np = library("numpy")
        found = np.full(len(sample.rows), RARE_FAMILY_LOG_ODDS)
        for number, model in enumerate(self._models):
            own = rows & (sample.family == number)
            if model is not None and own.any():
                found[own] = model[0] + sample.features[own] @ model[1]
        return 1 / (1 + np.exp(-found[rows]))

    def export(self) -> dict[str, dict[str, float]]:
        return {
            family: {"": RARE_FAMILY_LOG_ODDS} if model is None else self._rounded_weights(*model)
            for family, model in zip(self._families, self._models, strict=True)
        }

    def _rounded_weights(self, constant: float, weights: Any) -> dict[str, float]:
        named = zip(self._names, map(float, weights), strict=True)
        return {"": round(constant, 3)} | {
            name: round(weight, 3) for name, weight in named if abs(weight) > MIN_WEIGHT
        }


class Forest:
    def __init__(self, sample: Sample, chosen: Any) -> None:
        self._names = [*sample.names, *(f"family:{family}" for family in sample.families)]
        model = library("sklearn.ensemble").HistGradientBoostingClassifier(
            max_depth=4,
            max_iter=120,
            learning_rate=0.09,
            l2_regularization=5,
            min_samples_leaf=60,
            early_stopping=False,  # it would validate on rows of cases that the forest has seen
            random_state=0,
        )
        self._model = model.fit(
            _with_families(sample, chosen), sample.right[chosen], sample_weight=sample.weights[chosen]
        )

    def probabilities(self, sample: Sample, rows: Any) -> Any:
        return self._model.predict_proba(_with_families(sample, rows))[:, 1]

    def export(self) -> dict[str, Any]:
        # scikit-learn has no public API for the nodes of a forest; written with version 1.9.
        trees = [tree[0].nodes for tree in self._model._predictors]
        used = sorted({int(node["feature_idx"]) for nodes in trees for node in nodes if not node["is_leaf"]})
        number = {feature: at for at, feature in enumerate(used)}
        roots: list[int] = []
        written: list[_Node] = []
        for nodes in trees:
            roots.append(len(written))
            written += [_node(node, roots[-1], number) for node in nodes]
        return {
            "features": [self._names[feature] for feature in used],
            "base": round(float(self._model._baseline_prediction.ravel()[0]), 4),
            "roots": roots,
            "nodes": written,
        }


def blend(earlier: Weights, lines: dict[str, dict[str, float]], forest: dict[str, Any]) -> dict[str, Any]:
    """The mean, in log-odds, of earlier weights and of a new forest.

    A family that the earlier weights do not know gets the linear model of the family most like it.
    """
    share = earlier.line_share / 2
    rest = 1 - share
    old_features = {name: number for number, name in enumerate(earlier.features)}
    names = [*earlier.features, *(name for name in forest["features"] if name not in old_features)]
    number = {name: at for at, name in enumerate(names)}
    kept = _scaled(earlier.nodes, (1 - earlier.line_share) / 2 / rest, 0, range(len(earlier.features)))
    added = _scaled(forest["nodes"], 0.5 / rest, len(kept), [number[name] for name in forest["features"]])
    return {
        "lines": {family: earlier.lines.get(family, earlier.lines["context"]) for family in lines},
        "features": names,
        "base": round((earlier.base * (1 - earlier.line_share) + forest["base"]) / 2 / rest, 4),
        "roots": [*earlier.roots, *(root + len(kept) for root in forest["roots"])],
        "nodes": [*kept, *added],
        "line_share": share,
    }


def _scaled(nodes: Iterable[_Node], factor: float, first: int, numbers: Sequence[int]) -> list[_Node]:
    """The nodes with scaled leaves, moved to begin at `first`, with other feature numbers."""
    return [
        (LEAF, round(value * factor, 4), 0, 0)
        if feature == LEAF
        else (numbers[feature], value, low + first, high + first)
        for feature, value, low, high in nodes
    ]


def mean(lines: Any, forest: Any) -> Any:
    """As the engine does: in log-odds, and without the forest for rows that the linear model rules out."""
    np = library("numpy")
    first, second = _log_odds(lines), _log_odds(forest)
    return np.where(first < MIN_FOREST_LOG_ODDS, lines, 1 / (1 + np.exp(-(first + second) / 2)))


def _log_odds(probabilities: Any) -> Any:
    np = library("numpy")
    inside = np.clip(probabilities, MIN_PROBABILITY, 1 - MIN_PROBABILITY)
    return np.log(inside / (1 - inside))


def _line(features: Any, right: Any, weights: Any) -> tuple[float, Any]:
    """The constant and a weight for each feature. Features are standardized so that the fit converges fast."""
    np = library("numpy")
    middle, spread = features.mean(axis=0), features.std(axis=0)
    spread[spread == 0] = 1
    model = library("sklearn.linear_model").LogisticRegression(C=0.3, max_iter=1000)
    model.fit((features - middle) / spread, right, sample_weight=weights)
    slopes = model.coef_[0] / spread
    return float(model.intercept_[0] - np.dot(slopes, middle)), slopes


def _with_families(sample: Sample, chosen: Any) -> Any:
    np = library("numpy")
    return np.hstack([sample.features[chosen], np.eye(len(sample.families))[sample.family[chosen]]])


def _node(node: Any, root: int, number: dict[int, int]) -> _Node:
    if node["is_leaf"]:
        return (LEAF, round(float(node["value"]), 4), 0, 0)
    threshold = round(float(node["num_threshold"]), 4)
    return (number[int(node["feature_idx"])], threshold, root + int(node["left"]), root + int(node["right"]))
