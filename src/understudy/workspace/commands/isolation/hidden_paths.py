"""The paths in the home folder that no command may read: credentials, and Understudy's own state.

Only the list; each sandbox hides the paths in its own way.
"""

import contextlib
import os
import pwd
from collections.abc import Iterable, Mapping
from typing import Final

from understudy.workspace.commands.folders import contains

__all__ = ["find_hidden_paths"]

_CREDENTIAL_PATHS: Final = (
    ".ssh",
    ".aws",
    ".gnupg",
    ".config/gh",
    ".config/gcloud",
    ".azure",
    ".kube",
    ".docker",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    ".config/git/credentials",
    # logins of other tools
    ".boto",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".composer/auth.json",
    ".config/composer/auth.json",
    ".config/containers/auth.json",
    ".config/doctl",
    ".config/glab-cli",
    ".config/heroku",
    ".config/hub",
    ".config/op",
    ".config/rclone",
    ".config/sops",
    ".config/stripe",
    ".cache/huggingface/token",
    ".gem/credentials",
    ".gradle/gradle.properties",
    ".huggingface",
    ".m2/settings.xml",
    ".m2/settings-security.xml",
    ".my.cnf",
    ".mylogin.cnf",
    ".nuget/NuGet/NuGet.Config",
    ".pgpass",
    ".s3cfg",
    ".terraform.d",
    ".terraformrc",
    ".vault-token",
    ".yarnrc.yml",
    # logins of agents
    ".claude/.credentials.json",
    ".claude.json",
    ".codex",
    ".config/anthropic",
    ".config/github-copilot",
    ".copilot",
    ".gemini",
    ".openai",
    # key rings, browsers, mail, shell histories
    ".age",
    ".local/share/keyrings",
    ".password-store",
    ".mozilla",
    ".thunderbird",
    ".config/BraveSoftware",
    ".config/chromium",
    ".config/google-chrome",
    ".config/microsoft-edge",
    ".Xauthority",
    ".bash_history",
    ".zsh_history",
    ".local/share/fish/fish_history",
    ".mysql_history",
    ".node_repl_history",
    ".psql_history",
    ".python_history",
    ".sqlite_history",
    # sockets of programs that execute requests
    ".colima",
    ".config/emacs/server",
    ".emacs.d/server",
    ".lima",
    ".local/share/containers/podman/machine",
    ".orbstack/run",
    ".rd",
)

_OWN_PATHS: Final = (
    ".local/state/understudy",
    ".config/understudy",
    "Library/Application Support/Understudy",
)
"""Understudy's own: sessions, and the keys of providers."""


def find_hidden_paths(own_environment: Mapping[str, str], roots: Iterable[str]) -> list[str]:
    """The existing paths to hide, canonical and outermost only; without those that contain a root."""
    homes = {own_environment.get("HOME", "")}
    # A numeric user in a container has no entry; then HOME is all there is.
    with contextlib.suppress(KeyError):
        homes.add(pwd.getpwuid(os.getuid()).pw_dir)
    candidates = [f"{home}/{name}" for home in homes if home.startswith("/") for name in _CREDENTIAL_PATHS]
    candidates += [f"{home}/{name}" for home in homes if home.startswith("/") for name in _OWN_PATHS]
    candidates += [
        own_environment.get(name, "") for name in ("UNDERSTUDY_STATE_DIR", "UNDERSTUDY_CONFIG_DIR")
    ]
    candidates += [
        f"{own_environment[name]}/understudy"
        for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME")
        if own_environment.get(name)
    ]
    # Of a link the target has to be hidden.
    resolved = {os.path.realpath(path) for path in candidates if os.path.isabs(path)}
    existing = [path for path in resolved if os.path.exists(path) and not _contains_root(path, roots)]
    return sorted(
        path for path in existing if not any(contains(other, path) for other in existing if other != path)
    )


def _contains_root(path: str, roots: Iterable[str]) -> bool:
    return any(contains(path, root) for root in roots)
