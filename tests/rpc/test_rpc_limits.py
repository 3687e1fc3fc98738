"""Every limit and guard of a peer, at its boundary: what is still accepted, and what is one too many."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest
from echo_program import Echo, Empty, routes
from fake_channel import FakeChannel, StepByStep
from far_side import LIMIT_S, Far, call, note, with_peer

from understudy.rpc import BUSY, INVALID_REQUEST, PARSE_ERROR, Inbound, Limits, Order, Peer, Route, RpcError
from understudy.rpc.errors import describe_validation_error
from understudy.rpc.limits import MAX_QUOTED_CHARS
from understudy.rpc.messages import (
    InvalidMessage,
    decode_leniently,
    encode_call,
    encode_notification,
    encode_result,
    parse_id,
)
from understudy.rpc.responses import ResponseWriter
from understudy.wire import MAX_FRAME_BYTES, OVERSIZED_FRAME, memory_pair


def run(work: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(LIMIT_S):
            await work

    asyncio.run(limited())


@pytest.mark.parametrize(("limit", "queued_when_resumed"), [(10, 4), (11, 5), (2, 0), (1, 0)])
def test_reading_pauses_at_the_limit_and_resumes_below_half_of_it(
    limit: int, queued_when_resumed: int
) -> None:
    async def scene() -> None:
        async with StepByStep(Limits(max_queued=limit)) as peer:
            peer.channel.receive(note("step"))  # It runs; the others are queued.
            peer.channel.receive(*[note("step")] * (limit - 1))
            assert not peer.channel.is_paused
            peer.channel.receive(note("step"))
            assert peer.channel.is_paused
            while peer.channel.is_paused:
                await peer.finish_one()
            assert peer.channel.resumed_at == [1 + limit - queued_when_resumed]

    run(scene())


def test_the_bytes_of_queued_messages_pause_reading_in_the_same_way() -> None:
    frame = note("step", {"text": "x" * 100})

    async def scene() -> None:
        async with StepByStep(Limits(max_queued_bytes=10 * len(frame))) as peer:
            peer.channel.receive(frame)
            peer.channel.receive(*[frame] * 9)
            assert not peer.channel.is_paused
            peer.channel.receive(frame)
            assert peer.channel.is_paused
            while peer.channel.is_paused:
                await peer.finish_one()
            assert peer.channel.resumed_at == [1 + 10 - 4]

    run(scene())


def test_messages_are_queued_while_the_other_side_does_not_read_and_processed_in_order_afterwards() -> None:
    async def scene() -> None:
        channel = FakeChannel()
        peer = Peer(channel, routes(), limits=Limits(max_queued=3))
        running = asyncio.create_task(peer.run())
        await asyncio.sleep(0)
        channel.set_room(False)
        channel.receive(*(call(number, "echo", {"text": ""}) for number in range(3)))
        assert channel.sent == []
        assert channel.is_paused
        channel.set_room(True)
        for _ in range(3):
            await asyncio.sleep(0)
        assert [msgspec.json.decode(frame)["id"] for frame in channel.sent] == [0, 1, 2]
        assert not channel.is_paused
        peer.stop()
        await running

    run(scene())


def test_the_end_of_a_handler_processes_nothing_while_the_other_side_does_not_read() -> None:
    async def scene() -> None:
        async with StepByStep(Limits()) as peer:
            peer.channel.receive(note("step"), note("step"))
            peer.channel.set_room(False)
            await peer.finish_one()
            assert peer.channel.handled == 1
            peer.channel.set_room(True)
            for _ in range(3):
                await asyncio.sleep(0)
            assert peer.channel.handled == 2

    run(scene())


@pytest.mark.parametrize("count", [1, 2, 5])
def test_exactly_so_many_requests_are_accepted(count: int) -> None:
    async def scene() -> None:
        async with with_peer(routes(), limits=Limits(max_requests=count)) as (far, _):
            assert await far.exchange(*(call(n, "hang") for n in range(count - 1))) == []
            far.say(call("last", "hang"), call("too many", "hang"))
            answer = await far.receive()
            assert (answer["id"], answer["error"]["code"]) == ("too many", BUSY)
            assert f"{count} requests" in answer["error"]["message"]

    run(scene())


@pytest.mark.parametrize("count", [1, 3])
def test_exactly_so_many_notifications_run_at_once(count: int) -> None:
    started = 0

    async def hang(params: Empty, inbound: Inbound) -> None:
        nonlocal started
        started += 1
        await asyncio.get_running_loop().create_future()

    async def scene() -> None:
        table = {"hang": Route(Empty, hang, notification=True)}
        async with with_peer(table, limits=Limits(max_notifications=count)) as (far, _):
            far.say(*[note("hang")] * (count + 2))
            for _ in range(10):
                await asyncio.sleep(0)
            assert started == count

    run(scene())


def result_of(frame_bytes: int) -> str:
    return "x" * (frame_bytes - len(encode_result(1, "")))


@pytest.mark.parametrize(("extra", "is_error"), [(0, False), (1, True)], ids=["exactly a frame", "one more"])
def test_a_result_may_have_the_size_of_a_frame(extra: int, is_error: bool) -> None:
    async def scene() -> None:
        channel = FakeChannel()
        ResponseWriter(channel, None).send_result(1, "big", result_of(MAX_FRAME_BYTES + extra))
        (frame,) = channel.sent
        assert (b'"error"' in frame[:40]) is is_error
        assert is_error or len(frame) == MAX_FRAME_BYTES

    run(scene())


@pytest.mark.parametrize(("extra", "is_error"), [(0, False), (1, True)], ids=["exactly a frame", "one more"])
@pytest.mark.parametrize("kind", ["request", "notification"])
def test_our_own_message_may_have_the_size_of_a_frame(kind: str, extra: int, is_error: bool) -> None:
    async def scene() -> None:
        channel = FakeChannel()
        peer = Peer(channel, {})
        empty = encode_call(1, "m", "") if kind == "request" else encode_notification("m", "")
        params = "x" * (MAX_FRAME_BYTES + extra - len(empty))
        if kind == "request":
            with pytest.raises(ValueError if is_error else TimeoutError):
                await peer.request("m", params, object, timeout=0)
        elif is_error:
            with pytest.raises(ValueError):
                await peer.notify("m", params)
        else:
            await peer.notify("m", params)
        assert [len(frame) for frame in channel.sent[:1]] == ([] if is_error else [MAX_FRAME_BYTES])

    run(scene())


def test_only_so_many_warnings_about_notifications_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        writer = ResponseWriter(FakeChannel(), None)
        for _ in range(105):
            writer.send_failure(None, "told", RpcError(1, "no"))

    with caplog.at_level(logging.WARNING, logger="understudy.rpc"):
        run(scene())
    assert len(caplog.records) == 100


@pytest.mark.parametrize(
    ("value", "request_id"),
    [
        (0, 0),
        (-1, -1),
        (2**63 - 1, 2**63 - 1),
        (-(2**63), -(2**63)),
        (2**63, None),
        (-(2**63) - 1, None),
        (1.0, 1),
        (1.5, None),
        (2.0**53 - 1, 2**53 - 1),
        (2.0**53, None),
        (-(2.0**53), None),
        ("", ""),
        ("x" * 1024, "x" * 1024),
        ("x" * 1025, None),
        (True, None),
        (False, None),
        (None, None),
        ([1], None),
        ({}, None),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_what_a_request_id_may_be(value: object, request_id: object) -> None:
    parsed = parse_id(value)
    assert parsed == request_id
    assert type(parsed) is type(request_id)


@pytest.mark.parametrize(
    ("frame", "code", "words"),
    [
        (OVERSIZED_FRAME, INVALID_REQUEST, "33554432 bytes at most"),
        (b"[]", INVALID_REQUEST, "batches"),
        (b"1", INVALID_REQUEST, "one JSON object"),
        (b'{"params":' + b"[" * 100_000 + b"]" * 100_000 + b"}", INVALID_REQUEST, "nested too deeply"),
        (b"{", PARSE_ERROR, "not JSON"),
        (b"\xff", PARSE_ERROR, "not JSON"),
        (b'{"jsonrpc":"2.0","method":"\\ud83d"}', INVALID_REQUEST, "surrogate pair"),
        (b'"\\ud83d"', PARSE_ERROR, "not JSON"),
        (b'{"jsonrpc":"1.0","method":"m"}', INVALID_REQUEST, "jsonrpc must be"),
        (b'{"method":"m"}', INVALID_REQUEST, "jsonrpc must be"),
        (b'{"jsonrpc":"1.0","id":1,"method":"m","result":1}', INVALID_REQUEST, "jsonrpc must be"),
        (b'{"jsonrpc":"2.0","id":true,"method":"m"}', INVALID_REQUEST, "id must be"),
        (b'{"jsonrpc":"2.0","id":null,"method":"m"}', INVALID_REQUEST, "id must be"),
        (b'{"jsonrpc":"2.0","id":1,"method":5}', INVALID_REQUEST, "method must be"),
        (b'{"jsonrpc":"2.0","id":1}', INVALID_REQUEST, "method must be"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_wrong_with_a_frame(frame: bytes, code: int, words: str) -> None:
    message = decode_leniently(frame)
    assert isinstance(message, InvalidMessage)
    assert message.error.code == code
    assert words in message.error.message


@pytest.mark.parametrize(
    "frame", [b'{"result":1}', b'{"jsonrpc":"2.0","id":null,"error":{}}', b'{"id":[],"result":1}']
)
def test_a_response_to_nothing_is_not_answered(frame: bytes) -> None:
    assert decode_leniently(frame) is None


@pytest.mark.parametrize(
    ("length", "quoted"), [(MAX_QUOTED_CHARS, MAX_QUOTED_CHARS), (MAX_QUOTED_CHARS + 1, MAX_QUOTED_CHARS + 1)]
)
def test_an_error_quotes_so_much_of_the_peers_message(length: int, quoted: int) -> None:
    field, sentence = describe_validation_error(
        msgspec.ValidationError(f"Object contains unknown field `{'x' * length}`")
    )
    assert len(field) == quoted
    assert field.endswith("…") is (length > MAX_QUOTED_CHARS)
    assert sentence == f"there is no {field}"


@pytest.mark.parametrize(
    ("message", "field", "sentence"),
    [
        ("Object missing required field `uri`", "uri", "uri is missing"),
        ("Object missing required field `uri` - at `$.roots[1]`", "roots[1].uri", "roots[1].uri is missing"),
        ("Object contains unknown field `a` - at `$.b`", "b.a", "there is no b.a"),
        ("Expected `int | null`, got `str` - at `$.a`", "a", "a: expected an integer or null, got a string"),
        ("Expected `object`, got `array`", "params", "params: expected an object, got an array"),
        ("Expected `int`, got `str` - at `key` in `$.m`", "m", "m: a key: expected an integer, got a string"),
        ("Invalid value 'x' - at `$[0]`", "[0]", "[0]: invalid value 'x'"),
    ],
)
def test_validation_errors_are_described_without_the_validators_words(
    message: str, field: str, sentence: str
) -> None:
    assert describe_validation_error(msgspec.ValidationError(message)) == (field, sentence)


@pytest.mark.parametrize(("limit", "timeout_s"), [("drain", 0.05), ("cancel", 0.05)])
def test_the_end_waits_for_handlers_only_as_long_as_the_limits_say(limit: str, timeout_s: float) -> None:
    """A peer with an hour for the other limit still ends."""

    async def hang(params: Empty, inbound: Inbound) -> None:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                if limit == "drain":
                    raise

    async def scene() -> None:
        near, far = memory_pair()
        limits = (
            Limits(drain_timeout_s=timeout_s, cancel_timeout_s=3600)
            if limit == "drain"
            else Limits(drain_timeout_s=0, cancel_timeout_s=timeout_s)
        )
        peer = Peer(near, {"hang": Route(Empty, hang, Order.IN_ORDER)}, limits=limits)
        far.send(call(1, "hang"))
        far.finish()
        await peer.run()
        release.set()
        for _ in range(5):
            await asyncio.sleep(0)

    release = asyncio.Event()
    run(scene())


def test_a_handler_that_is_awaited_at_the_end_is_answered_and_another_is_cancelled() -> None:
    async def short(params: Echo, inbound: Inbound) -> str:
        for _ in range(50):
            await asyncio.sleep(0)
        return params.text

    async def scene() -> None:
        near, far = memory_pair()
        table = {"awaited": Route(Echo, short, await_at_end=True), "cancelled": Route(Echo, short)}
        received = Far(far)
        received.say(call(1, "awaited", {"text": "done"}))
        received.channel.finish()
        await Peer(near, table).run()
        assert [message["result"] for message in await received.receive_all()] == ["done"]
        near, far = memory_pair()
        received = Far(far)
        received.say(call(1, "cancelled", {"text": "done"}))
        received.channel.finish()
        await Peer(near, table).run()
        assert await received.receive_all() == []

    run(scene())
