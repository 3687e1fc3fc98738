"""`understudy web` with another folder for the built page, given first: for tests, where none is built.

HEAD_TIMEOUT_S in the environment replaces the time limit for the head of a request, and AUTHORIZATION_TIMEOUT_S
that for the first authorized one. The agent of the tab FAILING_TAB raises an error at once.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from understudy.cli.commands import web

if "HEAD_TIMEOUT_S" in os.environ or "AUTHORIZATION_TIMEOUT_S" in os.environ:
    from understudy.http.connections import BoundedProtocol

    BoundedProtocol.head_timeout_s = float(os.environ.get("HEAD_TIMEOUT_S", "240"))
    BoundedProtocol.authorization_timeout_s = float(os.environ.get("AUTHORIZATION_TIMEOUT_S", "240"))
if "FAILING_TAB" in os.environ:
    from understudy.acp import Agent
    from understudy.wire import Channel

    make_agent = web.local_agent_maker([])
    made: list[Agent] = []

    async def fail() -> None:
        raise RuntimeError("this agent is broken")

    def make(channel: Channel) -> Agent:
        made.append(make_agent(channel))
        if len(made) == int(os.environ["FAILING_TAB"]):
            made[-1].run = fail
        return made[-1]

    def make_failing_agents(arguments: Sequence[str]) -> Callable[[Channel], Agent]:
        del arguments
        return make

    web.local_agent_maker = make_failing_agents
parser = argparse.ArgumentParser(prog="understudy web")
web.configure(parser)
sys.exit(web.run_with_page(parser.parse_args(sys.argv[2:]), Path(sys.argv[1], "index.html")))
