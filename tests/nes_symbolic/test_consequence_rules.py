"""What every rule has in common: its probability, and what happens when it raises."""

import logging
import math
from collections.abc import Callable
from typing import NamedTuple

import pytest

from nes_symbolic.builders import HERE, line_candidate, text_of
from nes_symbolic.rule_harness import RuleHarness
from understudy.nes import errors
from understudy.nes.engine_api import Candidate
from understudy.nes.errors import RAISE_VARIABLE
from understudy.nes.symbolic import consequences, diagnostics
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.consequences import (
    RuleContext,
    RuleProbability,
    changed_signature,
    members,
    missing_import,
    missing_parameter,
    moved_import,
    parallel_lines,
    removed_definition,
    run_rule,
    unused_import,
)
from understudy.nes.symbolic.consequences.explained import changes
from understudy.nes.symbolic.consequences.rewrites import other_rewritings
from understudy.nes.symbolic.filters import filter_repetitions, pipeline
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS
from understudy.nes.symbolic.patterns import extract_patterns

PROBABILITIES = {
    "changed_signature": (changed_signature.PROBABILITY, 0.85),
    "missing_parameter": (missing_parameter.PROBABILITY, 0.62),
    "field": (members.FIELD_PROBABILITY, 0.62),
    "rename": (members.RENAME_PROBABILITY, 0.70),
    "unused_import": (unused_import.PROBABILITY, 0.80),
    "missing_import": (missing_import.PROBABILITY, 0.66),
    "moved_import": (moved_import.MOVED_PROBABILITY, 0.45),
    "lost_import": (moved_import.LOST_PROBABILITY, 0.85),
    "removed_definition": (removed_definition.PROBABILITY, 0.85),
    "parallel_lines": (parallel_lines.PROBABILITY, 0.35),
}


@pytest.mark.parametrize("rule", PROBABILITIES)
def test_a_rule_has_a_base_that_every_feature_shifts_by_its_log_odds(rule: str) -> None:
    probability, base = PROBABILITIES[rule]
    features = type(probability.shifts)
    assert probability.estimate(features()) == pytest.approx(base)
    for name, shift in zip(features._fields, probability.shifts, strict=True):
        assert shift != 0, name
        moved = probability.estimate(features(**{name: 2}))
        assert math.log(moved / (1 - moved)) == pytest.approx(math.log(base / (1 - base)) + 2 * shift), name


class _Features(NamedTuple):
    stale: float = 0


def test_a_misspelt_feature_is_an_error_in_the_declaration_and_in_the_estimate() -> None:
    with pytest.raises(TypeError, match="stael"):
        RuleProbability(0.5, _Features(stael=-0.3))  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError, match="stael"):
        RuleProbability(0.5, _Features(stale=-0.3)).estimate(_Features(stael=1))  # pyright: ignore[reportCallIssue]


def propose_failure(context: RuleContext) -> list[Candidate]:
    raise RuntimeError(f"no rule for {context.situation.snapshot.uri}")


