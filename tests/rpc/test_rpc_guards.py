"""Guards of a peer one by one: default limits, lost messages, responses to nothing, and errors of handlers."""

import asyncio
import logging
from typing import Any

import msgspec
import pytest
from echo_program import Echo, Empty, routes
from fake_channel import FakeChannel, StepByStep
from far_side import Far, call, note, with_peer

from chat.turn.turn_harness import run_virtually
from understudy.rpc import BUSY, CANCELLED, Inbound, Limits, Order, Peer, Route, RpcError
from understudy.rpc.errors import invalid_params
from understudy.rpc.messages import encode_call, encode_error, encode_notification
from understudy.wire import memory_pair


def decoded(channel: FakeChannel) -> list[dict[str, Any]]:
    return [msgspec.json.decode(frame) for frame in channel.sent]


async def let_run() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def hang(params: Empty, inbound: Inbound) -> None:
    await asyncio.get_running_loop().create_future()


async def ignore_cancellation(params: Empty, inbound: Inbound) -> None:
    until = asyncio.get_running_loop().time() + 100
    while (left := until - asyncio.get_running_loop().time()) > 0:
        try:
            await asyncio.sleep(left)
        except asyncio.CancelledError:
            continue


# Limits that apply if the owner sets none


def test_by_default_256_requests_are_accepted_at_once() -> None:
    async def scene() -> None:
        async with with_peer({**routes(), "hang": Route(Empty, hang)}) as (far, _):
            assert await far.exchange(*(call(number, "hang") for number in range(255))) == []
            far.say(call(255, "hang"), call(256, "hang"))
            answer = await far.receive()
            assert (answer["id"], answer["error"]["code"]) == (256, BUSY)

    asyncio.run(scene())


def test_by_default_256_notifications_run_at_once() -> None:
    started = 0

    async def count(params: Empty, inbound: Inbound) -> None:
        nonlocal started
        started += 1
        await asyncio.get_running_loop().create_future()

    async def scene() -> None:
        async with with_peer({"count": Route(Empty, count, notification=True)}) as (far, _):
            far.say(*[note("count")] * 300)
            await let_run()
            assert started == 256

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("count", "frame_bytes"), [(4096, 100), (64, 1 << 20)], ids=["4096 messages", "64 MiB"]
)
def test_by_default_reading_pauses_at(count: int, frame_bytes: int) -> None:
    empty = note("step", {"text": ""})
    frame = note("step", {"text": "x" * (frame_bytes - len(empty))})

    async def scene() -> None:
        async with StepByStep(Limits()) as peer:
            peer.channel.receive(note("step"))
            peer.channel.receive(*[frame] * (count - 1))
            assert not peer.channel.is_paused
            peer.channel.receive(frame)
            assert peer.channel.is_paused

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("handler", "order", "seconds"),
    [
        (hang, Order.CONCURRENT, 0),
        (hang, Order.IN_ORDER, 2),
        (ignore_cancellation, Order.CONCURRENT, 5),
        (ignore_cancellation, Order.IN_ORDER, 2 + 5),
    ],
)
def test_how_long_the_end_waits_by_default(handler: Any, order: Order, seconds: float) -> None:
    async def scene() -> None:
        near, far = memory_pair()
        far.send(call(1, "work"))
        far.finish()
        await Peer(near, {"work": Route(Empty, handler, order)}).run()
        assert asyncio.get_running_loop().time() == pytest.approx(seconds)
        await asyncio.sleep(100)

    run_virtually(scene())


def test_the_last_responses_have_a_second_to_be_read() -> None:
    async def scene() -> None:
        channel = FakeChannel()
        peer = Peer(channel, {})
        peer.stop()
        await peer.run()
        assert channel.flush_timeouts_s == [1.0]
        assert channel.receiver is None  # stopped before it ran: nothing is read

    asyncio.run(scene())


