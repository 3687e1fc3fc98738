"""How an agent is connected: its process or its partner in memory, `initialize`, and the end of it all.

async with connect(["some-agent", "acp"], permissions=Permissions.ask(question)) as agent:
    session = await agent.new_session(Path.cwd())
    async for update in session.prompt("What is this project?"):
        ...
"""

import asyncio
import shlex
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from understudy import __version__
from understudy.client.agent_process.process import AgentProcess
from understudy.client.agent_process.startup import (
    PartnerMaker,
    resolve_sandbox_folders,
    run_in_process,
    start_agent_process,
)
from understudy.client.agent_process.stderr_tail import strip_control_chars
from understudy.client.agent_requests import build_routes
from understudy.client.authentication import Authentication, AuthHandler, RunTerminal
from understudy.client.backpressure import Backpressure
from understudy.client.calls import AgentCalls
from understudy.client.capabilities import CapabilityChecks, NesKind, build_client_capabilities
from understudy.client.connection import Connection
from understudy.client.elicitation import Elicit, Elicitations
from understudy.client.errors import ClientError
from understudy.client.handshake import Handshake
from understudy.client.limits import MAX_COMMAND_NAME_CHARS
from understudy.client.mcp import McpFactory, McpServers
from understudy.client.permissions import PermissionQuestions, Permissions
from understudy.client.roots import Folder
from understudy.client.session.host import SessionHost
from understudy.client.session.registry import SessionRegistry
from understudy.client.session.runtime_context import ContextProvider, RuntimeContext
from understudy.client.workspace_access import Buffers, OutputListener, WorkspaceAccess
from understudy.rpc import Peer
from understudy.schema import acp, decode

__all__ = ["Command", "connect"]

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
