"""How an agent is connected: its process or its partner in memory, `initialize`, and the end of it all.

async with connect(["some-agent", "acp"], permissions=Permissions.ask(question)) as agent:
    session = await agent.new_session(Path.cwd())
    async for update in session.prompt("What is this project?"):
        ...

The first words with an agent, and what to say of one that does not answer, is no agent, or has ended.

What an agent may ask of the client, and what becomes of it: one route table.

Questions for permission and updates are seen to here; the rest has an owner each, as far as it was offered.
Whatever is not in the table (methods with an underscore among them) is answered with "method not found".
"""

import asyncio
import logging
import shlex
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final, cast

import msgspec

from understudy import __version__
from understudy.client.agent_process import (
    AgentProcess,
    PartnerMaker,
    resolve_sandbox_folders,
    run_in_process,
    start_agent_process,
    strip_control_chars,
)
from understudy.client.authentication import Authentication, AuthHandler, RunTerminal
from understudy.client.calls import AgentCalls, Backpressure, error_text
from understudy.client.capabilities import CapabilityChecks, NesKind, build_client_capabilities
from understudy.client.connection import Connection
from understudy.client.elicitation import Elicit, Elicitations
from understudy.client.errors import AgentGone, BadAgent, CannotSandbox, ClientError
from understudy.client.limits import (
    EXIT_AFTER_EOF_TIMEOUT_S,
    EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S,
    FAILED_START_EXIT_TIMEOUT_S,
    MAX_COMMAND_NAME_CHARS,
    MAX_INVALID_LINES,
    MAX_QUOTED_OUTPUT_CHARS,
)
from understudy.client.mcp import McpFactory, McpServers
from understudy.client.permissions import PermissionQuestions, Permissions
from understudy.client.roots import Folder
from understudy.client.session import ContextProvider, RuntimeContext, SessionHost, SessionRegistry
from understudy.client.workspace_access import Buffers, OutputListener, WorkspaceAccess
from understudy.rpc import INVALID_PARAMS, ConnectionLost, Inbound, Order, Peer, Route, RpcError
from understudy.schema import acp, decode

__all__ = ["PROTOCOL_VERSION", "Command", "Handshake", "build_routes", "connect"]

logger = logging.getLogger(__name__)


class _RawSessionUpdate(msgspec.Struct, rename="camel"):
    """A SessionNotification whose update is not read yet: one of a kind that we do not know is no error."""

    session_id: str
    update: msgspec.Raw


def build_routes(
    registry: SessionRegistry,
    questions: PermissionQuestions,
    workspace_access: WorkspaceAccess,
    elicitations: Elicitations | None,
    mcp: McpServers,
) -> dict[str, Route[Any]]:
    def updated(params: _RawSessionUpdate, inbound: Inbound) -> None:
        # Not a coroutine: an answer that follows must not overtake it.
        del inbound
        registry.receive(params.session_id, len(params.update), lambda: _decode_update(params.update))

    def permission(
        params: acp.RequestPermissionRequest, inbound: Inbound
    ) -> Awaitable[acp.RequestPermissionResponse]:
        del inbound
        session = registry.get(params.session_id)
        if session is None:
            raise RpcError(INVALID_PARAMS, f"There is no session {params.session_id[:100]!r} here.")
        return questions.answer(params, session.tool_kind(params.tool_call.tool_call_id))

    return {
        "session/update": Route(_RawSessionUpdate, updated, Order.IN_ORDER, notification=True),
        "session/request_permission": Route(acp.RequestPermissionRequest, permission),
        **workspace_access.routes(),
        **({} if elicitations is None else elicitations.routes()),
        **mcp.routes(),
    }


def _decode_update(raw: msgspec.Raw) -> acp.SessionUpdate | None:
    try:
        return cast(acp.SessionUpdate, decode(raw, cast(Any, acp.SessionUpdate)))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        logger.debug("an update of a kind that is not known: %.200r", bytes(raw)[:200])
        return None


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


Command = str | Sequence[str]


