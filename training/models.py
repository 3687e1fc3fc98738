"""The two models whose mean, in log-odds, makes a draft's chance: a logistic line a family, and a forest for all.

The settings were chosen by cross-validation on the corpus. The forest stays small because the engine walks it in
Python, for every draft, within milliseconds.
"""

from typing import Any, Final

from training.sample import Sample, library
from understudy.nes.symbolic.probability import LEAF, MIN_FOREST_LOG_ODDS

__all__ = ["Forest", "Lines", "mean"]

FEWEST_RIGHT: Final = 5
"""In a family; with fewer there is nothing to fit."""
RARELY: Final = -3.5
"""The log-odds of such a family: about 3 in 100."""
LEAST: Final = 1e-9
SLIGHT: Final = 0.01
"""A weight that is left out."""

_Node = tuple[int, float, int, int]
"""A feature's number, the greatest value that goes low, and the numbers of the two nodes below."""


class Lines:
    def __init__(self, sample: Sample, chosen: Any) -> None:
        self._families = sample.families
        self._names = sample.names
        self._models: list[tuple[float, Any] | None] = []
        for number in range(len(sample.families)):
            own = chosen & (sample.family == number)
            right = sample.right[own]
            few = min(right.sum(), len(right) - right.sum()) < FEWEST_RIGHT
            self._models.append(None if few else _line(sample.features[own], right, sample.weights[own]))

    def chances(self, sample: Sample, asked: Any) -> Any:
        np = library("numpy")
        found = np.full(len(sample.rows), RARELY)
        for number, model in enumerate(self._models):
            own = asked & (sample.family == number)
            if model is not None and own.any():
                found[own] = model[0] + sample.features[own] @ model[1]
        return 1 / (1 + np.exp(-found[asked]))

    def exported(self) -> dict[str, dict[str, float]]:
        return {
            family: {"": RARELY} if model is None else self._written(*model)
            for family, model in zip(self._families, self._models, strict=True)
        }

    def _written(self, constant: float, weights: Any) -> dict[str, float]:
        named = zip(self._names, map(float, weights), strict=True)
        return {"": round(constant, 3)} | {
            name: round(weight, 3) for name, weight in named if abs(weight) > SLIGHT
        }


class Forest:
    def __init__(self, sample: Sample, chosen: Any) -> None:
        self._names = [*sample.names, *(f"family:{family}" for family in sample.families)]
        model = library("sklearn.ensemble").HistGradientBoostingClassifier(
            max_depth=4,
            max_iter=200,
            learning_rate=0.06,
            l2_regularization=5,
            min_samples_leaf=60,
            early_stopping=False,  # it would hold rows of cases back that the forest knows
            random_state=0,
        )
        self._model = model.fit(
            _with_families(sample, chosen), sample.right[chosen], sample_weight=sample.weights[chosen]
        )

    def chances(self, sample: Sample, asked: Any) -> Any:
        return self._model.predict_proba(_with_families(sample, asked))[:, 1]

    def exported(self) -> dict[str, Any]:
        # There is no public way to a forest's nodes; this was written with scikit-learn 1.9.
        grown = [tree[0].nodes for tree in self._model._predictors]
        used = sorted({int(node["feature_idx"]) for nodes in grown for node in nodes if not node["is_leaf"]})
        number = {feature: at for at, feature in enumerate(used)}
        roots: list[int] = []
        written: list[_Node] = []
        for nodes in grown:
            roots.append(len(written))
            written += [_node(node, roots[-1], number) for node in nodes]
        return {
            "features": [self._names[feature] for feature in used],
            "base": round(float(self._model._baseline_prediction.ravel()[0]), 4),
            "roots": roots,
            "nodes": written,
        }


def mean(lines: Any, forest: Any) -> Any:
    """As the engine does it: in log-odds, and what the lines call hopeless is not put to the forest."""
    np = library("numpy")
    first, second = _log_odds(lines), _log_odds(forest)
    return np.where(first < MIN_FOREST_LOG_ODDS, lines, 1 / (1 + np.exp(-(first + second) / 2)))


def _log_odds(chances: Any) -> Any:
    np = library("numpy")
    inside = np.clip(chances, LEAST, 1 - LEAST)
    return np.log(inside / (1 - inside))


def _line(features: Any, right: Any, weights: Any) -> tuple[float, Any]:
    """A constant and a weight for each feature. They are fitted on one scale, where the fit ends soon."""
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
