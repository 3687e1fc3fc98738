"""How a peer serves: order, cancellation, limits, errors, and the end."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec
import pytest
from echo_program import Echo, Empty, routes
from far_side import LIMIT_S, call, note, with_peer
from hypothesis import given
from hypothesis import strategies as st

from understudy.rpc import (
    BUSY,
    ConnectionLost,
    Inbound,
    Limits,
    Order,
    Peer,
    ResultWithCallback,
    Route,
    RpcError,
)
from understudy.wire import memory_pair

NUMBERS = st.lists(st.sampled_from(["note", "slow note", "request", "slow request", "beside"]), max_size=30)


def run(work: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(LIMIT_S):
            await work

    asyncio.run(limited())


class Number(msgspec.Struct):
    number: int


@given(kinds=NUMBERS)
def test_any_mixture_of_messages_is_handled_in_the_order_received(kinds: list[str]) -> None:
    begun: list[int] = []
    ended: list[int] = []

    def at_once(params: Number, inbound: Inbound) -> int:
        begun.append(params.number)
        ended.append(params.number)
        return params.number

    async def slowly(params: Number, inbound: Inbound) -> int:
        begun.append(params.number)
        for _ in range(params.number % 4):
            await asyncio.sleep(0)
        ended.append(params.number)
        return params.number

    def beside(params: Number, inbound: Inbound) -> Awaitable[int]:
        begun.append(params.number)
        ended.append(params.number)
        return asyncio.sleep(0, params.number)

    table = {
        "note": Route(Number, at_once, notification=True),
        "slow note": Route(Number, slowly, Order.IN_ORDER, notification=True),
        "request": Route(Number, at_once),
        "slow request": Route(Number, slowly, Order.IN_ORDER),
        "beside": Route(Number, beside),
    }

    async def scene() -> None:
        async with with_peer(table) as (far, _):
            asked: set[int] = set()
            for number, kind in enumerate(kinds):
                params = {"number": number}
                if table[kind].notification:
                    far.say(note(kind, params))
                else:
                    far.say(call(number, kind, params))
                    asked.add(number)
            far.say(call("last", "slow request", {"number": len(kinds)}))
            asked_and_last = {*asked, "last"}
            while asked_and_last:
                answer = await far.receive()
                asked_and_last.remove(answer["id"])
            assert begun == ended == [*range(len(kinds) + 1)]

    run(scene())


def test_a_notification_behind_a_request_finds_what_the_request_registered() -> None:
    prompts: dict[str, asyncio.Event] = {}

    def prompt(params: Echo, inbound: Inbound) -> Awaitable[str]:
        stop = prompts[params.text] = asyncio.Event()

        async def answer() -> str:
            await stop.wait()
            return "stopped"

        return answer()

    def cancel(params: Echo, inbound: Inbound) -> None:
        prompts[params.text].set()

    async def scene() -> None:
        table = {"prompt": Route(Echo, prompt), "cancel": Route(Echo, cancel, notification=True)}
        async with with_peer(table) as (far, _):
            far.say(call(1, "prompt", {"text": "a"}), note("cancel", {"text": "a"}))
            assert (await far.receive())["result"] == "stopped"

    run(scene())


def test_a_handler_learns_of_which_message_it_handles() -> None:
    seen: list[tuple[str, Any]] = []

    def handle(params: Empty, inbound: Inbound) -> None:
        seen.append((inbound.method, inbound.id))

    async def scene() -> None:
        table = {"ask": Route(Empty, handle), "tell": Route(Empty, handle, notification=True)}
        async with with_peer(table) as (far, _):
            far.say(note("tell"), call("x", "ask"))
            assert (await far.receive())["result"] is None
        assert seen == [("tell", None), ("ask", "x")]

    run(scene())


def test_a_method_can_be_both_a_request_and_a_notification() -> None:
    seen: list[Any] = []

    def handle(params: Empty, inbound: Inbound) -> str:
        seen.append(inbound.id)
        return "heard"

    async def scene() -> None:
        async with with_peer({"say": Route(Empty, handle, allow_notification=True)}) as (far, _):
            far.say(note("say"), call("x", "say"))
            assert (await far.receive()) == {"jsonrpc": "2.0", "id": "x", "result": "heard"}
        assert seen == [None, "x"]

    run(scene())


def test_a_cancelled_request_is_answered_so_and_its_handler_ends() -> None:
    ended = asyncio.Event()

    async def hang(params: Empty, inbound: Inbound) -> None:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            ended.set()

    async def scene() -> None:
        async with with_peer({**routes(), "hang": Route(Empty, hang)}) as (far, _):
            assert await far.exchange(call(1, "hang")) == []
            far.say(note("$/cancel_request", {"requestId": 1}))
            answer = await far.receive()
            assert answer == {
                "jsonrpc": "2.0",
                "id": 1,
                "error": {"code": -32800, "message": "Request cancelled"},
            }
            await ended.wait()
            (again,) = await far.exchange(
                note("$/cancel_request", {"requestId": 1}), call(1, "echo", {"text": "again"})
            )
            assert again["result"]["text"] == "again"

    run(scene())


def test_a_cancellation_that_only_the_lenient_decoder_reads_ends_the_request() -> None:
    """Of a member that comes twice the last counts; the fast decoder already rejects the first."""
    received: list[str] = []

    async def hang(params: Empty, inbound: Inbound) -> None:
        await asyncio.get_running_loop().create_future()

    def listen(params: Echo, inbound: Inbound) -> None:
        received.append(params.text)

    def twice(frame: bytes) -> bytes:
        return b'{"jsonrpc":"1.0",' + frame.removeprefix(b"{")

    async def scene() -> None:
        table = {**routes(), "hang": Route(Empty, hang), "listen": Route(Echo, listen, notification=True)}
        async with with_peer(table) as (far, _):
            assert await far.exchange(call(1, "hang")) == []
            # Neither another notification nor a request of this name is a cancellation.
            (answer,) = await far.exchange(
                twice(note("listen", {"text": "a", "requestId": 1})),
                twice(call(2, "$/cancel_request", {"requestId": 1})),
            )
            assert (answer["id"], received) == (2, ["a"])
            far.say(twice(note("$/cancel_request", {"requestId": 1})))
            answer = await far.receive()
            assert (answer["id"], answer["error"]["code"]) == (1, -32800)

    run(scene())


def test_a_request_cancelled_before_its_first_step_is_answered_too() -> None:
    async def scene() -> None:
        async with with_peer(routes()) as (far, _):
            far.say(call(1, "hang"), note("$/cancel_request", {"requestId": 1}))
            assert (await far.receive())["error"]["code"] == -32800

    run(scene())


def test_an_error_after_a_cancellation_is_the_cancellation() -> None:
    async def stubborn(params: Empty, inbound: Inbound) -> None:
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            raise RuntimeError("the stream broke") from None

    async def scene() -> None:
        async with with_peer({**routes(), "stubborn": Route(Empty, stubborn)}) as (far, _):
            await far.exchange(call(1, "stubborn"))
            far.say(note("$/cancel_request", {"requestId": 1}))
            assert (await far.receive())["error"]["code"] == -32800

    run(scene())


def test_a_request_that_waits_for_its_turn_can_be_cancelled_or_sent_twice() -> None:
    gate = asyncio.Event()
    called: list[str] = []

    async def first(params: Empty, inbound: Inbound) -> None:
        await gate.wait()

    def second(params: Empty, inbound: Inbound) -> None:
        called.append("second")

    async def scene() -> None:
        table = {"first": Route(Empty, first, Order.IN_ORDER), "second": Route(Empty, second)}
        async with with_peer(table) as (far, _):
            far.say(call(1, "first"), call(2, "second"), call(2, "second"), call(3, "second"))
            far.say(note("$/cancel_request", {"requestId": 2}), call(1, "second"))
            for _ in range(5):
                await asyncio.sleep(0)
            gate.set()
            answers = [await far.receive() for _ in range(5)]
            codes = [(answer["id"], answer.get("error", {}).get("code")) for answer in answers]
            assert codes == [(1, None), (2, -32800), (2, -32600), (3, None), (1, -32600)]
            assert called == ["second"]

    run(scene())


def test_an_in_order_handler_can_be_cancelled_and_the_next_message_goes_on() -> None:
    async def scene() -> None:
        table = {**routes(), "hang": Route(Empty, routes()["hang"].handler, Order.IN_ORDER)}
        async with with_peer(table) as (far, _):
            far.say(call(1, "hang"), call(2, "echo", {"text": "behind"}))
            far.say(note("$/cancel_request", {"requestId": 1}))
            assert (await far.receive())["error"]["code"] == -32800
            assert (await far.receive())["result"]["text"] == "behind"

    run(scene())


def test_more_requests_than_allowed_are_refused_with_what_to_do() -> None:
    async def scene() -> None:
        async with with_peer(routes(), limits=Limits(max_requests=3)) as (far, _):
            far.say(*(call(number, "hang") for number in range(4)))
            answer = await far.receive()
            assert (answer["id"], answer["error"]["code"]) == (3, BUSY)
            assert "Wait for an answer" in answer["error"]["message"]
            far.say(note("$/cancel_request", {"requestId": 0}))
            assert (await far.receive())["id"] == 0
            (answer,) = await far.exchange(call(5, "echo", {"text": "room again"}))
            assert "result" in answer

    run(scene())


def test_more_notifications_than_allowed_wait_and_none_is_lost() -> None:
    gate = asyncio.Event()
    begun: list[int] = []
    most = 0
    now = 0

    async def work(params: Number, inbound: Inbound) -> None:
        nonlocal most, now
        begun.append(params.number)
        now += 1
        most = max(most, now)
        await gate.wait()
        now -= 1

    async def scene() -> None:
        table = {**routes(), "work": Route(Number, work, notification=True)}
        async with with_peer(table, limits=Limits(max_notifications=4, max_queued=10)) as (far, _):
            far.say(*(note("work", {"number": number}) for number in range(500)))
            far.say(call(1, "echo", {"text": "behind"}))
            while len(begun) < 4:
                await asyncio.sleep(0)
            gate.set()
            assert (await far.receive())["result"]["text"] == "behind"
            while now or len(begun) < 500:
                await asyncio.sleep(0)
            assert begun == [*range(500)]
            assert most <= 4

    run(scene())


def test_messages_that_wait_stop_the_reading_until_they_are_taken() -> None:
    gate = asyncio.Event()

    async def wait(params: Empty, inbound: Inbound) -> None:
        await gate.wait()

    async def scene() -> None:
        table = {**routes(), "wait": Route(Empty, wait, Order.IN_ORDER)}
        async with with_peer(table, limits=Limits(max_queued=10)) as (far, _):
            text = "x" * 10_000
            far.say(call("wait", "wait"))
            far.say(*(call(number, "echo", {"text": text}) for number in range(1000)))
            for _ in range(20):
                await asyncio.sleep(0)
            assert not far.channel.has_room, "nothing was read while 1000 messages wait"
            gate.set()
            assert (await far.receive())["id"] == "wait"
            assert [(await far.receive())["id"] for _ in range(1000)] == [*range(1000)]

    run(scene())


def test_a_method_is_admitted_before_its_params_are_looked_at() -> None:
    handled: list[str] = []

    def handle(params: Echo, inbound: Inbound) -> None:
        handled.append(inbound.method)

    def admit(method: str) -> RpcError | None:
        return None if method == "open" else RpcError(-32000, "Send open first.")

    async def scene() -> None:
        table = {
            "ask": Route(Echo, handle),
            "tell": Route(Echo, handle, notification=True),
            "open": Route(Echo, handle),
        }
        async with with_peer(table, admit=admit) as (far, _):
            far.say(call(1, "ask", {"text": 5}), note("tell", {"text": ""}), call(2, "open", {"text": ""}))
            assert (await far.receive())["error"] == {"code": -32000, "message": "Send open first."}
            assert (await far.receive())["id"] == 2
            assert handled == ["open"]

    run(scene())


def test_errors_go_out_as_they_are_explained() -> None:
    class Missing(Exception): ...

    def raises(error: Exception) -> Callable[[Empty, Inbound], None]:
        def handler(params: Empty, inbound: Inbound) -> None:
            raise error

        return handler

    def explain(error: Exception) -> RpcError | None:
        match error:
            case Missing():
                return RpcError(-32002, "There is no such file.", {"path": "a"})
            case KeyError():
                raise ValueError("explaining failed")
            case _:
                return None

    async def scene() -> None:
        table = {
            "rpc": Route(Empty, raises(RpcError(-32001, "as it is", [1]))),
            "known": Route(Empty, raises(Missing("secret"))),
            "unknown": Route(Empty, raises(OSError("secret"))),
            "worse": Route(Empty, raises(KeyError("secret"))),
            "unwritable": Route(Empty, raises(RpcError(1, "x", object()))),
        }
        async with with_peer(table, map_error=explain) as (far, _):
            errors: dict[str, Any] = {}
            for method in table:
                far.say(call(method, method))
                errors[method] = (await far.receive())["error"]
            assert errors["rpc"] == {"code": -32001, "message": "as it is", "data": [1]}
            assert errors["known"] == {
                "code": -32002,
                "message": "There is no such file.",
                "data": {"path": "a"},
            }
            internal = {"code": -32603, "message": "Internal error. The log (standard error) says more."}
            assert errors["unknown"] == errors["worse"] == errors["unwritable"] == internal

    run(scene())


def test_raw_params_and_results_pass_through() -> None:
    def same(params: msgspec.Raw, inbound: Inbound) -> msgspec.Raw:
        return params

    async def scene() -> None:
        async with with_peer({"same": Route(msgspec.Raw, same)}) as (far, _):
            far.say(call(1, "same", {"a": [1, {"b": None}]}))
            assert (await far.receive())["result"] == {"a": [1, {"b": None}]}

    run(scene())


def test_what_follows_an_answer_is_done_when_the_answer_has_been_sent(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene() -> None:
        async def beside(params: Empty, inbound: Inbound) -> ResultWithCallback:
            return ResultWithCallback("first", lambda: inbound.peer._channel.send(note("second")))

        def failing(params: Empty, inbound: Inbound) -> ResultWithCallback:
            return ResultWithCallback("fine", lambda: 1 // 0)

        async with with_peer({"beside": Route(Empty, beside), "failing": Route(Empty, failing)}) as (far, _):
            far.say(call(1, "beside"), call(2, "failing"))
            received = [await far.receive() for _ in range(3)]
            assert [(message.get("result"), message.get("method")) for message in received] in (
                [("first", None), (None, "second"), ("fine", None)],
                [("fine", None), ("first", None), (None, "second")],
            )

    run(scene())
    assert "follows the answer" in caplog.text


def test_a_result_larger_than_a_frame_is_an_error_that_says_so() -> None:
    async def scene() -> None:
        async with with_peer(routes()) as (far, _):
            far.say(call(1, "big", {"size": 33 << 20}))
            assert "Ask for less" in (await far.receive())["error"]["message"]

    run(scene())


def test_answers_that_are_ready_are_sent_before_the_end_and_handlers_in_progress_are_cancelled() -> None:
    ended: list[str] = []

    async def hang(params: Empty, inbound: Inbound) -> None:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            ended.append("hang")

    async def quick(params: Empty, inbound: Inbound) -> str:
        return "quick"

    async def steps(params: Empty, inbound: Inbound) -> str:
        for _ in range(10):
            await asyncio.sleep(0)
        return "steps"

    async def scene() -> None:
        table = {
            **routes(),
            "hang": Route(Empty, hang),
            "quick": Route(Empty, quick),
            "steps": Route(Empty, steps, Order.IN_ORDER),
        }
        async with with_peer(table) as (far, _):
            far.say(call(1, "hang"), call(2, "quick"), call(3, "steps"), call(4, "echo", {"text": ""}))
            far.channel.finish()
            answered = [message["id"] for message in await far.receive_all()]
            assert sorted(answered) == [2, 3, 4]
            assert ended == ["hang"]

    run(scene())


def test_a_handler_that_will_not_end_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    release = asyncio.Event()

    async def stubborn(params: Empty, inbound: Inbound) -> None:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue

    async def scene() -> None:
        near, far = memory_pair()
        peer = Peer(near, {"stubborn": Route(Empty, stubborn)}, limits=Limits(cancel_timeout_s=0.05))
        far.send(call(1, "stubborn"))
        far.finish()
        with caplog.at_level(logging.WARNING):
            await peer.run()
        assert "do not end: stubborn" in caplog.text
        release.set()
        for _ in range(5):
            await asyncio.sleep(0)

    run(scene())


def test_an_in_order_handler_without_end_does_not_keep_the_peer(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        near, far = memory_pair()
        table = {"hang": Route(Empty, routes()["hang"].handler, Order.IN_ORDER)}
        peer = Peer(near, table, limits=Limits(drain_timeout_s=0.05))
        far.send(call(1, "hang"))
        far.send(call(2, "hang"))
        far.finish()
        await peer.run()

    run(scene())


def test_stop_ends_the_peer_and_its_handlers_at_once() -> None:
    handled: list[int] = []

    def stop(params: Number, inbound: Inbound) -> None:
        handled.append(params.number)
        inbound.peer.stop()

    async def scene() -> None:
        table = {**routes(), "stop": Route(Number, stop, notification=True)}
        async with with_peer(table) as (far, peer):
            far.say(call(1, "hang"), note("stop", {"number": 1}), note("stop", {"number": 2}))
            assert await far.receive_all() == []
            assert handled == [1]
            with pytest.raises(ConnectionLost):
                await peer.request("anything", None, object)
            await peer.notify("anything", None)

    run(scene())


def test_a_peer_that_is_stopped_before_it_runs_returns() -> None:
    async def scene() -> None:
        near, _ = memory_pair()
        peer = Peer(near, {})
        peer.stop()
        await peer.run()

    run(scene())


def test_cancelling_run_ends_the_handlers() -> None:
    ended = asyncio.Event()

    async def hang(params: Empty, inbound: Inbound) -> None:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            ended.set()

    async def scene() -> None:
        near, far = memory_pair()
        running = asyncio.create_task(Peer(near, {"hang": Route(Empty, hang)}).run())
        far.send(call(1, "hang"))
        for _ in range(5):
            await asyncio.sleep(0)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert ended.is_set()

    run(scene())
