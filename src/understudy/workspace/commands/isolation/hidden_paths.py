"""The places of the home folder whose content no command may read: credentials, and our own state.

Only the list is here; each sandbox hides them in its own way.
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
    # other tools' logins
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
    # agents' logins
    ".claude/.credentials.json",
    ".claude.json",
    ".codex",
    ".config/anthropic",
    ".config/github-copilot",
    ".copilot",
    ".gemini",
    ".openai",
    # key rings, browsers, mail, what was typed
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
    # sockets of programs that do what they are told
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
"""Our own: what was said in sessions, and providers' keys."""


def find_hidden_paths(own_environment: Mapping[str, str], roots: Iterable[str]) -> list[str]:
    """Existing places to hide, canonical and without doubles; none that has a root inside it."""
    homes = {own_environment.get("HOME", "")}
    # A container's numeric user has no entry; HOME alone has to do then.
    with contextlib.suppress(KeyError):
        homes.add(pwd.getpwuid(os.getuid()).pw_dir)
    wanted = [f"{home}/{name}" for home in homes if home.startswith("/") for name in _CREDENTIAL_PATHS]
    wanted += [f"{home}/{name}" for home in homes if home.startswith("/") for name in _OWN_PATHS]
    wanted += [own_environment.get(name, "") for name in ("UNDERSTUDY_STATE_DIR", "UNDERSTUDY_CONFIG_DIR")]
    wanted += [
        f"{own_environment[name]}/understudy"
        for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME")
        if own_environment.get(name)
    ]
    # What is a link leads elsewhere, so it is the target that has to be hidden.
    found = {os.path.realpath(place) for place in wanted if os.path.isabs(place)}
    kept = [place for place in found if os.path.exists(place) and not _contains_root(place, roots)]
    return sorted(
        place for place in kept if not any(contains(other, place) for other in kept if other != place)
    )


def _contains_root(place: str, roots: Iterable[str]) -> bool:
    return any(contains(place, root) for root in roots)
