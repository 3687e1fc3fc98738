"""An agent inside a sandbox of its own, because roots alone hold nobody who touches files himself.

Owns what the agent may do there:

- writable: the session's roots, the agent's own state folders, a private temporary folder;
- readable: everything else, but for known places of credentials in the home folder (ssh, cloud, browsers,
  other agents' logins). What is the agent's own (its login, our `config`) stays readable, and its environment
  is left as it is: it needs its provider's key;
- a repository's hooks and configuration that are there at the start are read-only under bubblewrap: whoever
  writes them runs programs outside the sandbox later. Landlock cannot hold them, and bubblewrap not what was
  missing (`.git/commondir`): those are put back at the end, and told (see `sandboxing_watch`). Neither holds new
  repositories, nor what other programs trust in a root (`.vscode`, `.envrc`): look at what an agent you do not
  trust leaves behind;
- settings of a known agent that are there, and in which it could plant commands for its next run outside, are
  read-only under bubblewrap. Landlock cannot make a file read-only in a folder that is writable: they are put
  back at the end, and a program that reads them before then reads what the agent wrote. Settings that are not
  there yet can be made in both, and so can whatever else an agent loads of its own state (plugins, skills);
- the network is as it is; other processes cannot be seen (bubblewrap) or signalled (Landlock, version 6).

How it is started stands in `sandboxing_launches`. The agent can fence in its own commands inside: bubblewrap
does not always work there, Landlock does.
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
    mode: SandboxMode = SandboxMode.AUTO,
) -> SandboxLaunch:
    """Prepare the start of an agent in a sandbox. Blocks for a moment: call it in a thread.

    `argv` begins with the program's path. `state`: folders that the agent may write to beside the roots; None:
    those we know (`state_folders`). `readable`: what stays in sight, be it a place of credentials or below `/tmp`.
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
    own = state_folders(argv, environ) if state is None else [_canonical_folder(folder) for folder in state]
    shown = [os.path.realpath(path) for path in readable]
    reach = tuple(dict.fromkeys([*writable, *own]))
    wish = SandboxSpec(
        argv=list(argv),
        environ=dict(environ),
        cwd=os.path.realpath(cwd),
        writable=reach,
        hidden=_hidden_paths(environ, [*writable, *own], [*login_paths(argv, environ), *shown]),
        required=(*_required_paths(argv, environ, cwd), *shown),
        guarded_settings=tuple(_guarded_settings(argv, environ, reach)),
    )
    if sandbox.name == "bubblewrap":
        return BubblewrapLaunch(wish, sandbox.program or "bwrap")
    return LandlockLaunch(wish, sandbox.abi)


def _guarded_settings(
    argv: Sequence[str], environ: Mapping[str, str], writable: Sequence[str]
) -> Iterator[ProtectedPaths]:
    """What is there already: an agent that is new here has to be able to write its first settings."""
    tops = outermost_folders(writable)
    for path in settings_paths(argv, environ):
        folder = os.path.realpath(os.path.dirname(path))
        top = next((top for top in tops if contains(top, folder)), None)
        if top is not None:
            below = "" if folder == top else os.path.relpath(folder, top)
            yield ProtectedPaths(top, below, (os.path.basename(path),))


def _hidden_paths(environ: Mapping[str, str], writable: Iterable[str], visible: Iterable[str]) -> list[str]:
    kept = list(visible)
    # What lies in a folder that is shown is shown with it; what contains one cannot be hidden.
    places = find_hidden_paths(environ, [*writable, *kept])
    return [place for place in places if not any(contains(shown, place) for shown in kept)]


def _required_paths(argv: Sequence[str], environ: Mapping[str, str], cwd: str) -> list[str]:
    """Folders without which the program would not start, wherever they are."""
    found = [*toolchain_folders(environ), cwd]
    for name in ("PYTHONPATH", "NODE_PATH"):
        found += environ.get(name, "").split(":")
    for word in argv:
        if word.startswith("/") and os.path.exists(word):
            for path in (word, os.path.realpath(word)):
                folder = os.path.dirname(path)
                found.append(os.path.dirname(folder) if os.path.basename(folder) == "bin" else folder)
                head, node, _ = path.partition("/node_modules/")
                found += [f"{head}/node_modules"] if node else []  # a package is not alone
    return [os.path.realpath(path) for path in found if path.startswith("/")]


def _canonical_folder(folder: str) -> str:
    path = os.path.realpath(folder)
    if not os.path.isabs(folder) or not os.path.isdir(path):
        raise ClientError(
            f"{shlex.quote(folder)} cannot be made writable in the sandbox: give the absolute path of a folder "
            "that is there.",
            "bad_roots",
        )
    return path
