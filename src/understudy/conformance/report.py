"""What the checks found, rule by rule: outcomes, messages that prove a failure, totals. Not how it is shown."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from understudy.conformance.rules import Rule, Side, rules_for

__all__ = ["CheckFailed", "CheckResult", "NotAdvertised", "NotTestable", "Outcome", "Report", "RuleResult"]


class Outcome(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    NOT_ADVERTISED = "not advertised"
    NOT_TESTABLE = "not testable"


class CheckFailed(Exception):
    """The other side breaks the rule; the message says how."""


class NotAdvertised(Exception):
    """The other side does not offer what the rule is about."""


class NotTestable(Exception):
    """The rule cannot be seen from outside, or what it needs did not happen; the message says which."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check of a rule."""

    name: str
    outcome: Outcome
    note: str = ""
    evidence: tuple[str, ...] = ()
    """The last messages of the check, `→` sent and `←` received, each cut to a readable length."""


@dataclass(frozen=True, slots=True)
class RuleResult:
    rule: Rule
    checks: tuple[CheckResult, ...]

    @property
    def outcome(self) -> Outcome:
        """Failed if any check failed, else passed if any passed."""
        found = {check.outcome for check in self.checks}
        for outcome in (Outcome.FAILED, Outcome.PASSED, Outcome.NOT_ADVERTISED):
            if outcome in found:
                return outcome
        return Outcome.NOT_TESTABLE

    @property
    def notes(self) -> list[str]:
        """Why the rule has its outcome, without repetitions."""
        relevant = [check for check in self.checks if check.outcome is self.outcome and check.note]
        return list(dict.fromkeys(check.note for check in relevant))


@dataclass(slots=True)
class Report:
    """The results for one agent, client or server."""

    side: Side
    subject: str
    """What was checked: a name and version if it says them, else its command."""
    checks: dict[str, list[CheckResult]] = field(default_factory=dict[str, list[CheckResult]])
    """By rule id."""
    only: tuple[str, ...] = ()
    """The rules that are reported on, by the beginnings of their ids; empty: all."""

    def add(self, rule: str, check: CheckResult) -> None:
        self.checks.setdefault(rule, []).append(check)

    @property
    def results(self) -> list[RuleResult]:
        """A result for every rule of this side that is reported on, in the order of the rules."""
        unseen = (CheckResult("", Outcome.NOT_TESTABLE, "nothing happened that would show it"),)
        rules = [rule for rule in rules_for(self.side) if not self.only or rule.id.startswith(self.only)]
        return [RuleResult(rule, tuple(self.checks.get(rule.id, ())) or unseen) for rule in rules]

    @property
    def counts(self) -> Counter[Outcome]:
        return Counter(result.outcome for result in self.results)

    @property
    def has_failures(self) -> bool:
        return self.counts[Outcome.FAILED] > 0
