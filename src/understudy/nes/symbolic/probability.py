"""The estimated probability that a candidate is right, from its features.

Two models are averaged in log-odds: a linear model for each family, and one small decision forest for all
families. Both were fitted on changes of other repositories (see `training/`); their parameters are in
`weights.json`. The linear model is fast and rules out hopeless candidates; the slower forest is evaluated for the
rest only. For candidates that are neither hopeless nor sure, a second forest corrects the result; it also reads
what is around the place (`surroundings`).

`DecisionForest` evaluates all trees at once. Each tree owns a few bits of one long integer, one bit for each leaf
in order from the low end to the high end. A feature value clears the bits of the leaves that it makes unreachable,
for all trees in one operation; the lowest bit that remains set in each tree is the leaf that its decisions lead
to. That is many times faster than walking the trees one by one. The values of these leaves are added up digit by
digit: for each binary digit, the bits of the leaves that have it are counted.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import msgspec

from understudy.nes.symbolic.feature_names import FEATURE_NAMES, FeatureName, Features
from understudy.nes.symbolic.limits import MAX_CORRECTED_LOG_ODDS, MIN_CORRECTED_LOG_ODDS

__all__ = [
    "DecisionForest",
    "TreeNode",
    "Weights",
    "decode_weights",
    "estimate_probability",
    "is_hopeless",
    "load_models",
]

TreeNode = tuple[int, float, int, int]
"""The feature number, the greatest value that goes low, and the numbers of the low and the high child node.

A leaf has the feature number `LEAF`, and its value in the second place.
"""

LEAF: Final = -1
LEAF_VALUES_PER_UNIT: Final = 10_000
"""The values of leaves have four decimals (`training/residual.py`)."""
FEATURES_PER_GROUP: Final = 8
"""One byte."""
FAMILY_PREFIX: Final = "family:"


class _FeatureSplits(NamedTuple):
    name: str
    thresholds: list[float]
    reachable_leaves: list[int]
    """By the number of thresholds that the value exceeds."""
    reachable_at_zero: int


class _FeatureGroup(dict[int, int]):
    """Some features, of which most are 0: which leaves can be reached by those that are.

    By the features that are not 0, one bit for each. Filled on demand.
    """

    def __init__(self, reachable_at_zero: Sequence[int], all_leaves: int) -> None:
        super().__init__()
        self._reachable_at_zero = reachable_at_zero
        self._all_leaves = all_leaves

    def __missing__(self, nonzero: int) -> int:
        reachable = self._all_leaves
        for bit, leaves in enumerate(self._reachable_at_zero):
            if not nonzero >> bit & 1:
                reachable &= leaves
        self[nonzero] = reachable
        return reachable


class DecisionForest:
    def __init__(
        self, features: Sequence[str], base: float, roots: Sequence[int], nodes: Sequence[TreeNode]
    ) -> None:
        trees = [(root, _integer_values(nodes, root)) for root in roots]
        # The trees with the widest range of values come first: the high bits of all others are 0.
        trees.sort(key=lambda tree: tree[1].greatest, reverse=True)
        self._base = base + sum(values.least for _, values in trees) / LEAF_VALUES_PER_UNIT
        """With the least value of each tree."""
        self._value_bits = _bit_planes([value for _, values in trees for value in values.above_least])
        """For each binary digit of the values, from the first on: the leaves that have it, as one integer."""
        self._all_leaves = (1 << sum(len(values.above_least) for _, values in trees)) - 1
        self._first_bits = 0
        """The lowest leaf of each tree."""
        splits_by_feature: dict[int, list[tuple[float, int]]] = {}
        bit = 0
        for root, _ in trees:
            self._first_bits |= 1 << bit
            bit = self._collect_splits(splits_by_feature, nodes, root, bit)
        splits = [
            self._build_splits(features[feature], found) for feature, found in splits_by_feature.items()
        ]
        ordinary = [one for one in splits if not one.name.startswith(FAMILY_PREFIX)]
        self._feature_splits = {
            one.name: (1 << number, one.thresholds, one.reachable_leaves)
            for number, one in enumerate(ordinary)
        }
        """By name: its bit among all features, and its thresholds with their leaves."""
        self._groups = [
            _FeatureGroup(
                [one.reachable_at_zero for one in ordinary[first : first + FEATURES_PER_GROUP]],
                self._all_leaves,
            )
            for first in range(0, len(ordinary), FEATURES_PER_GROUP)
        ]
        families = [one for one in splits if one.name.startswith(FAMILY_PREFIX)]
        self._reachable_by_family = {
            family.name.removeprefix(FAMILY_PREFIX): self._reachable_leaves(families, {family.name: 1.0})
            for family in families
        }
        self._reachable_without_family = self._reachable_leaves(families, {})

    def score(self, family: str, features: Mapping[FeatureName, float]) -> float:
        """The sum over all trees, in log-odds. A feature that is not given counts as 0."""
        reachable = self._reachable_by_family.get(family, self._reachable_without_family)
        nonzero = 0
        splits_of = self._feature_splits.get
        for name, value in features.items():
            if value and (splits := splits_of(name)) is not None:
                bit, thresholds, leaves = splits
                nonzero |= bit
                reachable &= leaves[bisect_left(thresholds, value)]
        groups = self._groups
        for group, bits in zip(groups, nonzero.to_bytes(len(groups), "little"), strict=True):
            reachable &= group[bits]
        # Every tree has a reachable leaf, so the subtraction of one tree does not borrow from the next.
        lowest = reachable & ~(reachable - self._first_bits)
        total = 0
        for leaves in self._value_bits:
            total += total + (lowest & leaves).bit_count()
        return self._base + total / LEAF_VALUES_PER_UNIT

    def _reachable_leaves(self, splits: Sequence[_FeatureSplits], features: Mapping[str, float]) -> int:
        reachable = self._all_leaves
        for one in splits:
            reachable &= one.reachable_leaves[bisect_left(one.thresholds, features.get(one.name, 0.0))]
        return reachable

    def _collect_splits(
        self, splits: dict[int, list[tuple[float, int]]], nodes: Sequence[TreeNode], root: int, bit: int
    ) -> int:
        """Record which leaves each decision makes unreachable. Return the bit after the subtree's last leaf."""
        feature, value, low, high = nodes[root]
        if feature == LEAF:
            return bit + 1
        middle = self._collect_splits(splits, nodes, low, bit)
        low_leaves = (1 << middle) - (1 << bit)
        splits.setdefault(feature, []).append((value, self._all_leaves & ~low_leaves))
        return self._collect_splits(splits, nodes, high, middle)

    def _build_splits(self, name: str, splits: list[tuple[float, int]]) -> _FeatureSplits:
        """Decisions on the same value are one entry: most features are 0 or 1, and split many trees at 0.5."""
        reachable_by_threshold: dict[float, int] = {}
        reachable = self._all_leaves
        for threshold, leaves in sorted(splits):
            reachable &= leaves
            reachable_by_threshold[threshold] = reachable
        thresholds = [*reachable_by_threshold]
        by_count = [self._all_leaves, *reachable_by_threshold.values()]
        return _FeatureSplits(name, thresholds, by_count, by_count[bisect_left(thresholds, 0.0)])