@pytest.mark.parametrize(("steps", "is_answered"), [(1, True), (3, True), (4, False)])
def test_a_handler_that_waits_for_nothing_is_answered_at_the_end(steps: int, is_answered: bool) -> None:
    async def short(params: Empty, inbound: Inbound) -> str:
        for _ in range(steps):
            await asyncio.sleep(0)
        return "done"

    async def scene() -> None:
        near, far = memory_pair()
        received = Far(far)
        received.say(call(1, "short"))
        received.channel.finish()
        await Peer(near, {"short": Route(Empty, short)}).run()
        assert len(await received.receive_all()) == is_answered

    asyncio.run(scene())


# Reading is paused and resumed once


def test_reading_is_paused_and_resumed_once_each() -> None:
    async def scene() -> None:
        async with StepByStep(Limits(max_queued=4)) as peer:
            peer.channel.receive(*[note("step")] * 8)
            assert peer.channel.pauses == 1
            for _ in range(8):
                await peer.finish_one()
            assert peer.channel.resumed_at == [7]
            peer.channel.receive(*[note("step")] * 5)
            assert peer.channel.pauses == 2

    asyncio.run(scene())


def test_a_stopped_peer_does_not_resume_reading() -> None:
    async def scene() -> None:
        async with StepByStep(Limits(max_queued=4)) as peer:
            peer.channel.receive(*[note("step")] * 5)
            assert peer.channel.is_paused
            peer.stop()
            await let_run()
        assert peer.channel.resumed_at == []

    asyncio.run(scene())


def test_one_task_waits_for_room_however_many_messages_are_queued() -> None:
    async def scene() -> None:
        channel = FakeChannel()
        peer = Peer(channel, routes())
        running = asyncio.create_task(peer.run())
        await asyncio.sleep(0)
        channel.set_room(False)
        for number in range(3):
            channel.receive(call(number, "notes"))
            await let_run()
        assert channel.room_waits == 1
        channel.set_room(True)
        await let_run()
        assert [message["id"] for message in decoded(channel)] == [0, 1, 2]
        peer.stop()
        await running

    asyncio.run(scene())


# Messages that need no answer


@pytest.mark.parametrize(
    "frame",
    [
        note("nobody/knows", {"a": 1}),
        note("echo", {"text": "a request without an id"}),
        note("listen", {"text": "the handler returns a value"}),
        note("listen", {"text": 5}),
        note("$/cancel_request", {"requestId": None}),
        note("$/cancel_request", {"requestId": "unknown"}),
        b'{"jsonrpc":"2.0","id":5,"result":{}}',
        b'{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"x"}}',
        b'{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}',
    ],
    ids=lambda frame: frame.decode()[15:70],
)
def test_a_message_without_an_answer_is_no_error_of_ours(
    frame: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        channel = FakeChannel()
        table = {**routes(), "listen": Route(Echo, lambda params, inbound: params, notification=True)}
        peer = Peer(channel, table)
        running = asyncio.create_task(peer.run())
        await asyncio.sleep(0)
        channel.receive(frame)
        await let_run()
        assert channel.sent == []
        peer.stop()
        await running

    with caplog.at_level(logging.ERROR):
        asyncio.run(scene())
    assert caplog.records == []


def test_the_handler_of_a_request_is_not_called_for_a_notification() -> None:
    called: list[str] = []

    async def scene() -> None:
        table = {
            **routes(),
            "ask": Route(Empty, lambda params, inbound: called.append("ask")),
            "both": Route(Empty, lambda params, inbound: called.append("both"), allow_notification=True),
            "tell": Route(Empty, lambda params, inbound: called.append("tell"), notification=True),
        }
        async with with_peer(table) as (far, _):
            assert await far.exchange(note("ask"), note("both"), note("tell"), note("other")) == []
            assert called == ["both", "tell"]

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("frame", "reported"),
    [
        (b"nonsense", (None, b"nonsense")),
        (b'{"jsonrpc":"1.0","method":"tell"}', (None, b'{"jsonrpc":"1.0","method":"tell"}')),
        (b'{"jsonrpc":"1.0","id":7,"method":"tell"}', None),
        (b'{"jsonrpc":"2.0","method":"tell","params":{"text":5}}', ("tell", b'{"text":5}')),
        (b'{"jsonrpc":"2.0","method":"unknown","params":{"text":5}}', None),
        (b'{"jsonrpc":"2.0","id":7,"method":"echo","params":{"text":5}}', None),
        (b'{"jsonrpc":"2.0","method":"tell","params":{"text":"fine"}}', None),
    ],
    ids=lambda value: str(value)[:60],
)
@pytest.mark.parametrize("is_queued", [False, True], ids=["at once", "queued"])
def test_a_lost_notification_is_reported_to_the_owner(
    frame: bytes, reported: tuple[str | None, bytes] | None, is_queued: bool
) -> None:
    lost: list[tuple[str | None, bytes]] = []
    gate = asyncio.Event()

    async def block(params: Empty, inbound: Inbound) -> None:
        await gate.wait()

    async def scene() -> None:
        table = {
            **routes(),
            "tell": Route(Echo, lambda params, inbound: None, notification=True),
            "block": Route(Empty, block, Order.IN_ORDER, notification=True),
        }
        undecodable: Any = lambda method, data: lost.append((method, data))  # noqa: E731
        async with with_peer(table, on_undecodable=undecodable) as (far, _):
            if is_queued:
                far.say(note("block"))
            far.say(frame)
            await let_run()
            assert not (is_queued and lost)
            gate.set()
            await far.exchange()
            assert lost == ([] if reported is None else [reported])

    asyncio.run(scene())


