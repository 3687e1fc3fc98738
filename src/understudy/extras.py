"""The extras of the distribution: whether the packages of one are there, and the command that installs them.

Installs nothing and imports none of the packages.
"""

import itertools
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import PurePath

__all__ = ["install_command", "missing_modules"]

DISTRIBUTION = "understudy-acp"


def missing_modules(modules: Iterable[str]) -> list[str]:
    """Return those of the modules that are not installed."""
    return [name for name in modules if not _is_installed(name)]


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # the package that a dotted name is inside
        return False


def install_command(extra: str, prefix: str = sys.prefix) -> str:
    """Return the command that adds an extra to the environment at `prefix`, by the tool that has made it."""
    wanted = f"'{DISTRIBUTION}[{extra}]'"
    folders = PurePath(prefix).parts
    if ("uv", "tools") in itertools.pairwise(folders):
        return f"uv tool install {wanted}"
    if ("pipx", "venvs") in itertools.pairwise(folders):
        return f"pipx install --force {wanted}"
    return f"pip install {wanted}"
