"""Connect to an agent: start its process or its in-process counterpart, initialize, and end it on exit.

async with connect(["some-agent", "acp"], permissions=Permissions.ask(question)) as agent:
    session = await agent.new_session(Path.cwd())
    async for update in session.prompt("What is this project?"):
        ...

`build_routes` is the table of the methods that an agent may call; methods that are not in it, those with an
underscore included, are answered with "method not found". `Handshake` sends `initialize` and explains an agent that
does not answer, is no agent, or has ended.
"""

import asyncio
import logging
import os
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
from understudy.client.remote import parse_address
from understudy.client.roots import Folder, require_list
from understudy.client.session import ContextProvider, RuntimeContext, SessionHost, SessionRegistry
from understudy.client.workspace_access import Buffers, OutputListener, WorkspaceAccess
from understudy.rpc import INVALID_PARAMS, ConnectionLost, Inbound, Order, Peer, Route, RpcError
from understudy.schema import acp, decode
from understudy.workspace import NetworkPolicy

__all__ = ["PROTOCOL_VERSION", "Command", "Handshake", "build_routes", "connect"]

logger = logging.getLogger(__name__)


class _RawSessionUpdate(msgspec.Struct, rename="camel"):
    """A SessionNotification whose update is decoded later: an update of an unknown kind is no error."""

    session_id: str
    update: msgspec.Raw


