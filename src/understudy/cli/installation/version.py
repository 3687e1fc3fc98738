"""The version of this installation and the commit that it was built from.

A wheel carries the commit in `commit.txt`, which the build writes (see hatch_build.py). In a checkout, git names
it. Where neither does, the version stands alone.
"""

import os
import subprocess
from pathlib import Path
from typing import Final

from understudy import __version__
from understudy.cli.limits import GIT_QUERY_TIMEOUT_S

__all__ = ["source_commit", "version_text"]

PACKAGE_FOLDER: Final = Path(__file__).resolve().parents[2]
_GIT_ENVIRONMENT: Final = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}


def version_text(package: Path = PACKAGE_FOLDER) -> str:
    """Return such as `understudy 0.1.0 (4f0c1d2a9b3e)`."""
    commit = source_commit(package)
    return f"understudy {__version__}" + (f" ({commit})" if commit else "")


def source_commit(package: Path = PACKAGE_FOLDER) -> str | None:
    """Return the commit of the sources, shortened, with `-changed` behind it if a checkout has other contents."""
    try:
        return (package / "commit.txt").read_text().strip() or None
    except OSError:
        pass  # not built by hatch_build.py: perhaps a checkout
    checkout = package.parents[1]
    if not (checkout / ".git").exists() or not (checkout / "hatch_build.py").exists():
        return None
    commit = _ask_git(checkout, "rev-parse", "--short=12", "HEAD")
    if commit and _ask_git(checkout, "status", "--porcelain", "--untracked-files=no"):
        commit += "-changed"
    return commit or None


def _ask_git(checkout: Path, *arguments: str) -> str:
    command = [
        "git",
        "-c",
        "core.fsmonitor=false",
        "-c",
        "core.hooksPath=/dev/null",
        "-C",
        str(checkout),
        *arguments,
    ]
    try:
        done = subprocess.run(
            command,
            env={**os.environ, **_GIT_ENVIRONMENT},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=GIT_QUERY_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""  # no git here: the version is shown without its commit
    return done.stdout.strip() if done.returncode == 0 else ""
