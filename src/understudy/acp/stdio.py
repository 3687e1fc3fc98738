"""Serves one client on standard input and output, until it closes its end or a signal arrives."""

import asyncio
import signal
from collections.abc import Callable

from understudy.acp.agent import Agent
from understudy.acp.dependencies import ChatDependencies, NesDependencies
from understudy.wire import LineChannel, claim_stdio

__all__ = ["serve_stdio"]


def serve_stdio(
    make_chat_dependencies: Callable[[], ChatDependencies],
    make_nes_dependencies: Callable[[], NesDependencies] | None = None,
) -> None:
    """Serve until the end of input, SIGINT or SIGTERM; then close everything and return."""
    with claim_stdio() as (source, sink), asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(
            _serve(
                lambda channel: Agent(channel, make_chat_dependencies, make_nes_dependencies), source, sink
            )
        )


async def _serve(create_agent: Callable[[LineChannel], Agent], source: int, sink: int) -> None:
    agent = create_agent(LineChannel(source, sink))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, agent.stop)
    await agent.run()


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's event loop if it is installed: a round trip takes a third of the time."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