def build_routes(
    registry: SessionRegistry,
    questions: PermissionQuestions,
    workspace_access: WorkspaceAccess,
    elicitations: Elicitations | None,
    mcp: McpServers,
) -> dict[str, Route[Any]]:
    """The methods that the agent may call. Each part of the client adds the routes that it advertises."""

    def updated(params: _RawSessionUpdate, inbound: Inbound) -> None:
        # Not a coroutine: a response that follows must not overtake it.
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
    """`initialize`, and the errors for an agent that cannot be reached, before and after it."""

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
        """Count output that is no message. Some programs print a greeting first; a response may still come."""
        if method is not None:
            return
        self._invalid_line_count += 1
        if len(self._invalid_output) < MAX_QUOTED_OUTPUT_CHARS:
            self._invalid_output += data[: 4 * MAX_QUOTED_OUTPUT_CHARS].decode("utf-8", "replace") + "\n"
        if self._invalid_line_count == MAX_INVALID_LINES and self._peer is not None:
            self._peer.stop()

    async def initialize(self, peer: Peer, request: acp.InitializeRequest) -> acp.InitializeResponse:
        """Send `initialize`. Raises AgentGone, BadAgent and CannotSandbox."""
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
            message = strip_control_chars(error_text(error))[:MAX_QUOTED_OUTPUT_CHARS]
            raise BadAgent(f"{self._agent_label} refused to initialize: {message}") from None
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
        """The error that says how the agent ended."""
        return AgentGone(f"{self._agent_label} {await self._exit_description()}.{self._log_excerpt()}")

    async def _connection_lost_error(self) -> ClientError:
        if self._invalid_line_count >= MAX_INVALID_LINES:
            return self._not_an_agent_error("")
        ending = await self._exit_description()
        if self._process is not None:
            for line in self._process.read_last_output().splitlines():
                if not line.startswith(b"{"):
                    self.on_invalid_message(None, line)
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
        self._process.stderr_tail.read_available()
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
    headers: Mapping[str, str] | None = None,
    permissions: Permissions | None = None,
    authenticate: AuthHandler | None = None,
    run_terminal: RunTerminal | None = None,
    context: ContextProvider | None = None,
    roots: Sequence[Folder] = (),
    sandbox: bool = False,
    writable: Sequence[Folder] = (),
    readable: Sequence[Folder] = (),
    sandbox_network: bool = True,
    files: bool | None = None,
    terminals: bool | None = None,
    network: str = "ask",
    agent_asks: bool = False,
    sensitive_files: Sequence[str] = (),
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
    """Start an agent, or run one in this process (`partner`), and initialize it; on exit, end it and its processes.

    - `permissions`, `elicit`: who answers the agent's questions (see `permissions`, `elicitation`); `on_elicited`
      is called with the id of a page that the agent reports as completed;
    - `mcp`: MCP servers by name, to which the agent can connect over this connection (see `mcp`);
    - `sandbox`: the agent can write to the `roots`, to its known state folders, and to `writable`; `readable` stays
      visible where credentials and `/tmp` are hidden (see `sandbox.policy`). No login of type `terminal` is run for
      an agent in a sandbox. Without `sandbox_network` the agent has no network either, this machine's loopback
      address included: for agents whose model is inside the sandbox too;
    - `command` may be the address of an agent on another machine (wss://…): see `remote`; `headers` go with the
      request that connects, and without them the token of UNDERSTUDY_TOKEN;
    - `files`, `terminals`: whether the agent may use those of this machine; by default not if it is on another;
    - `network`: whether commands in terminals have the network: "deny", "allow", or "ask": whoever answers
      `permissions` is asked about each command for which the agent requests it. `agent_asks`: the agent has asked
      for itself, and its word counts; true of Understudy;
    - `sensitive_files`: patterns of files that the agent writes only with consent, besides the well-known ones;
    - `nes`: None if nothing is edited here;
    - `timeout`: for every response except that of a turn.

    Raises AgentGone, BadAgent and CannotSandbox.

    Example: `async with connect("understudy acp") as agent: session = await agent.new_session(cwd)`.
    """
    if (command is None) == (partner is None):
        raise ValueError("Give either a command or a partner.")
    if sandbox and partner is not None:
        raise ValueError("An agent in this process cannot be put into a sandbox.")
    if (writable or readable) and not sandbox:
        raise ValueError("Folders are writable or readable in a sandbox: there is none without sandbox=True.")
    if not sandbox_network and not sandbox:
        raise ValueError("The network is taken away by a sandbox: there is none without sandbox=True.")
    variables = os.environ if environ is None else environ
    address = None if command is None else parse_address(command, variables, headers)
    if address is not None and sandbox:
        raise ValueError("An agent on another machine cannot be put into a sandbox here.")
    argv = [address.url] if address is not None else _split_command(command or ())
    if files is None:
        files = address is None
    if terminals is None:
        terminals = address is None
    notice = on_notice or _ignore_notice
    policy = permissions or Permissions.deny()
    require_list(roots, "the roots")
    sandbox_folders = (
        resolve_sandbox_folders(roots, writable, readable, network=sandbox_network) if sandbox else None
    )
    if sandbox:
        run_terminal = None  # it would run outside, with arguments and variables of the agent's choice
    async with AsyncExitStack() as stack:
        process: AgentProcess | None = None
        if partner is not None:
            channel = await stack.enter_async_context(run_in_process(partner))
        elif address is not None:
            from understudy.client.remote import open_remote_channel  # loads the WebSocket library

            channel = await stack.enter_async_context(open_remote_channel(address, notice, timeout))
        else:
            process = await start_agent_process(argv, cwd, environ, sandbox_folders)
            stack.push_async_callback(_close_process, process, notice)
            for warning in process.sandbox_warnings:
                notice(warning)
            channel = process.channel
        handshake = Handshake(_agent_label(argv), process, timeout)
        registry, backpressure = SessionRegistry(), Backpressure(channel)
        questions = PermissionQuestions(policy, notice)
        workspace_access = WorkspaceAccess(
            files=files,
            terminals=terminals,
            network=NetworkPolicy(network),
            agent_asks=agent_asks,
            sensitive_files=sensitive_files,
            permissions=policy,
            questions=questions,
            buffers=buffers,
            on_output=on_output,
            on_notice=notice,
            wait_for_room=channel.wait_for_room,
        )
        stack.push_async_callback(workspace_access.close)
        elicitations = None
        if elicit is not None:
            elicitations = Elicitations(elicit, registry, questions.pending, notice, on_elicited)
        mcp_servers = McpServers(mcp or {}, notice, timeout)
        stack.push_async_callback(mcp_servers.close)
        routes = build_routes(registry, questions, workspace_access, elicitations, mcp_servers)
        peer = Peer(channel, routes, decode=decode, on_undecodable=handshake.on_invalid_message)
        calls = AgentCalls(peer, backpressure, timeout, handshake.agent_gone_error)
        await stack.enter_async_context(_running_peer(peer, calls))
        agent = await handshake.initialize(
            peer,
            acp.InitializeRequest(
                protocol_version=1,
                client_capabilities=build_client_capabilities(
                    workspace_access.capabilities(),
                    nes=nes,
                    encodings=encodings,
                    terminal_login=run_terminal is not None,
                    elicitation=None if elicitations is None else elicitations.capabilities(),
                ),
                client_info=info or acp.Implementation(name="understudy-client", version=__version__),
            ),
        )

        async def send_authenticate(method: str) -> None:
            request = acp.AuthenticateRequest(method_id=method)
            await calls.call_without_auth("authenticate", request, acp.AuthenticateResponse, None)

        calls.authentication = Authentication(
            agent.auth_methods, authenticate, send_authenticate, argv, run_terminal, sandbox=sandbox
        )
        checks = CapabilityChecks(agent.agent_capabilities)
        mcp_servers.apply_agent_support(checks.accepts_mcp_over_acp)
        host = SessionHost(
            calls,
            checks,
            backpressure,
            RuntimeContext(checks, context, notice),
            questions,
            workspace_access,
            mcp_servers,
            notice,
        )
        stack.push_async_callback(host.close)
        writable_roots = None if sandbox_folders is None else sandbox_folders.writable_roots
        yield Connection(
            agent,
            host,
            registry,
            calls.authentication,
            encodings,
            handshake.stderr_text,
            notice,
            writable_roots,
        )


def _split_command(command: Command) -> list[str]:
    if not isinstance(command, str):
        return list(command)
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ClientError(f"{command!r} is no command: {error}.", "bad_command") from None


def _agent_label(argv: Sequence[str]) -> str:
    """The subject of a sentence about the agent."""
    command = strip_control_chars(shlex.join(argv)).replace("\n", " ")
    if not command:
        return "The agent"
    if len(command) > MAX_COMMAND_NAME_CHARS:
        command = command[:MAX_COMMAND_NAME_CHARS] + "…"
    return f"The agent ({command})"


async def _close_process(process: AgentProcess, on_notice: Callable[[str], None]) -> None:
    await process.close()
    for change in process.sandbox_changes:
        on_notice(change)


def _ignore_notice(notice: str) -> None:
    del notice


@asynccontextmanager
async def _running_peer(peer: Peer, calls: AgentCalls) -> AsyncGenerator[None]:
    running: asyncio.Future[Any] = asyncio.ensure_future(peer.run())

    def mark_ended(_: object) -> None:
        calls.agent_ended = True

    running.add_done_callback(mark_ended)
    try:
        yield
    finally:
        peer.stop()
        await running
