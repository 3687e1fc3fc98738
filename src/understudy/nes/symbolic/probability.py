"""How likely a draft is right: by the mean of a linear score of its family and of a small forest of decisions.

Both are log-odds, and were fitted on changes of other repositories (see `training/`); the figures are in
`weights.json`. The linear score alone tells the hopeless ones; the forest, which takes longer, is asked about the
rest.
"""

import math
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from understudy.nes.symbolic.decision_forest import DecisionForest, TreeNode

__all__ = ["estimate_probability"]

MIN_FOREST_LOG_ODDS: Final = -3.2
"""A linear score, in log-odds: about 4 in 100."""
ADJACENT_LOG_DISTANCE: Final = 1.2
"""One or two lines away."""
NEARBY_LOG_DISTANCE: Final = 3.0
"""A distance on the scale of the figures: some twenty lines."""
OTHER_OWNER_FACTOR: Final = 0.5
"""Somebody else's member of the same name, or an argument of another call: rarely the same thing."""
_DOUBT_FEATURES: Final = ("refused", "topic_refused", "unbalanced", "streak")
ONE_LINE_EDIT_SIZE: Final = math.log1p(2) + 0.01
"""The size of an edit that changed one line."""


class _Weights(msgspec.Struct, frozen=True):
    lines: dict[str, dict[str, float]]
    """By family; the constant has no name."""
    features: list[str]
    """What the trees ask about, by number."""
    base: float
    roots: list[int]
    """Where each tree begins in the list of nodes."""
    nodes: list[TreeNode]


@cache
def _load_weights() -> _Weights:
    return msgspec.json.decode(
        files("understudy.nes.symbolic").joinpath("weights.json").read_bytes(), type=_Weights
    )


@cache
def _load_forest() -> DecisionForest:
    weights = _load_weights()
    return DecisionForest(weights.features, weights.base, weights.roots, weights.nodes)


def estimate_probability(family: str, features: dict[str, float]) -> float:
    if features.get("owned") or features.get("other_call"):
        return _fitted_probability(family, features) * OTHER_OWNER_FACTOR
    if features.get("other_kind") and family in ("analogy", "call", "context"):
        return _fitted_probability(family, features) * OTHER_OWNER_FACTOR
    return max(_fitted_probability(family, features), _min_probability(family, features))


def _min_probability(family: str, features: dict[str, float]) -> float:
    """What people expect, by judgement, where the corpus cannot tell.

    Some kinds are too rare in it. And its edits are whole hunks, in which all that is near was changed together:
    someone at the keyboard changes one line, and the rest is still to come.
    """
    if any(map(features.get, _DOUBT_FEATURES)):
        return 0.0
    several = features.get("support", 0.0) > 0
    match family:
        case "variant":
            sure = several and features.get("gone")
            return (0.5 if features.get("session_taken") else 0.34) if sure else 0.2
        case "partial":
            sure = features.get("names", 0.0) > 0 and features.get("gone")
            return (0.5 if features.get("session_taken") else 0.34) if sure else 0.2 if several else 0.1
        case "manner":
            return (
                0.7 if features.get("taken") else 0.45 if features.get("support", 0.0) > 1 else 0.3 * several
            )
        case _:
            written = features.get("fresh") and not features.get("ours")
            by_line = features["edit_size"] <= ONE_LINE_EDIT_SIZE and not written
            return _min_one_line_probability(family, features) if by_line else 0.0


def _min_one_line_probability(family: str, features: dict[str, float]) -> float:
    """For edits of one line."""
    confirmed = features.get("confirmed") and features["below"] and features["distance"] < NEARBY_LOG_DISTANCE
    match family:
        case "replace":
            left = any(features.get(name) for name in ("rivals", "owned", "kept", "above_first", "passed"))
            return 0.42 if features.get("dangling") and not left else 0.0
        case "again" | "thin" | "analogy" | "call":
            alike = features.get("alike", 1.0) > 0.7 or features["distance"] < ADJACENT_LOG_DISTANCE
            return 0.45 if confirmed and alike else 0.0
        case "insert":
            same = features.get("support") and max(features["above_length"], features["below_length"]) > 2.5
            between = features["both_same"] and features["above_length"] + features["below_length"] > 4.5
            awaited = features.get("opened") and features.get("support")
            return 0.42 if same or between or awaited or (confirmed and features.get("used")) else 0.0
        case _:
            return 0.0


def _fitted_probability(family: str, features: dict[str, float]) -> float:
    line = _load_weights().lines.get(family)
    if line is None:
        return 0.0
    score = line[""]
    weight = line.get
    for name, value in features.items():
        if value:
            score += weight(name, 0.0) * value
    if score < MIN_FOREST_LOG_ODDS:
        return _sigmoid(score)
    return _sigmoid((score + _load_forest().score(family, features)) / 2)


def _sigmoid(score: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))
