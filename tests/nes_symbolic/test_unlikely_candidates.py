"""In an automatic request, candidates that are as improbable as a filter would make them are not filtered."""

import pytest

from nes_symbolic.builders import asked, line_candidate, made, text_of
from understudy.nes.engine_api import Situation, Trigger
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.nes.symbolic.filters import filter_repetitions, pipeline, split_by_likelihood
from understudy.nes.symbolic.limits import (
    MAX_LEARNED_EDITS,
    MIN_LEFT_PROBABILITY,
    NAMED_VALUE_PROBABILITY,
    OTHER_VALUE_PROBABILITY,
    PINNED_VERSION_PROBABILITY,
    SHELL_NAME_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit, Point, Span

SENSELESS = "b\nx = y\nz = y\n", "x = x"
"""A text, and a result for its second line that nobody writes."""


def filtered(
    text: str,
    new: str,
    probability: float,
    *edits: Edit,
    line: int = 1,
    uri: str | None = None,
    is_limited: bool = True,
) -> list[float]:
    """The probability of a candidate for one line, after the filters; none if it is dropped."""
    snapshot = text_of(text) if uri is None else text_of(text, uri, "")
    one = line_candidate(snapshot, line, new, probability=probability)
    patterns = extract_patterns(edits, MAX_LEARNED_EDITS)
    found = filter_repetitions([one], patterns, asked(text, *edits), is_limited=is_limited)
    return [one.probability for one in found]


@pytest.mark.parametrize(
    ("probability", "is_limited", "is_dropped"),
    [
        (OTHER_VALUE_PROBABILITY, True, False),
        (OTHER_VALUE_PROBABILITY + 0.01, True, True),
        (OTHER_VALUE_PROBABILITY, False, True),
    ],
)
def test_an_improbable_candidate_stays_as_it_is(
    probability: float, is_limited: bool, is_dropped: bool
) -> None:
    edit = made("a", "b", 0)
    found = filtered(*SENSELESS, probability, edit, is_limited=is_limited)
    assert found == ([] if is_dropped else [probability])


def test_a_name_in_place_of_its_value_becomes_probable_all_the_same() -> None:
    text = "LIMIT = 86400\nx(LIMIT)\ny(86400)\n"
    edit = made("x(86400)", "x(LIMIT)", 1)
    assert filtered(text, "y(LIMIT)", 0.1, edit, line=2) == [NAMED_VALUE_PROBABILITY]


def test_another_place_of_a_pinned_version_becomes_probable_all_the_same() -> None:
    text = "uses: owner/tool@v2\nuses: owner/tool@v1\n"
    edit = made("uses: owner/tool@v1", "uses: owner/tool@v2", 0)
    assert filtered(text, "uses: owner/tool@v2", 0.1, edit) == [PINNED_VERSION_PROBABILITY]


def test_a_use_of_a_renamed_shell_variable_becomes_probable_all_the_same() -> None:
    uri = "file:///project/build.sh"
    text = "target=out\necho $folder\n"
    edit = made("folder=out", "target=out", 0, uri=uri)
    assert filtered(text, "echo $target", 0.1, edit, uri=uri) == [SHELL_NAME_PROBABILITY]


def test_an_improbable_place_above_shows_that_the_user_has_left_it() -> None:
    text = "send(user, first)\nsend(person, second)\n\n\n\nsend(user, third)\n"
    edit = made("send(user, second)", "send(person, second)", 1, by_key=True)
    patterns, situation = extract_patterns([edit], MAX_LEARNED_EDITS), asked(text, edit)

    def probability_below(above: float) -> float:
        one = line_candidate(text_of(text), 0, "send(person, first)", probability=above)
        below = line_candidate(text_of(text), 5, "send(person, third)", probability=0.9)
        filter_repetitions([one, below], patterns, situation, is_limited=True)
        return below.probability

    assert probability_below(MIN_LEFT_PROBABILITY) == OTHER_VALUE_PROBABILITY
    assert probability_below(MIN_LEFT_PROBABILITY - 0.01) > OTHER_VALUE_PROBABILITY


def test_a_check_that_fails_filters_all_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UNDERSTUDY_RAISE_RULE_ERRORS")

    def fail(*_: object) -> bool:
        raise RuntimeError("no check")

    monkeypatch.setattr(pipeline, "changes_shell_script", fail)
    assert filtered(*SENSELESS, 0.1, made("a", "b", 0)) == []


def test_candidates_are_split_by_what_a_filter_would_leave_them() -> None:
    text = text_of("a\nb\nc")
    high, low = OTHER_VALUE_PROBABILITY + 0.001, OTHER_VALUE_PROBABILITY
    one, other = (line_candidate(text, 0, "x", probability=at) for at in (high, low))
    assert split_by_likelihood([one, other]) == ([one], [other])
    assert split_by_likelihood([one]) == ([one], [])
    assert split_by_likelihood([other]) == ([], [other])


def asks(trigger: Trigger, selection: Span | None = None) -> Situation:
    edit = made("load(a)", "load(b)", 0)
    return asked("load(b)\nload(a)\n", edit, trigger=trigger, selection=selection)


@pytest.mark.parametrize(
    ("trigger", "selection", "is_limited"),
    [
        (Trigger.AUTOMATIC, None, True),
        (Trigger.MANUAL, None, False),
        (Trigger.DIAGNOSTIC, None, False),
        (Trigger.AUTOMATIC, Span(Point(0, 0), Point(1, 3)), False),
    ],
)
def test_all_candidates_are_filtered_for_a_request_of_the_user(
    monkeypatch: pytest.MonkeyPatch, trigger: Trigger, selection: Span | None, is_limited: bool
) -> None:
    limits: list[bool] = []

    def record(repetitions: object, patterns: object, situation: object, *, is_limited: bool) -> list[object]:
        limits.append(is_limited)
        return []

    monkeypatch.setattr("understudy.nes.symbolic.engine.filter_repetitions", record)
    SymbolicEngine().propose(asks(trigger, selection))
    assert limits == [is_limited]
