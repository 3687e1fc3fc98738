"""How likely a draft is right: a logistic score per family, fitted on changes of other repositories."""

import math

from understudy.nes.symbolic.weights import WEIGHTS

__all__ = ["chance_of"]


def chance_of(family: str, features: dict[str, float]) -> float:
    weights = WEIGHTS.get(family)
    if weights is None:
        return 0.5
    score = weights[""] + sum(weights.get(name, 0.0) * value for name, value in features.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))
