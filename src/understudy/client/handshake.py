"""The first words with an agent, and what to say of one that does not answer, is no agent, or has ended."""

from typing import Final

from understudy.client.agent_process.limits import EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S
from understudy.client.agent_process.process import AgentProcess
from understudy.client.agent_process.stderr_tail import strip_control_chars
from understudy.client.calls import error_text
from understudy.client.errors import AgentGone, BadAgent, CannotSandbox, ClientError
from understudy.client.limits import (
    EXIT_AFTER_EOF_TIMEOUT_S,
    FAILED_START_EXIT_TIMEOUT_S,
    MAX_INVALID_LINES,
    MAX_QUOTED_OUTPUT_CHARS,
)
from understudy.rpc import ConnectionLost, Peer, RpcError
from understudy.schema import acp

__all__ = ["PROTOCOL_VERSION", "Handshake"]

PROTOCOL_VERSION: Final = 1


class Handshake:
    def __init__(self, agent_label: str, process: AgentProcess | None, timeout: float) -> None:
        self._agent_label = agent_label
        self._process = process
        self._timeout = timeout
        self._invalid_output = ""
        self._invalid_line_count = 0
        self._peer: Peer | None = None

    def stderr_text(self) -> str:
        return "" if self._process is None else self._process.stderr_tail.text

    def on_invalid_message(self, method: str | None, data: bytes) -> None:
        """Something came that is no message. Some programs greet; an answer may still come."""
        if method is not None:
            return
        self._invalid_line_count += 1
        if len(self._invalid_output) < MAX_QUOTED_OUTPUT_CHARS:
            self._invalid_output += data[: 4 * MAX_QUOTED_OUTPUT_CHARS].decode("utf-8", "replace") + "\n"
        if self._invalid_line_count == MAX_INVALID_LINES and self._peer is not None:
            self._peer.stop()

    async def initialize(self, peer: Peer, request: acp.InitializeRequest) -> acp.InitializeResponse:
        self._peer = peer
        try:
            agent = await peer.request("initialize", request, acp.InitializeResponse, timeout=self._timeout)
        except ConnectionLost:
            raise await self._connection_lost_error() from None
        except TimeoutError:
            silence = f"did not answer initialize within {self._timeout:g} seconds"
            if self._invalid_output:
                raise self._not_an_agent_error(f" and {silence}") from None
            raise AgentGone(f"{self._agent_label} {silence}.{self._log_excerpt()}", "no_answer") from None
        except RpcError as error:
            said = strip_control_chars(error_text(error))[:MAX_QUOTED_OUTPUT_CHARS]
            raise BadAgent(f"{self._agent_label} refused to initialize: {said}") from None
        finally:
            self._peer = None
            if self._process is not None:
                self._process.exit_timeout_s = FAILED_START_EXIT_TIMEOUT_S
        if agent.protocol_version != PROTOCOL_VERSION:
            raise BadAgent(
                f"{self._agent_label} speaks version {agent.protocol_version} of the protocol; "
                f"this client speaks version {PROTOCOL_VERSION}."
            )
        if self._process is not None:
            self._process.exit_timeout_s = EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S
        return agent

    async def agent_gone_error(self) -> AgentGone:
        """The agent is not there any more: why."""
        return AgentGone(f"{self._agent_label} {await self._exit_description()}.{self._log_excerpt()}")

    async def _connection_lost_error(self) -> ClientError:
        if self._invalid_line_count >= MAX_INVALID_LINES:
            return self._not_an_agent_error("")
        ending = await self._exit_description()
        if self._process is not None and self._process.sandbox_problem:
            return CannotSandbox(
                f"{self._agent_label} was not started: {self._process.sandbox_problem}.{self._log_excerpt()}"
            )
        if self._invalid_output:
            return self._not_an_agent_error(f" and {ending}")
        when = " before it answered" if ending.startswith(("ended", "was")) else ""
        return AgentGone(f"{self._agent_label} {ending}{when}.{self._log_excerpt()}")

    def _not_an_agent_error(self, suffix: str) -> BadAgent:
        quoted = " ".join(strip_control_chars(self._invalid_output).split())[:MAX_QUOTED_OUTPUT_CHARS]
        return BadAgent(
            f"{self._agent_label} does not speak the Agent Client Protocol: "
            f"it wrote “{quoted}”{suffix}.{self._log_excerpt()}"
        )

    async def _exit_description(self) -> str:
        if self._process is None:
            return "has ended"
        await self._process.wait_for_exit(EXIT_AFTER_EOF_TIMEOUT_S)
        return self._process.exit_description

    def _log_excerpt(self) -> str:
        return "" if self._process is None else self._process.stderr_tail.error_suffix