def _leaf_values(nodes: Sequence[TreeNode], root: int) -> list[float]:
    """The values of the leaves, from the low end to the high end."""
    feature, value, low, high = nodes[root]
    return [value] if feature == LEAF else _leaf_values(nodes, low) + _leaf_values(nodes, high)


class _TreeValues(NamedTuple):
    """The values of the leaves of one tree as integers, from the low end to the high end."""

    least: int
    above_least: list[int]
    """By how much each leaf exceeds the least one."""
    greatest: int
    """The greatest of these differences."""


def _integer_values(nodes: Sequence[TreeNode], root: int) -> _TreeValues:
    values = [round(LEAF_VALUES_PER_UNIT * value) for value in _leaf_values(nodes, root)]
    least = min(values)
    return _TreeValues(least, [value - least for value in values], max(values) - least)


def _bit_planes(numbers: Sequence[int]) -> list[int]:
    """For each binary digit, from the first on, an integer with one bit for each number that has it."""
    size = max(numbers, default=0).bit_length()
    rows = [format(number, f"0{size}b") for number in reversed(numbers)]
    return [int("".join(digits), 2) for digits in zip(*rows, strict=True)]


MIN_FOREST_LOG_ODDS: Final = -3.2
"""A linear score, in log-odds (about 4 %). Below it the forest is not evaluated."""
MIN_SHARED_LOG_ODDS: Final = {
    "insert": -7.3,
    "replace": -5.0,
    "context": -8.7,
    "partial": -2.6,
}
"""By family: the least linear score, in log-odds, of the features that all places of a pattern have in common. Of
5,793 patterns in 644 commits of 46 other projects, 2,109 are below, and the likeliest place of these had 33 %."""
ADJACENT_LOG_DISTANCE: Final = 1.2
"""Log-scaled distance of one or two lines."""
NEARBY_LOG_DISTANCE: Final = 3.0
"""Log-scaled distance of about twenty lines."""
OTHER_OWNER_FACTOR: Final = 0.5
"""For a member of the same name that belongs to something else, or an argument of another call: rarely the same."""
_DOUBT_FEATURES: Final[tuple[FeatureName, ...]] = (
    "refused",
    "topic_refused",
    "unbalanced",
    "streak",
    "skipped",
    "left_behind",
)
MIN_TEMPLATE_LOG_LENGTH: Final = math.log1p(8)
"""The log-scaled number of literal characters of an expression that is specific enough."""
LONG_TEMPLATE_LOG_LENGTH: Final = math.log1p(11)
"""The same for an expression with one word only."""
ONE_LINE_EDIT_SIZE: Final = math.log1p(2) + 0.01
"""The log-scaled size of an edit that changed one line."""


