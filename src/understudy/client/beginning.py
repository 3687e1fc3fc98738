"""The first words with an agent, and what to say of one that does not answer, is no agent, or has ended."""

from typing import Final

from understudy.client.calling import spoken
from understudy.client.errors import AgentGone, BadAgent, CannotSandbox, ClientError
from understudy.client.process import AFTER_INPUT, AgentProcess
from understudy.client.tail import plain
from understudy.rpc import ConnectionLost, Peer, RpcError
from understudy.schema import acp

__all__ = ["VERSION", "Beginning"]

VERSION: Final = 1
DYING: Final = 1.0
"""Seconds between the end of an agent's output and its own, before we say that it merely closed it."""
JUNK: Final = 200
"""Lines that are no messages and come before the first answer: with that many it is no agent."""
QUOTED: Final = 200
HURRY: Final = 0.3
"""Seconds for a program to leave that never became an agent."""


class Beginning:
    def __init__(self, name: str, process: AgentProcess | None, timeout: float) -> None:
        self._name = name
        self._process = process
        self._timeout = timeout
        self._junk = ""
        self._lines = 0
        self._peer: Peer | None = None

    def log(self) -> str:
        return "" if self._process is None else self._process.tail.text

    def missed(self, method: str | None, data: bytes) -> None:
        """Something came that is no message. Some programs greet; an answer may still come."""
        if method is not None:
            return
        self._lines += 1
        if len(self._junk) < QUOTED:
            self._junk += data[: 4 * QUOTED].decode("utf-8", "replace") + "\n"
        if self._lines == JUNK and self._peer is not None:
            self._peer.stop()

    async def agree(self, peer: Peer, request: acp.InitializeRequest) -> acp.InitializeResponse:
        self._peer = peer
        try:
            agent = await peer.request("initialize", request, acp.InitializeResponse, timeout=self._timeout)
        except ConnectionLost:
            raise await self._no_beginning() from None
        except TimeoutError:
            silence = f"did not answer initialize within {self._timeout:g} seconds"
            if self._junk:
                raise self._no_agent(f" and {silence}") from None
            raise AgentGone(f"{self._name} {silence}.{self._words()}", "no_answer") from None
        except RpcError as error:
            said = plain(spoken(error))[:QUOTED]
            raise BadAgent(f"{self._name} refused to initialize: {said}") from None
        finally:
            self._peer = None
            if self._process is not None:
                self._process.patience = HURRY
        if agent.protocol_version != VERSION:
            raise BadAgent(
                f"{self._name} speaks version {agent.protocol_version} of the protocol; "
                f"this client speaks version {VERSION}."
            )
        if self._process is not None:
            self._process.patience = AFTER_INPUT
        return agent

    async def gone(self) -> AgentGone:
        """The agent is not there any more: why."""
        return AgentGone(f"{self._name} {await self._ending()}.{self._words()}")

    async def _no_beginning(self) -> ClientError:
        if self._lines >= JUNK:
            return self._no_agent("")
        ending = await self._ending()
        if self._process is not None and self._process.problem:
            return CannotSandbox(f"{self._name} was not started: {self._process.problem}.{self._words()}")
        if self._junk:
            return self._no_agent(f" and {ending}")
        when = " before it answered" if ending.startswith(("ended", "was")) else ""
        return AgentGone(f"{self._name} {ending}{when}.{self._words()}")

    def _no_agent(self, more: str) -> BadAgent:
        quoted = " ".join(plain(self._junk).split())[:QUOTED]
        return BadAgent(
            f"{self._name} does not speak the Agent Client Protocol: "
            f"it wrote “{quoted}”{more}.{self._words()}"
        )

    async def _ending(self) -> str:
        if self._process is None:
            return "has ended"
        await self._process.ended(DYING)
        return self._process.ending

    def _words(self) -> str:
        return "" if self._process is None else self._process.tail.words
