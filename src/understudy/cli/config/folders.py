"""The locations of the config folder and the state folder."""

import os
import pwd
import sys
from collections.abc import Mapping
from pathlib import Path

from understudy.cli.config.errors import SetupError

__all__ = ["config_folder", "nes_feedback_file", "nes_index_folder", "own_folders", "state_folder"]


def config_folder(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    return _resolve_folder(environ, "UNDERSTUDY_CONFIG_DIR", "XDG_CONFIG_HOME", ".config", platform)


def state_folder(environ: Mapping[str, str], chosen: str | None = None, platform: str = sys.platform) -> Path:
    """Return the folder given by an option, the environment or the conventions of the system, in this order."""
    if chosen:
        environ = {**environ, "UNDERSTUDY_STATE_DIR": chosen}
    return _resolve_folder(environ, "UNDERSTUDY_STATE_DIR", "XDG_STATE_HOME", ".local/state", platform)


def nes_feedback_file(environ: Mapping[str, str], chosen: str | None = None) -> Path:
    """Return the file that counts accepted and rejected suggestions."""
    return state_folder(environ, chosen) / "next-edits.json"


def nes_index_folder(environ: Mapping[str, str], chosen: str | None = None) -> Path:
    """Return the folder that keeps the indexes of workspaces between starts."""
    return state_folder(environ, chosen) / "nes-index"


def own_folders(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return both folders, which every workspace excludes; empty without a home folder."""
    try:
        return config_folder(environ), state_folder(environ)
    except SetupError:
        return ()


def _resolve_folder(environ: Mapping[str, str], variable: str, xdg: str, default: str, platform: str) -> Path:
    if chosen := environ.get(variable):
        return Path(
            os.path.abspath(_home_folder(environ) + chosen[1:] if chosen.startswith("~/") else chosen)
        )
    if platform == "darwin":
        return Path(_home_folder(environ), "Library", "Application Support", "Understudy")
    base = environ.get(xdg, "")
    # The XDG specification says to ignore a relative path.
    return Path(base if os.path.isabs(base) else f"{_home_folder(environ)}/{default}", "understudy")


def _home_folder(environ: Mapping[str, str]) -> str:
    if home := environ.get("HOME"):
        return home
    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:  # a container's numeric user has no entry
        raise SetupError(
            "bad_setting", "HOME is not set. Set it, or UNDERSTUDY_CONFIG_DIR and UNDERSTUDY_STATE_DIR."
        ) from None