def test_a_report_that_fails_does_not_end_the_peer(caplog: pytest.LogCaptureFixture) -> None:
    def fail(method: str | None, data: bytes) -> None:
        raise ValueError("the report failed")

    async def scene() -> None:
        async with with_peer(routes(), on_undecodable=fail) as (far, _):
            (answer,) = await far.exchange(b"nonsense")
            assert answer["error"]["code"] == -32700

    with caplog.at_level(logging.ERROR):
        asyncio.run(scene())
    assert "the report failed" in caplog.text


def test_invalid_messages_are_answered_in_order_behind_a_handler_that_is_awaited() -> None:
    gate = asyncio.Event()

    async def block(params: Empty, inbound: Inbound) -> None:
        await gate.wait()

    async def scene() -> None:
        async with with_peer({**routes(), "block": Route(Empty, block, Order.IN_ORDER)}) as (far, _):
            far.say(call(1, "block"), b"nonsense", b'{"jsonrpc":"1.0","id":7,"method":"notes"}')
            far.say(call(7, "notes"), b'{"jsonrpc":"2.0","id":8}')
            await let_run()
            gate.set()
            answers = [await far.receive() for _ in range(5)]
            codes = [(answer["id"], answer.get("error", {}).get("code")) for answer in answers]
            assert codes == [(1, None), (None, -32700), (7, -32600), (7, None), (8, -32600)]

    asyncio.run(scene())


# Responses to our own requests


@pytest.mark.parametrize(
    ("response", "result"),
    [(b'"result":5', 5), (b'"result":null', None), (b'"result":5,"error":null', 5)],
)
def test_a_response_is_an_error_only_if_its_error_is_not_null(response: bytes, result: object) -> None:
    async def scene() -> None:
        async with with_peer({}) as (far, peer):
            asking = asyncio.create_task(peer.request("m", None, object))
            name = (await far.receive())["id"]
            far.say(b'{"jsonrpc":"2.0","id":%d,%s}' % (name, response))
            assert await asking == result

    asyncio.run(scene())


@pytest.mark.parametrize(("message", "answers"), [(call(1, "stop"), 1), (note("stop"), 0)])
def test_a_handler_that_ends_as_cancelled_answers_a_request_only(message: bytes, answers: int) -> None:
    async def stop(params: Empty, inbound: Inbound) -> None:
        raise asyncio.CancelledError

    async def scene() -> None:
        async with with_peer({**routes(), "stop": Route(Empty, stop, allow_notification=True)}) as (far, _):
            far.say(message)
            await let_run()
            assert [one["error"]["code"] for one in await far.exchange()] == [CANCELLED] * answers

    asyncio.run(scene())


