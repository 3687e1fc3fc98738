"""A process of many agents, for tests: each sends back what it is sent. `--connections-fd N` is at the end.

A message of one word makes an agent do something else: "fail" raises an error, "flood" sends without end, "exit"
ends the process with words on its log. The first argument may be "deaf": then no connection is accepted.
"""

import asyncio
import os
import sys
import time

from understudy.acp import serve_passed_connections
from understudy.wire import Channel


class EchoAgent:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._over = asyncio.Event()
        self._error: Exception | None = None
        self._flood: asyncio.Task[None] | None = None

    async def run(self) -> None:
        self._channel.open(self)
        await self._over.wait()
        self._channel.close()
        if self._flood is not None:
            self._flood.cancel()
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        self._over.set()

    def frames_received(self, frames: list[bytes]) -> None:
        for frame in frames:
            match frame:
                case b'"fail"':
                    self._error = RuntimeError("this agent is broken")
                    self._over.set()
                case b'"flood"':
                    self._flood = asyncio.ensure_future(self._send_without_end())
                case b'"exit"':
                    print("out of something", file=sys.stderr, flush=True)
                    os._exit(3)
                case _:
                    self._channel.send(b"[%d,%b]" % (os.getpid(), frame))

    def ended(self) -> None:
        self._over.set()

    async def _send_without_end(self) -> None:
        while True:
            self._channel.send(b'"%b"' % (b"x" * 1000))
            if not self._channel.has_room:
                await self._channel.wait_for_room()
            await asyncio.sleep(0)


if sys.argv[1] == "deaf":
    time.sleep(1000)
serve_passed_connections(int(sys.argv[-1]), EchoAgent)
