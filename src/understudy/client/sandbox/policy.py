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

import contextlib
import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Final

from understudy.client.errors import CannotSandbox, ClientError
from understudy.client.sandbox.launches import BubblewrapLaunch, LandlockLaunch, SandboxSpec
from understudy.client.understudy_folders import understudy_folder
from understudy.workspace import SandboxMode
from understudy.workspace.commands import choose_sandbox, toolchain_folders
from understudy.workspace.commands.git_protection import ProtectedPaths, outermost_folders
from understudy.workspace.commands.isolation import contains, find_hidden_paths

__all__ = ["SandboxLaunch", "prepare_sandbox", "state_folders"]

SandboxLaunch = BubblewrapLaunch | LandlockLaunch

# By a word in the command: where agents keep their sessions and their login.
_STATE_FOLDERS: Final = {
    "claude": (".claude",),
    "codex": (".codex",),
    "gemini": (".gemini",),
    "copilot": (".copilot", ".config/github-copilot"),
    "opencode": (".local/share/opencode", ".local/state/opencode", ".config/opencode"),
    "goose": (".local/share/goose", ".local/state/goose", ".config/goose"),
    "kimi": (".kimi",),
    "qwen": (".qwen",),
    "vibe": (".vibe",),
}
_SETTINGS_FILES: Final = {
    "claude": (".claude/settings.json", ".claude/settings.local.json"),
    "codex": (".codex/config.toml", ".codex/hooks.json"),
    "gemini": (".gemini/settings.json",),
    "copilot": (".copilot/config.json", ".copilot/mcp-config.json"),
    "opencode": (".config/opencode/opencode.json", ".config/opencode/opencode.jsonc"),
    "goose": (".config/goose/config.yaml",),
    "kimi": (".kimi/config.toml", ".kimi/mcp.json"),
    "qwen": (".qwen/settings.json",),
    "vibe": (".vibe/config.toml",),
}
"""Of those, what names commands that the agent runs by itself."""
_LOGIN_FILES: Final = {"claude": (".claude.json",)}
"""Single files: they can be read; a sandbox cannot let a file be replaced."""


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
        hidden=_hidden_paths(environ, [*writable, *own], [*_login_paths(argv, environ), *shown]),
        required=(*_required_paths(argv, environ, cwd), *shown),
        guarded_settings=tuple(_guarded_settings(argv, environ, reach)),
    )
    if sandbox.name == "bubblewrap":
        return BubblewrapLaunch(wish, sandbox.program or "bwrap")
    return LandlockLaunch(wish, sandbox.abi)


def state_folders(argv: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """Where this agent keeps its own things, as far as we know it.

    They are made if they are not there: the first thing that an agent does in a new home is to make them, and
    inside the sandbox it could not.
    """
    home = environ.get("HOME", "")
    found: list[str] = []
    if "understudy" in _command_words(argv):
        state = understudy_folder(environ, "state")
        found += [] if state is None else [state]
    if home.startswith("/") and os.path.isdir(home):
        found += [
            f"{home}/{name}"
            for word in _command_words(argv) & _STATE_FOLDERS.keys()
            for name in _STATE_FOLDERS[word]
        ]
    for path in found:
        with contextlib.suppress(OSError):
            os.makedirs(path, 0o700, exist_ok=True)
    return [os.path.realpath(path) for path in found if os.path.isdir(path)]


def _login_paths(argv: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """What the agent has to read of its own."""
    home = environ.get("HOME", "")
    found: list[str] = []
    if "understudy" in _command_words(argv):
        config = understudy_folder(environ, "config")
        found += [] if config is None else [config]
    found += [
        f"{home}/{name}" for word in _command_words(argv) & _LOGIN_FILES.keys() for name in _LOGIN_FILES[word]
    ]
    return [os.path.realpath(path) for path in found if path.startswith("/")]


def _guarded_settings(
    argv: Sequence[str], environ: Mapping[str, str], writable: Sequence[str]
) -> Iterator[ProtectedPaths]:
    """What is there already: an agent that is new here has to be able to write its first settings."""
    home = environ.get("HOME", "")
    tops = outermost_folders(writable)
    paths = [
        f"{home}/{name}"
        for word in _command_words(argv) & _SETTINGS_FILES.keys()
        for name in _SETTINGS_FILES[word]
    ]
    for path in filter(os.path.lexists, paths):
        folder = os.path.realpath(os.path.dirname(path))
        top = next((top for top in tops if contains(top, folder)), None)
        if top is not None:
            below = "" if folder == top else os.path.relpath(folder, top)
            yield ProtectedPaths(top, below, (os.path.basename(path),))


def _command_words(argv: Sequence[str]) -> set[str]:
    """The words that the program's and its arguments' own names are made of: `npx @zed/claude-code-acp`."""
    names = " ".join(PurePath(word).name for word in argv)
    return set("".join(char if char.isalnum() else " " for char in names.lower()).split())


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