class Trees(msgspec.Struct, frozen=True):
    features: tuple[str, ...] = ()
    roots: tuple[int, ...] = ()
    nodes: tuple[TreeNode, ...] = ()


class Weights(msgspec.Struct, frozen=True):
    """The content of `weights.json`."""

    lines: dict[str, dict[str, float]]
    """The linear model of each family: a weight by feature name, and the constant under the empty name."""
    features: list[str]
    """The names of the features that the trees split on, by feature number; families as `family:<id>`."""
    base: float
    roots: list[int]
    """The number of the root node of each tree."""
    nodes: list[TreeNode]
    line_share: float = 0.5
    """The weight of the linear model in the mean of both; the rest is that of the forest."""
    correction: Trees = Trees()
    """What is added to the mean, in log-odds."""


class _LinearModel(NamedTuple):
    constant: float
    weights: dict[str, float]
    """A weight for every declared feature, so that looking up an undeclared one raises KeyError."""


def decode_weights(data: bytes) -> Weights:
    """Raise ValueError if a feature is not declared in `feature_names`."""
    weights = msgspec.json.decode(data, type=Weights)
    split_on = (*weights.features, *weights.correction.features)
    names = {name for name in split_on if not name.startswith(FAMILY_PREFIX)}
    names.update(name for line in weights.lines.values() for name in line if name)
    if unknown := sorted(names - FEATURE_NAMES):
        raise ValueError(
            f"weights.json has features that feature_names does not declare: {', '.join(unknown)}."
        )
    return weights


@cache
def _load_weights() -> Weights:
    return decode_weights(files("understudy.nes.symbolic").joinpath("weights.json").read_bytes())


@cache
def _load_linear_models() -> dict[str, _LinearModel]:
    none = dict.fromkeys(FEATURE_NAMES, 0.0)
    return {family: _LinearModel(line[""], none | line) for family, line in _load_weights().lines.items()}


@cache
def _load_forest() -> DecisionForest:
    weights = _load_weights()
    return DecisionForest(weights.features, weights.base, weights.roots, weights.nodes)


@cache
def _load_correction() -> DecisionForest:
    trees = _load_weights().correction
    return DecisionForest(trees.features, 0.0, trees.roots, trees.nodes)


def _no_features() -> Features:
    return {}


def estimate_probability(
    family: str, features: Features, further: Callable[[], Features] = _no_features
) -> float:
    """Raise KeyError for a feature that is not declared in `feature_names`.

    `further` computes features that only the correction reads. If that is evaluated, they are added to `features`.
    """
    if features.get("owned") or features.get("other_call"):
        return _fitted_probability(family, features, further) * OTHER_OWNER_FACTOR
    is_expression = family in ("analogy", "call", "context", "template", "several") or (
        family == "replace" and features.get("words", 0.0) > 1
    )
    if features.get("other_kind") and is_expression:
        return _fitted_probability(family, features, further) * OTHER_OWNER_FACTOR
    return max(_fitted_probability(family, features, further), _min_probability(family, features))


