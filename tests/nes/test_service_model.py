"""When a model is asked; the newest request wins, and a stale result is never sent."""

import asyncio
from collections.abc import Callable

import pytest

from nes.service_harness import A, ServiceHarness, everywhere, run, swap, where
from understudy.nes import suggest
from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.setup import NesSetup
from understudy.schema.acp import (
    CloseNesRequest,
    DidFocusDocumentNotification,
    NesEditSuggestion,
    Position,
    Range,
    SuggestNesResponse,
)
from understudy.settings import EngineName


class Slow:
    """A model that answers when it is let."""

    def __init__(self) -> None:
        self.asked: list[Situation] = []
        self.prewarmed: list[Situation] = []
        self.cancelled = 0
        self.closed = False
        self.go = asyncio.Event()
        self.begun = asyncio.Event()
        self.says: Callable[[Situation], list[Candidate]] = everywhere("old", "model")
        self.reason = ""
        self.error: Exception | None = None

    async def propose(self, situation: Situation) -> EngineResult:
        self.asked.append(situation)
        self.begun.set()
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.error is not None:
            raise self.error
        return EngineResult(candidates=tuple(self.says(situation)), reason=self.reason)

    def prewarm(self, situation: Situation) -> None:
        self.prewarmed.append(situation)

    async def close(self) -> None:
        self.closed = True


def harness_with(
    engine: EngineName = "hybrid", text: str = "old\nold\n"
) -> tuple[ServiceHarness, list[Slow]]:
    models: list[Slow] = []

    def open_model() -> Slow:
        models.append(Slow())
        return models[-1]

    return ServiceHarness(text, setup=NesSetup(engine=engine, open_model=open_model)), models


def only(response: SuggestNesResponse) -> NesEditSuggestion:
    (suggestion,) = response.suggestions
    assert isinstance(suggestion, NesEditSuggestion)
    return suggestion


def ask(harness: ServiceHarness, line: int = 0) -> asyncio.Task[SuggestNesResponse]:
    return asyncio.create_task(harness.service.suggest(harness.request(line)))


async def begun(models: list[Slow], requests: int = 1) -> Slow:
    while not models or len(models[-1].asked) < requests:
        await asyncio.sleep(0)
    return models[-1]


def test_where_the_symbolic_engine_answers_no_model_is_asked() -> None:
    harness, models = harness_with()
    harness.engine.says = everywhere("old", "new")
    assert where(harness.edit())[-1] == "new"
    assert models == []


def test_where_the_symbolic_engine_is_silent_the_model_is_asked() -> None:
    async def scene() -> None:
        harness, models = harness_with()
        request = ask(harness)
        model = await begun(models)
        model.go.set()
        suggestion = only(await request)
        assert where(suggestion)[-1] == "model"
        assert harness.explanation.engine == "hybrid"
        assert only(await ask(harness)).id == suggestion.id  # and it stays, without asking again
        assert len(model.asked) == 1
        await harness.service.shut_down(5.0)
        assert model.closed

    run(scene())


def test_a_model_alone_is_asked_alone() -> None:
    async def scene() -> None:
        harness, models = harness_with("model")
        harness.engine.says = everywhere("old", "new")
        request = ask(harness)
        (await begun(models)).go.set()
        assert where(only(await request))[-1] == "model"
        assert harness.engine.asked == []
        await harness.service.shut_down(5.0)

    run(scene())


@pytest.mark.requirement("NES-21")
def test_a_newer_request_supersedes_the_older_one() -> None:
    async def scene() -> None:
        harness, models = harness_with()
        older = ask(harness)
        model = await begun(models)
        newer = ask(harness)
        await begun(models, 2)
        assert (await older).suggestions == []
        assert model.cancelled == 1
        model.go.set()
        assert only(await newer)
        assert harness.explanation.word == "shown"
        await harness.service.shut_down(5.0)

    run(scene())


@pytest.mark.requirement("NES-21")
def test_a_cancelled_request_stops_the_model() -> None:
    async def scene() -> None:
        harness, models = harness_with()
        request = ask(harness)
        model = await begun(models)
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request
        while not model.cancelled:
            await asyncio.sleep(0)
        model.go.set()
        assert only(await ask(harness))
        await harness.service.shut_down(5.0)

    run(scene())


@pytest.mark.requirement("NES-10", "NES-21")
def test_an_answer_to_a_text_that_has_changed_since_does_not_leave() -> None:
    async def scene() -> None:
        harness, models = harness_with()
        request = ask(harness)
        model = await begun(models)
        harness.change(0, 0, "x\n")
        assert model.asked[0].snapshot.lines == ["old", "old", ""]  # what it works on stays as it was
        model.go.set()
        assert (await request).suggestions == []
        assert harness.explanation.word == "stale"
        await harness.service.shut_down(5.0)

    run(scene())


@pytest.mark.requirement("NES-04")
def test_closing_the_session_stops_the_model() -> None:
    async def scene() -> None:
        harness, models = harness_with()
        request = ask(harness)
        model = await begun(models)
        harness.service.close(CloseNesRequest(session_id=harness.session))
        assert (await request).suggestions == []
        assert model.cancelled == 1
        await harness.service.shut_down(5.0)
        assert model.closed

    run(scene())


