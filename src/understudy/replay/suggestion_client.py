"""An agent as an editor has it: a child process, spoken to over ACP on its standard streams.

Owns the process and ends it. Knows the messages of next-edit suggestions, not what is done with the answers.
"""

import asyncio
import os
import signal
import subprocess
import tempfile
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from understudy.replay.errors import AgentGone, ReplayError
from understudy.replay.limits import EXIT_TIMEOUT_S, MAX_LOG_TAIL_CHARS, REQUEST_TIMEOUT_S, STARTUP_TIMEOUT_S
from understudy.rpc import ConnectionLost, Peer, RpcError
from understudy.schema import acp, decode
from understudy.wire import LineChannel

__all__ = ["SuggestionClient", "launch_agent", "loop_factory"]


class _SuggestResponse(msgspec.Struct):
    suggestions: list[dict[str, Any]]


class SuggestionClient:
    """One connection to an agent that suggests. One session at a time, as the replay needs it."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._session_id = ""
        self._versions: dict[str, int] = {}
        self._wants_history = False

    async def initialize(self) -> None:
        client = acp.ClientCapabilities(
            nes=acp.ClientNesCapabilities(jump=acp.NesJumpCapabilities()), position_encodings=["utf-16"]
        )
        request = acp.InitializeRequest(protocol_version=1, client_capabilities=client)
        answer = await self._peer.request(
            "initialize", request, acp.InitializeResponse, timeout=STARTUP_TIMEOUT_S
        )
        offered = answer.agent_capabilities.nes
        if offered is None:
            raise ReplayError(
                "bad_agent", "The agent offers no next-edit suggestions (agentCapabilities.nes)."
            )
        if answer.agent_capabilities.position_encoding not in (None, "utf-16"):
            raise ReplayError("bad_agent", "The agent counts positions in units that it was not offered.")
        self._wants_history = offered.context is not None and offered.context.edit_history is not None

    async def start_session(self, root: Path) -> None:
        folder = acp.WorkspaceFolder(uri=root.as_uri(), name=root.name)
        request = acp.StartNesRequest(workspace_uri=root.as_uri(), workspace_folders=[folder])
        answer = await self._peer.request(
            "nes/start", request, acp.StartNesResponse, timeout=STARTUP_TIMEOUT_S
        )
        self._session_id = answer.session_id
        self._versions = {}

    async def open_document(self, uri: str, language: str, text: str) -> None:
        self._versions[uri] = 1
        await self._peer.notify(
            "document/didOpen",
            {
                "sessionId": self._session_id,
                "uri": uri,
                "languageId": language,
                "version": 1,
                "text": text,
            },
        )

    async def change_document(self, uri: str, changed_range: acp.Range, text: str) -> None:
        self._versions[uri] += 1
        await self._peer.notify(
            "document/didChange",
            {
                "sessionId": self._session_id,
                "uri": uri,
                "version": self._versions[uri],
                "contentChanges": [{"range": changed_range, "text": text}],
            },
        )

    async def suggest(
        self, uri: str, position: acp.Position, history: Sequence[acp.NesEditHistoryEntry]
    ) -> list[dict[str, Any]]:
        """What the agent suggests here; what stands in it is for the caller to judge."""
        context = acp.NesSuggestContext(edit_history=list(history)) if self._wants_history else None
        request = acp.SuggestNesRequest(
            session_id=self._session_id,
            uri=uri,
            version=self._versions[uri],
            position=position,
            trigger_kind="automatic",
            context=context,
        )
        answer = await self._peer.request("nes/suggest", request, _SuggestResponse, timeout=REQUEST_TIMEOUT_S)
        return answer.suggestions

    async def accept(self, suggestion_id: str) -> None:
        await self._peer.notify("nes/accept", {"sessionId": self._session_id, "id": suggestion_id})

    async def reject(self, suggestion_id: str, reason: acp.NesRejectReason = "rejected") -> None:
        params = {"sessionId": self._session_id, "id": suggestion_id, "reason": reason}
        await self._peer.notify("nes/reject", params)

    async def close_session(self) -> None:
        """An agent that knows no `nes/close` may keep the session."""
        with suppress(RpcError):
            params = acp.CloseNesRequest(session_id=self._session_id)
            await self._peer.request("nes/close", params, dict[str, Any], timeout=REQUEST_TIMEOUT_S)


@asynccontextmanager
async def launch_agent(
    command: Sequence[str], environ: Mapping[str, str]
) -> AsyncGenerator[SuggestionClient]:
    """Start the agent, speak with it, and end it on the way out. Raises AgentGone when it does not live so long."""
    with tempfile.TemporaryFile() as log:
        process = _spawn(command, environ, log)
        assert process.stdin is not None  # noqa: S101
        assert process.stdout is not None  # noqa: S101
        peer = Peer(LineChannel(process.stdout.fileno(), process.stdin.fileno()), {}, decode=decode)
        listening = asyncio.ensure_future(peer.run())
        try:
            suggester = SuggestionClient(peer)
            await suggester.initialize()
            yield suggester
        except (ConnectionLost, TimeoutError) as error:
            ended = f"The agent ({' '.join(command)}) has ended."
            what = str(error) if isinstance(error, TimeoutError) else ended
            raise AgentGone(what + _log_tail_text(log)) from None
        except RpcError as error:
            raise ReplayError(
                "bad_agent", f"The agent refused: {error.message}{_log_tail_text(log)}"
            ) from None
        finally:
            peer.stop()
            await listening
            with suppress(OSError):
                process.stdin.close()
            await asyncio.shield(asyncio.to_thread(_wait_or_kill, process))
            process.stdout.close()


def _spawn(command: Sequence[str], environ: Mapping[str, str], log: BinaryIO) -> "subprocess.Popen[bytes]":
    try:
        # A group of its own: what a wrapper starts is ended with it, and Ctrl-C comes through us.
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            env=dict(environ),
            start_new_session=True,
        )
    except OSError as error:
        raise AgentGone(f"{command[0]} cannot be started: {error.strerror}.") from None


def _wait_or_kill(process: "subprocess.Popen[bytes]") -> None:
    """Its input has ended; it gets a moment to see that, then it is killed with all that it started."""
    try:
        process.wait(EXIT_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _log_tail_text(log: BinaryIO) -> str:
    log.seek(0, os.SEEK_END)
    log.seek(max(0, log.tell() - 4 * MAX_LOG_TAIL_CHARS))
    said = log.read().decode("utf-8", "replace").strip()[-MAX_LOG_TAIL_CHARS:]
    return f" Its log ends with:\n{said}" if said else ""


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's loop where it is installed: what is measured is to be the agent's time, not ours."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
