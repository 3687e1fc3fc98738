"""What a channel over a WebSocket does at the ends: leaving, bad text, and an agent that is served over one."""

import asyncio
from pathlib import Path

from test_wire_channels import Receiver
from websocket_ends import LibrarySocket, client_of, served, websocket_pair
from wire_pairs import Run

from acp_editor import provided
from provider_server import ProviderServer, says
from understudy.acp import Agent
from understudy.client import connect
from understudy.web.tabs import TabSocket
from understudy.wire import HIGH_WATER_BYTES, Relay, WebSocketChannel


def test_a_client_that_leaves_ends_the_channel_after_its_last_message(run: Run) -> None:
    async def scene() -> None:
        receiver = Receiver()

        async def serve(tab: TabSocket) -> None:
            channel = WebSocketChannel(tab)
            channel.open(receiver)
            await receiver.end()
            channel.send(b"[2]")  # dropped
            await channel.flush(1.0)
            await channel.wait_for_room()
            channel.close()

        async with served(serve) as port:
            async with client_of(port) as connection:
                await connection.send("[1]")
            await receiver.end()
        assert receiver.frames == [b"[1]"]

    run(scene())


def test_a_server_that_leaves_ends_the_clients_channel_with_its_reason(run: Run) -> None:
    async def scene() -> None:
        async def serve(tab: TabSocket) -> None:
            channel = WebSocketChannel(tab)
            channel.send(b"[1]")
            await channel.flush(5.0)
            channel.close()
            await tab.close(4002, "The agent ended. " + "é" * 200)

        async with served(serve) as port, client_of(port) as connection:
            channel, receiver = WebSocketChannel(LibrarySocket(connection)), Receiver()
            channel.open(receiver)
            await receiver.end()
            channel.close()
            assert receiver.frames == [b"[1]"]
            assert connection.close_code == 4002
            assert (connection.close_reason or "").startswith("The agent ended. éé")
            assert len((connection.close_reason or "").encode()) <= 123

    run(scene())


def test_bytes_that_are_no_utf8_arrive_marked_and_break_nothing(run: Run) -> None:
    async def scene() -> None:
        async with websocket_pair() as (near, far):
            receiver = Receiver()
            far.open(receiver)
            near.send(b'"\xff\xfe"')
            near.send(b"[2]")
            assert await receiver.received(2) == ['"\ufffd\ufffd"'.encode(), b"[2]"]

    run(scene())


def test_a_binary_message_ends_what_comes_in_and_is_remembered(run: Run) -> None:
    async def scene() -> None:
        seen = asyncio.get_running_loop().create_future()

        async def serve(tab: TabSocket) -> None:
            channel, receiver = WebSocketChannel(tab), Receiver()
            channel.open(receiver)
            await receiver.end()
            seen.set_result((tab.has_bad_frame, receiver.frames))
            channel.close()
            await tab.close(4400, "Text, please.")

        async with served(serve) as port, client_of(port) as connection:
            await connection.send("[1]")
            await connection.send(b"[2]")
            assert await seen == (True, [b"[1]"])

    run(scene())


def test_a_channel_that_is_closed_lets_go_of_whoever_waits(run: Run) -> None:
    async def scene() -> None:
        async with websocket_pair() as (near, far):
            far.open(Receiver())
            far.pause()
            frame = b'"' + b"x" * 100_000 + b'"'
            while near.has_room:
                near.send(frame)
                await asyncio.sleep(0)
            waiting = asyncio.gather(near.wait_for_room(), near.flush(60.0))
            await asyncio.sleep(0)
            near.close()
            await waiting
            assert near.has_room
            near.send(frame)

    run(scene())


def test_two_joined_channels_keep_each_others_pace(run: Run) -> None:
    """Nobody reads at the far end, so the writer is stopped there: nothing piles up in the middle."""

    async def scene() -> None:
        async with websocket_pair() as (near, middle), websocket_pair() as (other, far):
            joint = Relay(middle, other)
            joining = asyncio.ensure_future(joint.run())
            frame = b'"' + b"x" * 100_000 + b'"'
            sent, quiet = 0, 0
            while quiet < 200:
                if near.has_room:
                    near.send(frame)
                    sent, quiet = sent + 1, 0
                quiet += 1
                await asyncio.sleep(0.001)
            assert sent * len(frame) < 3 * HIGH_WATER_BYTES + (8 << 20)
            receiver = Receiver()
            far.open(receiver)
            assert await receiver.received(sent) == [frame] * sent
            far.send(b"[1]")
            back = Receiver()
            near.open(back)
            assert await back.received(1) == [b"[1]"]
            joint.stop()
            await joining
            assert joint.ending == "stopped"

    run(scene())


def test_a_side_that_takes_nothing_for_too_long_ends_the_joint(run: Run) -> None:
    async def scene() -> None:
        async with websocket_pair() as (near, middle), websocket_pair() as (other, _):
            joint = Relay(middle, other, stall_timeout_s=0.2)
            joining = asyncio.ensure_future(joint.run())
            frame = b'"' + b"x" * 1_000_000 + b'"'
            while not joining.done():
                if near.has_room:
                    near.send(frame)
                await asyncio.sleep(0.001)
            assert (joint.side, joint.ending) == (1, "stalled")

    run(scene())


def test_a_message_that_is_too_large_ends_the_joint_instead_of_being_lost(run: Run) -> None:
    async def scene() -> None:
        async with websocket_pair(1000) as (near, middle), websocket_pair() as (other, far):
            joint = Relay(middle, other)
            joining = asyncio.ensure_future(joint.run())
            far.open(Receiver())
            near.send(b"x" * 1001)
            await joining
            assert (joint.side, joint.ending) == (0, "too_large")

    run(scene())


def test_our_agent_is_served_over_a_websocket_to_our_client(run: Run, root: Path, tmp_path: Path) -> None:
    async def scene(provider: ProviderServer) -> None:
        dependencies = provided(tmp_path / "state", provider.url)

        async def serve(tab: TabSocket) -> None:
            await Agent(WebSocketChannel(tab), lambda: dependencies).run()

        async with (
            served(serve) as port,
            client_of(port) as connection,
            connect(partner=lambda near: Relay(near, WebSocketChannel(LibrarySocket(connection)))) as agent,
        ):
            session = await agent.new_session(root)
            turn = session.prompt("Hello?")
            assert await turn.text() == "Hello."
            assert turn.stop_reason == "end_turn"

    with ProviderServer([says("Hello.")]) as provider:
        run(scene(provider))