@pytest.fixture
def in_production(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for users: an exception is logged, and every rule is logged anew."""
    monkeypatch.delenv(RAISE_VARIABLE)
    monkeypatch.setattr(errors, "_logged_failures", set[str]())


def test_under_test_the_exception_of_a_rule_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = RuleHarness(m__py="import os\n\nos.x()\n")
    harness.edit("m.py", "os.x()", "y()")
    monkeypatch.setattr(consequences, "_RULES", (propose_failure,))
    with pytest.raises(RuntimeError, match="no rule for"):
        harness.ask("m.py")


@pytest.mark.usefixtures("in_production")
def test_a_rule_that_raises_is_logged_once_with_its_name_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    harness = RuleHarness(m__py="import os\n\nos.x()\n")
    harness.edit("m.py", "os.x()", "y()")
    monkeypatch.setattr(consequences, "_RULES", (propose_failure, *consequences._RULES))
    with caplog.at_level(logging.ERROR, "understudy.nes"):
        for _ in range(3):
            assert [one.family for one in harness.ask("m.py")] == ["import-unused"]
    assert len(caplog.records) == 1
    assert "propose_failure" in caplog.text
    assert "RuntimeError: no rule for" in caplog.text


@pytest.mark.usefixtures("in_production")
def test_a_fix_that_raises_is_logged_once_with_its_name_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fix_failure(context: RuleContext, *_: object) -> list[Candidate]:
        return propose_failure(context)

    harness = RuleHarness(m__py="import os\nprint(f(1)\n")
    monkeypatch.setitem(diagnostics._FIXES, "unused-import", fix_failure)
    found = ((0, 7, "F401 `os` imported but unused"), (1, 5, "'(' was never closed"))
    with caplog.at_level(logging.ERROR, "understudy.nes"):
        for _ in range(3):
            assert [one.family for one in harness.diagnose("m.py", *found)] == ["diagnostic-bracket"]
    assert len(caplog.records) == 1
    assert "fix_failure" in caplog.text


def test_under_test_the_exception_of_a_fix_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(diagnostics._FIXES, "unused-import", lambda context, *_: propose_failure(context))
    with pytest.raises(RuntimeError, match="no rule for"):
        RuleHarness(m__py="import os\n").diagnose("m.py", (0, 7, "F401 `os` imported but unused"))


@pytest.mark.usefixtures("in_production")
def test_two_rules_that_raise_are_both_logged(caplog: pytest.LogCaptureFixture) -> None:
    def one() -> list[Candidate]:
        raise ValueError

    def other() -> list[Candidate]:
        raise ValueError

    with caplog.at_level(logging.ERROR, "understudy.nes"):
        assert run_rule(one) == run_rule(other) == run_rule(one) == []
    assert len(caplog.records) == 2


def failing(name: str) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise RuntimeError("no filter")

    fail.__qualname__ = name
    return fail


FAILING = {
    pipeline: ("drop_senseless_results", "limit_left_places", "adapt_to_places", "prefer_named_values"),
    changes: ("drop_other_names", "_drop_other_calls", "_drop_same_signatures"),
    other_rewritings: ("drop_other_aliases",),
}
"""One of each way in which filters are called."""


@pytest.fixture
def failing_filters(monkeypatch: pytest.MonkeyPatch) -> list[UnscoredCandidate]:
    """A candidate for which one of each kind of filter raises."""
    for kind in (pipeline.PlaceKindFilter, pipeline.LiteralFilter, pipeline.RepeatedResultFilter):
        monkeypatch.setattr(kind, "filter", failing("filter"))
    for module, names in FAILING.items():
        for name in names:
            monkeypatch.setattr(module, name, failing(name))
    return [line_candidate(text_of("a\nb", HERE), 1, "c", probability=0.5)]


def filtered(candidates: list[UnscoredCandidate]) -> list[UnscoredCandidate]:
    patterns = extract_patterns([], MAX_LEARNED_EDITS)
    situation = RuleHarness(m__py="a\nb").situation("m.py")
    found = filter_repetitions(candidates, patterns, situation)
    return consequences.drop_explained(RuleContext(situation), found)


@pytest.mark.usefixtures("in_production")
def test_filters_that_raise_are_logged_once_and_the_candidates_stay(
    failing_filters: list[UnscoredCandidate], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "understudy.nes"):
        assert filtered(failing_filters) == filtered(failing_filters) == failing_filters
    named = [record.getMessage().split(" ")[0].rpartition(".")[2] for record in caplog.records]
    kinds = ["_drop_other_place_kinds", "_drop_repeated_results", "_drop_changed_literals"]
    assert sorted(named) == sorted([*kinds, *(name for names in FAILING.values() for name in names)])


@pytest.mark.usefixtures("failing_filters")
def test_under_test_the_exception_of_a_filter_is_raised() -> None:
    with pytest.raises(RuntimeError, match="no filter"):
        filtered([line_candidate(text_of("a\nb", HERE), 1, "c", probability=0.5)])
