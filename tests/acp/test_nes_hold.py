"""A request in the middle of a word is held until the user pauses: over the wire, on a clock of the test."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from acp_editor import run
from nes_editor import SEED, TODAY, URI, Following, Pondering, Scripted, edit, offering, start, typed
from understudy.nes.engine_api import EngineResult, Situation
from understudy.nes.limits import MAX_HOLD_S
from understudy.rpc import RpcError
from virtual_clock import VirtualClock

ORDERS = (
    "def load_order(client):\n    return client.get()\n\n\nfirst = load_order(1)\nsecond = load_order(2)\n"
)
CALLS = """\
def load_order(client, number):
    return client.get(number)


def latest(client):
    return load_order(client, 3)


def refund(client, number):
    order = load_order(client, number)
    return order
"""
KEY_S = 0.05


@asynccontextmanager
async def typing_session(
    state: Path, clock: VirtualClock, *, capabilities: Mapping[str, Any] = TODAY, **setup: Any
) -> AsyncGenerator[Following]:
    async with offering(state, capabilities=capabilities, clock=clock, **setup) as editor:
        session = await start(editor, named=capabilities is TODAY)
        await session.open(text=ORDERS)
        yield session


async def rename(session: Following, clock: VirtualClock, name: str) -> None:
    """Select the name at its definition and type another one, key by key."""
    await session.change(typed(0, 4, 14, ""))
    for at, key in enumerate(name):
        await clock.advance(KEY_S)
        await session.change(typed(0, 4 + at, 4 + at, key))


def ask(session: Following, character: int, **more: Any) -> "asyncio.Task[Any]":
    question = session.question(0, character, **more)
    return asyncio.ensure_future(session.editor.request("nes/suggest", question))


async def held(session: Following, clock: VirtualClock, character: int, **more: Any) -> "asyncio.Task[Any]":
    asking = ask(session, character, **more)
    await session.editor.until(lambda: asking.done() or clock.sleepers > 0)
    assert not asking.done(), asking.result()
    return asking


def changed_line(suggestion: Mapping[str, Any]) -> str:
    (only,) = suggestion["edits"]
    first, last = only["range"]["start"], only["range"]["end"]
    line: str = ORDERS.split("\n")[first["line"]]
    return line[: first["character"]] + only["newText"] + line[last["character"] :]


def reason(answer: Mapping[str, Any]) -> str:
    assert answer["suggestions"] == []
    return answer["_meta"]["understudy.dev/nes"]["reason"]


@pytest.mark.parametrize("capabilities", [TODAY, SEED], ids=["today", "seed"])
@pytest.mark.parametrize("name", ["fetch_order", "load"])
def test_a_request_after_a_replaced_name_is_answered_once_the_name_counts_as_finished(
    tmp_path: Path, capabilities: Mapping[str, Any], name: str
) -> None:
    clock = VirtualClock()

    async def scene() -> None:
        async with typing_session(tmp_path, clock, capabilities=capabilities) as session:
            await rename(session, clock, name)
            await clock.advance(0.3)
            asking = await held(session, clock, 4 + len(name))
            await clock.advance(0.09)
            assert not asking.done()
            await clock.advance(0.02)
            (found,) = (await asking)["suggestions"]
            assert changed_line(found) == f"first = {name}(1)"

    run(scene())


def test_other_unknown_words_are_waited_for_up_to_a_second_after_the_last_key(tmp_path: Path) -> None:
    clock = VirtualClock()

    async def scene() -> None:
        async with typing_session(tmp_path, clock) as session:
            await session.change(typed(0, 14, 14, "_"))
            for at, key in enumerate("now"):
                await clock.advance(KEY_S)
                await session.change(typed(0, 15 + at, 15 + at, key))
            asking = await held(session, clock, 18)
            await clock.advance(0.98)
            assert not asking.done()
            await clock.advance(0.03)
            (found,) = (await asking)["suggestions"]
            assert found["edits"][0]["range"]["start"]["line"] == 4

    run(scene())


@pytest.mark.parametrize("ending", ["request", "change", "close", "did_close", "did_open"])
def test_a_newer_event_ends_a_held_request_with_an_empty_answer(tmp_path: Path, ending: str) -> None:
    clock = VirtualClock()
    words = {"request": "superseded", "change": "in-progress", "close": "closed"}

    async def scene() -> None:
        async with typing_session(tmp_path, clock) as session:
            await rename(session, clock, "fetch")
            asking = await held(session, clock, 9)
            match ending:
                case "request":
                    newer = ask(session, 9)
                    assert reason(await asking) == words[ending]
                    await session.editor.until(lambda: clock.sleepers > 0)
                    await clock.advance(0.5)
                    assert (await newer)["suggestions"]
                    return
                case "change":
                    await session.change(typed(0, 9, 9, "_"))
                case "close":
                    await session.editor.request("nes/close", {"sessionId": session.session})
                case "did_close":
                    await session.tell("document/didClose", uri=URI)
                case _:
                    await session.open(text="other\n")
            assert reason(await asking) == words.get(ending, "stale")
            assert clock.sleepers == 0

    run(scene())


def test_an_event_about_another_document_does_not_end_it_unless_it_is_a_change(tmp_path: Path) -> None:
    clock, other = VirtualClock(), "file:///project/other.py"

    async def scene() -> None:
        async with typing_session(tmp_path, clock) as session:
            await rename(session, clock, "fetch")
            asking = await held(session, clock, 9)
            await session.open(other, "x = 1\n")
            await session.tell("document/didClose", uri=other)
            await session.open(other, "x = 1\n")
            await session.tell("document/didSave", uri=other)
            await session.editor.request(
                "nes/suggest", {**session.question(), "sessionId": await _second(session)}
            )
            assert not asking.done()
            await session.change(typed(0, 0, 1, "y"), uri=other)
            assert reason(await asking) == "in-progress"

    async def _second(session: Following) -> str:
        return (await start(session.editor)).session

    run(scene())


def test_a_cancelled_request_is_not_held_any_longer(tmp_path: Path) -> None:
    clock = VirtualClock()

    async def scene() -> None:
        async with typing_session(tmp_path, clock) as session:
            await rename(session, clock, "fetch")
            asking = await held(session, clock, 9)
            asking.cancel()  # our peer sends `$/cancel_request` then
            await session.editor.until(lambda: clock.sleepers == 0)
            await clock.advance(1.0)
            assert (await ask(session, 9))["suggestions"]

    run(scene())


def test_the_connection_answers_while_a_request_is_held(tmp_path: Path) -> None:
    clock = VirtualClock()

    async def scene() -> None:
        async with typing_session(tmp_path, clock) as session:
            await rename(session, clock, "fetch")
            asking = await held(session, clock, 9)
            await session.set("eagerness", "high")
            with pytest.raises(RpcError):
                await session.editor.request("nes/close", {"sessionId": "nobody"})
            assert not asking.done()
            await clock.advance(0.5)
            assert (await asking)["suggestions"]

    run(scene())


@pytest.mark.parametrize("case", ["complete", "moved", "manual", "no pause helps"])
def test_a_request_that_a_pause_does_not_change_is_answered_at_once(tmp_path: Path, case: str) -> None:
    clock = VirtualClock()

    async def scene() -> None:
        async with typing_session(tmp_path, clock) as session:
            match case:
                case "complete":
                    await session.change(typed(0, 4, 14, "fetch_order"))
                    answer = await ask(session, 15)
                case "moved":
                    await rename(session, clock, "fetch")
                    answer = await session.editor.request("nes/suggest", session.question(2, 0))
                case "manual":
                    await rename(session, clock, "fetch")
                    answer = await ask(session, 9, triggerKind="manual")
                case _:
                    await session.change(typed(0, 4, 14, ""))
                    assert reason(await ask(session, 4)) == "in-progress"
                    return
            assert answer["suggestions"]
            assert clock.sleepers == 0

    run(scene())


def test_a_jump_is_held_back_while_the_user_types_and_sent_after_the_pause(tmp_path: Path) -> None:
    clock = VirtualClock()

    async def scene() -> None:
        async with offering(tmp_path, clock=clock) as editor:
            session = await start(editor)
            await session.open(text=CALLS)
            for at, key in enumerate(", order"):
                await clock.advance(KEY_S)
                await session.change(typed(0, 29 + at, 29 + at, key))
            await clock.advance(0.3)
            asking = await held(session, clock, 36)
            await clock.advance(0.19)
            assert not asking.done()
            await clock.advance(0.02)
            (found,) = (await asking)["suggestions"]
            assert found["kind"] == "jump"

    run(scene())


def test_a_model_is_asked_first_and_then_the_request_is_held(tmp_path: Path) -> None:
    clock, model = VirtualClock(), Pondering()
    model.go.set()

    async def scene() -> None:
        async with typing_session(tmp_path, clock, engine="hybrid", open_model=lambda: model) as session:
            await rename(session, clock, "fetch")
            asking = await held(session, clock, 9)
            assert len(model.asked) == 1
            await clock.advance(0.5)
            assert (await asking)["suggestions"]
            assert len(model.asked) == 1

    run(scene())


class Undecided(Scripted):
    """An engine that always wants to be asked a little later."""

    def propose(self, situation: Situation) -> EngineResult:
        return msgspec.structs.replace(super().propose(situation), retry_at=situation.now + 0.2)


def test_a_request_is_not_held_for_ever_and_every_retry_sees_the_current_time(tmp_path: Path) -> None:
    clock, engine = VirtualClock(), Undecided()

    async def scene() -> None:
        async with offering(tmp_path, engine, clock=clock) as editor:
            session = await start(editor)
            await session.open(text=ORDERS)
            asking = await held(session, clock, 0)
            await clock.advance(MAX_HOLD_S + 0.01)
            assert reason(await asking) == "nothing-learned"
            times = [asked.now - engine.asked[0].now for asked in engine.asked]
            assert times == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, MAX_HOLD_S])

    run(scene())


def test_a_suggestion_is_shown_at_once_even_if_a_later_one_might_be_better(tmp_path: Path) -> None:
    clock, engine = VirtualClock(), Undecided([edit(4, 8, 18, "new")])

    async def scene() -> None:
        async with offering(tmp_path, engine, clock=clock) as editor:
            session = await start(editor)
            await session.open(text=ORDERS)
            assert (await ask(session, 0))["suggestions"]
            assert clock.sleepers == 0

    run(scene())
