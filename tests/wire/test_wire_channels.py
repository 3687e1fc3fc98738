"""What every channel does, whatever it is made of, on both event loops."""

import asyncio
import os
import pty
from pathlib import Path

from wire_pairs import Pair, Run

from understudy.wire import HIGH_WATER_BYTES, OVERSIZED_FRAME, LineChannel


class Receiver:
    """A receiver that keeps what it hears."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.over = False
        self._news = asyncio.Event()

    def frames_received(self, frames: list[bytes]) -> None:
        assert not self.over
        self.frames += frames
        self._news.set()

    def ended(self) -> None:
        assert not self.over
        self.over = True
        self._news.set()

    async def received(self, count: int) -> list[bytes]:
        while len(self.frames) < count:
            self._news.clear()
            await self._news.wait()
        return self.frames

    async def end(self) -> None:
        while not self.over:
            self._news.clear()
            await self._news.wait()


def test_frames_arrive_whole_and_in_order_both_ways(run: Run, pair: Pair) -> None:
    async def scene() -> None:
        async with pair() as (near, far):
            here, there = Receiver(), Receiver()
            near.open(here)
            far.open(there)
            sent = [b'{"n":%d}' % number for number in range(5000)]
            for frame in sent:
                near.send(frame)
                far.send(frame)
            assert await there.received(5000) == sent
            assert await here.received(5000) == sent

    run(scene())


def test_a_frame_of_many_megabytes_arrives(run: Run, pair: Pair) -> None:
    async def scene() -> None:
        async with pair() as (near, far):
            receiver = Receiver()
            far.open(receiver)
            frame = b'"' + b"x" * (20 << 20) + b'"'
            near.send(frame)
            assert await receiver.received(1) == [frame]

    run(scene())


def test_a_frame_that_is_too_long_is_reported_and_the_next_one_arrives(run: Run, pair: Pair) -> None:
    async def scene() -> None:
        async with pair(1000) as (near, far):
            receiver = Receiver()
            far.open(receiver)
            for frame in (b"[1]", b"x" * 5000, b"[2]", b"y" * 1001, b"z" * 1000):
                near.send(frame)
            got = await receiver.received(5)
            assert got[1] is OVERSIZED_FRAME
            assert got[3] is OVERSIZED_FRAME
            assert (got[0], got[2], got[4]) == (b"[1]", b"[2]", b"z" * 1000)

    run(scene())


def test_blank_frames_are_left_out(run: Run, pair: Pair) -> None:
    async def scene() -> None:
        async with pair() as (near, far):
            receiver = Receiver()
            far.open(receiver)
            for frame in (b"", b"  ", b"\t", b"1"):
                near.send(frame)
            assert await receiver.received(1) == [b"1"]

    run(scene())


def test_a_slow_reader_takes_the_room_and_gives_it_back_by_reading(run: Run, pair: Pair) -> None:
    async def scene() -> None:
        async with pair() as (near, far):
            receiver = Receiver()
            frame = b'"' + b"x" * 100_000 + b'"'
            sent = 0
            while near.has_room:
                near.send(frame)
                sent += 1
                await asyncio.sleep(0)
            assert sent * len(frame) < HIGH_WATER_BYTES + (4 << 20), "far more than the high water and a pipe"
            waiting = asyncio.ensure_future(near.wait_for_room())
            far.open(receiver)
            await waiting
            assert near.has_room
            assert await receiver.received(sent) == [frame] * sent

    run(scene())


def test_nothing_is_read_while_paused_and_nothing_is_lost(run: Run, pair: Pair) -> None:
    async def scene() -> None:
        async with pair() as (near, far):
            receiver = Receiver()
            far.open(receiver)
            near.send(b"1")
            await receiver.received(1)
            far.pause()
            near.send(b"2")
            for _ in range(20):
                await asyncio.sleep(0)
            assert receiver.frames == [b"1"]
            far.resume()
            assert await receiver.received(2) == [b"1", b"2"]

    run(scene())


def test_text_with_line_feeds_between_its_tokens_stays_one_frame(run: Run, pair: Pair) -> None:
    async def scene() -> None:
        async with pair() as (near, far):
            receiver = Receiver()
            far.open(receiver)
            near.send(b'{\n  "a": 1\n}')
            (frame,) = await receiver.received(1)
            assert b"".join(frame.split()) == b'{"a":1}'

    run(scene())


def test_a_reader_that_leaves_ends_the_channel_and_raises_nothing(run: Run) -> None:
    async def scene() -> None:
        incoming, outgoing = os.pipe(), os.pipe()
        channel = LineChannel(incoming[0], outgoing[1])
        receiver = Receiver()
        channel.open(receiver)
        os.close(outgoing[0])
        channel.send(b"1")
        channel.send(b"2")
        await receiver.end()
        await channel.wait_for_room()
        await channel.flush(1.0)
        channel.send(b"3")
        channel.close()
        for fd in (*incoming, outgoing[1]):
            os.close(fd)

    run(scene())


def test_a_reader_that_left_before_anybody_listened_ends_the_channel(run: Run) -> None:
    async def scene() -> None:
        incoming, outgoing = os.pipe(), os.pipe()
        channel = LineChannel(incoming[0], outgoing[1])
        os.close(outgoing[0])
        channel.send(b"1")
        await asyncio.sleep(0)
        receiver = Receiver()
        channel.open(receiver)
        await receiver.end()
        channel.close()
        for fd in (*incoming, outgoing[1]):
            os.close(fd)

    run(scene())


def test_the_end_of_input_is_told_after_the_last_line_even_without_its_end(run: Run) -> None:
    async def scene() -> None:
        incoming, outgoing = os.pipe(), os.pipe()
        channel = LineChannel(incoming[0], outgoing[1])
        receiver = Receiver()
        channel.open(receiver)
        os.write(incoming[1], b'{"a":1}\r\n\r\n{"b":2}')
        os.close(incoming[1])
        await receiver.end()
        assert receiver.frames == [b'{"a":1}', b'{"b":2}']
        channel.close()
        for fd in (incoming[0], *outgoing):
            os.close(fd)

    run(scene())


def test_input_closed_in_the_middle_of_a_frame_is_only_the_end(run: Run) -> None:
    async def scene() -> None:
        incoming, outgoing = os.pipe(), os.pipe()
        channel = LineChannel(incoming[0], outgoing[1])
        receiver = Receiver()
        channel.open(receiver)
        os.write(incoming[1], b'{"a":1}\n{"b":"half')
        os.close(incoming[1])
        await receiver.end()
        assert receiver.frames == [b'{"a":1}']
        channel.close()
        for fd in (incoming[0], *outgoing):
            os.close(fd)

    run(scene())


def test_a_writer_that_leaves_while_reading_is_paused_is_noticed(run: Run) -> None:
    async def scene() -> None:
        incoming, outgoing = os.pipe(), os.pipe()
        channel = LineChannel(incoming[0], outgoing[1])
        receiver = Receiver()
        channel.open(receiver)
        channel.pause()
        os.write(incoming[1], b"[1]\n")
        os.close(incoming[1])
        await receiver.end()
        assert receiver.frames == [b"[1]"]
        channel.close()
        for fd in (incoming[0], *outgoing):
            os.close(fd)

    run(scene())


def test_a_regular_file_is_read_to_its_end_with_pauses_kept(run: Run, tmp_path: Path) -> None:
    async def scene() -> None:
        (tmp_path / "in").write_bytes(b"".join(b"[%d]\n" % number for number in range(50_000)))
        with (tmp_path / "in").open("rb") as source, (tmp_path / "out").open("wb") as sink:
            channel = LineChannel(source.fileno(), sink.fileno())
            receiver = Receiver()
            channel.open(receiver)
            await receiver.received(1)
            channel.pause()
            count = len(receiver.frames)
            for _ in range(20):
                await asyncio.sleep(0)
            assert len(receiver.frames) == count < 50_000
            channel.send(b"paused")
            channel.resume()
            await receiver.end()
            assert receiver.frames == [b"[%d]" % number for number in range(50_000)]
            channel.send(b"done")
            await channel.flush(1.0)
            channel.close()
        assert (tmp_path / "out").read_bytes() == b"paused\ndone\n"

    run(scene())


def test_an_empty_device_ends_at_once(run: Run) -> None:
    async def scene() -> None:
        with open(os.devnull, "rb") as source, open(os.devnull, "wb") as sink:
            channel = LineChannel(source.fileno(), sink.fileno())
            receiver = Receiver()
            channel.open(receiver)
            await receiver.end()
            channel.close()

    run(scene())


def test_a_terminal_can_be_talked_to(run: Run) -> None:
    async def scene() -> None:
        master, terminal = pty.openpty()
        channel = LineChannel(terminal, terminal)
        receiver = Receiver()
        channel.open(receiver)
        os.write(master, b"[1]\n")
        assert await receiver.received(1) == [b"[1]"]
        channel.send(b"[2]")
        shown = b""
        while b"[2]" not in shown:
            shown += os.read(master, 1000)
        channel.close()
        assert os.get_blocking(terminal), "a terminal is shared: it is left as it was"
        os.close(terminal)
        os.close(master)

    run(scene())


def test_closing_leaves_the_descriptor_blocking_as_it_was(run: Run) -> None:
    async def scene() -> None:
        source, sink = os.pipe()
        channel = LineChannel(source, sink)
        assert not os.get_blocking(sink)
        channel.close()
        assert os.get_blocking(sink)
        os.close(source)
        os.close(sink)

    run(scene())
