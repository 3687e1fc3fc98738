"""How an agent is connected: its process or its partner in memory, `initialize`, and the end of it all.

async with connect(["some-agent", "acp"], permissions=Permissions.ask(question)) as agent:
    session = await agent.new_session(Path.cwd())
    async for update in session.prompt("What is this project?"):
        ...
"""

import asyncio
import contextlib
import os
import shlex
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from understudy import __version__
from understudy.client.answering import routes
from understudy.client.authentication import Authentication, Handler, RunTerminal
from understudy.client.beginning import Beginning
from understudy.client.calling import Calling
from understudy.client.capabilities import Gate, NesKind, announced
from understudy.client.connection import Connection
from understudy.client.context import Context, Provider
from understudy.client.desk import Desk
from understudy.client.errors import AgentGone, ClientError
from understudy.client.flow import Flow
from understudy.client.launching import PlainLaunch, found
from understudy.client.permissions import Permissions, Questions
from understudy.client.process import AgentProcess
from understudy.client.register import Register
from understudy.client.roots import Folder, Roots
from understudy.client.serving import Buffers, OutputListener, Serving
from understudy.client.tail import plain
from understudy.rpc import Peer
from understudy.schema import acp, decode
from understudy.wire import Channel, memory_pair

__all__ = ["Command", "Partner", "PartnerMaker", "connect"]

Command = str | Sequence[str]
ENDING: Final = 5.0
"""Seconds that a partner in memory has to end."""
LONGEST_NAME: Final = 80


class Partner(Protocol):
    """An agent in this process."""

    async def run(self) -> None:
        """Serve until the channel ends."""
        ...

    def stop(self) -> None: ...


PartnerMaker = Callable[[Channel], Partner]


@asynccontextmanager
async def connect(
    command: Command | None = None,
    *,
    partner: PartnerMaker | None = None,
    cwd: Folder | None = None,
    environ: Mapping[str, str] | None = None,
    permissions: Permissions | None = None,
    authenticate: Handler | None = None,
    run_terminal: RunTerminal | None = None,
    context: Provider | None = None,
    roots: Sequence[Folder] = (),
    sandbox: bool = False,
    files: bool = True,
    terminals: bool = True,
    buffers: Buffers | None = None,
    on_output: OutputListener | None = None,
    nes: Sequence[NesKind] | None = ("jump", "rename", "searchAndReplace"),
    encodings: Sequence[acp.PositionEncodingKind] = ("utf-8", "utf-16"),
    info: acp.Implementation | None = None,
    on_notice: Callable[[str], None] | None = None,
    timeout: float = 30.0,
) -> AsyncGenerator[Connection]:
    """Start an agent, or take a partner in memory, and agree with it; on the way out it is ended with its tree.

    `timeout` is for every answer but a turn's; `nes=None` says that nothing is edited here. Raises AgentGone,
    BadAgent and CannotSandbox.
    """
    if (command is None) == (partner is None):
        raise ValueError("Give either a command or a partner.")
    argv = _words(command or ())
    notice = on_notice or _unnoticed
    policy = permissions or Permissions.deny()
    async with AsyncExitStack() as stack:
        process: AgentProcess | None = None
        if partner is not None:
            channel = await stack.enter_async_context(_in_memory(partner))
        else:
            process = await _started(argv, cwd, environ, roots, sandbox)
            stack.push_async_callback(process.close)
            channel = process.channel
        beginning = Beginning(_name(argv), process, timeout)
        register, flow = Register(), Flow(channel)
        questions = Questions(policy, notice)
        serving = Serving(
            files=files,
            terminals=terminals,
            permissions=policy,
            questions=questions,
            buffers=buffers,
            on_output=on_output,
            on_notice=notice,
        )
        stack.push_async_callback(serving.close)
        peer = Peer(channel, routes(register, questions, serving), decode=decode, missed=beginning.missed)
        calling = Calling(peer, flow, timeout, beginning.gone)
        await stack.enter_async_context(_speaking(peer, calling))
        agent = await beginning.agree(
            peer,
            acp.InitializeRequest(
                protocol_version=1,
                client_capabilities=announced(
                    serving.capabilities(),
                    nes=nes,
                    encodings=encodings,
                    terminal_login=run_terminal is not None,
                ),
                client_info=info or acp.Implementation(name="understudy-client", version=__version__),
            ),
        )

        async def ask_authentication(method: str) -> None:
            request = acp.AuthenticateRequest(method_id=method)
            await calling.once("authenticate", request, acp.AuthenticateResponse, None)

        calling.authentication = Authentication(
            agent.auth_methods, authenticate, ask_authentication, argv, run_terminal
        )
        gate = Gate(agent.agent_capabilities)
        desk = Desk(calling, gate, flow, Context(gate, context, notice), questions, serving)
        stack.push_async_callback(desk.end)
        fence = Roots(roots[0], roots[1:]) if sandbox else None
        yield Connection(
            agent, desk, register, calling.authentication, encodings, beginning.log, notice, fence
        )


