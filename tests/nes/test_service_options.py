"""The options of a session, and the feedback that is kept."""

from pathlib import Path
from typing import Any

import pytest

from nes.service_harness import ServiceHarness, everywhere, run, swap, where
from understudy.nes.engine_api import EngineResult, Situation
from understudy.nes.errors import AuthRequired, BadRequest
from understudy.nes.options import MIN_PROBABILITY_BY_EAGERNESS
from understudy.nes.setup import NesClientCapabilities, NesSetup


class Model:
    async def propose(self, situation: Situation) -> EngineResult:
        return EngineResult()

    async def close(self) -> None:
        pass


def values(harness: ServiceHarness) -> dict[str, Any]:
    return {option.id: option.current_value for option in harness.service.options(harness.session)}


@pytest.mark.requirement("NES-20")
def test_the_options_are_listed_and_can_be_changed() -> None:
    harness = ServiceHarness(setup=NesSetup(open_model=Model, model_name="zeta2"))
    assert values(harness) == {
        "enabled": True,
        "completion": True,
        "engine": "symbolic",
        "eagerness": "medium",
        "remember": True,
    }
    for option, value in (
        ("enabled", False),
        ("completion", False),
        ("engine", "hybrid"),
        ("eagerness", "high"),
        ("remember", False),
    ):
        changed = harness.service.set_option(harness.session, option, value)
        assert {one.id: one.current_value for one in changed}[option] == value
    engine = harness.service.options(harness.session)[2]
    assert [choice.value for choice in engine.options or []] == ["symbolic", "hybrid", "model"]
    assert engine.description is not None
    assert "zeta2" in engine.description


@pytest.mark.requirement("NES-20")
def test_without_a_model_there_is_only_the_symbolic_engine() -> None:
    harness = ServiceHarness(setup=NesSetup(engine="hybrid"))
    assert values(harness)["engine"] == "symbolic"
    with pytest.raises(BadRequest, match="one of: symbolic"):
        harness.service.set_option(harness.session, "engine", "model")


@pytest.mark.requirement("NES-20")
@pytest.mark.parametrize(
    ("option", "value", "field"),
    [
        ("colour", "red", "configId"),
        ("eagerness", "huge", "value"),
        ("eagerness", True, "value"),
        ("enabled", "perhaps", "value"),
        ("engine", False, "value"),
    ],
)
def test_a_wrong_option_is_an_error_and_changes_nothing(option: str, value: str | bool, field: str) -> None:
    harness = ServiceHarness()
    before = values(harness)
    with pytest.raises(BadRequest) as failure:
        harness.service.set_option(harness.session, option, value)
    assert (failure.value.code, failure.value.field) == ("bad_request", field)
    assert values(harness) == before


@pytest.mark.requirement("NES-20")
def test_a_client_without_switches_gets_a_choice_of_two() -> None:
    harness = ServiceHarness(client=NesClientCapabilities(supports_boolean_options=False))
    enabled = harness.service.options(harness.session)[0]
    assert (enabled.type, enabled.current_value) == ("select", "on")
    harness.service.set_option(harness.session, "enabled", "off")
    assert harness.service.options(harness.session)[0].current_value == "off"


def test_an_engine_whose_key_is_missing_cannot_be_chosen() -> None:
    harness = ServiceHarness(setup=NesSetup(open_model=Model, missing_key_message=lambda: "Set the key."))
    with pytest.raises(AuthRequired, match=r"Set the key\."):
        harness.service.set_option(harness.session, "engine", "hybrid")
    assert values(harness)["engine"] == "symbolic"


@pytest.mark.requirement("NES-20")
def test_a_session_that_is_switched_off_is_silent_but_goes_on_following() -> None:
    harness = ServiceHarness("old = 1\nprint(old)\n")
    harness.engine.says = everywhere("old", "new")
    harness.service.set_option(harness.session, "enabled", False)
    harness.replace("old", "new")
    assert harness.no_suggestion_reason() == "disabled"
    assert harness.engine.asked == []
    harness.service.set_option(harness.session, "enabled", True)
    assert where(harness.edit()) == (1, 6, 1, 9, "new")


@pytest.mark.requirement("NES-20")
def test_eagerness_holds_at_once_and_for_its_session_only() -> None:
    harness = ServiceHarness("old\n")
    harness.engine.says = everywhere("old", "new", MIN_PROBABILITY_BY_EAGERNESS["medium"] - 0.01)
    assert harness.no_suggestion_reason() == "low-chance"
    harness.service.set_option(harness.session, "eagerness", "high")
    assert harness.ask() is not None


SUFFICIENT_PROBABILITY = MIN_PROBABILITY_BY_EAGERNESS["medium"] + 0.05
"""A chance that is shown, if nothing speaks against it."""


def remembering(path: Path, *, remember: bool = True) -> ServiceHarness:
    harness = ServiceHarness("old\nold\n", setup=NesSetup(remember=remember, feedback_file=str(path)))
    harness.engine.says = lambda situation: [
        swap(situation.snapshot, 0, "old", "new", SUFFICIENT_PROBABILITY)
    ]
    return harness


@pytest.mark.requirement("NES-18")
def test_feedback_counts_in_later_sessions(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    harness = remembering(path)
    for _ in range(12):
        harness.engine.says = lambda situation: [
            swap(situation.snapshot, 0, "old", f"new{len(harness.engine.asked)}", SUFFICIENT_PROBABILITY)
        ]
        if (suggestion := harness.ask()) is not None:
            harness.reject(suggestion)
    assert harness.no_suggestion_reason() == "low-chance"
    run(harness.service.shut_down(5.0))
    later = remembering(path)
    assert later.no_suggestion_reason() == "low-chance"
    assert later.explanation.considered[0].raw == pytest.approx(SUFFICIENT_PROBABILITY)
    assert later.explanation.considered[0].chance < MIN_PROBABILITY_BY_EAGERNESS["medium"]
    run(later.service.shut_down(5.0))


def test_who_does_not_want_to_be_remembered_is_not(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_text('{"version":1,"families":{"swap":[0,100]}}')
    before = path.read_bytes()
    harness = remembering(path, remember=False)
    for _ in range(12):
        harness.accept(harness.edit())
    run(harness.service.shut_down(5.0))
    assert path.read_bytes() == before


def test_switching_memory_off_drops_what_is_not_written_yet(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    harness = remembering(path)
    harness.accept(harness.edit())
    harness.service.set_option(harness.session, "remember", False)
    run(harness.service.shut_down(5.0))
    assert not path.exists()


def test_closing_a_session_writes_the_feedback(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    harness = remembering(path)
    harness.accept(harness.edit())
    harness.close()
    run(harness.service.shut_down(5.0))
    assert path.read_text() == '{"version":1,"families":{"swap":[1.0,0.0]}}'
