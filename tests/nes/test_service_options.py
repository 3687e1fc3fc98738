"""What the user can set, and what is remembered of their verdicts."""

from pathlib import Path
from typing import Any

import pytest

from nes.service_desk import Desk, everywhere, run, swap, where
from understudy.nes.engine_api import EngineResult, Situation
from understudy.nes.errors import AuthRequired, BadRequest
from understudy.nes.options import MIN_PROBABILITY_BY_EAGERNESS
from understudy.nes.setup import NesClientCapabilities, NesSetup


class Model:
    async def propose(self, situation: Situation) -> EngineResult:
        return EngineResult()

    async def close(self) -> None:
        pass


def values(desk: Desk) -> dict[str, Any]:
    return {option.id: option.current_value for option in desk.service.options(desk.session)}


@pytest.mark.requirement("NES-20")
def test_the_options_are_told_and_can_be_changed() -> None:
    desk = Desk(setup=NesSetup(open_model=Model, model_name="zeta2"))
    assert values(desk) == {"enabled": True, "engine": "symbolic", "eagerness": "medium", "remember": True}
    for option, value in (
        ("enabled", False),
        ("engine", "hybrid"),
        ("eagerness", "high"),
        ("remember", False),
    ):
        changed = desk.service.set_option(desk.session, option, value)
        assert {one.id: one.current_value for one in changed}[option] == value
    engine = desk.service.options(desk.session)[1]
    assert [choice.value for choice in engine.options or []] == ["symbolic", "hybrid", "model"]
    assert engine.description is not None
    assert "zeta2" in engine.description


@pytest.mark.requirement("NES-20")
def test_without_a_model_there_is_only_the_symbolic_engine() -> None:
    desk = Desk(setup=NesSetup(engine="hybrid"))
    assert values(desk)["engine"] == "symbolic"
    with pytest.raises(BadRequest, match="one of: symbolic"):
        desk.service.set_option(desk.session, "engine", "model")


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
def test_a_wrong_option_is_refused_and_changes_nothing(option: str, value: str | bool, field: str) -> None:
    desk = Desk()
    before = values(desk)
    with pytest.raises(BadRequest) as failure:
        desk.service.set_option(desk.session, option, value)
    assert (failure.value.code, failure.value.field) == ("bad_request", field)
    assert values(desk) == before


@pytest.mark.requirement("NES-20")
def test_a_client_without_switches_gets_a_choice_of_two() -> None:
    desk = Desk(client=NesClientCapabilities(supports_boolean_options=False))
    enabled = desk.service.options(desk.session)[0]
    assert (enabled.type, enabled.current_value) == ("select", "on")
    desk.service.set_option(desk.session, "enabled", "off")
    assert desk.service.options(desk.session)[0].current_value == "off"


def test_an_engine_whose_key_is_missing_cannot_be_chosen() -> None:
    desk = Desk(setup=NesSetup(open_model=Model, missing_key_message=lambda: "Set the key."))
    with pytest.raises(AuthRequired, match=r"Set the key\."):
        desk.service.set_option(desk.session, "engine", "hybrid")
    assert values(desk)["engine"] == "symbolic"


@pytest.mark.requirement("NES-20")
def test_a_session_that_is_switched_off_is_silent_but_goes_on_following() -> None:
    desk = Desk("old = 1\nprint(old)\n")
    desk.engine.says = everywhere("old", "new")
    desk.service.set_option(desk.session, "enabled", False)
    desk.replace("old", "new")
    assert desk.silence() == "disabled"
    assert desk.engine.asked == []
    desk.service.set_option(desk.session, "enabled", True)
    assert where(desk.edit()) == (1, 6, 1, 9, "new")


@pytest.mark.requirement("NES-20")
def test_eagerness_holds_at_once_and_for_its_session_only() -> None:
    desk = Desk("old\n")
    desk.engine.says = everywhere("old", "new", MIN_PROBABILITY_BY_EAGERNESS["medium"] - 0.01)
    assert desk.silence() == "low-chance"
    desk.service.set_option(desk.session, "eagerness", "high")
    assert desk.ask() is not None


ENOUGH = MIN_PROBABILITY_BY_EAGERNESS["medium"] + 0.05
"""A chance that is shown, if nothing speaks against it."""


def remembering(path: Path, *, remember: bool = True) -> Desk:
    desk = Desk("old\nold\n", setup=NesSetup(remember=remember, feedback_file=str(path)))
    desk.engine.says = lambda situation: [swap(situation.snapshot, 0, "old", "new", ENOUGH)]
    return desk


@pytest.mark.requirement("NES-18")
def test_verdicts_count_in_later_sessions(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    desk = remembering(path)
    for _ in range(12):
        desk.engine.says = lambda situation: [
            swap(situation.snapshot, 0, "old", f"new{len(desk.engine.asked)}", ENOUGH)
        ]
        if (suggestion := desk.ask()) is not None:
            desk.reject(suggestion)
    assert desk.silence() == "low-chance"
    run(desk.service.shut_down(5.0))
    later = remembering(path)
    assert later.silence() == "low-chance"
    assert later.why.considered[0].raw == pytest.approx(ENOUGH)
    assert later.why.considered[0].chance < MIN_PROBABILITY_BY_EAGERNESS["medium"]
    run(later.service.shut_down(5.0))


def test_who_does_not_want_to_be_remembered_is_not(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_text('{"version":1,"families":{"swap":[0,100]}}')
    before = path.read_bytes()
    desk = remembering(path, remember=False)
    for _ in range(12):
        desk.accept(desk.edit())
    run(desk.service.shut_down(5.0))
    assert path.read_bytes() == before


def test_switching_memory_off_drops_what_is_not_written_yet(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    desk = remembering(path)
    desk.accept(desk.edit())
    desk.service.set_option(desk.session, "remember", False)
    run(desk.service.shut_down(5.0))
    assert not path.exists()


def test_closing_a_session_writes_what_was_learned(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    desk = remembering(path)
    desk.accept(desk.edit())
    desk.close()
    run(desk.service.shut_down(5.0))
    assert path.read_text() == '{"version":1,"families":{"swap":[1.0,0.0]}}'
