"""What every rule needs besides its context: its probability, which changes it skips, what happens when it raises.

A rule is a function that takes a context and returns candidates. It declares its probability beside itself and is
listed once, in the `__init__` of its package. Used by the rules of `consequences` and of `diagnostics`.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Generic, NamedTuple, ParamSpec, TypeVar

from understudy.nes.engine_api import Candidate
from understudy.nes.errors import run_guarded
from understudy.nes.symbolic.limits import MAX_DORMANT_REQUESTS

__all__ = [
    "ELSEWHERE_SHIFT",
    "STALE_SHIFT",
    "DormantChanges",
    "RuleProbability",
    "StaleFeatures",
    "run_rule",
]

P = ParamSpec("P")
Features = TypeVar("Features", bound=tuple[float, ...])

STALE_SHIFT: Final = -0.3
"""The log-odds shift for each edit since the one that has this consequence."""
ELSEWHERE_SHIFT: Final = -0.1
"""The log-odds shift for a candidate in another text than the one with the cursor."""

_Rule = Callable[..., object]
Rule = TypeVar("Rule", bound=Callable[..., object])
_ChangeKey = tuple[int, int]
"""The serial and the revision of an edit."""

_NO_CHANGES: Final[frozenset[_ChangeKey]] = frozenset()


class StaleFeatures(NamedTuple):
    """The features of rules that need no others."""

    stale: float = 0
    """How many edits the user made since."""
    elsewhere: float = 0
    """Whether the place is in another text."""


class RuleProbability(Generic[Features]):
    """The probability that a rule's candidate is the user's next edit: a base, shifted by features.

    `Features` is a NamedTuple of numbers with defaults of 0: a rule declares it, gives each of its fields a shift,
    and fills it in for each candidate. A misspelt feature is a type error, and a TypeError at construction.
    The numbers are the share of right candidates in histories of other projects; change them to calibrate again.
    """

    def __init__(self, base: float, shifts: Features) -> None:
        """`base`: the probability with all features 0. `shifts`: added to the log-odds per unit of a feature."""
        self.base = base
        self.shifts = shifts
        self._base_log_odds = math.log(base / (1 - base))

    def estimate(self, features: Features) -> float:
        score = self._base_log_odds + sum(
            shift * value for shift, value in zip(self.shifts, features, strict=True)
        )
        return 1 / (1 + math.exp(-score))


class DormantChanges:
    """The changes from which a rule has concluded nothing, so that the next requests do not examine them again.

    Those of one session, by rule. A rule that finds something examines all changes again. So does every rule in
    another text, and some requests later: what it reads besides the change may be there by then.
    """

    def __init__(self) -> None:
        self._request = 0
        self._uri = ""
        self._changes: dict[_Rule, tuple[int, frozenset[_ChangeKey]]] = {}
        """By rule: the number of the request that examined all changes, and the changes."""

    def begin_request(self, uri: str) -> None:
        """`uri` is the text with the cursor."""
        self._request += 1
        if uri != self._uri:
            self._uri = uri
            self._changes.clear()

    def changes_of(self, rule: _Rule) -> frozenset[_ChangeKey]:
        known = self._changes.get(rule)
        if known is None or self._request - known[0] > MAX_DORMANT_REQUESTS:
            return _NO_CHANGES
        return known[1]

    def with_changes(self, rules: Iterable[Rule]) -> Iterator[tuple[Rule, frozenset[_ChangeKey]]]:
        """Yield each rule with `changes_of` it. Of a hundred rules, most have changes that are dormant."""
        find, oldest = self._changes.get, self._request - MAX_DORMANT_REQUESTS
        for rule in rules:
            known = find(rule)
            yield rule, (known[1] if known is not None and known[0] >= oldest else _NO_CHANGES)

    def record(
        self, quiet: Iterable[tuple[_Rule, frozenset[_ChangeKey]]], examined: frozenset[_ChangeKey]
    ) -> None:
        """Record that rules concluded nothing from these changes; beside each rule, the dormant ones it skipped."""
        changes, request = self._changes, self._request
        for rule, skipped in quiet:
            changes[rule] = (changes[rule][0] if skipped else request, examined)

    def forget(self, rule: _Rule) -> None:
        """Let a rule that has concluded something examine all changes again."""
        self._changes.pop(rule, None)


def run_rule(rule: Callable[P, list[Candidate]], *args: P.args, **kwargs: P.kwargs) -> list[Candidate]:
    """Return the candidates of a rule; none if it raises (see `run_guarded`)."""
    return run_guarded(rule, [], *args, **kwargs)
