"""The browser's tabs: each WebSocket gets an agent's process of its own, which ends with it.

A pure pipe: what is said is the agent's and the page's affair. Nothing is started before a tab connects.
"""

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from starlette.types import Receive, Scope, Send

from understudy.client.errors import ClientError
from understudy.client.process import AgentProcess
from understudy.client.starting import fenced, started
from understudy.client.tail import plain
from understudy.web import socket as codes
from understudy.web.socket import TabSocket
from understudy.web.workbench import AgentCommand
from understudy.wire import MOST_BYTES, Joint, WebSocketChannel

__all__ = ["Tabs"]

MOST_TABS: Final = 16
SHOWN: Final = 12
"""Lines of an agent's log that are shown at its end."""
FAREWELL: Final = 3.0
"""Seconds that an agent which closed its output has to end by itself, so that it can be said how."""


class Tabs:
    """ASGI, for WebSockets."""

    def __init__(self, agent: AgentCommand, roots: Sequence[Path], log: Callable[[str], None]) -> None:
        self._agent = agent
        self._roots = roots
        self._log = log
        self._numbers = count(1)
        self._open: set[Joint] = set()
        self._taken = 0
        self._talking = 0
        self._silent = asyncio.Event()
        self._silent.set()
        self._leaving = False

    def leave(self) -> None:
        """The server ends: so do all agents."""
        self._leaving = True
        for joint in self._open:
            joint.stop()

    async def left(self) -> None:
        """Until every tab was told why its socket is closed."""
        await self._silent.wait()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope
        socket = TabSocket(receive, send)
        await socket.accept()
        if self._taken >= MOST_TABS:
            reason = f"{MOST_TABS} tabs are open on this workbench already. Close one of them."
            await socket.close(codes.TOO_MANY, reason)
            return
        self._taken += 1
        try:
            await self._serve(socket, next(self._numbers))
        finally:
            self._taken -= 1

    async def _serve(self, socket: TabSocket, number: int) -> None:
        agent = self._agent
        try:
            fence = fenced(self._roots, agent.writable, ()) if agent.sandbox else None
            process = await started(agent.command, self._roots[0], agent.environ, fence)
        except ClientError as error:
            self._tell(number, str(error))
            await socket.close(codes.NOT_STARTED, str(error))
            return
        for words in process.warnings:
            self._tell(number, words)
        try:
            await self._talk(socket, process)
        finally:
            await process.close()
            for line in plain(process.tail.text).splitlines()[-SHOWN:]:
                self._tell(number, line)
            for words in process.changes:
                self._tell(number, words)

    async def _talk(self, socket: TabSocket, process: AgentProcess) -> None:
        self._talking += 1
        self._silent.clear()
        try:
            code, reason = await self._join(socket, process)
            await socket.close(code, reason)  # the page need not wait for the agent's end
        finally:
            self._talking -= 1
            if not self._talking:
                self._silent.set()

    async def _join(self, socket: TabSocket, process: AgentProcess) -> tuple[int, str]:
        """What the socket is to be closed with."""
        joint = Joint(WebSocketChannel(socket), process.channel)
        self._open.add(joint)
        try:
            if not self._leaving:
                await joint.run()
        finally:
            self._open.discard(joint)
        tab, agent = 0, 1
        match joint.side, joint.ending:
            case side, "too_large" if side == agent:
                return codes.TOO_LARGE, f"The agent sent a message of more than {MOST_BYTES >> 20} MiB."
            case _, "too_large":
                return codes.TOO_LARGE, f"A message may have {MOST_BYTES >> 20} MiB at most."
            case side, "stalled" if side == agent:
                return codes.AGENT_ENDED, "The agent takes nothing of what it is sent, so it was ended."
            case side, "left" if side == agent:
                return await _ending(process)
            case side, _ if side == tab:
                reason = "A message must be text, with JSON in it." if socket.bad_frame else ""
                return (codes.BAD_FRAME if socket.bad_frame else 1000), reason
            case _:
                return codes.SHUT_DOWN, "The workbench was stopped."

    def _tell(self, number: int, words: str) -> None:
        self._log(f"[agent {number}] {words}")


async def _ending(process: AgentProcess) -> tuple[int, str]:
    """How the agent ended, with its last line."""
    await process.ended(FAREWELL)
    await asyncio.sleep(0)  # its last words may be in the pipe still
    process.tail.close()
    said = plain(process.tail.text).strip().splitlines()[-1:]
    how = f"The agent {process.ending}."
    code = codes.NOT_STARTED if process.ending.startswith("cannot be started") else codes.AGENT_ENDED
    return code, " ".join([how, *said])