def _min_probability(family: str, features: Features) -> float:
    """A lower bound set by judgement, where the corpus cannot tell.

    Some families are too rare in the corpus. And its edits are whole hunks, in which everything nearby was changed
    together, whereas a user at the keyboard changes one line first and the other lines after it.
    """
    if any(map(features.get, _DOUBT_FEATURES)):
        return 0.0
    has_support = features.get("support", 0.0) > 0
    match family:
        case "variant":
            sure = has_support and features.get("gone")
            return (0.5 if features.get("session_taken") else 0.34) if sure else 0.2
        case "partial":
            sure = features.get("names", 0.0) > 0 and features.get("gone")
            return (0.5 if features.get("session_taken") else 0.34) if sure else 0.2 if has_support else 0.1
        case "template":
            return _min_template_probability(features)
        case "manner":
            several = features.get("support", 0.0) > 1
            return 0.7 if features.get("taken") else 0.45 if several else 0.3 * has_support
        case _:
            typed_by_user = features.get("fresh") and not features.get("ours")
            one_line = features["edit_size"] <= ONE_LINE_EDIT_SIZE and not typed_by_user
            return _min_one_line_probability(family, features) if one_line else 0.0


def _min_template_probability(features: Features) -> float:
    """The lower bound for an expression with holes that is as specific as a call with its name."""
    objections: tuple[FeatureName, ...] = ("above_first", "passed", "rivals", "other_kind", "fresh")
    is_specific = features.get("holes") and features["words"] and features["length"] > MIN_TEMPLATE_LOG_LENGTH
    if not is_specific or any(map(features.get, objections)):
        return 0.0
    if features.get("support"):
        return 0.55
    is_long = features["words"] > 1 or features["length"] > LONG_TEMPLATE_LOG_LENGTH
    one_line = features["edit_size"] <= ONE_LINE_EDIT_SIZE
    is_typed_here = features.get("here") and features.get("typed")
    return 0.45 if one_line and is_long and is_typed_here else 0.2


def _min_one_line_probability(family: str, features: Features) -> float:
    """The lower bound for patterns that were learned from edits of one line.

    Most need an edit at the keyboard: of what these would display after whole lines were replaced, one in seven was
    right in the histories of other projects.
    """
    typed = features.get("typed")
    # Where a suggestion further down was accepted first, the place is still ahead of the user's own edits.
    is_next = features["below"] or features.get("ahead")
    confirmed = features.get("confirmed") and is_next and features["distance"] < NEARBY_LOG_DISTANCE
    match family:
        case "replace":
            objections: tuple[FeatureName, ...] = ("rivals", "owned", "kept", "above_first", "passed")
            is_sure = features.get("dangling") and not any(map(features.get, objections))
            return 0.45 if typed and is_sure else 0.0
        case "again" | "thin" | "analogy" | "call":
            alike = features.get("alike", 1.0) > 0.7 or features["distance"] < ADJACENT_LOG_DISTANCE
            return 0.45 if confirmed and alike and typed else 0.0
        case "insert":
            same = features.get("support") and max(features["above_length"], features["below_length"]) > 2.5
            between = features["both_same"] and features["above_length"] + features["below_length"] > 4.5
            awaited = features.get("opened") and features.get("support")
            is_due = (typed and between) or (confirmed and features.get("used"))
            # Whole lines that are pasted between equal ones are more often meant for that place alone.
            is_due = is_due or features.get("due")
            return 0.45 if awaited or is_due or (typed and same) else 0.0
        case _:
            return 0.0


def load_models() -> None:
    """Load the fitted models now instead of with the first estimate."""
    _load_linear_models()
    _load_forest()
    _load_correction()


def is_hopeless(family: str, shared: Features) -> bool:
    """Whether no place of a pattern can be likely, by the features that all its places have in common."""
    limit = MIN_SHARED_LOG_ODDS.get(family)
    if limit is None or shared["typed"] or shared["support"] or shared.get("confirmed"):
        return False  # some of these have a lower bound
    return _linear_score(_load_linear_models()[family], shared) < limit


def _linear_score(model: _LinearModel, features: Features) -> float:
    score, weights = model
    for name, value in features.items():
        if value:
            score += weights[name] * value
    return score


def _fitted_probability(
    family: str, features: Features, further: Callable[[], Features] = _no_features
) -> float:
    model = _load_linear_models().get(family)
    if model is None:
        return 0.0
    score = _linear_score(model, features)
    if score < MIN_FOREST_LOG_ODDS:
        return _sigmoid(score)
    share = _load_weights().line_share
    log_odds = share * score + (1 - share) * _load_forest().score(family, features)
    is_uncertain = MIN_CORRECTED_LOG_ODDS < log_odds < MAX_CORRECTED_LOG_ODDS
    if is_uncertain and not features.get("typed"):  # it was fitted on edits of whole lines
        features.update(further())
        # Not above what is not corrected: a candidate does not become less likely by passing the limit.
        log_odds = min(log_odds + _load_correction().score(family, features), MAX_CORRECTED_LOG_ODDS)
    return _sigmoid(log_odds)


def _sigmoid(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))
