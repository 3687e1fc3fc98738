"""The sandbox policy: what an agent may read and write. Roots alone do not bind an agent that opens files itself.

- writable: the session's roots, the agent's own state folders, a private temporary folder;
- readable: everything else, except known paths of credentials in the home folder (ssh, cloud, browsers, logins of
  other agents). The agent's own login and configuration stay readable, and its environment is passed unchanged: it
  needs the key of its provider;
- existing hooks and configuration of a repository are read-only under bubblewrap, because a process that writes
  them runs programs outside the sandbox later. Landlock cannot protect them, and bubblewrap cannot protect
  missing files (`.git/commondir`): those are restored at the end, with a notice (`launches.TrustedFileGuard`).
  Neither protects new repositories, nor other files in a root that programs trust (`.vscode`, `.envrc`): check
  what an untrusted agent leaves behind;
- existing settings of a known agent, in which it could plant commands for its next run outside, are read-only
  under bubblewrap. Landlock cannot make a file read-only in a writable folder: there they are restored at the
  end, and a program that reads them before then reads what the agent wrote. Under both, missing settings can be
  created, and so can everything else that an agent loads from its own state (plugins, skills);
- the network is not restricted unless the caller takes it away: most agents reach their model over it. Without it,
  this machine's loopback address and abstract sockets are out of reach too; under Landlock the agent then has no
  Unix sockets and cannot start bubblewrap;
- other processes cannot be seen (bubblewrap) or signalled (Landlock version 6).

`launches` starts the agent. It can sandbox its own commands inside: bubblewrap does not always work there, Landlock
does.
"""

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence

from understudy.client.errors import CannotSandbox, ClientError
from understudy.client.known_agents import login_paths, settings_paths, state_folders
from understudy.client.sandbox.launches import BubblewrapLaunch, LandlockLaunch, SandboxSpec
from understudy.workspace import SandboxMode
from understudy.workspace.commands import choose_sandbox, contains, outermost_folders, toolchain_folders
from understudy.workspace.commands.git_protection import ProtectedPaths
from understudy.workspace.commands.isolation import find_hidden_paths

__all__ = ["SandboxLaunch", "prepare_sandbox"]

SandboxLaunch = BubblewrapLaunch | LandlockLaunch


def prepare_sandbox(
    argv: Sequence[str],
    *,
    roots: Sequence[str],
    cwd: str,
    environ: Mapping[str, str],
    state: Sequence[str] | None = None,
    readable: Sequence[str] = (),
    network: bool = True,
    mode: SandboxMode = SandboxMode.AUTO,
) -> SandboxLaunch:
    """Prepare the start of an agent in a sandbox. Blocks for a moment: call it in a thread.

    `argv` begins with the path of the program. `state`: folders that the agent may write to beside the roots; None:
    its known state folders. `readable`: paths that stay visible, even if they hold credentials or are below `/tmp`.
    Raises CannotSandbox, and ClientError `bad_roots`.
    """
    if mode is SandboxMode.OFF:
        raise ValueError("off is no sandbox")
    sandbox = choose_sandbox(mode)
    if sandbox.name == "none":
        raise CannotSandbox(
            f"No sandbox works here ({sandbox.problem}), so the agent was not started. Install bubblewrap, or go "
            "without a sandbox if the agent may do whatever you may do."
        )
    writable = [_canonical_folder(root) for root in roots]
    if not writable:
        raise ClientError("Give the roots that the agent may write to in its sandbox.", "bad_roots")
    state_paths = (
        state_folders(argv, environ) if state is None else [_canonical_folder(folder) for folder in state]
    )
    visible = [os.path.realpath(path) for path in readable]
    all_writable = tuple(dict.fromkeys([*writable, *state_paths]))
    spec = SandboxSpec(
        argv=list(argv),
        environ=dict(environ),
        cwd=os.path.realpath(cwd),
        writable=all_writable,
        hidden=_hidden_paths(environ, [*writable, *state_paths], [*login_paths(argv, environ), *visible]),
        required=(*_required_paths(argv, environ, cwd), *visible),
        guarded_settings=tuple(_guarded_settings(argv, environ, all_writable)),
        network=network,
    )
    if sandbox.name == "bubblewrap":
        return BubblewrapLaunch(spec, sandbox.program or "bwrap")
    return LandlockLaunch(spec, sandbox.abi)


def _guarded_settings(
    argv: Sequence[str], environ: Mapping[str, str], writable: Sequence[str]
) -> Iterator[ProtectedPaths]:
    """The existing settings only: a newly installed agent has to be able to write its first settings."""
    outer_folders = outermost_folders(writable)
    for path in settings_paths(argv, environ):
        folder = os.path.realpath(os.path.dirname(path))
        outer_folder = next(
            (outer_folder for outer_folder in outer_folders if contains(outer_folder, folder)), None
        )
        if outer_folder is not None:
            relative = "" if folder == outer_folder else os.path.relpath(folder, outer_folder)
            yield ProtectedPaths(outer_folder, relative, (os.path.basename(path),))


def _hidden_paths(environ: Mapping[str, str], writable: Iterable[str], visible: Iterable[str]) -> list[str]:
    visible_paths = list(visible)
    # A path inside a visible folder stays visible; a path that contains one cannot be hidden.
    hidden = find_hidden_paths(environ, [*writable, *visible_paths])
    return [path for path in hidden if not any(contains(shown, path) for shown in visible_paths)]


def _required_paths(argv: Sequence[str], environ: Mapping[str, str], cwd: str) -> list[str]:
    """The folders without which the program would not start, wherever they are."""
    folders = [*toolchain_folders(environ), cwd]
    for name in ("PYTHONPATH", "NODE_PATH"):
        folders += environ.get(name, "").split(":")
    for argument in argv:
        if argument.startswith("/") and os.path.exists(argument):
            for path in (argument, os.path.realpath(argument)):
                folder = os.path.dirname(path)
                folders.append(os.path.dirname(folder) if os.path.basename(folder) == "bin" else folder)
                head, node, _ = path.partition("/node_modules/")
                folders += [f"{head}/node_modules"] if node else []  # a package needs the others beside it
    return [os.path.realpath(path) for path in folders if path.startswith("/")]


def _canonical_folder(folder: str) -> str:
    path = os.path.realpath(folder)
    if not os.path.isabs(folder) or not os.path.isdir(path):
        raise ClientError(
            f"{shlex.quote(folder)} cannot be made writable in the sandbox: give the absolute path of a folder "
            "that is there.",
            "bad_roots",
        )
    return path