def test_a_request_closed_before_its_first_step_is_answered_with_nothing() -> None:
    async def scene() -> None:
        harness, models = harness_with()
        answer = harness.service.suggest(harness.request())
        harness.service.close(CloseNesRequest(session_id=harness.session))
        assert (await answer).suggestions == []
        assert not any(model.asked for model in models)
        await harness.service.shut_down(5.0)

    run(scene())


def test_a_model_that_fails_is_silence_and_the_symbolic_engine_goes_on() -> None:
    async def scene() -> None:
        harness, models = harness_with()
        request = ask(harness)
        model = await begun(models)
        model.error = RuntimeError("secret text")
        model.go.set()
        assert (await request).suggestions == []
        assert harness.explanation.word == "model-failed"
        harness.engine.says = everywhere("old", "new")
        assert where(only(await ask(harness)))[-1] == "new"
        await harness.service.shut_down(5.0)

    run(scene())


def test_a_model_that_cannot_be_opened_is_silence() -> None:
    def broken() -> Slow:
        raise OSError("no such host")

    harness = ServiceHarness("old\n", setup=NesSetup(engine="model", open_model=broken))
    assert harness.no_suggestion_reason() == "model-failed"


def test_a_model_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        monkeypatch.setattr(suggest, "MODEL_TIMEOUT_S", 0.01)
        harness, models = harness_with()
        assert (await ask(harness)).suggestions == []
        assert harness.explanation.word == "late"
        while not models[0].cancelled:
            await asyncio.sleep(0)
        await harness.service.shut_down(5.0)

    run(scene())


def test_the_reason_of_the_model_is_reported() -> None:
    async def scene() -> None:
        harness, models = harness_with()
        harness.engine.says = lambda situation: [swap(situation.snapshot, 0, "old", "new", 0.1)]
        request = ask(harness)
        model = await begun(models)
        model.says = lambda situation: []
        model.reason = "model-rests: The endpoint failed, so it rests."
        model.go.set()
        assert (await request).suggestions == []
        assert harness.explanation.word == "model-rests"
        assert harness.explanation.sentence.startswith("The endpoint failed, so it rests.")
        assert "low-chance" in harness.explanation.sentence
        assert [one.fate for one in harness.explanation.considered] == ["low-chance"]
        await harness.service.shut_down(5.0)

    run(scene())


@pytest.mark.requirement("NES-19")
def test_new_keys_open_the_model_again() -> None:
    async def scene() -> None:
        harness, models = harness_with()
        request = ask(harness)
        (await begun(models)).go.set()
        harness.reject(only(await request))
        await harness.service.keys_changed()
        assert models[0].closed
        request = ask(harness, 1)
        while len(models) < 2:
            await asyncio.sleep(0)
        models[1].go.set()
        await request
        await harness.service.shut_down(5.0)
        assert models[1].closed

    run(scene())


@pytest.mark.requirement("NES-03")
def test_each_session_has_its_own_model() -> None:
    async def scene() -> None:
        from understudy.schema.acp import StartNesRequest

        harness, models = harness_with()
        one = ask(harness)
        await begun(models)
        harness.session = harness.service.start(StartNesRequest()).session_id
        harness.open("old\n")
        other = ask(harness)
        while len(models) < 2:
            await asyncio.sleep(0)
        await begun(models)
        for model in models:
            model.go.set()
        assert only(await one)
        assert only(await other)
        await harness.service.shut_down(5.0)

    run(scene())


def focused(harness: ServiceHarness, line: int) -> None:
    place = Position(line=line, character=0)
    harness.service.did_focus(
        DidFocusDocumentNotification(
            session_id=harness.session,
            uri=A,
            version=1,
            position=place,
            visible_range=Range(start=place, end=place),
        )
    )


def test_a_model_is_prewarmed_where_the_user_looks_but_not_while_it_answers() -> None:
    async def scene() -> None:
        harness, models = harness_with()
        focused(harness, 1)
        assert [one.cursor.line for one in models[0].prewarmed] == [0, 1]
        request = ask(harness)
        model = await begun(models)
        focused(harness, 0)
        assert len(model.prewarmed) == 2
        model.go.set()
        await request
        focused(harness, 0)
        assert len(model.prewarmed) == 3
        assert models == [model]
        await harness.service.shut_down(5.0)

    run(scene())


@pytest.mark.parametrize("engine", ["symbolic", "hybrid"])
def test_no_model_is_prewarmed_that_is_not_asked_or_lacks_its_key(engine: EngineName) -> None:
    async def scene() -> None:
        models: list[Slow] = []

        def open_model() -> Slow:
            models.append(Slow())
            return models[-1]

        missing: list[str] = []
        setup = NesSetup(
            engine=engine,
            open_model=open_model,
            missing_key_message=lambda: missing[0] if missing else None,
        )
        harness = ServiceHarness("old\n", setup=setup)
        count = sum(len(model.prewarmed) for model in models)
        missing.append("Set the key.")
        focused(harness, 0)
        assert sum(len(model.prewarmed) for model in models) == count == (engine == "hybrid")
        await harness.service.shut_down(5.0)

    run(scene())


def test_a_model_that_cannot_be_opened_does_not_break_the_focus() -> None:
    def broken() -> Slow:
        raise RuntimeError("secret text")

    async def scene() -> None:
        harness = ServiceHarness("old\n", setup=NesSetup(engine="model", open_model=broken))
        focused(harness, 0)
        await harness.service.shut_down(5.0)

    run(scene())
