"""How a peer asks: answers, timeouts, cancellation, and nobody there."""

import asyncio
import os
from collections.abc import Coroutine
from typing import Any

import pytest
from echo_program import Echo, Empty, routes
from far_side import LIMIT_S, call, note, two_peers, with_peer

from understudy.rpc import ConnectionLost, Inbound, InvalidResponse, Order, Peer, Route, RpcError
from understudy.wire import HIGH_WATER_BYTES, LineChannel, memory_pair


def run(work: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(LIMIT_S):
            await work

    asyncio.run(limited())


def test_both_sides_ask_and_answer() -> None:
    async def scene() -> None:
        async with two_peers(routes(), routes()) as (left, right):
            answers = await asyncio.gather(
                *(left.request("echo", Echo(str(number)), Echo) for number in range(100)),
                *(right.request("echo", {"text": str(number)}, Echo) for number in range(100)),
            )
            assert [answer.text for answer in answers] == [str(number) for number in range(100)] * 2

    run(scene())


def test_an_in_order_handler_may_ask_the_other_side() -> None:
    async def question(params: Empty, inbound: Inbound) -> Echo:
        await asyncio.sleep(0)
        return Echo("asked back")

    async def scene() -> None:
        table = {**routes(), "question": Route(Empty, question, Order.IN_ORDER)}
        async with two_peers(table, routes()) as (left, _):
            for _ in range(3):
                assert (await left.request("ask", None, Echo)).text == "asked back"

    run(scene())


def test_an_answer_behind_many_notifications_still_reaches_an_in_order_handler() -> None:
    async def scene() -> None:
        async with with_peer(routes()) as (far, _):
            far.say(call(1, "ask"))
            question = await far.receive()
            far.say(*(note("note", {"text": str(number)}) for number in range(3000)))
            far.say(b'{"jsonrpc":"2.0","id":%d,"result":{"text":"late"}}' % question["id"])
            assert (await far.receive())["result"]["text"] == "late"
            far.say(call(2, "notes"))
            assert (await far.receive())["result"] == [str(number) for number in range(3000)]

    run(scene())


def test_two_sides_that_tell_each_other_much_do_not_wait_for_each_other_for_ever() -> None:
    count, text = 200, "x" * 50_000  # ten times what one side may have unwritten

    async def tell(params: Empty, inbound: Inbound) -> None:
        for _ in range(count):
            await inbound.peer.notify("note", {"text": text})

    async def scene() -> None:
        assert count * len(text) > 9 * HIGH_WATER_BYTES
        there, back = os.pipe(), os.pipe()
        channels = LineChannel(back[0], there[1]), LineChannel(there[0], back[1])
        one, two = ({**routes(), "tell": Route(Empty, tell, Order.IN_ORDER)} for _ in range(2))
        async with two_peers(one, two, channels) as (left, right):
            await asyncio.gather(left.request("tell", None, object), right.request("tell", None, object))
            assert len(await left.request("notes", None, list[str])) == count
            assert len(await right.request("notes", None, list[str])) == count
        for fd in (*there, *back):
            os.close(fd)

    run(scene())


def test_an_error_is_raised_as_it_came() -> None:
    async def scene() -> None:
        async with two_peers({}, routes()) as (left, _):
            with pytest.raises(RpcError) as raised:
                await left.request("echo", {"text": None}, Echo)
            assert raised.value.code == -32602
            assert raised.value.data == {"field": "text"}

    run(scene())


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b'"result":{"text":5}', "text: expected a string, got an integer"),
        (b'"result":null', "expected an object, got null"),
        (b'"result":{"text":"\xff"}', "not understood"),
        (b'"error":5', "none of JSON-RPC's"),
        (b'"error":{"code":"x"}', "none of JSON-RPC's"),
    ],
)
def test_an_answer_that_is_not_what_was_asked_for_is_an_error(answer: bytes, words: str) -> None:
    async def scene() -> None:
        async with with_peer({}) as (far, peer):
            asking = asyncio.create_task(peer.request("echo", {"text": ""}, Echo))
            name = (await far.receive())["id"]
            far.say(b'{"jsonrpc":"2.0","id":%d,%s}' % (name, answer))
            with pytest.raises(InvalidResponse, match=words):
                await asking

    run(scene())


def test_an_answer_without_its_version_is_an_error_and_not_a_wait() -> None:
    async def scene() -> None:
        async with with_peer({}) as (far, peer):
            asking = asyncio.create_task(peer.request("echo", {"text": ""}, Echo))
            far.say(b'{"id":%d,"result":{"text":""}}' % (await far.receive())["id"])
            with pytest.raises(RpcError, match="not a JSON-RPC"):
                await asking

    run(scene())


def test_a_null_error_beside_a_result_is_no_error() -> None:
    async def scene() -> None:
        async with with_peer({}) as (far, peer):
            asking = asyncio.create_task(peer.request("echo", {"text": ""}, Echo))
            far.say(
                b'{"jsonrpc":"2.0","id":%d,"error":null,"result":{"text":"a"}}' % (await far.receive())["id"]
            )
            assert (await asking).text == "a"

    run(scene())


def test_a_request_that_takes_too_long_is_taken_back_and_its_late_answer_passed_over() -> None:
    async def scene() -> None:
        async with with_peer(routes()) as (far, peer):
            with pytest.raises(TimeoutError, match="no answer to slow within"):
                await peer.request("slow", None, object, timeout=0.01)
            name = (await far.receive())["id"]
            taken_back = await far.receive()
            assert taken_back == {
                "jsonrpc": "2.0",
                "method": "$/cancel_request",
                "params": {"requestId": name},
            }
            assert await far.exchange(b'{"jsonrpc":"2.0","id":%d,"result":"late"}' % name) == []

    run(scene())


def test_a_request_whose_caller_is_cancelled_cancels_the_work_on_the_other_side() -> None:
    ended = asyncio.Event()

    async def hang(params: Empty, inbound: Inbound) -> None:
        begun.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            ended.set()

    begun = asyncio.Event()

    async def scene() -> None:
        async with two_peers({}, {"hang": Route(Empty, hang)}) as (left, _):
            asking = asyncio.create_task(left.request("hang", None, object))
            await begun.wait()
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            await ended.wait()

    run(scene())


def test_a_request_in_progress_fails_when_the_other_side_leaves() -> None:
    async def scene() -> None:
        async with with_peer({}) as (far, peer):
            asking = asyncio.create_task(peer.request("echo", None, Echo))
            await far.receive()
            far.channel.close()
            with pytest.raises(ConnectionLost):
                await asking
            with pytest.raises(ConnectionLost):
                await peer.request("echo", None, Echo)

    run(scene())


def test_a_request_that_cannot_be_written_is_not_sent() -> None:
    async def scene() -> None:
        async with with_peer(routes()) as (far, peer):
            with pytest.raises(UnicodeEncodeError):
                await peer.request("echo", {"text": "\ud800"}, Echo)
            with pytest.raises(ValueError, match="bytes at most"):
                await peer.notify("note", {"text": "x" * (33 << 20)})
            assert await far.exchange() == []

    run(scene())


def test_telling_waits_while_the_other_side_does_not_listen() -> None:
    async def scene() -> None:
        near, far = memory_pair()
        peer = Peer(near, {})
        text = "x" * 100_000
        while near.has_room:
            notifying = asyncio.create_task(peer.notify("note", {"text": text}))
            await asyncio.sleep(0)
        for _ in range(5):
            await asyncio.sleep(0)
        assert not notifying.done()
        far.close()
        await notifying

    run(scene())
