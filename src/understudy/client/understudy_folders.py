"""Where Understudy's own agent and commands keep what is the user's: settings, keys and sessions.

The commands decide it (`cli.folders`); the client only has to know it: to keep every agent out of there, and
to let our own agent in.
"""

import os
import sys
from collections.abc import Mapping
from typing import Final, Literal

__all__ = ["all_understudy_folders", "understudy_folder"]

_VARIABLES: Final = {
    "state": ("UNDERSTUDY_STATE_DIR", "XDG_STATE_HOME", ".local/state"),
    "config": ("UNDERSTUDY_CONFIG_DIR", "XDG_CONFIG_HOME", ".config"),
}


def understudy_folder(environ: Mapping[str, str], kind: Literal["state", "config"]) -> str | None:
    """None where nobody has a home."""
    own, xdg, usual = _VARIABLES[kind]
    home = environ.get("HOME", "")
    if chosen := environ.get(own):
        return os.path.abspath(home + chosen[1:] if chosen.startswith("~/") else chosen)
    if sys.platform == "darwin":
        return f"{home}/Library/Application Support/Understudy" if home.startswith("/") else None
    base = environ.get(xdg, "")
    if not os.path.isabs(base):
        base = f"{home}/{usual}"
    return f"{base}/understudy" if base.startswith("/") else None


def all_understudy_folders(environ: Mapping[str, str]) -> list[str]:
    found = (understudy_folder(environ, "state"), understudy_folder(environ, "config"))
    return [folder for folder in found if folder is not None]
