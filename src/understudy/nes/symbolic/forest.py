"""A forest of decisions, asked all at once.

Each tree has a few bits of one long number, a bit for each leaf from the low end to the high one. A feature's value
takes away the leaves that cannot be reached with it, for all trees in one step; of those that are left to a tree
the lowest is where its decisions lead. That is many times as quick as going down the trees one by one.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from operator import getitem
from typing import Final, NamedTuple

__all__ = ["Forest", "Node"]

Node = tuple[int, float, int, int]
"""The feature, the greatest value that goes low, and the nodes below; a leaf has no feature but its value."""

LEAF: Final = -1
HIGHEST: Final = 1 << 7
"""The greatest byte in which one bit is set."""
OWN: Final = "family:"


class _Asked(NamedTuple):
    name: str
    limits: list[float]
    left: list[int]
    """The leaves that are left when so many of the limits are exceeded."""
    none: int
    """The leaves that are left to nothing at all."""


class Forest:
    def __init__(
        self, features: Sequence[str], base: float, roots: Sequence[int], nodes: Sequence[Node]
    ) -> None:
        self._base = base
        trees = [[*_leaves(nodes, root)] for root in roots]
        self._bytes = max((len(tree) + 7) // 8 for tree in trees) if trees else 1
        self._values = [table for tree in trees for table in _by_byte(tree, self._bytes)]
        self._firsts = sum(1 << (8 * self._bytes * number) for number in range(len(trees)))
        self._all = (1 << (8 * self._bytes * len(trees))) - 1
        limits: dict[int, list[tuple[float, int]]] = {}
        for number, root in enumerate(roots):
            self._limit(limits, nodes, root, 8 * self._bytes * number)
        asked = [self._asked(features[feature], found) for feature, found in limits.items()]
        self._given = [one for one in asked if not one.name.startswith(OWN)]
        families = [one for one in asked if one.name.startswith(OWN)]
        self._families = {
            own.name.removeprefix(OWN): self._left(families, {own.name: 1.0}) for own in families
        }
        self._other = self._left(families, {})

    def score(self, family: str, given: Mapping[str, float]) -> float:
        """The sum over all trees; what is not given is 0."""
        left = self._families.get(family, self._other)
        value_of = given.get
        for name, limits, known, none in self._given:
            value = value_of(name)
            left &= known[bisect_left(limits, value)] if value else none
        lowest = left & ~(left - self._firsts)  # every tree has a leaf left, so none borrows from the next
        return sum(map(getitem, self._values, lowest.to_bytes(len(self._values), "little")), self._base)

    def _left(self, asked: Sequence[_Asked], given: Mapping[str, float]) -> int:
        left = self._all
        for one in asked:
            left &= one.left[bisect_left(one.limits, given.get(one.name, 0.0))]
        return left

    def _limit(
        self, limits: dict[int, list[tuple[float, int]]], nodes: Sequence[Node], root: int, bit: int
    ) -> int:
        """Notes which leaves each decision takes away, from that bit on: where the next leaf is."""
        feature, value, low, high = nodes[root]
        if feature == LEAF:
            return bit + 1
        middle = self._limit(limits, nodes, low, bit)
        gone = (1 << middle) - (1 << bit)
        limits.setdefault(feature, []).append((value, self._all & ~gone))
        return self._limit(limits, nodes, high, middle)

    def _asked(self, name: str, found: list[tuple[float, int]]) -> _Asked:
        found.sort()
        left = [self._all]
        for _, kept in found:
            left.append(left[-1] & kept)
        limits = [limit for limit, _ in found]
        return _Asked(name, limits, left, left[bisect_left(limits, 0.0)])


def _leaves(nodes: Sequence[Node], root: int) -> Iterator[float]:
    """The values at the leaves, from the low end to the high one."""
    feature, value, low, high = nodes[root]
    if feature == LEAF:
        yield value
        return
    yield from _leaves(nodes, low)
    yield from _leaves(nodes, high)


def _by_byte(leaves: Sequence[float], size: int) -> Iterator[list[float]]:
    """The values of a tree by each of its bytes, in which one bit is set at most."""
    for first in range(0, 8 * size, 8):
        values = [0.0] * (HIGHEST + 1)
        for bit, value in enumerate(leaves[first : first + 8]):
            values[1 << bit] = value
        yield values