def _words(command: Command) -> list[str]:
    if not isinstance(command, str):
        return list(command)
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ClientError(f"{command!r} is no command: {error}.", "bad_command") from None


def _name(argv: Sequence[str]) -> str:
    """How a sentence about the agent begins."""
    command = plain(shlex.join(argv)).replace("\n", " ")
    if not command:
        return "The agent"
    return f"The agent ({command if len(command) <= LONGEST_NAME else command[:LONGEST_NAME] + '…'})"


def _unnoticed(words: str) -> None:
    del words


async def _started(
    command: Sequence[str],
    cwd: Folder | None,
    environ: Mapping[str, str] | None,
    roots: Sequence[Folder],
    sandbox: bool,
) -> AgentProcess:
    variables = dict(os.environ if environ is None else environ)
    folder = str(Path.cwd() if cwd is None else Path(cwd).absolute())
    if not os.path.isdir(folder):
        raise AgentGone(f"The agent cannot be started: {folder} is no folder.")
    argv = found(command, variables, folder)
    if not sandbox:
        return AgentProcess(PlainLaunch(argv, variables, folder))
    from understudy.client.sandboxing import sandboxed

    if not roots:
        raise ClientError("Give the roots that the agent may write to in its sandbox.", "bad_roots")
    writable = list(Roots(roots[0], roots[1:]))
    preparing = asyncio.ensure_future(
        asyncio.to_thread(sandboxed, argv, roots=writable, cwd=folder, environ=variables)
    )
    try:
        ready = await asyncio.shield(preparing)
    except asyncio.CancelledError:
        preparing.add_done_callback(_unused)
        raise
    return AgentProcess(ready)


def _unused(preparing: "asyncio.Future[Any]") -> None:
    """Nobody waits for the sandbox any more."""
    if not preparing.cancelled() and preparing.exception() is None:
        preparing.result().close()


@asynccontextmanager
async def _in_memory(partner: PartnerMaker) -> AsyncGenerator[Channel]:
    ours, theirs = memory_pair()
    agent = partner(theirs)
    running = asyncio.ensure_future(agent.run())
    try:
        yield ours
    finally:
        # It sees the end of the channel by itself; the rest is for one that does not.
        ours.close()
        done, _ = await asyncio.wait([running], timeout=ENDING)
        if not done:
            agent.stop()
            await asyncio.wait([running], timeout=ENDING)
            running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running


@asynccontextmanager
async def _speaking(peer: Peer, calling: Calling) -> AsyncGenerator[None]:
    running: asyncio.Future[Any] = asyncio.ensure_future(peer.run())

    def over(_: object) -> None:
        calling.over = True

    running.add_done_callback(over)
    try:
        yield
    finally:
        peer.stop()
        await running
