"""Requests and notifications to the client: session updates, permissions, its files and terminals.

Implements Outbound of `understudy.chat`.
"""

from collections.abc import Sequence
from typing import Any

from understudy.acp.limits import MAX_OUTBOUND_ERROR_CHARS
from understudy.chat import OutboundError
from understudy.rpc import ConnectionLost, Peer, RpcError
from understudy.schema.acp import (
    AgentThoughtChunk,
    ClientCapabilities,
    CreateTerminalRequest,
    CreateTerminalResponse,
    KillTerminalRequest,
    KillTerminalResponse,
    PermissionOption,
    ReadTextFileRequest,
    ReadTextFileResponse,
    ReleaseTerminalRequest,
    ReleaseTerminalResponse,
    RequestPermissionRequest,
    RequestPermissionResponse,
    SelectedPermissionOutcome,
    SessionNotification,
    SessionUpdate,
    TerminalOutputRequest,
    TerminalOutputResponse,
    TextContent,
    ToolCallUpdate,
    WaitForTerminalExitRequest,
    WaitForTerminalExitResponse,
    WriteTextFileRequest,
    WriteTextFileResponse,
)

__all__ = ["ClientOutbound"]


class ClientOutbound:
    def __init__(self, peer: Peer, capabilities: ClientCapabilities) -> None:
        self._peer = peer
        self.can_read_files = capabilities.fs.read_text_file
        self.can_write_files = capabilities.fs.write_text_file
        self.can_create_terminals = capabilities.terminal
        session = capabilities.session
        self.shows_notices = session is not None and session.notices is not None
        self.shows_compactions = session is not None and session.compaction is not None

    async def send_update(self, session_id: str, update: SessionUpdate) -> None:
        try:
            await self._notify(session_id, update)
        except ValueError:  # larger than a frame, such as a replayed prompt of 32 MiB
            placeholder = AgentThoughtChunk(content=TextContent(text="[left out: too large to be sent]\n"))
            await self._notify(session_id, placeholder)

    async def _notify(self, session_id: str, update: SessionUpdate) -> None:
        await self._peer.notify("session/update", SessionNotification(session_id=session_id, update=update))

    async def request_permission(
        self, session_id: str, tool_call: ToolCallUpdate, options: Sequence[PermissionOption]
    ) -> str | None:
        request = RequestPermissionRequest(session_id=session_id, tool_call=tool_call, options=list(options))
        try:
            answer = await self._peer.request(
                "session/request_permission", request, RequestPermissionResponse
            )
        except ConnectionLost:
            return None
        except (RpcError, ValueError) as error:
            raise _outbound_error(error) from None
        outcome = answer.outcome
        return outcome.option_id if isinstance(outcome, SelectedPermissionOutcome) else None

    async def read_text(self, session_id: str, path: str) -> str:
        request = ReadTextFileRequest(session_id=session_id, path=path)
        return (await self._request("fs/read_text_file", request, ReadTextFileResponse)).content

    async def write_text(self, session_id: str, path: str, text: str) -> None:
        request = WriteTextFileRequest(session_id=session_id, path=path, content=text)
        await self._request("fs/write_text_file", request, WriteTextFileResponse | None)

    async def create_terminal(self, request: CreateTerminalRequest) -> str:
        return (await self._request("terminal/create", request, CreateTerminalResponse)).terminal_id

    async def terminal_output(self, session_id: str, terminal_id: str) -> TerminalOutputResponse:
        request = TerminalOutputRequest(session_id=session_id, terminal_id=terminal_id)
        return await self._request("terminal/output", request, TerminalOutputResponse)

    async def wait_for_terminal_exit(self, session_id: str, terminal_id: str) -> WaitForTerminalExitResponse:
        request = WaitForTerminalExitRequest(session_id=session_id, terminal_id=terminal_id)
        return await self._request("terminal/wait_for_exit", request, WaitForTerminalExitResponse)

    async def kill_terminal(self, session_id: str, terminal_id: str) -> None:
        request = KillTerminalRequest(session_id=session_id, terminal_id=terminal_id)
        await self._request("terminal/kill", request, KillTerminalResponse | None)

    async def release_terminal(self, session_id: str, terminal_id: str) -> None:
        request = ReleaseTerminalRequest(session_id=session_id, terminal_id=terminal_id)
        await self._request("terminal/release", request, ReleaseTerminalResponse | None)

    async def _request(self, method: str, params: object, result: Any) -> Any:
        try:
            return await self._peer.request(method, params, result)
        except (RpcError, ConnectionLost, ValueError) as error:
            raise _outbound_error(error) from None


def _outbound_error(error: RpcError | ConnectionLost | ValueError) -> OutboundError:
    if isinstance(error, RpcError):
        return OutboundError(" ".join(error.message.split())[:MAX_OUTBOUND_ERROR_CHARS])
    return OutboundError(str(error))