@asynccontextmanager
async def connect(
    command: Command | None = None,
    *,
    partner: PartnerMaker | None = None,
    cwd: Folder | None = None,
    environ: Mapping[str, str] | None = None,
    permissions: Permissions | None = None,
    authenticate: AuthHandler | None = None,
    run_terminal: RunTerminal | None = None,
    context: ContextProvider | None = None,
    roots: Sequence[Folder] = (),
    sandbox: bool = False,
    writable: Sequence[Folder] = (),
    readable: Sequence[Folder] = (),
    files: bool = True,
    terminals: bool = True,
    buffers: Buffers | None = None,
    on_output: OutputListener | None = None,
    elicit: Elicit | None = None,
    on_elicited: Callable[[str], None] | None = None,
    mcp: Mapping[str, McpFactory] | None = None,
    nes: Sequence[NesKind] | None = ("jump", "rename", "searchAndReplace"),
    encodings: Sequence[acp.PositionEncodingKind] = ("utf-8", "utf-16"),
    info: acp.Implementation | None = None,
    on_notice: Callable[[str], None] | None = None,
    timeout: float = 30.0,
) -> AsyncGenerator[Connection]:
    """Start an agent, or take a partner in memory, and agree with it; on the way out it is ended with its tree.

    - `permissions`, `elicit`: who is asked (see `permissions`, `elicitation`); `on_elicited` is told the id of a
      page that the agent says is done with;
    - `mcp`: MCP servers by name, which the agent can connect to over this connection (see `mcp`);
    - `sandbox`: the agent can write to the `roots`, to the state folders that we know of it, and to those in
      `writable`; `readable` stays in sight, where credentials and `/tmp` are hidden (see `sandboxing`). No login
      of the type `terminal` is run for it;
    - `nes`: None if nothing is edited here;
    - `timeout`: for every answer but a turn's.

    Raises AgentGone, BadAgent and CannotSandbox.
    """
    if (command is None) == (partner is None):
        raise ValueError("Give either a command or a partner.")
    if sandbox and partner is not None:
        raise ValueError("An agent in this process cannot be put into a sandbox.")
    if (writable or readable) and not sandbox:
        raise ValueError("Folders are writable or readable in a sandbox: there is none without sandbox=True.")
    argv = _split_command(command or ())
    notice = on_notice or _ignore_notice
    policy = permissions or Permissions.deny()
    fence = resolve_sandbox_folders(roots, writable, readable) if sandbox else None
    if sandbox:
        run_terminal = None  # It would be outside, with arguments and variables of the agent's choice.
    async with AsyncExitStack() as stack:
        process: AgentProcess | None = None
        if partner is not None:
            channel = await stack.enter_async_context(run_in_process(partner))
        else:
            process = await start_agent_process(argv, cwd, environ, fence)
            stack.push_async_callback(_close_process, process, notice)
            for words in process.sandbox_warnings:
                notice(words)
            channel = process.channel
        beginning = Handshake(_agent_label(argv), process, timeout)
        register, flow = SessionRegistry(), Backpressure(channel)
        questions = PermissionQuestions(policy, notice)
        serving = WorkspaceAccess(
            files=files,
            terminals=terminals,
            permissions=policy,
            questions=questions,
            buffers=buffers,
            on_output=on_output,
            on_notice=notice,
            wait_for_room=channel.wait_for_room,
        )
        stack.push_async_callback(serving.close)
        elicitations = None
        if elicit is not None:
            elicitations = Elicitations(elicit, register, questions.pending, notice, on_elicited)
        servers = McpServers(mcp or {}, notice, timeout)
        stack.push_async_callback(servers.close)
        table = build_routes(register, questions, serving, elicitations, servers)
        peer = Peer(channel, table, decode=decode, on_undecodable=beginning.on_invalid_message)
        calling = AgentCalls(peer, flow, timeout, beginning.agent_gone_error)
        await stack.enter_async_context(_running_peer(peer, calling))
        agent = await beginning.initialize(
            peer,
            acp.InitializeRequest(
                protocol_version=1,
                client_capabilities=build_client_capabilities(
                    serving.capabilities(),
                    nes=nes,
                    encodings=encodings,
                    terminal_login=run_terminal is not None,
                    elicitation=None if elicitations is None else elicitations.capabilities(),
                ),
                client_info=info or acp.Implementation(name="understudy-client", version=__version__),
            ),
        )

        async def ask_authentication(method: str) -> None:
            request = acp.AuthenticateRequest(method_id=method)
            await calling.call_without_auth("authenticate", request, acp.AuthenticateResponse, None)

        calling.authentication = Authentication(
            agent.auth_methods, authenticate, ask_authentication, argv, run_terminal, sandbox=sandbox
        )
        gate = CapabilityChecks(agent.agent_capabilities)
        servers.apply_agent_support(gate.accepts_mcp_over_acp)
        desk = SessionHost(
            calling, gate, flow, RuntimeContext(gate, context, notice), questions, serving, servers, notice
        )
        stack.push_async_callback(desk.close)
        walls = None if fence is None else fence.writable_roots
        yield Connection(
            agent, desk, register, calling.authentication, encodings, beginning.stderr_text, notice, walls
        )


def _split_command(command: Command) -> list[str]:
    if not isinstance(command, str):
        return list(command)
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ClientError(f"{command!r} is no command: {error}.", "bad_command") from None


def _agent_label(argv: Sequence[str]) -> str:
    """How a sentence about the agent begins."""
    command = strip_control_chars(shlex.join(argv)).replace("\n", " ")
    if not command:
        return "The agent"
    return f"The agent ({command if len(command) <= MAX_COMMAND_NAME_CHARS else command[:MAX_COMMAND_NAME_CHARS] + '…'})"


async def _close_process(process: AgentProcess, notice: Callable[[str], None]) -> None:
    await process.close()
    for words in process.sandbox_changes:
        notice(words)


def _ignore_notice(words: str) -> None:
    del words


@asynccontextmanager
async def _running_peer(peer: Peer, calling: AgentCalls) -> AsyncGenerator[None]:
    running: asyncio.Future[Any] = asyncio.ensure_future(peer.run())

    def over(_: object) -> None:
        calling.agent_ended = True

    running.add_done_callback(over)
    try:
        yield
    finally:
        peer.stop()
        await running