def test_a_response_to_a_request_that_was_just_cancelled_is_ignored(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene() -> None:
        channel = FakeChannel()
        peer = Peer(channel, {})
        running = asyncio.create_task(peer.run())
        asking = asyncio.create_task(peer.request("m", None, object))
        await let_run()
        (question,) = decoded(channel)
        asking.cancel()
        channel.receive(b'{"jsonrpc":"2.0","id":%d,"result":1}' % question["id"])
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert decoded(channel)[1:] == [
            {"jsonrpc": "2.0", "method": "$/cancel_request", "params": {"requestId": question["id"]}}
        ]
        peer.stop()
        await running

    with caplog.at_level(logging.ERROR):
        asyncio.run(scene())
    assert caplog.records == []


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        (encode_call(1, "m", None), {"jsonrpc": "2.0", "id": 1, "method": "m"}),
        (encode_call(1, "m", {}), {"jsonrpc": "2.0", "id": 1, "method": "m", "params": {}}),
        (encode_notification("m", None), {"jsonrpc": "2.0", "method": "m"}),
        (encode_notification("m", []), {"jsonrpc": "2.0", "method": "m", "params": []}),
        (
            encode_error(None, RpcError(1, "x")),
            {"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "x"}},
        ),
        (
            encode_error(2, RpcError(1, "x", 0)),
            {"jsonrpc": "2.0", "id": 2, "error": {"code": 1, "message": "x", "data": 0}},
        ),
    ],
)
def test_what_is_none_is_left_out_of_a_message(frame: bytes, expected: dict[str, Any]) -> None:
    assert msgspec.json.decode(frame) == expected


# Errors of handlers


class Unusual(BaseException):
    """Neither an Exception nor one that ends the event loop."""


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RpcError(-32001, "as it is"), -32001),
        (KeyError("mapped"), -32002),
        (ValueError("unknown"), -32603),
        (Unusual(), -32603),
    ],
)
@pytest.mark.parametrize("is_mapped", [True, False], ids=["mapped", "not mapped"])
def test_the_error_of_an_awaited_handler(
    error: BaseException, code: int, is_mapped: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(params: Empty, inbound: Inbound) -> None:
        await asyncio.sleep(0)
        raise error

    def explain(error: Exception) -> RpcError | None:
        assert isinstance(error, Exception)
        return RpcError(-32002, "mapped") if isinstance(error, KeyError) else None

    async def scene() -> None:
        table = {**routes(), "fail": Route(Empty, fail, Order.IN_ORDER)}
        async with with_peer(table, map_error=explain if is_mapped else None) as (far, _):
            far.say(call(1, "fail"))
            expected = code if is_mapped or code != -32002 else -32603
            assert (await far.receive())["error"]["code"] == expected
            assert await far.exchange() == []

    with caplog.at_level(logging.ERROR):
        asyncio.run(scene())
    assert "could not be mapped" not in caplog.text


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (RecursionError(), "Invalid params: params: nested too deeply."),
        (
            UnicodeDecodeError("utf-8", b"x", 0, 1, "bad"),
            "Invalid params: params: a string in it is not valid Unicode.",
        ),
        (msgspec.ValidationError("Object missing required field `a`"), "Invalid params: a is missing."),
    ],
)
def test_why_params_are_invalid(error: Exception, message: str) -> None:
    assert invalid_params(error).message == message


def test_a_request_whose_peer_has_no_room_waits_only_while_the_peer_is_connected() -> None:
    async def scene() -> None:
        channel = FakeChannel()
        peer = Peer(channel, {})
        channel.set_room(False)
        notifying = asyncio.create_task(peer.notify("m", None))
        await let_run()
        assert not notifying.done()
        channel.set_room(True)
        await notifying
        channel.set_room(False)
        peer.stop()
        await asyncio.wait_for(peer.notify("m", None), 1)

    asyncio.run(scene())
