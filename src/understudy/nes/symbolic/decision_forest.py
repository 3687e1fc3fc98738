"""A forest of decisions, asked all at once.

Each tree has a few bits of one long number, a bit for each leaf from the low end to the high one. A feature's value
takes away the leaves that cannot be reached with it, for all trees in one step; of those that are left to a tree
the lowest is where its decisions lead. That is many times as quick as going down the trees one by one.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from operator import getitem
from typing import Final, NamedTuple

__all__ = ["DecisionForest", "TreeNode"]

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
