"""Serving one client on standard input and output, until it closes its end or a signal comes."""

import asyncio
import signal
from collections.abc import Callable

from understudy.acp.agent import Agent
from understudy.acp.ports import House, NesHouse
from understudy.wire import LineChannel, claimed

__all__ = ["serve_stdio"]


def serve_stdio(furnish: Callable[[], House], furnish_nes: Callable[[], NesHouse] | None = None) -> None:
    """Serve until the end of input, SIGINT or SIGTERM; then end everything and return."""
    with claimed() as (source, sink), asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(lambda channel: Agent(channel, furnish, furnish_nes), source, sink))


async def _serve(engage: Callable[[LineChannel], Agent], source: int, sink: int) -> None:
    agent = engage(LineChannel(source, sink))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, agent.stop)
    await agent.run()


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's loop where it is installed: a round trip takes a third of the time."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
