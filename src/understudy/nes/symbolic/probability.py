"""How likely a draft is right: by the mean of a linear score of its family and of a small forest of decisions.

Both are log-odds, and were fitted on changes of other repositories (see `training/`); the figures are in
`weights.json`. The linear score alone tells the hopeless ones; the forest, which takes longer, is asked about the
rest.

A forest of decisions, asked all at once.

Each tree has a few bits of one long number, a bit for each leaf from the low end to the high one. A feature's value
takes away the leaves that cannot be reached with it, for all trees in one step; of those that are left to a tree
the lowest is where its decisions lead. That is many times as quick as going down the trees one by one.
"""

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from operator import getitem
from typing import Final, NamedTuple

import msgspec

__all__ = ["DecisionForest", "TreeNode", "estimate_probability"]

TreeNode = tuple[int, float, int, int]
"""The feature, the greatest value that goes low, and the nodes below; a leaf has no feature but its value."""

LEAF: Final = -1
HIGHEST_BIT: Final = 1 << 7
"""The greatest byte in which one bit is set."""
FAMILY_PREFIX: Final = "family:"


class _FeatureSplits(NamedTuple):
    name: str
    thresholds: list[float]
    reachable_leaves: list[int]
    """The leaves that are left when so many of the limits are exceeded."""
    reachable_at_zero: int
    """The leaves that are left to nothing at all."""


class DecisionForest:
    def __init__(
        self, features: Sequence[str], base: float, roots: Sequence[int], nodes: Sequence[TreeNode]
    ) -> None:
        self._base = base
        trees = [[*_leaf_values(nodes, root)] for root in roots]
        self._bytes_per_tree = max((len(tree) + 7) // 8 for tree in trees) if trees else 1
        self._leaf_tables = [
            table for tree in trees for table in _leaf_values_by_byte(tree, self._bytes_per_tree)
        ]
        self._first_bits = sum(1 << (8 * self._bytes_per_tree * number) for number in range(len(trees)))
        self._all_leaves = (1 << (8 * self._bytes_per_tree * len(trees))) - 1
        limits: dict[int, list[tuple[float, int]]] = {}
        for number, root in enumerate(roots):
            self._collect_splits(limits, nodes, root, 8 * self._bytes_per_tree * number)
        asked = [self._build_splits(features[feature], found) for feature, found in limits.items()]
        self._feature_splits = [one for one in asked if not one.name.startswith(FAMILY_PREFIX)]
        families = [one for one in asked if one.name.startswith(FAMILY_PREFIX)]
        self._reachable_by_family = {
            own.name.removeprefix(FAMILY_PREFIX): self._reachable_leaves(families, {own.name: 1.0})
            for own in families
        }
        self._reachable_without_family = self._reachable_leaves(families, {})

    def score(self, family: str, features: Mapping[str, float]) -> float:
        """The sum over all trees; what is not given is 0."""
        left = self._reachable_by_family.get(family, self._reachable_without_family)
        value_of = features.get
        for name, limits, known, none in self._feature_splits:
            value = value_of(name)
            left &= known[bisect_left(limits, value)] if value else none
        lowest = left & ~(
            left - self._first_bits
        )  # every tree has a leaf left, so none borrows from the next
        return sum(
            map(getitem, self._leaf_tables, lowest.to_bytes(len(self._leaf_tables), "little")), self._base
        )

    def _reachable_leaves(self, splits: Sequence[_FeatureSplits], features: Mapping[str, float]) -> int:
        left = self._all_leaves
        for one in splits:
            left &= one.reachable_leaves[bisect_left(one.thresholds, features.get(one.name, 0.0))]
        return left

    def _collect_splits(
        self, splits: dict[int, list[tuple[float, int]]], nodes: Sequence[TreeNode], root: int, bit: int
    ) -> int:
        """Notes which leaves each decision takes away, from that bit on: where the next leaf is."""
        feature, value, low, high = nodes[root]
        if feature == LEAF:
            return bit + 1
        middle = self._collect_splits(splits, nodes, low, bit)
        gone = (1 << middle) - (1 << bit)
        splits.setdefault(feature, []).append((value, self._all_leaves & ~gone))
        return self._collect_splits(splits, nodes, high, middle)

    def _build_splits(self, name: str, splits: list[tuple[float, int]]) -> _FeatureSplits:
        splits.sort()
        left = [self._all_leaves]
        for _, kept in splits:
            left.append(left[-1] & kept)
        limits = [limit for limit, _ in splits]
        return _FeatureSplits(name, limits, left, left[bisect_left(limits, 0.0)])


def _leaf_values(nodes: Sequence[TreeNode], root: int) -> Iterator[float]:
    """The values at the leaves, from the low end to the high one."""
    feature, value, low, high = nodes[root]
    if feature == LEAF:
        yield value
        return
    yield from _leaf_values(nodes, low)
    yield from _leaf_values(nodes, high)


def _leaf_values_by_byte(leaves: Sequence[float], size: int) -> Iterator[list[float]]:
    """The values of a tree by each of its bytes, in which one bit is set at most."""
    for first in range(0, 8 * size, 8):
        values = [0.0] * (HIGHEST_BIT + 1)
        for bit, value in enumerate(leaves[first : first + 8]):
            values[1 << bit] = value
        yield values


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
