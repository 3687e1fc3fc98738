"""Agents that are known by name: where each keeps its sessions, its login and its settings.

The client treats every agent alike; only two decisions need to know whose files are whose. A sandbox makes the
state folders of the agent that it starts writable and keeps its login readable. And Understudy's own folders, with
providers' keys and past sessions, are closed to every agent that the client serves files to. This module is the
only one in the client that knows where Understudy keeps its files; the rule itself belongs to the CLI, and a test
compares the two.
"""

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final, Literal

__all__ = ["login_paths", "private_folders", "settings_paths", "state_folders", "understudy_folder"]


@dataclass(frozen=True, slots=True)
class _KnownAgent:
    """Paths relative to the home folder."""

    state_folders: tuple[str, ...]
    settings: tuple[str, ...]
    """Files that name commands which the agent runs by itself."""
    login_files: tuple[str, ...] = ()
    """Single files outside the state folders. They stay readable; a sandbox cannot let a file be replaced."""


# By a word of the command.
_KNOWN_AGENTS: Final = {
    "claude": _KnownAgent(
        (".claude",), (".claude/settings.json", ".claude/settings.local.json"), (".claude.json",)
    ),
    "codex": _KnownAgent((".codex",), (".codex/config.toml", ".codex/hooks.json")),
    "gemini": _KnownAgent((".gemini",), (".gemini/settings.json",)),
    "copilot": _KnownAgent(
        (".copilot", ".config/github-copilot"), (".copilot/config.json", ".copilot/mcp-config.json")
    ),
    "opencode": _KnownAgent(
        (".local/share/opencode", ".local/state/opencode", ".config/opencode"),
        (".config/opencode/opencode.json", ".config/opencode/opencode.jsonc"),
    ),
    "goose": _KnownAgent(
        (".local/share/goose", ".local/state/goose", ".config/goose"), (".config/goose/config.yaml",)
    ),
    "kimi": _KnownAgent((".kimi",), (".kimi/config.toml", ".kimi/mcp.json")),
    "qwen": _KnownAgent((".qwen",), (".qwen/settings.json",)),
    "vibe": _KnownAgent((".vibe",), (".vibe/config.toml",)),
}
_UNDERSTUDY_FOLDERS: Final = {
    "state": ("UNDERSTUDY_STATE_DIR", "XDG_STATE_HOME", ".local/state"),
    "config": ("UNDERSTUDY_CONFIG_DIR", "XDG_CONFIG_HOME", ".config"),
}


def state_folders(argv: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """The canonical folders in which the agent of this command keeps its state; none for an unknown agent.

    Missing folders are created: an agent creates them at its first start, and inside a sandbox it could not.
    """
    home = environ.get("HOME", "")
    folders: list[str] = []
    if _is_understudy(argv) and (state := understudy_folder(environ, "state")) is not None:
        folders.append(state)
    if home.startswith("/") and os.path.isdir(home):
        folders += [f"{home}/{name}" for agent in _agents_in(argv) for name in agent.state_folders]
    for path in folders:
        with contextlib.suppress(OSError):
            os.makedirs(path, 0o700, exist_ok=True)
    return [os.path.realpath(path) for path in folders if os.path.isdir(path)]


def login_paths(argv: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """The canonical paths, beside its state, that the agent has to read: its login and configuration."""
    home = environ.get("HOME", "")
    paths = [f"{home}/{name}" for agent in _agents_in(argv) for name in agent.login_files]
    if _is_understudy(argv) and (config := understudy_folder(environ, "config")) is not None:
        paths.append(config)
    return [os.path.realpath(path) for path in paths if path.startswith("/")]


def settings_paths(argv: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """The existing settings of the agent in which a command for its next run could be planted."""
    home = environ.get("HOME", "")
    paths = [f"{home}/{name}" for agent in _agents_in(argv) for name in agent.settings]
    return [path for path in paths if os.path.lexists(path)]


def private_folders(environ: Mapping[str, str]) -> list[str]:
    """Understudy's own folders: keys, settings and sessions, which no agent may reach through the client."""
    found = (understudy_folder(environ, "state"), understudy_folder(environ, "config"))
    return [folder for folder in found if folder is not None]


def understudy_folder(environ: Mapping[str, str], kind: Literal["state", "config"]) -> str | None:
    """Understudy's folder of this kind; None without a home folder."""
    own_variable, xdg_variable, default = _UNDERSTUDY_FOLDERS[kind]
    home = environ.get("HOME", "")
    if chosen := environ.get(own_variable):
        return os.path.abspath(home + chosen[1:] if chosen.startswith("~/") else chosen)
    if sys.platform == "darwin":
        return f"{home}/Library/Application Support/Understudy" if home.startswith("/") else None
    base = environ.get(xdg_variable, "")
    if not os.path.isabs(base):
        base = f"{home}/{default}"
    return f"{base}/understudy" if base.startswith("/") else None


def _agents_in(argv: Sequence[str]) -> list[_KnownAgent]:
    words = _command_words(argv)
    return [agent for word, agent in _KNOWN_AGENTS.items() if word in words]


def _is_understudy(argv: Sequence[str]) -> bool:
    return "understudy" in _command_words(argv)


def _command_words(argv: Sequence[str]) -> set[str]:
    """The words in the file names of the program and its arguments: `claude` in `npx @zed/claude-code-acp`."""
    names = " ".join(PurePath(word).name for word in argv)
    return set("".join(char if char.isalnum() else " " for char in names.lower()).split())
