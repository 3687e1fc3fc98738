"""A small agent on standard streams, for tests that need a real process; its routes serve in memory as well."""

import asyncio
import os
import resource
import subprocess
import sys
from typing import Annotated, Any

import msgspec

from understudy.rpc import Inbound, Order, Peer, Route
from understudy.wire import Channel, LineChannel, claim_stdio


class Empty(msgspec.Struct): ...


class Echo(msgspec.Struct, rename="camel"):
    text: str
    count: Annotated[int, msgspec.Meta(ge=0)] = 0
    additional_directories: list[str] = []
    _meta: dict[str, Any] | None = None


class Big(msgspec.Struct):
    size: int


class Note(msgspec.Struct):
    text: str


def routes() -> dict[str, Route[Any]]:
    """A new set, with notes of its own."""
    notes: list[str] = []

    def echo(params: Echo, inbound: Inbound) -> Echo:
        return params

    def note(params: Note, inbound: Inbound) -> None:
        notes.append(params.text)

    def read_notes(params: Empty, inbound: Inbound) -> list[str]:
        return notes

    async def hang(params: Empty, inbound: Inbound) -> None:
        await asyncio.get_running_loop().create_future()

    async def ask(params: Empty, inbound: Inbound) -> Echo:
        return await inbound.peer.request("question", params, Echo)

    def big(params: Big, inbound: Inbound) -> str:
        return "x" * params.size

    def fail(params: Empty, inbound: Inbound) -> None:
        raise RuntimeError("the password is sesame")

    def unwritable(params: Empty, inbound: Inbound) -> str:
        return "half a pair: \ud800"

    def chatter(params: Empty, inbound: Inbound) -> str:
        print("printed by a library")
        os.write(1, b"written to descriptor 1\n")
        subprocess.run(["sh", "-c", "echo echoed by a child; cat"], check=True)
        return "done"

    def peak(params: Empty, inbound: Inbound) -> int:
        """The most memory that this process ever had, in bytes."""
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit

    return {
        "echo": Route(Echo, echo),
        "note": Route(Note, note, notification=True),
        "notes": Route(Empty, read_notes),
        "hang": Route(Empty, hang),
        "ask": Route(Empty, ask, Order.IN_ORDER),
        "big": Route(Big, big),
        "fail": Route(Empty, fail),
        "unwritable": Route(Empty, unwritable),
        "chatter": Route(Empty, chatter),
        "peak": Route(Empty, peak),
    }


async def serve(channel: Channel) -> None:
    await Peer(channel, routes()).run()


async def main(source: int, sink: int) -> None:
    await serve(LineChannel(source, sink))


if __name__ == "__main__":
    with claim_stdio() as descriptors:
        if "uvloop" in sys.argv:
            import uvloop

            uvloop.run(main(*descriptors))
        else:
            asyncio.run(main(*descriptors))
