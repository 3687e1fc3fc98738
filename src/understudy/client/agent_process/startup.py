"""Start an agent: as a process, with or without a sandbox, or inside this process (`Partner`)."""

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from understudy.client.agent_process.process import AgentProcess, PlainLaunch, resolve_command
from understudy.client.errors import AgentGone, ClientError
from understudy.client.known_agents import state_folders
from understudy.client.limits import IN_PROCESS_STOP_TIMEOUT_S
from understudy.client.roots import Folder, Roots, require_list
from understudy.wire import Channel, memory_pair

if TYPE_CHECKING:
    from understudy.client.sandbox import SandboxLaunch

__all__ = [
    "Partner",
    "PartnerMaker",
    "SandboxFolders",
    "resolve_sandbox_folders",
    "run_in_process",
    "start_agent_process",
]


class Partner(Protocol):
    """An agent that runs in this process.

    Example: `connect(partner=make_partner)`, where `make_partner` returns one.
    """

    async def run(self) -> None:
        """Serve until the channel is closed."""
        ...

    def stop(self) -> None: ...


PartnerMaker = Callable[[Channel], Partner]


@dataclass(frozen=True, slots=True)
class SandboxFolders:
    """What an agent in a sandbox may access, beside its own folders."""

    roots: Roots
    writable: Sequence[str]
    readable: Sequence[str]
    network: bool = True

    @property
    def writable_roots(self) -> Roots:
        """Everything that the caller made writable."""
        return Roots(self.roots.cwd, [*self.roots.additional, *self.writable])


def resolve_sandbox_folders(
    roots: Sequence[Folder], writable: Sequence[Folder], readable: Sequence[Folder], *, network: bool = True
) -> SandboxFolders:
    """Validate the folders. Raises ClientError `bad_roots`."""
    if not roots:
        raise ClientError("Give the roots that the agent may write to in its sandbox.", "bad_roots")
    for name, folders in (("roots", roots), ("writable", writable), ("readable", readable)):
        require_list(folders, name)
    all_roots = Roots(roots[0], roots[1:])
    return SandboxFolders(
        all_roots,
        Roots(all_roots.cwd, writable).additional,
        Roots(all_roots.cwd, readable).additional,
        network,
    )


async def start_agent_process(
    command: Sequence[str],
    cwd: Folder | None,
    environ: Mapping[str, str] | None,
    sandbox_folders: SandboxFolders | None,
    *,
    pass_fds: Sequence[int] = (),
) -> AgentProcess:
    """Start the agent's process, which inherits `pass_fds` unless it is in a sandbox.

    Raises AgentGone, CannotSandbox, and ClientError `bad_roots`.
    """
    variables = dict(os.environ if environ is None else environ)
    folder = str(Path.cwd() if cwd is None else Path(cwd).absolute())
    if not os.path.isdir(folder):
        raise AgentGone(f"The agent cannot be started: {folder} is no folder.")
    argv = resolve_command(command, variables, folder)
    if sandbox_folders is None:
        return AgentProcess(PlainLaunch(argv, variables, folder, pass_fds))
    preparing = asyncio.ensure_future(
        asyncio.to_thread(_prepare_sandbox_launch, argv, variables, folder, sandbox_folders)
    )
    try:
        launch = await asyncio.shield(preparing)
    except asyncio.CancelledError:
        preparing.add_done_callback(_close_unused_launch)
        raise
    return AgentProcess(launch)


@asynccontextmanager
async def run_in_process(partner: PartnerMaker) -> AsyncGenerator[Channel]:
    """Run an agent in this process, and yield our end of its channel; on exit, stop the agent."""
    ours, theirs = memory_pair()
    agent = partner(theirs)
    running = asyncio.ensure_future(agent.run())
    try:
        yield ours
    finally:
        # Closing the channel ends most agents; the others are stopped, then cancelled.
        ours.close()
        done, _ = await asyncio.wait([running], timeout=IN_PROCESS_STOP_TIMEOUT_S)
        if not done:
            agent.stop()
            await asyncio.wait([running], timeout=IN_PROCESS_STOP_TIMEOUT_S)
            running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running


def _prepare_sandbox_launch(
    argv: Sequence[str], environ: Mapping[str, str], cwd: str, sandbox_folders: SandboxFolders
) -> "SandboxLaunch":
    from understudy.client.sandbox import prepare_sandbox  # loads all of the command sandboxes

    state = [*state_folders(argv, environ), *sandbox_folders.writable]
    return prepare_sandbox(
        argv,
        roots=list(sandbox_folders.roots),
        cwd=cwd,
        environ=environ,
        state=state,
        readable=sandbox_folders.readable,
        network=sandbox_folders.network,
    )


def _close_unused_launch(preparing: "asyncio.Future[SandboxLaunch]") -> None:
    """Close a sandbox that was prepared after its caller was cancelled."""
    if not preparing.cancelled() and preparing.exception() is None:
        preparing.result().close()
